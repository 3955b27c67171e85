import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { importedState } from "../../src/seed/import.ts";
import { worldFormat } from "../../src/seed/seed-file.ts";
import { startSandbox } from "../../src/start.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { expectEveryEncoding, expectSameBytes, expectTooLarge } from "./carried-worlds.ts";
import { expectRunning, now, running, send } from "./running.ts";

const on = running();
const at = (accountId: string, path = "") => `${on.sandbox.url}/_sandbox/accounts/${accountId}${path}`;
const siret = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
const add = async (world: { baseUrl: string; token: string }) =>
  (await send(`${world.baseUrl}/thirdparties`, "POST", siret, { authorization: `Bearer ${world.token}` })).body
    .thirdpartyId as number;

describe("a world", () => {
  it("creates, replaces, lists and deletes a world", async () => {
    const created = await send(at("w-1"), "PUT", {
      seed: "empty",
      randomSeed: 7,
      now: "2026-03-01T10:00:00",
      freeze: true,
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      accountId: "w-1",
      seed: "empty",
      randomSeed: 7,
      size: null,
      createdAt: "2026-03-01T10:00:00.000",
      now: "2026-03-01T10:00:00.000",
      frozen: true,
      thirdparties: 0,
      dossiers: 0,
      documents: 0,
      events: 0,
    });
    const replaced = await send(at("w-1"), "PUT", {});
    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({ randomSeed: 1, now: `${now}.000` });
    const listed = await send(`${on.sandbox.url}/_sandbox/accounts`);
    const used = listed.body.content.find(({ accountId }) => accountId === "w-1")?.usedAt;
    expect(Math.abs(Date.parse(`${used}Z`) - Date.now())).toBeLessThan(60_000);
    expect((await send(at("w-1"), "DELETE")).status).toBe(204);
    expect((await send(at("w-1"), "DELETE")).body).toMatchObject({ status: 404, code: "ACCOUNT_NOT_FOUND" });
    expect((await send(at("w-1", "/clock"))).status).toBe(404);
  });

  it("deletes the worlds that were not used for a while, which is longer than nothing", async () => {
    await send(at("w-used"), "PUT");
    const deleteUnused = (query: string) => send(`${on.sandbox.url}/_sandbox/accounts${query}`, "DELETE");
    expect(await deleteUnused("?unusedFor=P1D")).toMatchObject({ status: 200, body: { deleted: [] } });
    for (const query of ["", "?unusedFor=P0D", "?unusedFor=week"])
      expect(await deleteUnused(query)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect((await send(at("w-used", "/clock"))).status).toBe(200);
  });

  it("refuses an unknown seed, and names the known ones", async () => {
    const { status, body } = await send(at("w-2"), "PUT", { seed: "nowhere" });
    expect({ status, code: body.code }).toEqual({ status: 404, code: "SEED_NOT_FOUND" });
    expect(body.detail).toContain("empty");
    expect((await send(at("w-2", "/clock"))).status).toBe(404);
  });

  it.each([
    "/etc/passwd",
    "/dev/zero",
    "seeds",
    "../../etc/hostname",
    "/proc/self/environ",
    "package.json",
    "a\u001b[41m",
  ])("reads no file for the seed %j", async (seed) => {
    const { status, body, text } = await send(at("w-path"), "PUT", { seed });
    if (seed === "seeds") expect({ status, code: body.code }).toEqual({ status: 404, code: "SEED_NOT_FOUND" });
    else {
      expect({ status, code: body.code }).toEqual({ status: 400, code: "VALIDATION_ERROR" });
      expect(text).toContain("GET /_sandbox/seeds lists them");
    }
    expect((await send(at("w-path", "/clock"))).status).toBe(404);
  });

  it("reads no file when a world that names one is reset", async () => {
    await send(at("w-smuggled"), "PUT", { seed: "empty" });
    const { body: exported } = await send(at("w-smuggled", "/state"));
    const { state } = exported as unknown as { state: { world: object[] } };
    const world = state.world.map((row) => ({ ...row, seed: "/etc/passwd" }));
    await send(at("w-smuggled", "/state"), "PUT", { ...exported, state: { ...state, world } });
    await send(at("w-smuggled", "/snapshots"), "POST", { name: "smuggled" });
    // A new world has no imported one to go back to, and the snapshot brings the name of the file with it.
    await send(at("w-smuggled"), "PUT", { seed: "empty" });
    expect((await send(at("w-smuggled", "/snapshots/smuggled/restore"), "POST")).status).toBe(200);
    const { status, body } = await send(at("w-smuggled", "/reset"), "POST");
    expect({ status, code: body.code }).toEqual({ status: 404, code: "SEED_NOT_FOUND" });
    expect((await send(at("w-smuggled", "/clock"))).status).toBe(200);
  });

  it("creates a world once when many requests ask for it at the same time", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await send(at("w-3"), "PUT", { seed: "empty" })).status),
    );
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 201]);
  });

  it("resets a world to its rows, ids, clock and stopped clock of the beginning", async () => {
    const world = await on.sandbox.world("w-4", { now: "2026-02-01T00:00:00", freeze: true });
    const before = await world.export();
    const first = await add(world);
    await world.clock.advance("P30D");
    await world.clock.resume();
    const { frozen, now: moment, events } = await world.reset();
    expect({ frozen, moment, events }).toEqual({ frozen: true, moment: "2026-02-01T00:00:00.000", events: 0 });
    expect(await world.export()).toEqual(before);
    expect(await add(world)).toBe(first);
  });

  it("lets the clock run after a reset, from its first moment, when it ran in the beginning", async () => {
    const world = await on.sandbox.world("w-5", { now: "2026-02-01T00:00:00", freeze: false });
    await world.clock.advance("P30D");
    await world.clock.freeze();
    const started = Date.now();
    const { frozen, now: moment } = await world.reset();
    expect(frozen).toBe(false);
    expectRunning(moment, "2026-02-01T00:00:00", started);
  });
});

