import { statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import type { Options } from "../../../src/sandbox/options.ts";
import { Sandbox } from "../../../src/sandbox/sandbox.ts";
import { exportState } from "../../../src/seed/seed-file.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { memoryStorage } from "../../../src/store/memory/storage.ts";
import type { Storage } from "../../../src/store/store.ts";
import { temporaryFolder } from "../../store/file/folders.ts";
import { options, TestWorld } from "../../support/sandbox.ts";

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 15);
const later = (hours: number) => vi.setSystemTime(Date.now() + hours * hour);
const on = (storage: Storage, wish: Partial<Options> = {}) => new Sandbox({ ...options, ...wish }, storage);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  onTestFinished(() => void vi.useRealTimers());
});

const idsOf = async ({ worlds }: Sandbox) => [...(await worlds.accounts()).keys()];
/** Opens the world of an account as a request does. */
const use = async ({ worlds }: Sandbox, accountId: string) => worlds.leave(await worlds.openOrCreate(accountId));

describe.each([
  ["memory", async () => memoryStorage()],
  ["file", () => fileStorage(temporaryFolder())],
])("the time to live of worlds on the engine %s", (_, open) => {
  const opened = async (worldTtl: string | null) => {
    const storage = await open();
    onTestFinished(() => storage.close());
    return on(storage, { worldTtl });
  };

  it.each([
    ["PT2H", 1.999, ["a"]],
    ["PT2H", 2, ["a"]],
    ["PT2H", 2.001, []],
    ["P1M", 31 * 24, ["a"]],
    ["P1M", 31 * 24 + 0.001, []],
    [null, 100_000, ["a"]],
  ])("with %s and %d hours after its last use, the worlds that are left are %j", async (ttl, hours, left) => {
    const sandbox = await opened(ttl);
    await use(sandbox, "a");
    later(hours);
    await sandbox.worlds.maintain();
    expect(await idsOf(sandbox)).toEqual(left);
  });

  it("every use keeps a world from expiring, and a list of all worlds is none", async () => {
    const sandbox = await opened("PT2H");
    await use(sandbox, "used");
    await use(sandbox, "listed");
    for (let times = 0; times < 4; times++) {
      later(0.9);
      await use(sandbox, "used");
      await sandbox.worlds.peeking("listed", async () => {});
      await sandbox.worlds.maintain();
    }
    expect(await idsOf(sandbox)).toEqual(["used"]);
  });

  it.each<[string, (sandbox: Sandbox) => Promise<unknown>]>([
    ["a new world", ({ worlds }) => worlds.make("a", {})],
    ["a reset", ({ worlds }) => worlds.using("a", (world) => worlds.reset(world))],
    ["an import", async ({ worlds }) => worlds.import("a", await worlds.using("a", exportState))],
  ])("%s is a use", async (_, act) => {
    const sandbox = await opened("PT2H");
    await use(sandbox, "a");
    later(1.9);
    await act(sandbox);
    later(1.9);
    await sandbox.worlds.maintain();
    expect(await idsOf(sandbox)).toEqual(["a"]);
  });

  it("a world that a request or a stream holds does not expire", async () => {
    const sandbox = await opened("PT2H");
    const held = await sandbox.worlds.openOrCreate("a");
    later(5);
    await sandbox.worlds.maintain();
    expect(await idsOf(sandbox)).toEqual(["a"]);
    sandbox.worlds.leave(held);
    await sandbox.worlds.maintain();
    expect(await idsOf(sandbox)).toEqual([]);
  });

  it("a use that cannot be noted keeps no world from expiring", async () => {
    const sandbox = await opened("PT2H");
    await use(sandbox, "unused");
    later(3);
    await use(sandbox, "used");
    vi.spyOn(sandbox.storage, "noteUse").mockRejectedValue(new Error("not allowed"));
    await expect(sandbox.worlds.maintain()).rejects.toThrow("not allowed");
    expect(await idsOf(sandbox)).toEqual(["used"]);
  });

  it("of the unused worlds, one that is used or deleted after they were listed is passed over", async () => {
    const sandbox = await opened(null);
    const { storage } = sandbox;
    for (const accountId of ["deleted", "other", "unused", "used"]) await use(sandbox, accountId);
    later(3);
    const list = storage.accounts.bind(storage);
    vi.spyOn(storage, "accounts").mockImplementationOnce(async (unusedSince) => {
      const found = await list(unusedSince);
      await use(sandbox, "used");
      await sandbox.worlds.delete("deleted");
      return found;
    });
    expect(await sandbox.worlds.deleteUnused("PT2H")).toEqual(["other", "unused"]);
    expect(await idsOf(sandbox)).toEqual(["used"]);
  });

  it("the list of accounts shows the last use of each, also before it is noted", async () => {
    const sandbox = await opened(null);
    await use(sandbox, "a");
    later(1);
    await use(sandbox, "b");
    later(1);
    await use(sandbox, "a");
    const hours = [...(await sandbox.worlds.accounts())].map(([id, at]) => `${id} ${(at - start) / hour}`);
    expect(hours).toEqual(["a 2", "b 1"]);
  });
});

