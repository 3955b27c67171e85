import express from "express";
import supertest from "supertest";
import { describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { createErrorHandler } from "../../src/http/errors.ts";
import { track } from "../../src/http/exchange.ts";
import { LimitReached } from "../../src/sandbox/worlds/limits.ts";
import { SeedNotFound } from "../../src/seed/seed-file.ts";
import { AccountClosed, Damaged, FolderLost, ReadFailed, WriteFailed } from "../../src/store/failures.ts";
import { requestId } from "../support/matchers.ts";
import { makeSandbox, makeWorld, TestWorld } from "../support/sandbox.ts";

/** A world whose store a test can make fail, and the errors in its log. */
async function breakable() {
  const { sandbox, accountId, token } = await makeWorld();
  // Of several servers that take turns, the one whose store is made to fail is asked.
  const world = new TestWorld(accountId, token, { sandbox, app: createApp(sandbox) });
  const { store } = await world.sandbox.worlds.openOrCreate(world.accountId);
  const errors: unknown[][] = [];
  vi.spyOn(world.sandbox.log, "error").mockImplementation((...line) => void errors.push(line));
  return { world, store, errors };
}

describe("an exception in a handler", () => {
  it("answers an exception with a 500 that names the request's id and nothing of the exception", async () => {
    const { world, store, errors } = await breakable();
    const error = new Error("disk on fire in /secret/place");
    vi.spyOn(store, "page").mockRejectedValue(error);
    const response = await world.get("/thirdparties");
    expect(response).toBeProblem({
      status: 500,
      code: "INTERNAL_ERROR",
      detail: `This is a bug of the sandbox. Request ${requestId} is in its log.`,
    });
    expect(response.text).not.toMatch(/secret|fire|\.ts|at /);
    expect(errors).toEqual([[`GET ${world.base}/thirdparties failed (request ${requestId})`, error]]);
  });

  it("stores nothing after an exception while writing, and lets the next writer write", async () => {
    const { world, store } = await breakable();
    const before = await world.state();
    const commit = vi.spyOn(store, "commit").mockRejectedValueOnce(new Error("no"));
    await world.post("/thirdparties", { companyIdType: "CIT003", companyIdValue: "990100145" }).expect(500);
    expect(await world.state()).toEqual(before);
    commit.mockRestore();
    await world.post("/thirdparties", { companyIdType: "CIT003", companyIdValue: "990100145" }).expect(201);
  });

  it("reveals nothing of a thrown value that is no Error, or that has a status of its own", async () => {
    const { world, store } = await breakable();
    const withStatus = Object.assign(new Error("secret"), { status: 400 });
    for (const thrown of ["text", undefined, null, { status: 418, message: "secret" }, withStatus]) {
      vi.spyOn(store, "page").mockRejectedValueOnce(thrown);
      const response = await world.get("/thirdparties").expect(500);
      expect(response.body.detail).toBe(`This is a bug of the sandbox. Request ${requestId} is in its log.`);
    }
  });
});

describe("an error that says what is wrong", () => {
  const cause = (code: string) => Object.assign(new Error("no"), { code });
  const written = (code: string, where?: WriteFailed["where"]) => new WriteFailed("a.log", cause(code), where);
  const lost = new FolderLost("/data");
  const noRoom = (owner: string) =>
    `No room is left on the disk of the ${owner}: nothing was changed. Make room, and try again.`;
  const [full, away] = ["INSUFFICIENT_STORAGE", "STORAGE_UNAVAILABLE"];

  const refused = (what: string, code: string) => `${what} (${code}): nothing was changed. Try again.`;
  const untaken = (place: string, code: string) =>
    refused(`The ${place} of the sandbox does not take the change`, code);
  const unread = refused("The database of the sandbox could not be read", "57P03");
  const gone = unread.replace("57P03", "42P01").replace("Try again.", "Its tables are gone: start the server again.");
  const unsure = "The database has not said whether it took the change (ECONNRESET): look before you try again.";
  const deleted = "The account was deleted before this request could use it: nothing was changed.";
  const mend = "The file was left as it is. Mend it, or delete the account.";
  const damaged = `The world cannot be read: a.json: it breaks off. ${mend}`;
  it.each<[Error, status: number, code: string, detail: string, retryAfter?: string]>([
    [new LimitReached("TOO_MANY_WORLDS", "Enough."), 403, "TOO_MANY_WORLDS", "Enough."],
    [new SeedNotFound("There is no seed x."), 404, "SEED_NOT_FOUND", "There is no seed x."],
    [new AccountClosed("a"), 404, "ACCOUNT_NOT_FOUND", deleted],
    [lost, 503, away, `${lost.message}.`],
    [new WriteFailed("a.log", lost), 503, away, `${lost.message}.`],
    [written("ENOSPC"), 507, full, noRoom("sandbox")],
    [written("53100", "database"), 507, full, noRoom("database")],
    [written("EIO"), 503, away, untaken("disk", "EIO")],
    [written("57P01", "database"), 503, away, untaken("database", "57P01"), "2"],
    [written("ECONNRESET", "uncertain"), 503, "OUTCOME_UNKNOWN", unsure, "2"],
    [new ReadFailed("a.json", cause("57P03"), "database"), 503, away, unread, "2"],
    [new ReadFailed("a.json", cause("42P01"), "database"), 503, away, gone, "2"],
    [new Damaged("a.json", "", "it breaks off"), 503, "WORLD_DAMAGED", damaged],
  ])("is a problem with its own status, and not logged: %s", async (error, status, code, detail, retryAfter) => {
    const { log } = makeSandbox().sandbox;
    const logged = vi.spyOn(log, "error");
    const app = express();
    const begin = track(app, () => {});
    app.use((request, response) => {
      begin(request, response);
      throw error;
    });
    app.use(createErrorHandler(log));
    const response = await supertest(app).get("/a?b").set("X-Request-Id", requestId);
    expect(response).toBeProblem({ status, code, detail });
    expect({ retryAfter: response.headers["retry-after"], logged: logged.mock.calls }).toEqual({
      retryAfter,
      logged: [],
    });
  });
});

describe("a response that breaks the contract", () => {
  it("logs the place where a response breaks the contract, and does not send it", async () => {
    const { world, store, errors } = await breakable();
    await world.add();
    const { rows, total } = await store.page("thirdparties", { offset: 0, limit: 1 });
    const broken = rows.map((row) => ({ ...row, name: undefined, addressCountryCode: "France" }));
    vi.spyOn(store, "page").mockResolvedValue({ rows: broken, total } as never);
    const response = await world.get("/thirdparties").expect(500);
    const places = String.raw`/content/0/name: .*; /content/0/addressCountryCode: .*\.`;
    const sentence = `^This is a bug of the sandbox: the answer does not fit the contract at ${places}`;
    expect(response.body.detail).toMatch(new RegExp(String.raw`${sentence} Request the-test is in its log\.$`));
    expect(response.text).not.toContain("Novalune");
    expect(errors).toEqual([
      [
        `GET ${world.base}/thirdparties failed (request ${requestId})`,
        expect.objectContaining({
          issues: [
            expect.stringMatching(/^\/content\/0\/name: /),
            expect.stringMatching(/^\/content\/0\/addressCountryCode: /),
          ],
        }),
      ],
    ]);
  });
});
