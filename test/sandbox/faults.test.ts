import supertest, { type Test } from "supertest";
import { beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../../contract/control.ts";
import { LocalFaults } from "../../src/sandbox/faults.ts";
import { requestId } from "../support/matchers.ts";
import { makeSandbox, makeWorld, novalune, type TestWorld } from "../support/sandbox.ts";
import { skipDelays } from "../support/timers.ts";

let world: TestWorld;
beforeEach(async () => {
  world = await makeWorld({ on: makeSandbox() });
});
const arm = (...faults: Fault[]) => supertest(world.app).put("/_sandbox/faults").send(faults).expect(200);
/** Sent without TestWorld, which would compare the spoilt response with the contract. */
const list = (): Test =>
  supertest(world.app)
    .get(`${world.base}/thirdparties`)
    .set({ Authorization: `Bearer ${world.token}`, "X-Request-Id": requestId });
const create = (): Test =>
  supertest(world.app)
    .post(`${world.base}/thirdparties`)
    .set("Authorization", `Bearer ${world.token}`)
    .send({ companyIdType: "CIT001", companyIdValue: novalune });

describe("an injected fault", () => {
  it.each([
    { status: 502, code: "INJECTED_FAULT", title: "Bad Gateway", detail: "An injected fault answers 502." },
    { status: 429, code: "RATE_LIMITED", title: "Too Many Requests", detail: expect.any(String) },
  ])("of kind status answers with its status, in the service's own error shape: %j", async ({ status, ...problem }) => {
    await arm({ kind: "status", status });
    const { body, headers } = await list().expect(status);
    expect(body).toEqual({
      type: "about:blank",
      status,
      instance: `${world.base}/thirdparties`,
      requestId,
      ...problem,
    });
    expect(headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(headers["retry-after"]).toBe(status === 429 ? "1" : undefined);
  });

  it("of kind delay waits as long as it says before the operation answers", async () => {
    await arm({ kind: "delay", delayMs: 1500 });
    const delays = skipDelays();
    await list().expect(200);
    expect(delays).toEqual([1500]);
  });

  it.each<[Fault["kind"], object]>([
    ["disconnect", { code: "ECONNRESET" }],
    ["truncate", { message: "aborted" }],
    ["malformed", { name: "SyntaxError" }],
  ])("of kind %s spoils one response, of JSON or of a file, and the server goes on", async (kind, error) => {
    await arm({ kind, times: 1 });
    await expect(list()).rejects.toMatchObject(error);
    await list().expect(200);
    const { dossierId, documentId, fileId } = await world.answered();
    for (const path of ["/files/download", `/documents/${documentId}/files/${fileId}`]) {
      await arm({ kind, times: 1 });
      const url = `${world.base}/dossiers/${dossierId}${path}`;
      // A request that fails is fine here; one that never ends would end the test.
      await Promise.allSettled([supertest(world.app).get(url).set("Authorization", `Bearer ${world.token}`)]);
    }
    await list().expect(200);
  });

  it("stores nothing of the operation that it prevents, and strikes only its operation", async () => {
    await arm({ kind: "status", status: 503, operation: "thirdparties.create", times: 1 });
    const before = await world.state();
    await list().expect(200);
    await create().expect(503);
    expect(await world.state()).toEqual(before);
    await create().expect(201);
  });

  it("does not act on unauthenticated requests, nor on the control plane", async () => {
    await arm({ kind: "disconnect" });
    await supertest(world.app).get(`${world.base}/thirdparties`).expect(401);
    await supertest(world.app).get("/_sandbox/seeds").expect(200);
  });
});

describe("the faults of a server", () => {
  const down = { kind: "status", status: 503 } as const;
  const armed = (...faults: Fault[]) => {
    const all = new LocalFaults();
    all.replace(faults);
    return all;
  };
  const candidate = { operationId: "thirdparties.list", accountId: "a", randomSeed: 1 };
  const struck = (faults: LocalFaults, count: number, wish: Partial<typeof candidate> = {}) =>
    Array.from({ length: count }, () => faults.next({ ...candidate, ...wish })?.kind ?? "none");

  it("a fault strikes as often as its count says, is then removed, and leaves its turn to the next", () => {
    const faults = armed({ ...down, times: 2 }, { kind: "delay", times: 1 });
    expect(struck(faults, 1)).toEqual(["status"]);
    expect(faults.list()).toEqual([
      { ...down, times: 1 },
      { kind: "delay", times: 1 },
    ]);
    expect(struck(faults, 3)).toEqual(["status", "delay", "none"]);
    expect(faults.list()).toEqual([]);
  });

  it.each<[Partial<Fault>, string, string]>([
    [{}, "status", "status"],
    [{ operation: "thirdparties.list" }, "status", "status"],
    [{ operation: "thirdparties.create" }, "none", "none"],
    [{ accountId: "a" }, "status", "none"],
    [{ operation: "thirdparties.create", accountId: "a" }, "none", "none"],
  ])("a fault for %j strikes a list of a: %s, and of b: %s", (wish, ofA, ofB) => {
    const faults = armed({ ...down, ...wish });
    expect([...struck(faults, 1), ...struck(faults, 1, { accountId: "b" })]).toEqual([ofA, ofB]);
  });

  it("a fault strikes with its probability, on the same requests of each account for the same seed", () => {
    const drawn = (wish = {}, faults = armed({ ...down, probability: 0.5 })) => struck(faults, 40, wish).join();
    const both = armed({ ...down, probability: 0.5 });
    expect([drawn(), drawn({}, both), drawn({ accountId: "b" }, both)]).toEqual([drawn(), drawn(), drawn()]);
    expect(drawn({ randomSeed: 2 })).not.toBe(drawn());
    const times = drawn().split("status").length - 1;
    expect(Math.abs(times - 20)).toBeLessThan(12);
    expect(struck(armed({ ...down, probability: 0.5, times: 1 }), 40).filter((kind) => kind === "status")).toHaveLength(
      1,
    );
  });

  it("the faults of an account are listed, replaced and resumed without those of others", () => {
    const [ofA, ofB] = [{ ...down, accountId: "a" }, { kind: "delay", accountId: "b", probability: 0.5 } as const];
    const faults = armed(ofA, ofB, down);
    expect([faults.list("a"), faults.list("c")]).toEqual([[ofA], []]);
    faults.replace([{ kind: "disconnect", accountId: "a" }], "a");
    expect(faults.list()).toEqual([ofB, down, { kind: "disconnect", accountId: "a" }]);
    struck(faults, 3, { accountId: "b" });
    const shown = faults.ofAccount("b");
    expect(shown).toEqual([
      { fault: ofB, position: 1, draws: 3 },
      { fault: down, position: 2, draws: 0 },
    ]);
    const other = new LocalFaults();
    other.resume(shown, "b");
    expect([other.ofAccount("b"), struck(other, 9, { accountId: "b" })]).toEqual([
      shown,
      struck(faults, 9, { accountId: "b" }),
    ]);
  });

  it("the longest lag that is meant for a search holds, beside other faults, and never strikes itself", () => {
    const lag = { kind: "lag", accountId: "a" } as const;
    const faults = armed(
      lag,
      { ...lag, lag: "PT1H", operation: "dossiers.search" },
      { ...lag, lag: "P9D", accountId: "b" },
    );
    expect([faults.lag("thirdparties.list", "a"), faults.lag("dossiers.search", "a"), faults.lag(null, "c")]).toEqual([
      300_000, 3_600_000, 0,
    ]);
    expect(struck(faults, 1)).toEqual(["none"]);
  });
});
