import { describe, expect, it } from "vitest";
import { Collector } from "../../src/coverage/collector.ts";

const list = { operation: "thirdparties.list", accountId: "a", status: 200, fault: null, forced: false };
const nothing = {
  ...{ operations: {}, statuses: {}, parameters: {}, values: {}, events: {} },
  ...{ forced: {}, struck: {}, survived: {} },
};
const rows = (...statuses: string[]) => ({ content: statuses.map((status) => ({ status })), page: 0 });
const collected = (work: (collector: Collector) => void) => {
  const collector = new Collector();
  work(collector);
  return collector.counted();
};

describe("coverage counts", () => {
  it("statuses by operation, and an operation by its successes alone", () => {
    const counted = collected((collector) => {
      collector.served(list);
      collector.served({ ...list, status: 400 });
      collector.served({ ...list, operation: "thirdparties.get", status: 404 });
    });
    expect(counted).toEqual({
      ...nothing,
      operations: { "thirdparties.list": 1 },
      statuses: { "thirdparties.list 200": 1, "thirdparties.list 400": 1, "thirdparties.get 404": 1 },
    });
  });

  it("a file that came in parts or was not modified as a success", () => {
    const counted = collected((collector) => {
      for (const status of [200, 206, 304]) collector.served({ ...list, operation: "documents.file", status });
    });
    expect(counted.operations).toEqual({ "documents.file": 3 });
  });

  it("statuses that Prefer or a fault makes apart from the service's own", () => {
    const counted = collected((collector) => {
      collector.served({ ...list, forced: true });
      collector.served({ ...list, fault: "status", status: 503 });
      collector.served({ ...list, fault: "truncate" });
      collector.served({ ...list, fault: "disconnect", status: 0 });
    });
    expect(counted).toMatchObject({
      operations: {},
      statuses: {},
      forced: { "thirdparties.list 200": 2, "thirdparties.list 503": 1 },
      survived: {},
    });
  });

  it.each(["delay", "lag"])("a response that a fault left whole, a %s, as the service's own", (fault) => {
    const counted = collected((collector) => collector.served({ ...list, fault }));
    expect(counted).toMatchObject({
      operations: { "thirdparties.list": 1 },
      struck: { [`${fault} thirdparties.list`]: 1 },
      survived: { [`${fault} thirdparties.list`]: 1 },
    });
  });

  it("a fault as survived when the account has a success of the same operation afterwards", () => {
    const struck = { ...list, fault: "status", status: 503 };
    const counted = collected((collector) => {
      collector.served(struck);
      collector.served(struck);
      collector.served({ ...list, accountId: "b" });
      collector.served({ ...list, operation: "dossiers.list" });
      collector.served({ ...list, status: 401 });
      expect(collector.counted().survived).toEqual({});
      collector.served(list);
      collector.served(list);
      collector.served({ ...struck, fault: "malformed", status: 200 });
    });
    expect(counted.struck).toEqual({ "status thirdparties.list": 2, "malformed thirdparties.list": 1 });
    expect(counted.survived).toEqual({ "status thirdparties.list": 2 });
  });

  it("declared parameters, values and event types of what a handler answers", () => {
    const counted = collected((collector) => {
      const answer = { status: 200, body: rows("ACTIVE", "ACTIVE", "STRUCK_OFF"), found: ["THIRD_PARTY_ADDED"] };
      collector.answered(list, { page: "0", eventNames: "…", nonsense: "1" }, answer);
      collector.answered(list, { page: "1" }, { status: 200, body: rows() });
    });
    expect(counted).toEqual({
      ...nothing,
      parameters: { "thirdparties.list page": 2, "thirdparties.list eventNames": 1 },
      values: { "ThirdpartyStatus ACTIVE": 1, "ThirdpartyStatus STRUCK_OFF": 1 },
      events: { THIRD_PARTY_ADDED: 1 },
    });
  });

  it("nothing of a refusal's parameters, of a spoiled body, or of requests for no operation of the service", () => {
    const counted = collected((collector) => {
      const answer = { status: 200, body: rows("ACTIVE") };
      collector.answered({ ...list, fault: "malformed" }, { page: "0" }, answer);
      collector.answered(list, { page: "0" }, { status: 404, body: {} });
      collector.answered({ ...list, operation: "accounts.list" }, {}, { status: 200, body: {} });
      collector.served({ ...list, operation: "accounts.list" });
      collector.served({ ...list, operation: null });
    });
    expect(counted).toEqual(nothing);
  });

  it("anew once it is cleared", () => {
    const counted = collected((collector) => {
      collector.served({ ...list, fault: "status", status: 503 });
      collector.answered(list, { page: "0" }, { status: 200, body: rows("ACTIVE") });
      collector.clear();
      collector.served(list);
    });
    expect(counted).toEqual({
      ...nothing,
      operations: { "thirdparties.list": 1 },
      statuses: { "thirdparties.list 200": 1 },
    });
  });
});

it("the memory of faults to survive has an end", () => {
  const counted = collected((collector) => {
    for (let account = 0; account < 10_001; account++)
      collector.served({ ...list, accountId: `a-${account}`, fault: "status", status: 503 });
    collector.served({ ...list, accountId: "a-0" });
    collector.served({ ...list, accountId: "a-10000" });
  });
  expect(counted.survived).toEqual({ "status thirdparties.list": 1 });
});
