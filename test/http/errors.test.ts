import { describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { requestId } from "../support/matchers.ts";
import { makeWorld, TestWorld } from "../support/sandbox.ts";

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

  it("reveals nothing of a thrown value that is no Error", async () => {
    const { world, store } = await breakable();
    for (const thrown of ["text", undefined, null, 7, { status: 418, message: "secret" }]) {
      vi.spyOn(store, "page").mockRejectedValueOnce(thrown);
      const response = await world.get("/thirdparties").expect(500);
      expect(response.body.detail).toBe(`This is a bug of the sandbox. Request ${requestId} is in its log.`);
    }
  });

  it("answers 500 for an exception that has a status of its own", async () => {
    const { world, store } = await breakable();
    vi.spyOn(store, "page").mockRejectedValueOnce(Object.assign(new Error("secret"), { status: 400 }));
    await world.get("/thirdparties").expect(500);
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

  it("refuses to send a broken row a second time too", async () => {
    const { world, store } = await breakable();
    const id = await world.add();
    const row = await store.get("thirdparties", id);
    const broken = { ...row, name: 7 };
    vi.spyOn(store, "get").mockResolvedValue(broken as never);
    await world.get(`/thirdparties/${id}`).expect(500);
    await world.get(`/thirdparties/${id}`).expect(500);
  });
});
