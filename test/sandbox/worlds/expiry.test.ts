import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import type { Options } from "../../../src/sandbox/options.ts";
import { Sandbox } from "../../../src/sandbox/sandbox.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { memoryStorage } from "../../../src/store/memory/storage.ts";
import type { Storage } from "../../../src/store/store.ts";
import { temporaryFolder } from "../../store/file/folders.ts";
import { collected } from "../../support/collected.ts";
import { options, TestWorld } from "../../support/sandbox.ts";

const hour = 3_600_000;
const later = (hours: number) => vi.setSystemTime(Date.now() + hours * hour);
const on = (storage: Storage, wish: Partial<Options> = {}) => new Sandbox({ ...options, ...wish }, storage);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 15) });
  onTestFinished(() => void vi.useRealTimers());
});

describe.each([
  ["memory", async () => memoryStorage()],
  ["file", () => fileStorage(temporaryFolder())],
])("the ttl of worlds on the engine %s", (_, open) => {
  const opened = async (wish: Partial<Options> = {}) => {
    const storage = await open();
    onTestFinished(() => storage.close());
    return on(storage, wish);
  };

  it("a world is deleted so long after its last use, and a world without a ttl stays", async () => {
    const sandbox = await opened();
    await sandbox.make("short", { ttl: "PT2H" });
    await sandbox.make("stays", {});
    later(1.9);
    await sandbox.tend();
    expect(await sandbox.accounts()).toEqual(["short", "stays"]);
    later(0.1);
    await sandbox.tend();
    expect(await sandbox.accounts()).toEqual(["stays"]);
  });

  it("every use puts the end off, and a list of all worlds is none", async () => {
    const sandbox = await opened();
    await sandbox.make("used", { ttl: "PT2H" });
    await sandbox.make("listed", { ttl: "PT2H" });
    for (let times = 0; times < 4; times++) {
      later(0.9);
      await sandbox.world("used");
      await sandbox.lookAt("listed");
      await sandbox.tend();
    }
    expect(await sandbox.accounts()).toEqual(["used"]);
  });

  it("the server's ttl is that of the worlds that have none of their own", async () => {
    const sandbox = await opened({ worldTtl: "P1D" });
    await sandbox.world("usual");
    await sandbox.make("longer", { ttl: "P3D" });
    later(30);
    await sandbox.tend();
    expect(await sandbox.accounts()).toEqual(["longer"]);
    expect((await sandbox.existing("longer"))?.life.ttl).toBe("P3D");
  });

  it("a reset and a new world without a ttl leave it as it was, and a deleted account takes it along", async () => {
    const sandbox = await opened();
    const { world } = await sandbox.make("a", { ttl: "PT2H" });
    await sandbox.reset(world);
    await sandbox.make("a", { seed: "empty" });
    expect(world.life.ttl).toBe("PT2H");
    await sandbox.delete("a");
    expect((await sandbox.make("a", {})).world.life.ttl).toBe(null);
    later(5);
    await sandbox.tend();
    expect(await sandbox.accounts()).toEqual(["a"]);
  });

  it("a world that a stream watches does not end", async () => {
    const sandbox = await opened();
    await sandbox.make("a", { ttl: "PT2H" });
    const unwatch = sandbox.worlds.watch("a");
    later(5);
    await sandbox.tend();
    unwatch();
    expect(await sandbox.accounts()).toEqual(["a"]);
    later(5);
    await sandbox.tend();
    expect(await sandbox.accounts()).toEqual([]);
  });
});

describe("the last use of a world", () => {
  it("it outlives the server, and is not written at each request", async () => {
    const folder = temporaryFolder();
    const life = join(folder, "a.life");
    const first = on(await fileStorage(folder));
    await first.make("a", { ttl: "PT20H" });
    const made = readFileSync(life, "utf8");
    later(0.5);
    await first.world("a");
    await first.tend();
    expect(readFileSync(life, "utf8")).toBe(made);
    later(1);
    await first.world("a");
    await first.tend();
    expect(readFileSync(life, "utf8")).not.toBe(made);
    later(0.5);
    await first.world("a");
    await first.close();
    const second = on(await fileStorage(folder));
    later(19.9);
    await second.tend();
    expect(await second.accounts()).toEqual(["a"]);
    later(0.1);
    await second.tend();
    expect([await second.accounts(), existsSync(life)]).toEqual([[], false]);
    await second.close();
  });

  it("it is kept when the world is let go", async () => {
    const sandbox = on(await fileStorage(temporaryFolder()), { maxWorldsMemory: 1 });
    onTestFinished(() => sandbox.close());
    await sandbox.make("a", { ttl: "PT20H" });
    later(0.9);
    await sandbox.world("a");
    await sandbox.world("b");
    expect(sandbox.worlds.accounts()).toEqual(["b"]);
    await collected();
    later(19.5);
    await sandbox.tend();
    expect(await sandbox.accounts()).toEqual(["a", "b"]);
  });

  it("a world that is older than the server's ttl rests from when it is seen, as with a damaged file", async () => {
    const folder = temporaryFolder();
    const first = on(await fileStorage(folder));
    await first.world("old");
    await first.world("damaged");
    await first.close();
    writeFileSync(join(folder, "damaged.life"), '{"ttl":');
    const second = on(await fileStorage(folder), { worldTtl: "PT1H" });
    onTestFinished(() => second.close());
    for (const accountId of ["old", "damaged"]) await second.lookAt(accountId);
    later(0.9);
    await second.tend();
    expect(await second.accounts()).toEqual(["damaged", "old"]);
    later(0.2);
    await second.tend();
    expect(await second.accounts()).toEqual([]);
  });
});

describe("the limits of worlds", () => {
  const limited = async (wish: Partial<Options>) => {
    const sandbox = on(memoryStorage(), wish);
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
      detail: "The server has 2 worlds, and takes 2. Delete one, or let them end with a ttl; --max-worlds allows more.",
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
    const asked = Array.from({ length: 8 }, (_, nth) => sandbox.world(`w${nth}`));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await sandbox.accounts()).toHaveLength(3);
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
    expect((await world.control("post", "/clock", { advance: "P1D" }).expect(403)).body.code).toBe("WORLD_TOO_LARGE");
    await world.get("/thirdparties").expect(200);
    await world.control("post", "/snapshots", { name: "one" }).expect(201);
    await world.control("post", "/reset").expect(200);
    await world.control("post", "/clock", { advance: "P1D" }).expect(200);
    await world.control("delete", "").expect(204);
  });

  it("a world that is too large from the start is not made, and one that is imported changes nothing", async () => {
    const world = (await limited({ maxWorldSize: 70_000 }))("a");
    expect((await world.control("put", "", { size: 5 }).expect(403)).body.code).toBe("WORLD_TOO_LARGE");
    expect(await world.sandbox.accounts()).toEqual([]);
    await world.control("put", "", {}).expect(201);
    expect((await world.control("put", "", { size: 5 }).expect(403)).body.code).toBe("WORLD_TOO_LARGE");
    expect((await world.get("/thirdparties").expect(200)).body.totalElements).toBe(0);
  });
});