describe("an exported world", () => {
  it("exports the same bytes after an import of an export", () => expectSameBytes(on, "onboarding"));

  it("imports an export into another account, which goes on under its own name", async () => {
    const world = await on.sandbox.world("x-2");
    const thirdpartyId = await add(world);
    const exported = await world.export();
    expect((await send(at("x-3", "/state"), "PUT", exported)).body).toMatchObject({
      accountId: "x-3",
      thirdparties: 1,
    });
    const token = await on.sandbox.token(["x-3"]);
    const read = await send(`${on.sandbox.url}/api/v1/account/x-3/thirdparties/${thirdpartyId}`, "GET", undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(read.body).toMatchObject({ accountId: "x-3", thirdpartyId });
    expect(await world.export()).toEqual(exported);
  });

  it("resets to the imported world, until the world is created anew", async () => {
    const world = await on.sandbox.world("x-4");
    await add(world);
    const exported = await world.export();
    await world.reset();
    await world.import(exported);
    await world.clock.advance("P40D");
    expect(await world.reset()).toMatchObject({ thirdparties: 1, now: expect.stringContaining("2026-01-15") });
    expect(await world.export()).toEqual(exported);
    const again = await on.sandbox.world("x-4");
    expect(await again.reset()).toMatchObject({ thirdparties: 0 });
  });

  type Exported = { format: string; state: Record<string, Record<string, unknown>[]> };
  /** A row of a collection, with another value of a field. */
  const set = (collection: string, index: number, field: string, value: unknown) => (world: Exported) => {
    const rows = world.state[collection]?.map((row, at) => (at === index ? { ...row, [field]: value } : row));
    return { ...world, state: { ...world.state, [collection]: rows } };
  };
  const inState = (change: (state: Exported["state"]) => object) => (world: Exported) => ({
    ...{ ...world, state: { ...world.state, ...change(world.state) } },
  });
  const far = { frozenAt: "9999-12-31T00:00:00.000", offset: 0 };
  const damages: [name: string, damage: (world: Exported) => unknown, pointer: string][] = [
    ["of another form", (world) => ({ ...world, format: "something@9" }), "/format"],
    ["without its rows", ({ format }) => ({ format }), "/state"],
    ["with an unknown collection", inState(() => ({ wishes: [] })), "/state/wishes"],
    ["with a collection that is no list", inState(() => ({ events: {} })), "/state/events"],
    ["without its clock", inState(() => ({ world: [] })), "/state/world"],
    [
      "with a row twice",
      inState(({ dossiers = [] }) => ({ dossiers: [...dossiers, dossiers[0]] })),
      "/state/dossiers/",
    ],
    ["with a field of a wrong kind", set("thirdparties", 0, "status", "ASLEEP"), "/state/thirdparties/0/status"],
    ["with an unknown field", set("dossiers", 0, "colour", "red"), "/state/dossiers/0/colour"],
    ["with a dossier of no third party", set("dossiers", 0, "thirdpartyId", 999_999), "/state/dossiers/0/thirdpartyId"],
    ["with a document of no dossier", set("documents", 0, "dossierId", 1_999_999), "/state/documents/0/dossierId"],
    ["with an event of no third party", set("events", 3, "thirdpartyId", 999_999), "/state/events/3/thirdpartyId"],
    [
      "with a journal out of order",
      set("events", 2, "occurredAt", "1999-01-01T00:00:00.000"),
      "/state/events/2/occurredAt",
    ],
    ["whose clock is far past what is due", set("world", 0, "clock", far), "/state/jobs/0/dueAt"],
    [
      "whose running clock is far past what is due",
      set("world", 0, "clock", { frozenAt: null, offset: 2 ** 53 - 1 }),
      "/state/jobs/0/dueAt",
    ],
    [
      "whose first job was due in the year 0",
      set("jobs", 1, "dueAt", "0000-01-01T00:00:00.000"),
      "/state/jobs/1/dueAt",
    ],
    [
      "whose dossier type no dossier can name",
      set("dossierTypes", 0, "code", "mes achats"),
      "/state/dossierTypes/0/code",
    ],
    ["whose random seed cannot be shown", set("world", 0, "randomSeed", -1), "/state/world/0/randomSeed"],
    ["whose size cannot be shown", set("world", 0, "size", -1), "/state/world/0/size"],
    ["whose next id is too large", set("sequences", 0, "next", 999_000_001), "/state/sequences/0/next"],
    [
      "whose next id is taken",
      inState(({ sequences = [] }) => ({
        sequences: sequences.map((row) => (row.name === "thirdpartyId" ? { ...row, next: 924_000 } : row)),
      })),
      "/state/sequences/",
    ],
  ];

  describe("that is damaged", () => {
    let before = "";
    beforeAll(async () => {
      await add(await on.sandbox.world("damaged"));
      before = (await send(at("damaged", "/state"))).text;
    });

    it.each(damages)("is refused %s, with the place, and changes nothing", async (_name, damage, pointer) => {
      const { status, body } = await send(at("damaged", "/state"), "PUT", damage(JSON.parse(before)));
      const [first] = body.errors as { in: string; pointer: string }[];
      expect({ status, code: body.code, first }).toMatchObject({
        ...{ status: 422, code: "INVALID_WORLD" },
        first: { in: "body", pointer: expect.stringContaining(pointer) },
      });
      expect(body.detail).toContain(first?.pointer);
      expect((await send(at("damaged", "/state"))).text).toBe(before);
    });
  });

  it("names every place of an import that does not fit, twenty at most", async () => {
    const world = await on.sandbox.world("d-many");
    await add(world);
    const exported = (await world.export()) as { state: { events: { eventName: string }[] } };
    for (const event of exported.state.events) event.eventName = "NEVER_HEARD_OF";
    const { body } = await send(at("d-many", "/state"), "PUT", exported);
    expect((body.errors as unknown[]).length).toBe(Math.min(20, exported.state.events.length));
  });

  it("ends the check of an import at the twentieth violation", async () => {
    let looks = 0;
    const row = {
      get eventId() {
        looks += 1;
        return 0;
      },
    };
    const body = { format: worldFormat, state: { events: Array.from({ length: 10_000 }, () => row) } };
    await expect(importedState(body, "x", Date.now)).rejects.toThrow(/The check ended there; there may be more\.$/);
    expect(looks).toBeLessThan(200);
  });

  it.each([
    ["a long text beside its rows", `{"state":"${"x".repeat(1_200_000)}"}`, /more than 1 MiB beside its rows/],
    ["a row of 100,000 values", `{"state":{"events":[[${"1,".repeat(100_001)}1]]}}`, /more than 100,000 values/],
  ])("refuses an import of %s, packed into little, with a 413 that says the limit", (_, text, limit) =>
    expectTooLarge(on, text, limit),
  );

  it("takes an import in every encoding", () => expectEveryEncoding(on, "onboarding"));

  it("takes an exported file as a seed, and resets to it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tiers-sandbox-"));
    const world = await on.sandbox.world("x-5");
    await add(world);
    await world.clock.advance("P3D");
    const file = join(folder, "mine.json");
    const exported = (await world.export()) as { state: { events: unknown[] } };
    await writeFile(file, JSON.stringify(exported));
    const sandbox = await startSandbox({ seed: file });
    const other = await sandbox.world("y");
    expect(await other.clock.read()).toMatchObject({ now: await world.clock.now(), frozen: true });
    expect((await other.events()).length).toBe(exported.state.events.length);
    await other.clock.advance("P30D");
    expect(await other.reset()).toMatchObject({
      accountId: "y",
      thirdparties: 1,
      events: exported.state.events.length,
      seed: file,
    });
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("refuses an import that is not JSON with a 400", async () => {
    expect((await send(at("d-json", "/state"), "PUT", '{"format": ')).body).toMatchObject({
      status: 400,
      code: "MALFORMED_JSON",
    });
  });
});

