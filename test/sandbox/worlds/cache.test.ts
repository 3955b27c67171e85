import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import { follow } from "../../../src/control/stream.ts";
import type { Options } from "../../../src/sandbox/options.ts";
import { Sandbox } from "../../../src/sandbox/sandbox.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { memoryStorage } from "../../../src/store/memory/storage.ts";
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
    await sandbox.world(accountId);
    vi.setSystemTime(Date.now() + 1_000);
  }
};
const stopTime = () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 15) });
  onTestFinished(() => void vi.useRealTimers());
};

describe("worlds in memory", () => {
  it("beyond the limit, the world whose last use is longest ago is let go", async () => {
    stopTime();
    const { sandbox } = await onDisk();
    await inOrder(sandbox, "a", "b", "a", "c");
    expect(sandbox.worlds.accounts()).toEqual(["a", "c"]);
    expect(await sandbox.accounts()).toEqual(["a", "b", "c"]);
  });

  it("a world that was let go is collected, and comes back as it was", async () => {
    stopTime();
    const on = await onDisk();
    const { sandbox } = on;
    const first = new TestWorld("a", await sandbox.token(["a"], 3600), on);
    const thirdpartyId = await first.add();
    const before = await first.state();
    const former = new WeakRef(await sandbox.world("a"));
    const store = new WeakRef((await sandbox.world("a")).store);
    await inOrder(sandbox, "b", "c", "d");
    await collected();
    expect([former.deref(), store.deref()]).toEqual([undefined, undefined]);
    expect(await first.state()).toEqual(before);
    expect((await first.get(`/thirdparties/${thirdpartyId}`).expect(200)).body.thirdpartyId).toBe(thirdpartyId);
  });

  it("a world that a request still has stays the only one of its account", async () => {
    stopTime();
    const { sandbox } = await onDisk();
    const used = await sandbox.world("a");
    await inOrder(sandbox, "b", "c", "d");
    expect(sandbox.worlds.accounts()).not.toContain("a");
    await collected();
    expect(await sandbox.world("a")).toBe(used);
  });

  it("a world is not let go while a write to it is under way", async () => {
    stopTime();
    const { sandbox } = await onDisk();
    const world = await sandbox.world("a");
    let end = () => {};
    const writing = world.write(() => new Promise<void>((resolve) => (end = resolve)));
    await inOrder(sandbox, "b", "c", "d");
    expect(sandbox.worlds.accounts()).toContain("a");
    end();
    await writing;
    await inOrder(sandbox, "e");
    expect(sandbox.worlds.accounts()).not.toContain("a");
  });

  it("a world that a stream watches is not let go", async () => {
    stopTime();
    const { sandbox } = await onDisk();
    await inOrder(sandbox, "a");
    const gone = new AbortController();
    const stream = follow(sandbox, { accountId: "a" }, gone.signal);
    await stream.next();
    await inOrder(sandbox, "b", "c", "d");
    expect(sandbox.worlds.accounts()).toContain("a");
    gone.abort();
    await stream.next();
    await inOrder(sandbox, "e", "f");
    expect(sandbox.worlds.accounts()).not.toContain("a");
  });

  it("a stream of all accounts sees what a running clock brings about in a world that was let go", async () => {
    stopTime();
    const { sandbox } = await onDisk({ ...room, now: null, freeze: false, seed: "empty" });
    await sandbox.make("a", { seed: "portfolio", size: 3 });
    await inOrder(sandbox, "b", "c", "d");
    expect([sandbox.worlds.accounts().includes("a"), sandbox.worlds.due()]).toEqual([false, []]);
    const last = sandbox.happenings.last;
    vi.setSystemTime(Date.now() + 60 * 86_400_000);
    expect(sandbox.worlds.due()).toContain("a");
    await sandbox.live.catchUp();
    const seen = Array.from({ length: sandbox.happenings.last - last }, (_, nth) =>
      sandbox.happenings.at(last + 1 + nth),
    );
    expect(seen.some(({ kind, accountId }) => kind === "event" && accountId === "a")).toBe(true);
  });

  it("worlds that grow are weighed again", async () => {
    stopTime();
    const on = await onDisk();
    const { sandbox } = on;
    await inOrder(sandbox, "a", "b");
    await sandbox.tend();
    expect(sandbox.worlds.count).toBe(2);
    const grown = new TestWorld("b", await sandbox.token(["b"], 3600), on);
    await grown.free(await grown.add(), ["KBIS", "CODE_CONDUITE"]);
    await grown.advance("P90D");
    await sandbox.tend();
    expect(sandbox.worlds.accounts()).toEqual(["b"]);
  });

  it("nothing is let go where there is nothing to read it from", async () => {
    const { sandbox } = makeSandbox({ maxWorldsMemory: 1 });
    for (const accountId of ["a", "b", "c"]) await sandbox.world(accountId);
    expect([sandbox.worlds.count, memoryStorage().release]).toEqual([3, undefined]);
  });

  it("a list of all worlds is no use of them, and holds no more of them than are meant to be", async () => {
    stopTime();
    const on = await onDisk();
    await inOrder(on.sandbox, "a", "b", "c", "d");
    const token = await on.sandbox.token(["d"], 3600);
    const world = new TestWorld("d", token, on);
    const { body } = await world.raw("get", "/_sandbox/accounts").expect(200);
    expect(body.content.map(({ accountId }: { accountId: string }) => accountId)).toEqual(["a", "b", "c", "d"]);
    expect(on.sandbox.worlds.count).toBeLessThanOrEqual(2);
    expect(on.sandbox.worlds.accounts()).toContain("d");
  });
});
