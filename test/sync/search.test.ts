import { describe, expect, it } from "vitest";
import { isSearch, type LoggedRequest, type Search, searchOf, searchOperations } from "../../src/sync/search.ts";
import { added, asked, at, denied } from "./requests.ts";

const search: Search = {
  nth: 7,
  requestId: "00:00 04:59 0",
  caller: "worker",
  type: "DOCUMENT",
  names: [added],
  window: { from: at("00:00.000"), to: at("04:59.999") },
  page: 0,
  size: 20,
  filters: "",
  status: 200,
  failure: null,
  violation: undefined,
  clock: at("04:59.999"),
  lastEventId: 1000,
};
const read = (request: LoggedRequest) => searchOf(request, 7);
const whole = asked("00:00", "04:59");
const withQuery = (query: string) => ({ ...whole, path: `/api/v1/account/a/documents/search?${query}` });

describe("a search", () => {
  it("is read from a request of the log, with the defaults of the service", () => {
    expect(read(whole)).toEqual(search);
    expect(read({ ...whole, clock: null, lastEventId: null })).toEqual({ ...search, clock: "", lastEventId: 0 });
    const bounds = `eventOccurrenceStartDate=${at("00:00")}&eventOccurrenceEndDate=${at("04:59")}`;
    expect(read(withQuery(`eventNames=${added}&${bounds}`))).toEqual(search);
    expect(read(withQuery(`eventNames=${added}&${bounds}&page=x&size=5`))).toEqual(search);
    expect(read(withQuery(`eventNames=${added}&${bounds}&page=3&size=5`))).toEqual({ ...search, page: 3, size: 5 });
  });

  it("asks for each known name once, in order, and has every other parameter as a filter", () => {
    const names = [`%20${denied}`, added, added, "NO_SUCH_EVENT"];
    const filtered = asked("00:00", "04:59", { names, more: "&statusCode=VALID&sort=id" });
    expect(read(filtered)).toEqual({ ...search, names: [added, denied], filters: "statusCode=VALID&sort=id" });
  });

  it.each([
    ["00:00.250", "04:59", { from: at("00:00.250"), to: at("04:59.999") }],
    ["00:00", "04:59.250", { from: at("00:00.000"), to: at("04:59.250") }],
    ["05:00", "05:00", { from: at("05:00.000"), to: at("05:00.999") }],
    ["05:00.500", "05:00.500", { from: at("05:00.500"), to: at("05:00.500") }],
    ["05:00.500", "05:00.499", null],
    ["soon", "04:59", null],
    ["00:00", "soon", null],
  ])("from %s to %s has the window %j", (start, end, window) => {
    expect(read(asked(start, end))?.window).toEqual(window);
  });

  it("is for resources of the type of its operation", () => {
    expect(searchOperations.map((operation) => [operation, read({ ...whole, operation })?.type]).sort()).toEqual([
      ["documents.search", "DOCUMENT"],
      ["dossiers.list", "DOSSIER"],
      ["dossiers.search", "DOSSIER"],
      ["thirdparties.list", "THIRD_PARTY"],
      ["thirdparties.search", "THIRD_PARTY"],
    ]);
  });

  it.each<[string, Partial<LoggedRequest>]>([
    ["another operation", { operation: "dossiers.get" }],
    ["no operation", { operation: null }],
    ["a method that reads no body", { method: "HEAD" }],
    ["an unknown caller", { caller: null }],
    ["no event names", { path: "/api/v1/account/a/documents/search?page=0" }],
    ["no query", { path: "/api/v1/account/a/documents/search" }],
  ])("is no request with %s", (_, other) => {
    expect(read({ ...whole, ...other })).toBeUndefined();
  });

  it.each<[Partial<LoggedRequest>, string | null, string | undefined]>([
    [{ status: 200 }, null, undefined],
    [{ fault: "delay" }, null, undefined],
    [{ fault: "lag" }, null, undefined],
    [{ fault: "truncate" }, "half an answer", undefined],
    [{ fault: "malformed" }, "an answer that is no JSON", undefined],
    [{ status: 0, fault: "disconnect" }, "a connection that was cut", undefined],
    [{ status: 0 }, "no answer", undefined],
    [{ forced: true }, "an example that Prefer asked for", undefined],
    [{ status: 304 }, "304", undefined],
    [{ status: 400, violations: ["first", "second"] }, "400", "first"],
    [{ status: 499 }, "499", "no reason was given"],
    [{ status: 404, forced: true }, "404", undefined],
    [{ status: 404, fault: "status" }, "404", undefined],
    [{ status: 401 }, "401", undefined],
    [{ status: 408 }, "408", undefined],
    [{ status: 429 }, "429", undefined],
    [{ status: 500 }, "500", undefined],
  ])("of which the log says %j has the failure %j and the violation %j", (logged, failure, violation) => {
    expect(read({ ...whole, ...logged })).toMatchObject({ failure, violation });
  });

  it("is one among the requests whether or not its caller is known", () => {
    const refused = { ...whole, caller: null };
    const { path } = withQuery("page=0");
    const others = [
      { ...whole, method: "POST" },
      { ...whole, operation: "dossiers.get" },
      { ...whole, operation: null },
      { ...whole, path },
    ];
    expect([whole, refused, ...others].filter(isSearch)).toEqual([whole, refused]);
  });
});
