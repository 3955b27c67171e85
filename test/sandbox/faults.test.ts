import supertest from "supertest";
import { describe, expect, it } from "vitest";
import type { Fault } from "../../contract/control.ts";
import { LocalFaults } from "../../src/sandbox/faults.ts";
import { makeSandbox, makeWorld, novalune, type TestWorld } from "../support/sandbox.ts";

describe("an injected fault", () => {
  const arm = (world: TestWorld, fault: Fault) =>
    supertest(world.app).put("/_sandbox/faults").send([fault]).expect(200);

  it("stores nothing of the operation that it prevents, and strikes only its operation", async () => {
    const world = await makeWorld({ on: makeSandbox() });
    /** Sent without TestWorld, which would compare the spoilt response with the contract. */
    const create = () =>
      supertest(world.app)
        .post(`${world.base}/thirdparties`)
        .set("Authorization", `Bearer ${world.token}`)
        .send({ companyIdType: "CIT001", companyIdValue: novalune });
    await arm(world, { kind: "status", status: 503, operation: "thirdparties.create", times: 1 });
    const before = await world.state();
    await world.get("/thirdparties").expect(200);
    await create().expect(503);
    expect(await world.state()).toEqual(before);
    await create().expect(201);
  });

  it("does not act on unauthenticated requests, nor on the control plane", async () => {
    const world = await makeWorld({ on: makeSandbox() });
    await arm(world, { kind: "disconnect" });
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