describe("a snapshot", () => {
  it("takes, lists, restores and deletes a snapshot", async () => {
    const world = await on.sandbox.world("s-1");
    await add(world);
    const before = await world.export();
    const taken = await world.snapshot("before");
    expect(taken).toEqual({ name: "before", takenAt: `${now}.000`, events: expect.any(Number) });
    await world.clock.advance("P60D");
    expect(await world.snapshots()).toEqual([{ ...taken, damage: null }]);
    await world.restore("before");
    expect(await world.export()).toEqual(before);
    await world.forget("before");
    expect(await world.snapshots()).toEqual([]);
    await expect(world.restore("before")).rejects.toMatchObject({
      status: 404,
      problem: { code: "SNAPSHOT_NOT_FOUND" },
    });
    await expect(world.forget("before")).rejects.toMatchObject({ status: 404 });
  });

  it("replaces a snapshot of the same name", async () => {
    const world = await on.sandbox.world("s-2");
    await world.snapshot("one");
    await add(world);
    await world.snapshot("one");
    await world.reset();
    expect(await world.restore("one")).toMatchObject({ thirdparties: 1 });
  });

  it("lets a restored clock run on from the moment of the snapshot", async () => {
    const world = await on.sandbox.world("s-3", { now: "2026-02-01T00:00:00", freeze: false });
    const { takenAt } = await world.snapshot("running");
    await world.clock.advance("P10D");
    await world.clock.freeze();
    const started = Date.now();
    await world.restore("running");
    const { now: moment, frozen } = await world.clock.read();
    expect(frozen).toBe(false);
    expectRunning(moment, takenAt, started);
  });

  it.each(["_origin", "a.b", "", "x".repeat(65), "../../etc"])("refuses %j as the name of a snapshot", async (name) => {
    const world = await on.sandbox.world("s-4");
    await expect(world.snapshot(name)).rejects.toMatchObject({ status: 400 });
  });

  it("keeps snapshots and the imported world over a restart", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tiers-sandbox-"));
    try {
      const options = { data: folder, seed: "empty", now, freeze: true };
      const first = await startSandbox(options);
      const world = await first.world("Kept");
      await add(world);
      const exported = await world.export();
      await world.snapshot("One");
      await world.import(exported);
      await world.clock.advance("P60D");
      await first.close();

      const second = await startSandbox(options);
      const url = `${second.url}/_sandbox/accounts/Kept`;
      expect((await send(`${url}/snapshots`)).body.content).toEqual([
        { name: "One", takenAt: `${now}.000`, events: expect.any(Number), damage: null },
      ]);
      expect((await send(`${url}/clock`)).body.now).toContain("2026-03-16");
      expect((await send(`${url}/snapshots/One/restore`, "POST")).status).toBe(200);
      expect((await send(`${url}/state`)).body).toEqual(exported);
      await send(`${url}/clock`, "POST", { advance: "P1D" });
      expect((await send(`${url}/reset`, "POST")).body).toMatchObject({ thirdparties: 1 });
      expect((await send(`${url}/state`)).body).toEqual(exported);

      const file = join(folder, "snapshots", "+kept", "+one.world");
      await writeFile(file, (await readFile(file, "latin1")).replace('"thirdparties"', '"thirdpartys"'), "latin1");
      expect((await send(`${url}/snapshots/One/restore`, "POST")).body).toMatchObject({
        status: 409,
        code: "SNAPSHOT_DAMAGED",
        detail:
          "+one.world cannot be used: it was changed since the sandbox wrote it. The world was left as it is. " +
          "Restore another snapshot and delete this one; a file that was edited on purpose can be imported.",
      });
      expect((await send(`${url}/state`)).body).toEqual(exported);
      expect((await send(url, "DELETE")).status).toBe(204);
      await second.close();

      const third = await startSandbox(options);
      expect((await send(`${third.url}/_sandbox/accounts/Kept/snapshots`)).status).toBe(404);
      await third.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe("a file of the account that was damaged", () => {
  /** A sandbox on a folder, an account that was imported and changed since, and its snapshots. */
  async function damageable() {
    const folder = temporaryFolder();
    const sandbox = await startSandbox({ data: folder, seed: "empty", now, freeze: true });
    onTestFinished(() => sandbox.close());
    const world = await sandbox.world("d");
    await add(world);
    await world.import(await world.export());
    await world.snapshot("sound");
    await world.snapshot("torn");
    await world.clock.advance("P1D");
    return { folder, url: `${sandbox.url}/_sandbox/accounts/d`, world };
  }

  it("a damaged snapshot is listed as damaged, refused by name, and spoils no other", async () => {
    const { folder, url, world } = await damageable();
    const before = await world.export();
    const file = join(folder, "snapshots", "d", "torn.world");
    await truncate(file, (await readFile(file)).length - 5);
    const reason = "it was changed since the sandbox wrote it";
    expect(await world.snapshots()).toEqual([
      { name: "sound", takenAt: `${now}.000`, events: expect.any(Number), damage: null },
      { name: "torn", takenAt: null, events: null, damage: reason },
    ]);
    expect((await send(`${url}/snapshots/torn/restore`, "POST")).body).toMatchObject({
      status: 409,
      code: "SNAPSHOT_DAMAGED",
      detail: expect.stringContaining(`torn.world cannot be used: ${reason}. The world was left as it is.`),
    });
    expect(await world.export()).toEqual(before);
    await world.restore("sound");
    await world.forget("torn");
    expect((await world.snapshots()).map(({ name }) => name)).toEqual(["sound"]);
  });

  it("a damaged reset point refuses the reset and changes nothing, until a world is imported again", async () => {
    const { folder, url, world } = await damageable();
    const before = await world.export();
    const [name = ""] = (await readdir(folder)).filter((file) => file.includes(".start-"));
    const file = join(folder, name);
    await truncate(file, (await readFile(file)).length - 5);
    expect((await send(`${url}/reset`, "POST")).body).toMatchObject({
      status: 409,
      code: "RESET_POINT_DAMAGED",
      detail:
        `${name} cannot be used: it was changed since the sandbox wrote it. The world was left as it is. ` +
        "Import the world again, or make it from a seed with PUT.",
    });
    expect(await world.export()).toEqual(before);
    await world.import(before);
    expect(await world.reset()).toMatchObject({ thirdparties: 1 });
  });
});