describe("the last use of a world", () => {
  it("outlives the server, and is noted between requests and not at each of them", async () => {
    const folder = temporaryFolder();
    const noted = () => statSync(join(folder, "a.json")).mtimeMs;
    const first = on(await fileStorage(folder));
    await use(first, "a");
    later(0.5);
    await use(first, "a");
    await first.worlds.maintain();
    expect(noted()).toBe(start + 0.5 * hour);
    later(0.5);
    await use(first, "a");
    expect(noted()).toBe(start + 0.5 * hour);
    await first.close();
    expect(noted()).toBe(start + hour);
    const second = on(await fileStorage(folder), { worldTtl: "PT20H" });
    onTestFinished(() => second.close());
    await second.worlds.peeking("a", async () => {});
    later(20);
    await second.worlds.maintain();
    expect(await idsOf(second)).toEqual(["a"]);
    later(0.001);
    await second.worlds.maintain();
    expect(await idsOf(second)).toEqual([]);
  });

  it("is noted when the world is evicted", async () => {
    const folder = temporaryFolder();
    const sandbox = on(await fileStorage(folder), { maxWorldsMemory: 1 });
    onTestFinished(() => sandbox.close());
    await use(sandbox, "a");
    later(0.9);
    await use(sandbox, "a");
    await use(sandbox, "b");
    await use(sandbox, "c");
    await expect.poll(() => statSync(join(folder, "a.json")).mtimeMs).toBe(start + 0.9 * hour);
  });
});

