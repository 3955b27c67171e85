import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { Coverage } from "../../contract/control-coverage.ts";
import { Fault } from "../../contract/control-shapes.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { makeSandbox, makeWorld, today } from "../support/sandbox.ts";

/** A server of its own for each test, because coverage is that of all accounts together. */
async function observed() {
  const on = makeSandbox();
  const world = await makeWorld({ on });
  const coverage = async (): Promise<Coverage> => {
    const { body } = await world.raw("get", "/_sandbox/coverage").expect(200);
    return Coverage.parse(body);
  };
  const setFaults = (...faults: object[]) => world.raw("put", "/_sandbox/faults").send(faults).expect(200);
  return { on, world, coverage, setFaults };
}

describe("the coverage of a server", () => {
  it("counts operations, statuses, parameters, values and event types as requests are answered", async () => {
    const { world, coverage } = await observed();
    await world.add();
    await world.get("/thirdparties", { size: 5, archived: "false", unheard: 1 }).expect(200);
    await world.get("/thirdparties", { size: 500 }).expect(400);
    await world
      .short("get", "/thirdparties/search")
      .query({ eventNames: "THIRD_PARTY_ADDED,THIRD_PARTY_ARCHIVED", ...today })
      .expect(200);
    await world.raw("get", `${world.base}/thirdparties`).expect(401);
    const { counted, missing, figures, assumptions } = await coverage();
    expect(counted).toEqual({
      operations: { "thirdparties.create": 1, "thirdparties.list": 1, "thirdparties.search": 1 },
      statuses: {
        "thirdparties.create 201": 1,
        "thirdparties.list 200": 1,
        "thirdparties.list 400": 1,
        "thirdparties.list 401": 1,
        "thirdparties.search 200": 1,
      },
      parameters: {
        "thirdparties.list archived": 1,
        "thirdparties.list size": 1,
        "thirdparties.search eventNames": 1,
        "thirdparties.search eventOccurrenceEndDate": 1,
        "thirdparties.search eventOccurrenceStartDate": 1,
      },
      values: { "CompanyIdType CIT001": 1, "Source FR_REFERENCE": 1, "ThirdpartyStatus ACTIVE": 1 },
      events: { THIRD_PARTY_ADDED: 1 },
      forced: {},
      struck: {},
      survived: {},
    });
    expect(missing.operations).not.toContain("thirdparties.list");
    expect(missing.statuses).toContain("thirdparties.list 403");
    const declared = operationsOf(service).length;
    expect(figures.operations).toEqual({ covered: 3, declared, percent: Math.floor(3000 / declared) / 10 });
    const paged = assumptions.find(({ key }) => key === "pagination")?.operations;
    expect(paged).toEqual(["thirdparties.list", "thirdparties.search"]);
  });

  it("an event type is met only by a search that finds a resource", async () => {
    const { world, coverage } = await observed();
    await world.add();
    const names = { eventNames: "THIRD_PARTY_ADDED", ...today };
    await world.get("/thirdparties", { ...names, status: "STRUCK_OFF" }).expect(200);
    await world.get("/thirdparties/search", { ...names, page: 1 }).expect(200);
    expect((await coverage()).counted.events).toEqual({});
    await world.get("/thirdparties", { ...names, status: "ACTIVE" }).expect(200);
    expect((await coverage()).counted.events).toEqual({ THIRD_PARTY_ADDED: 1 });
  });

  it("statuses of Prefer and of faults are counted apart, and a fault is survived by a later success", async () => {
    const { world, coverage, setFaults } = await observed();
    await world.get("/thirdparties", { page: 0 }).set("Prefer", "code=200").expect(200);
    await world.get("/dossiers").set("Prefer", "code=401").expect(401);
    await world.get("/dossiers").set("Prefer", "code=418").expect(400);
    // The contract does not declare what a fault answers, so the response is not compared with it.
    const struck = (path: string) =>
      supertest(world.app)
        .get(world.base + path)
        .set("Authorization", `Bearer ${world.token}`);
    await setFaults({ kind: "status", status: 503, operation: "dossiers.list", times: 1 });
    await struck("/dossiers").expect(503);
    await setFaults({ kind: "malformed", operation: "thirdparties.list", times: 1 });
    await expect(struck("/thirdparties?page=0")).rejects.toThrow(SyntaxError);
    const before = await coverage();
    expect(before.counted).toEqual({
      ...{ operations: {}, statuses: {}, parameters: {}, values: {}, events: {}, survived: {} },
      forced: { "dossiers.list 400": 1, "dossiers.list 401": 1, "dossiers.list 503": 1, "thirdparties.list 200": 2 },
      struck: { "malformed thirdparties.list": 1, "status dossiers.list": 1 },
    });
    expect(before.onlyForced).toEqual(["thirdparties.list 200", "dossiers.list 400", "dossiers.list 401"]);
    const others = Fault.shape.kind.options.filter((kind) => kind !== "malformed" && kind !== "status");
    expect(before.missing.faults).toEqual([...others, "malformed thirdparties.list", "status dossiers.list"]);
    await world.get("/dossiers").expect(200);
    const after = await coverage();
    expect(after.counted.survived).toEqual({ "status dossiers.list": 1 });
    expect(after.figures.faults).toMatchObject({ covered: 1 });
  });

  it("is that of all accounts, outlives them, and counts nothing of the control plane", async () => {
    const { on, world, coverage } = await observed();
    const other = await makeWorld({ on });
    await world.get("/dossiers").expect(200);
    await other.get("/dossiers").expect(200);
    await other.control("delete", "").expect(204);
    await world.control("get", "/events").expect(200);
    expect((await coverage()).counted.statuses).toEqual({ "dossiers.list 200": 2 });
    await world.raw("delete", "/_sandbox/coverage").expect(204);
    const { counted, missing, figures } = await coverage();
    expect(counted.statuses).toEqual({});
    expect(missing.operations).toHaveLength(figures.operations.declared);
  });
});
