import { describe, expect, it } from "vitest";
import type { SeenRequest } from "../../../../src/console/state.ts";
import { newestFirst, passing } from "../../../../src/console/views/requests/filter.ts";

const request = (change: Partial<SeenRequest> = {}) =>
  ({
    ...{
      requestId: "1",
      accountId: "demo",
      method: "GET",
      path: "/thirdparties/924000",
      operation: "thirdparties.get",
    },
    ...{ caller: "app", code: "NOT_FOUND", status: 399, events: [], fault: null, at: "2026-01-15T09:00:00.000" },
    ...change,
  }) as SeenRequest;

describe("the filter of the requests", () => {
  it.each([
    [{}, {}, true],
    [{}, { accountId: "other" }, false],
    [{}, { accountId: null }, true],
    [{ everywhere: "yes" }, { accountId: "other" }, true],
    [{ everywhere: "yes" }, { caller: "console" }, false],
    [{ filter: "get 924000 thirdparties.get app not_found 399" }, {}, true],
    [{ filter: "924000 post" }, {}, false],
    [{ filter: "getthirdparties" }, { method: "get", path: "thirdparties" }, false],
    [{ outcome: "refused" }, {}, false],
    [{ outcome: "refused" }, { status: 400 }, true],
    [{ outcome: "2xx" }, { status: 199 }, false],
    [{ outcome: "2xx" }, { status: 200 }, true],
    [{ outcome: "2xx" }, { status: 299 }, true],
    [{ outcome: "2xx" }, { status: 300 }, false],
    [{ outcome: "4xx" }, { status: 399 }, false],
    [{ outcome: "4xx" }, { status: 400 }, true],
    [{ outcome: "4xx" }, { status: 499 }, true],
    [{ outcome: "4xx" }, { status: 500 }, false],
    [{ outcome: "5xx" }, { status: 0 }, false],
    [{ outcome: "5xx" }, { status: 499 }, false],
    [{ outcome: "5xx" }, { status: 500 }, true],
    [{ outcome: "5xx" }, { status: 599 }, true],
    [{ outcome: "events" }, {}, false],
    [{ outcome: "events" }, { events: [50000001] }, true],
    [{ outcome: "faults" }, {}, false],
    [{ outcome: "faults" }, { fault: "delay" }, true],
    [{ outcome: "unknown" }, {}, true],
  ])("%j lets a request with %j pass: %s", (query, change, passes) => {
    expect(passing(query as Record<string, string>, "demo")(request(change as Partial<SeenRequest>))).toBe(passes);
  });

  it("shows each request once, as it was told last, the newest first", () => {
    const [first, second, third] = ["2026-01-15", "2026-01-16", "2026-01-17"].map((at) =>
      request({ requestId: at, at }),
    );
    const secondNow = request({ ...second, status: 500 });
    expect(newestFirst([first!, second!], [secondNow, third!])).toEqual([third, secondNow, first]);
  });
});
