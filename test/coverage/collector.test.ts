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
  it("statuses by operation, an operation by its successes alone, and no response that never came", () => {
    const counted = collected((collector) => {
      for (const status of [0, 199, 200, 399, 400]) collector.served({ ...list, status });
      for (const status of [206, 206, 304]) collector.served({ ...list, operation: "documents.file", status });
    });
    expect(counted).toEqual({
      ...nothing,
      operations: { "thirdparties.list": 2, "documents.file": 3 },
      statuses: {
        ...{ "thirdparties.list 199": 1, "thirdparties.list 200": 1 },
        ...{ "thirdparties.list 399": 1, "thirdparties.list 400": 1 },
        ...{ "documents.file 206": 2, "documents.file 304": 1 },
      },
    });
  });

  it("a response that Prefer chooses apart from the service's own", () => {
    const counted = collected((collector) => collector.served({ ...list, forced: true }));
    expect(counted).toEqual({ ...nothing, forced: { "thirdparties.list 200": 1 } });
  });

  const once = { "thirdparties.list 200": 1 };
  const own = { operations: { "thirdparties.list": 1 }, statuses: once };
  it.each([
    ...["status", "disconnect", "truncate", "malformed"].map((fault) => [fault, "apart", { forced: once }] as const),
    ...["delay", "lag"].map((fault) => [fault, "as the service's own, and survived", own] as const),
  ])("a response that a fault of kind %s has struck %s", (fault, _, counts) => {
    const counted = collected((collector) => {
      collector.served({ ...list, fault });
      if ("forced" in counts)
        collector.answered({ ...list, fault }, { page: "0" }, { status: 200, body: rows("ACTIVE") });
    });
    const struck = { [`${fault} thirdparties.list`]: 1 };
    expect(counted).toEqual({ ...nothing, ...counts, struck, survived: "forced" in counts ? {} : struck });
  });

  it("a fault as survived when the account has a success of the same operation afterwards", () => {
    const collector = new Collector();
    const struck = { ...list, fault: "status", status: 503 };
    const open = { operation: "thirdparties.list", accountId: "a", fault: "status", times: 2 };
    for (const each of [struck, struck]) collector.served(each);
    for (const other of [{ accountId: "b" }, { operation: "dossiers.list" }, { status: 401 }, { forced: true }])
      collector.served({ ...list, ...other });
    expect([collector.counted().survived, collector.pending()]).toEqual([{}, [open]]);
    collector.served({ ...struck, fault: "malformed", status: 200 });
    expect(collector.pending()).toEqual([open, { ...open, fault: "malformed", times: 1 }]);
    collector.served(list);
    collector.served(list);
    const survived = { "status thirdparties.list": 2, "malformed thirdparties.list": 1 };
    expect([collector.counted().survived, collector.pending()]).toEqual([survived, []]);
    collector.served(struck);
    expect(collector.counted()).toMatchObject({ struck: { ...survived, "status thirdparties.list": 3 }, survived });
  });

  it("declared parameters, values and event types of what a handler answers", () => {
    const counted = collected((collector) => {
      const answer = { status: 200, body: rows("ACTIVE", "ACTIVE", "STRUCK_OFF") };
      const found = ["THIRD_PARTY_ADDED", "THIRD_PARTY_ARCHIVED", "THIRD_PARTY_ADDED"];
      collector.answered(list, { page: "0", eventNames: "…", nonsense: "1" }, { ...answer, found });
      collector.answered(list, { page: "1" }, { status: 200, body: rows("ACTIVE") });
      collector.answered(list, {}, { status: 299, body: rows("ARCHIVED") });
      collector.answered({ ...list, operation: "documents.file" }, {}, { status: 200, body: rows("ARCHIVED") });
    });
    expect(counted).toEqual({
      ...nothing,
      parameters: { "thirdparties.list page": 2, "thirdparties.list eventNames": 1 },
      values: { "ThirdpartyStatus ACTIVE": 1, "ThirdpartyStatus STRUCK_OFF": 1 },
      events: { THIRD_PARTY_ADDED: 2, THIRD_PARTY_ARCHIVED: 1 },
    });
  });

  it("nothing of a refusal's parameters, or of requests for no operation of the service", () => {
    const counted = collected((collector) => {
      collector.answered(list, { page: "0" }, { status: 400, body: {} });
      for (const operation of ["accounts.list", null]) {
        collector.answered({ ...list, operation }, { page: "0" }, { status: 200, body: rows("ACTIVE") });
        collector.served({ ...list, operation });
      }
    });
    expect(counted).toEqual(nothing);
  });

  it("anew once it is cleared", () => {
    const counted = collected((collector) => {
      const answer = { status: 200, body: rows("ACTIVE"), found: ["THIRD_PARTY_ADDED"] };
      collector.served({ ...list, fault: "status", status: 503 });
      collector.answered(list, { page: "0" }, answer);
      collector.clear();
      expect([collector.counted(), collector.pending()]).toEqual([nothing, []]);
      collector.answered(list, {}, answer);
    });
    expect(counted).toEqual({ ...nothing, values: { "ThirdpartyStatus ACTIVE": 1 }, events: { THIRD_PARTY_ADDED: 1 } });
  });

  it("the faults of the last ten thousand accounts that were struck", () => {
    const collector = new Collector();
    const struck = (account: number) => ({ ...list, accountId: `a-${account}`, fault: "status", status: 503 });
    for (let account = 0; account < 10_000; account++) collector.served(struck(account));
    expect(collector.pending()).toHaveLength(10_000);
    collector.served(struck(10_000));
    const open = collector.pending();
    expect([open.length, open[0]?.accountId]).toEqual([10_000, "a-1"]);
  });
});
