import { once } from "node:events";
import { readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { Agent, request as httpRequest } from "node:http";
import { join } from "node:path";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/start.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { add, expectRunning, now, running, runningAlone, send } from "./running.ts";

const on = running();
const alone = runningAlone();
const at = (accountId: string, path = "") => `${on.sandbox.url}/_sandbox/accounts/${accountId}${path}`;

describe("a world", () => {
  it("creates, replaces, lists and deletes a world", async () => {
    const wish = { seed: "empty", randomSeed: 7, now: "2026-03-01T10:00:00", freeze: true };
    expect(await send(at("w-1"), "PUT", wish)).toMatchObject({
      status: 201,
      body: {
        ...{ accountId: "w-1", seed: "empty", randomSeed: 7, size: null, frozen: true },
        ...{ createdAt: "2026-03-01T10:00:00.000", now: "2026-03-01T10:00:00.000" },
        ...{ thirdparties: 0, dossiers: 0, documents: 0, events: 0 },
      },
    });
    const replaced = await send(at("w-1"), "PUT", {});
    expect(replaced).toMatchObject({ status: 200, body: { randomSeed: 1, now: `${now}.000` } });
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

  const unknown = { status: 404, body: { code: "SEED_NOT_FOUND", detail: expect.stringContaining("empty") } };
  const listed = expect.stringContaining("GET /_sandbox/seeds lists them");
  const noName = { status: 400, body: { code: "VALIDATION_ERROR" }, text: listed };
  it.each([
    ["nowhere", unknown],
    ["seeds", unknown],
    ["/etc/passwd", noName],
    ["/dev/zero", noName],
    ["../../etc/hostname", noName],
    ["package.json", noName],
    ["a\u001b[41m", noName],
  ])("reads no file for the seed %j, and makes no world", async (seed, refused) => {
    expect(await send(at("w-path"), "PUT", { seed })).toMatchObject(refused);
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
    const made = await Promise.all(Array.from({ length: 10 }, () => send(at("w-3"), "PUT", { seed: "empty" })));
    expect(made.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
  });

  it("resets a world to its rows, ids, clock and stopped clock of the beginning", async () => {
    const world = await on.sandbox.world("w-4", { now: "2026-02-01T00:00:00", freeze: true });
    const before = await world.export();
    const first = (await add(world)).body.thirdpartyId;
    await world.clock.advance("P10D");
    await world.clock.resume();
    expect(await world.reset()).toMatchObject({ frozen: true, now: "2026-02-01T00:00:00.000", events: 0 });
    expect(await world.export()).toEqual(before);
    expect((await add(world)).body.thirdpartyId).toBe(first);
  });

  it("lets the clock run after a reset or a restore, from the moment of then, when it ran", async () => {
    const world = await on.sandbox.world("w-5", { now: "2026-02-01T00:00:00", freeze: false });
    const { takenAt } = await world.snapshot("running");
    for (const [back, from] of [
      [() => world.restore("running"), takenAt],
      [() => world.reset(), "2026-02-01T00:00:00"],
    ] as const) {
      await world.clock.advance("P10D");
      await world.clock.freeze();
      const started = Date.now();
      await back();
      const { frozen, now: moment } = await world.clock.read();
      expect(frozen).toBe(false);
      expectRunning(moment, from, started);
    }
  });
});

describe("an exported world", () => {
  it("exports the same bytes after an import of an export", async () => {
    const world = await on.sandbox.world("x-1", { seed: "onboarding" });
    const before = await send(at("x-1", "/state"));
    await world.clock.advance("P10D");
    expect((await send(at("x-1", "/state"), "PUT", before.text)).status).toBe(200);
    expect((await send(at("x-1", "/state"))).text).toBe(before.text);
  });

  it("imports an export into another account, which goes on under its own name", async () => {
    const world = await on.sandbox.world("x-2");
    const { thirdpartyId } = (await add(world)).body;
    const exported = await world.export();
    const imported = await send(at("x-3", "/state"), "PUT", exported);
    expect(imported.body).toMatchObject({ accountId: "x-3", thirdparties: 1 });
    const authorization = `Bearer ${await on.sandbox.token(["x-3"])}`;
    const url = `${on.sandbox.url}/api/v1/account/x-3/thirdparties/${thirdpartyId}`;
    expect((await send(url, "GET", undefined, { authorization })).body).toMatchObject({ accountId: "x-3" });
    expect(await world.export()).toEqual(exported);
  });

  it("resets to the imported world, until the world is created anew", async () => {
    const world = await on.sandbox.world("x-4");
    await add(world);
    const exported = await world.export();
    await world.reset();
    await world.import(exported);
    await world.clock.advance("P10D");
    expect(await world.reset()).toMatchObject({ thirdparties: 1, now: expect.stringContaining("2026-01-15") });
    expect(await world.export()).toEqual(exported);
    const again = await on.sandbox.world("x-4");
    expect(await again.reset()).toMatchObject({ thirdparties: 0 });
  });

  describe("that is damaged", () => {
    let before = "";
    beforeAll(async () => {
      await add(await on.sandbox.world("damaged"));
      before = (await send(at("damaged", "/state"))).text;
    });

    it.each<[collection: string, index: number, change: object]>([
      ["thirdparties", 0, { status: "ASLEEP" }],
      ["dossiers", 0, { colour: "red" }],
      ["events", 3, { thirdpartyId: 999_999 }],
      ["jobs", 1, { dueAt: "0000-01-01T00:00:00.000" }],
      ["dossierTypes", 0, { code: "mes achats" }],
      ["world", 0, { randomSeed: -1 }],
      ["world", 0, { size: -1 }],
      ["world", 0, { clock: { frozenAt: null, offset: 2 ** 53 - 1 } }],
    ])("is refused in %s/%i with %j, at that place, and changes nothing", async (collection, index, change) => {
      const world = JSON.parse(before);
      Object.assign(world.state[collection][index], change);
      const { status, body } = await send(at("damaged", "/state"), "PUT", world);
      expect({ status, code: body.code }).toEqual({ status: 422, code: "INVALID_WORLD" });
      // A clock that is too far ahead shows in the job that it has left behind.
      const place = "clock" in change ? "/state/jobs/0/dueAt" : `/state/${collection}/${index}/${Object.keys(change)}`;
      expect(body.errors).toContainEqual(expect.objectContaining({ in: "body", pointer: place }));
      expect(body.detail).toContain(place);
      expect((await send(at("damaged", "/state"))).text).toBe(before);
    });
  });

  const json = { "Content-Type": "application/json" };
  it.each([
    ["a long text beside its rows", `{"state":"${"x".repeat(1_200_000)}"}`, /more than 1 MiB beside its rows/],
    ["a row of 50,000 values", `{"state":{"events":[[${"1,".repeat(50_001)}1]]}}`, /more than 50,000 keys and values/],
  ])("refuses an import of %s, packed into little, with a 413 that says the limit", async (_, text, limit) => {
    const headers = { ...json, "Content-Encoding": "gzip" };
    const answer = await fetch(at("d-large", "/state"), { method: "PUT", headers, body: gzipSync(text) });
    const problem = { status: 413, code: "PAYLOAD_TOO_LARGE", detail: expect.stringMatching(limit) };
    expect(await answer.json()).toMatchObject(problem);
  });

  it.each([
    ["", {}],
    [" that comes packed", { "Content-Encoding": "gzip" }],
  ])("serves the next request of a connection on which an import%s was refused before its end", async (_, encoding) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ask = async (path: string, method = "GET", body?: Buffer) => {
      const request = httpRequest(`${alone.sandbox.url}${path}`, { agent, method, headers: { ...json, ...encoding } });
      const [response] = await once(request.end(body), "response");
      await once(response.resume(), "end");
      return { status: response.statusCode, port: request.socket?.localPort };
    };
    // A row that is refused at once, and megabytes behind it, also when they are packed.
    const rest = Array.from({ length: 200_000 }, (_, nth) => Math.sin(nth)).join();
    const text = `{"state":{"events":["\\ud800","${rest}"]}}`;
    const body = "Content-Encoding" in encoding ? gzipSync(text) : Buffer.from(text);
    const { status, port } = await ask("/_sandbox/accounts/d-left/state", "PUT", body);
    expect(status).toBe(400);
    expect(await ask("/health")).toEqual({ status: 200, port });
  });

  it("takes an import in every encoding", async () => {
    await on.sandbox.world("x-7");
    const exported = (await send(at("x-7", "/state"))).text;
    const brotli = brotliCompressSync(exported, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    const packed = { gzip: gzipSync(exported), deflate: deflateSync(exported), br: brotli };
    for (const [encoding, body] of Object.entries(packed)) {
      const headers = { ...json, "Content-Encoding": encoding };
      expect(await fetch(at("x-6", "/state"), { method: "PUT", headers, body })).toHaveProperty("status", 200);
    }
    const broken = await send(at("x-6", "/state"), "PUT", '{"format": ');
    expect(broken.body).toMatchObject({ status: 400, code: "MALFORMED_JSON" });
  });

  it("takes an exported file as a seed, and resets to it", async () => {
    const world = await on.sandbox.world("x-5");
    await add(world);
    await world.clock.advance("P3D");
    const file = join(temporaryFolder(), "mine.json");
    const exported = (await world.export()) as { state: { events: unknown[] } };
    await writeFile(file, JSON.stringify(exported));
    const sandbox = await startSandbox({ seed: file });
    onTestFinished(() => sandbox.close());
    const other = await sandbox.world("y");
    expect(await other.clock.read()).toMatchObject({ now: await world.clock.now(), frozen: true });
    const { length } = exported.state.events;
    expect(await other.events()).toHaveLength(length);
    await other.clock.advance("P10D");
    expect(await other.reset()).toMatchObject({ accountId: "y", thirdparties: 1, events: length, seed: file });
  });
});

describe("a snapshot", () => {
  it("takes, lists, restores and deletes a snapshot", async () => {
    const world = await on.sandbox.world("s-1");
    await world.snapshot("before");
    await add(world);
    const before = await world.export();
    // A snapshot of the same name takes the place of the first.
    const taken = await world.snapshot("before");
    expect(taken).toEqual({ name: "before", takenAt: `${now}.000`, events: expect.any(Number) });
    await world.clock.advance("P10D");
    expect(await world.snapshots()).toEqual([{ ...taken, damage: null }]);
    expect(await world.restore("before")).toMatchObject({ thirdparties: 1 });
    expect(await world.export()).toEqual(before);
    await world.forget("before");
    expect(await world.snapshots()).toEqual([]);
    const gone = { status: 404, problem: { code: "SNAPSHOT_NOT_FOUND" } };
    await expect(world.restore("before")).rejects.toMatchObject(gone);
    await expect(world.forget("before")).rejects.toMatchObject(gone);
  });

  it.each(["_origin", "a.b", "", "x".repeat(65), "../../etc"])("refuses %j as the name of a snapshot", async (name) => {
    const world = await on.sandbox.world("s-4");
    await expect(world.snapshot(name)).rejects.toMatchObject({ status: 400 });
  });
});

describe("the files of an account", () => {
  const changed = "it was changed since the sandbox wrote it";
  const cut = async (file: string) => truncate(file, (await readFile(file)).length - 5);
  /** A sandbox on a folder, with an account that was imported and has changed since, and its snapshots. */
  async function kept() {
    const folder = temporaryFolder();
    const start = async () => {
      const sandbox = await startSandbox({ data: folder, seed: "empty", now, freeze: true });
      onTestFinished(() => sandbox.close());
      return { sandbox, url: `${sandbox.url}/_sandbox/accounts/Kept` };
    };
    const { sandbox, url } = await start();
    const world = await sandbox.world("Kept");
    await add(world);
    const exported = await world.export();
    await world.import(exported);
    await world.snapshot("Sound");
    await world.snapshot("Torn");
    await world.clock.advance("P10D");
    return { folder, start, sandbox, url, world, exported };
  }

  it("keeps snapshots and the imported world over a restart, and nothing of an account that is deleted", async () => {
    const { start, sandbox, exported } = await kept();
    await sandbox.close();
    const { url, ...second } = await start();
    expect((await send(`${url}/snapshots`)).body.content).toMatchObject([{ name: "Sound" }, { name: "Torn" }]);
    expect((await send(`${url}/clock`)).body.now).toContain("2026-01-25");
    expect((await send(`${url}/snapshots/Sound/restore`, "POST")).status).toBe(200);
    expect((await send(`${url}/state`)).body).toEqual(exported);
    await send(`${url}/clock`, "POST", { advance: "P1D" });
    expect((await send(`${url}/reset`, "POST")).body).toMatchObject({ thirdparties: 1 });
    expect((await send(`${url}/state`)).body).toEqual(exported);
    expect((await send(url, "DELETE")).status).toBe(204);
    await second.sandbox.close();
    expect((await send(`${(await start()).url}/snapshots`)).status).toBe(404);
  });

  it("a damaged snapshot is listed as damaged, refused by name, and spoils no other", async () => {
    const { folder, url, world } = await kept();
    const before = await world.export();
    await cut(join(folder, "snapshots", "+kept", "+torn.world"));
    expect(await world.snapshots()).toEqual([
      { name: "Sound", takenAt: `${now}.000`, events: expect.any(Number), damage: null },
      { name: "Torn", takenAt: null, events: null, damage: changed },
    ]);
    expect((await send(`${url}/snapshots/Torn/restore`, "POST")).body).toMatchObject({
      status: 409,
      code: "SNAPSHOT_DAMAGED",
      detail:
        `+torn.world cannot be used: ${changed}. The world was left as it is. ` +
        "Restore another snapshot and delete this one; a file that was edited on purpose can be imported.",
    });
    expect(await world.export()).toEqual(before);
    await world.restore("Sound");
    await world.forget("Torn");
    expect((await world.snapshots()).map(({ name }) => name)).toEqual(["Sound"]);
  });

  it("a damaged reset point refuses the reset and changes nothing, until a world is imported again", async () => {
    const { folder, url, world } = await kept();
    const before = await world.export();
    const [name = ""] = (await readdir(folder)).filter((file) => file.includes(".start-"));
    await cut(join(folder, name));
    expect((await send(`${url}/reset`, "POST")).body).toMatchObject({
      status: 409,
      code: "RESET_POINT_DAMAGED",
      detail:
        `${name} cannot be used: ${changed}. The world was left as it is. ` +
        "Import the world again, or make it from a seed with PUT.",
    });
    expect(await world.export()).toEqual(before);
    await world.import(before);
    expect(await world.reset()).toMatchObject({ thirdparties: 1 });
  });
});
