import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import { streamOf } from "../../../src/control/stream.ts";
import type { Options } from "../../../src/sandbox/options.ts";
import { Sandbox } from "../../../src/sandbox/sandbox.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { memoryStorage } from "../../../src/store/memory/storage.ts";
import { World } from "../../../src/world/world.ts";
import { temporaryFolder } from "../../store/file/folders.ts";
import { collected } from "../../support/collected.ts";
import { makeSandbox, options, TestWorld } from "../../support/sandbox.ts";

/** Room for two empty worlds. */
const room = { maxWorldsMemory: 150_000 };

async function onDisk(wish: Partial<Options> = room) {
  const storage = await fileStorage(temporaryFolder());
  onTestFinished(() => storage.close());
  const sandbox = new Sandbox({ ...options, ...wish }, storage);
  return { sandbox, app: createApp(sandbox) };
}
const inOrder = async (sandbox: Sandbox, ...accountIds: string[]) => {
  for (const accountId of accountIds) {
    sandbox.worlds.leave(await sandbox.worlds.openOrCreate(accountId));
    vi.setSystemTime(Date.now() + 1_000);
  }
};
const cached = ({ worlds }: Sandbox) => worlds.cache.worlds().map(({ accountId }) => accountId);
const stored = async ({ worlds }: Sandbox) => [...(await worlds.accounts()).keys()];
const stopTime = () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 15) });
  onTestFinished(() => void vi.useRealTimers());
};

describe("worlds in memory", () => {
  it("beyond the limit, the world whose last use is longest ago is evicted", async () => {
    stopTime();
    const { sandbox } = await onDisk();
    await inOrder(sandbox, "a", "b", "a", "c");
    expect(cached(sandbox)).toEqual(["a", "c"]);
    expect(await stored(sandbox)).toEqual(["a", "b", "c"]);
  });

  it("a world that was evicted is collected, and comes back as it was", async () => {
    stopTime();
    const on = await onDisk();
    const { sandbox } = on;
    const first = new TestWorld("a", await sandbox.token(["a"], 3600), on);
    const thirdpartyId = await first.add();
    const before = await first.state();
    const former = new WeakRef(sandbox.worlds.cache.get("a") as World);
    const store = new WeakRef((sandbox.worlds.cache.get("a") as World).store);
    await inOrder(sandbox, "b", "c", "d");
    await collected();
    expect([former.deref(), store.deref()]).toEqual([undefined, undefined]);
    expect(await first.state()).toEqual(before);
    expect((await first.get(`/thirdparties/${thirdpartyId}`).expect(200)).body.thirdpartyId).toBe(thirdpartyId);
  });

  it.each<[string, (sandbox: Sandbox) => Promise<() => Promise<unknown>>]>([
    [
      "a request",
      async ({ worlds }) => {
        const held = await worlds.openOrCreate("a");
        return async () => worlds.leave(held);
      },
    ],
    [
      "a stream",
      async (sandbox) => {
        await inOrder(sandbox, "a");
        const gone = new AbortController();
        const stream = streamOf(sandbox, { accountId: "a" }, gone.signal);
        await stream.next();
        return async () => {
          gone.abort();
          await stream.next();
        };
      },
    ],
  ])("a world that %s holds is not evicted until it ends", async (_, hold) => {
    stopTime();
    const { sandbox } = await onDisk();
    const end = await hold(sandbox);
    await inOrder(sandbox, "b", "c", "d");
    expect(cached(sandbox)).toContain("a");
    await end();
    await inOrder(sandbox, "e", "f");
    expect(cached(sandbox)).not.toContain("a");
  });

  it("a request holds its world until its handler ends, also when it fails", async () => {
    const on = await onDisk();
    const world = new TestWorld("a", await on.sandbox.token(["a"], 3600), on);
    await world.get("/thirdparties").expect(200);
    await world.get("/thirdparties/1").expect(404);
    await world.get("/thirdparties", { size: 0 }).expect(400);
    await world.post("/thirdparties", {}).expect(400);
    await world.control("get", "/clock").expect(200);
    await world.control("post", "/occurrences", { event: "DOSSIER_ADDED" }).expect(409);
    await world.control("get", "/state").expect(200);
    await world.raw("get", "/_sandbox/accounts").expect(200);
    await world.raw("get", "/files/1?account=a&expires=1&signature=x").expect(403);
    expect(on.sandbox.worlds.cache.get("a")?.uses).toBe(0);
  });

  it("a request whose world could not catch up at its opening does not hold it", async () => {
    const { sandbox } = await onDisk();
    await inOrder(sandbox, "a");
    sandbox.worlds.cache.delete("a");
    const catchUp = vi.spyOn(World.prototype, "catchUp").mockRejectedValueOnce(new Error("the disk is away"));
    await expect(sandbox.worlds.openOrCreate("a")).rejects.toThrow("the disk is away");
    catchUp.mockRestore();
    await inOrder(sandbox, "a");
    expect(sandbox.worlds.cache.get("a")?.uses).toBe(0);
  });

  it("a stream of all accounts sees what a running clock brings about in an evicted world", async () => {
    stopTime();
    const { sandbox } = await onDisk({ ...room, now: null, freeze: false, seed: "empty" });
    await sandbox.worlds.make("a", { seed: "portfolio", size: 1, history: "P1M", people: "none" });
    await inOrder(sandbox, "b", "c", "d");
    expect([cached(sandbox).includes("a"), sandbox.worlds.cache.due()]).toEqual([false, []]);
    const last = sandbox.stream.last;
    vi.setSystemTime(Date.now() + 60 * 86_400_000);
    expect(sandbox.worlds.cache.due()).toContain("a");
    await sandbox.worlds.runDueJobs();
    const seen = Array.from({ length: sandbox.stream.last - last }, (_, nth) => sandbox.stream.at(last + 1 + nth));
    expect(seen.some(({ kind, accountId }) => kind === "event" && accountId === "a")).toBe(true);
  });

  it("worlds that grow are weighed again", async () => {
    stopTime();
    const on = await onDisk();
    const { sandbox } = on;
    await inOrder(sandbox, "a", "b");
    await sandbox.worlds.maintain();
    expect(cached(sandbox).length).toBe(2);
    const grown = new TestWorld("b", await sandbox.token(["b"], 3600), on);
    await grown.free(await grown.add(), ["KBIS", "CODE_CONDUITE"]);
    await grown.advance("P90D");
    await sandbox.worlds.maintain();
    expect(cached(sandbox)).toEqual(["b"]);
  });

  it("nothing is evicted where there is nothing to read it from", async () => {
    stopTime();
    const { sandbox } = makeSandbox({ maxWorldsMemory: 1 });
    await inOrder(sandbox, "a", "b", "c");
    expect([cached(sandbox).length, memoryStorage().release]).toEqual([3, undefined]);
  });

  it("a list of all worlds is no use of them, and holds no more of them than are meant to be", async () => {
    stopTime();
    const on = await onDisk();
    await inOrder(on.sandbox, "a", "b", "c", "d");
    const token = await on.sandbox.token(["d"], 3600);
    const world = new TestWorld("d", token, on);
    const { body } = await world.raw("get", "/_sandbox/accounts").expect(200);
    expect(body.content.map(({ accountId }: { accountId: string }) => accountId)).toEqual(["a", "b", "c", "d"]);
    expect(cached(on.sandbox).length).toBeLessThanOrEqual(2);
    expect(cached(on.sandbox)).toContain("d");
  });
});