describe("the limits of worlds", () => {
  const limited = async (wish: Partial<Options>, storage: Storage = memoryStorage()) => {
    const sandbox = on(storage, wish);
    const app = createApp(sandbox);
    const token = await sandbox.token(["a", "b", "c"], 3600);
    return (accountId: string) => new TestWorld(accountId, token, { sandbox, app });
  };

  it("a request for one world too many is refused with 403, and a place that is free again is given", async () => {
    const world = await limited({ maxWorlds: 2 });
    await world("a").get("/thirdparties").expect(200);
    await world("b").control("put", "", {}).expect(201);
    const { body } = await world("c").get("/thirdparties").expect(403);
    expect(body).toMatchObject({
      code: "TOO_MANY_WORLDS",
      detail:
        "The server has 2 worlds, and takes 2. Delete one, or let unused ones expire with --world-ttl; --max-worlds " +
        "allows more.",
    });
    expect((await world("c").control("put", "", {}).expect(403)).body.code).toBe("TOO_MANY_WORLDS");
    await world("a").control("post", "/snapshots", { name: "one" }).expect(201);
    const from = { accountId: "a", withSnapshots: true };
    expect((await world("c").control("put", "", { from }).expect(403)).body.code).toBe("TOO_MANY_WORLDS");
    await world("b").control("put", "", { from }).expect(200);
    await world("b").control("put", "", { seed: "empty" }).expect(200);
    await world("a").control("delete", "").expect(204);
    await world("c").get("/thirdparties").expect(200);
  });

  it("no more worlds are made at once than there may be", async () => {
    const sandbox = on(memoryStorage(), { maxWorlds: 3 });
    const asked = Array.from({ length: 8 }, (_, nth) => sandbox.worlds.openOrCreate(`w${nth}`));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await idsOf(sandbox)).toHaveLength(3);
  });

  it("a world that is as large as one may be refuses writes with 403, and can be read, reset and deleted", async () => {
    const world = (await limited({ maxWorldSize: 70_000 }))("a");
    const { body } = await world
      .post(`/thirdparties/${await world.add()}/dossiers`, { requiredDocuments: ["KBIS"] })
      .expect(403);
    expect(body).toMatchObject({
      code: "WORLD_TOO_LARGE",
      detail: expect.stringMatching(/^The world takes about 0\.1 MB/),
    });
    const { body: reading } = await world.control("post", "/clock", { advance: "P1D" }).expect(200);
    expect(reading).toMatchObject({ happened: {}, stopped: expect.stringMatching(/^The world takes about 0\.1 MB/) });
    await world.get("/thirdparties").expect(200);
    await world.control("post", "/snapshots", { name: "one" }).expect(201);
    await world.control("post", "/reset").expect(200);
    await world.control("post", "/clock", { advance: "P1D" }).expect(200);
    await world.control("delete", "").expect(204);
  });

  it("counts the bytes of what a world holds, so that one long text is refused as many rows are", async () => {
    const world = (await limited({ maxWorldSize: 500_000 }))("a");
    await world.add();
    const { body: file } = await world.control("get", "/state").expect(200);
    file.state.events[0].payload = { text: "x".repeat(490_000) };
    await world.control("put", "/state", file).expect(413);
    file.state.events[0].payload = { text: "x".repeat(100_000), more: "x".repeat(100_000) };
    await world.control("put", "/state", file).expect(200);
    const comment = { event: "THIRD_PARTY_COMMENT_ADDED", data: { text: "x".repeat(4_000) } };
    const statuses: number[] = [];
    while (statuses.at(-1) !== 403 && statuses.length < 100)
      statuses.push((await world.control("post", "/occurrences", comment)).status);
    expect(statuses.length).toBeGreaterThan(20);
    expect(statuses.length).toBeLessThan(60);
  });

  it.each([
    ["memory", async () => memoryStorage(), 403],
    ["file", () => fileStorage(temporaryFolder()), 200],
  ])(
    "on the engine %s, an import for which there is no room beside the others is answered %3$i",
    async (_, open, last) => {
      const source = (await limited({}))("a");
      await source.control("put", "", {}).expect(201);
      const { body: file } = await source.control("get", "/state").expect(200);
      const { bytes } = source.sandbox.worlds.cache;
      const storage = await open();
      onTestFinished(() => storage.close());
      const world = await limited({ maxWorldsMemory: 2.5 * bytes }, storage);
      for (const accountId of ["a", "b", "b"]) await world(accountId).control("put", "/state", file).expect(200);
      const { body } = await world("c").control("put", "/state", file).expect(last);
      if (last === 200) return;
      expect(body).toMatchObject({
        code: "WORLD_TOO_LARGE",
        detail: expect.stringMatching(/^The worlds in memory take more than 0\.\d MB: .* Nothing was changed\.$/),
      });
      expect(await idsOf(world("c").sandbox)).toEqual(["a", "b"]);
    },
  );

  it("an import that is brought up to date before others can read it stops at the limit, too", async () => {
    const source = (await limited({}))("a");
    await source.control("put", "", { seed: "onboarding", freeze: false }).expect(201);
    const { body: file } = await source.control("get", "/state").expect(200);
    const most = source.sandbox.worlds.cache.bytes + 30_000;
    later(9 * 365 * 24);
    const shared = Object.assign(memoryStorage(), { usesBehind: 0 });
    const world = (await limited({ maxWorldSize: most }, shared))("b");
    await world.control("put", "/state", file).expect(200);
    const { body: reading } = await world.control("get", "/clock").expect(200);
    expect(reading).toMatchObject({ stopped: expect.stringMatching(/^The world takes about/) });
    expect(reading.nextDue > reading.now && reading.now < "2034").toBe(true);
    expect(world.sandbox.worlds.cache.bytes).toBeLessThan(most + 500_000);
  });

  it("a configuration that asks for more than a world may hold is refused before all of it is made", async () => {
    const world = (await limited({ maxWorldSize: 400_000 }))("a");
    const codes = ["KBIS", "IBAN", "RIB", "ATT_URSSAF", "BEGES", "CODE_CONDUITE"];
    const types = Array.from({ length: 99 }, (_, nth) =>
      `T${nth}`.replace(/\d/g, (digit) => "ABCDEFGHIJ".charAt(+digit)),
    );
    const configuration = {
      format: "tiers-sandbox/configuration@1",
      dossierTypes: Object.fromEntries(types.map((code) => [code, { label: "x", documents: codes }])),
      rules: Object.fromEntries(types.map((create) => [create, { label: "x", create }])),
    };
    const refused = async (path: string, body: object) =>
      expect((await world.control("put", path, body).expect(403)).body.code).toBe("WORLD_TOO_LARGE");
    await refused("", { size: 4, history: "P1M", configuration });
    expect(await idsOf(world.sandbox)).toEqual([]);
    await world.control("put", "", { seed: "onboarding" }).expect(201);
    const { body: before } = await world.control("get", "/state").expect(200);
    await refused("/configuration", configuration);
    expect((await world.control("get", "/state").expect(200)).body).toEqual(before);
  });

  it("a world that is too large from the start is not made, and one that is imported changes nothing", async () => {
    const world = (await limited({ maxWorldSize: 70_000 }))("a");
    expect((await world.control("put", "", { size: 5 }).expect(403)).body.code).toBe("WORLD_TOO_LARGE");
    expect(await idsOf(world.sandbox)).toEqual([]);
    await world.control("put", "", {}).expect(201);
    expect((await world.control("put", "", { size: 5 }).expect(403)).body.code).toBe("WORLD_TOO_LARGE");
    expect((await world.get("/thirdparties").expect(200)).body.totalElements).toBe(0);
  });
});
