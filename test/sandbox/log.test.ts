import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { service } from "../../contract/service.ts";
import { createLog, gathered, logStyle } from "../../src/sandbox/log.ts";
import type { LogLevel, LogStyle } from "../../src/sandbox/options.ts";
import { noteParameters } from "../../src/sandbox/requests/remarks.ts";
import type { Served } from "../../src/sandbox/requests/request-log.ts";
import { served } from "../support/served.ts";

noteParameters("thirdparties.list", service.thirdparties.list);

const line = served({
  path: "/api/v1/account/demo/thirdparties?page=1",
  status: 200,
  durationMs: 1.2345,
  operation: "thirdparties.list",
  requestId: "r1",
});
const violation = (detail: string) =>
  ({ in: "query", pointer: null, name: null, code: "", detail, expected: "", received: "" }) as const;
const plain: LogStyle = { json: false, colour: false };
const json: LogStyle = { json: true, colour: false };
const written = (level: LogLevel, style: LogStyle, act: (log: ReturnType<typeof createLog>) => void) => {
  let text = "";
  act(
    createLog({
      level,
      style,
      stream: { write: (more: string) => (text += more) },
      now: () => Date.UTC(2026, 0, 15, 9, 0, 0, 7),
    }),
  );
  return text;
};

describe("a request", () => {
  it("writes a request as one readable line on a terminal", () => {
    expect(written("info", plain, (log) => log.request(line))).toBe(
      "09:00:00.007 GET    200 /api/v1/account/demo/thirdparties?page=1 1.2 ms thirdparties.list\n",
    );
  });

  it("writes why a request was refused below its line, or as fields of JSON", () => {
    const errors = [violation("size must be from 1 to 100."), violation("page must be a number.")];
    const refused = { ...line, status: 400, refused: { code: "INVALID_PAGE", detail: "", errors } as const };
    expect(written("info", plain, (log) => log.request(refused))).toBe(
      "09:00:00.007 GET    400 /api/v1/account/demo/thirdparties?page=1 1.2 ms thirdparties.list\n" +
        "             INVALID_PAGE: size must be from 1 to 100. (and 1 more)\n",
    );
    expect(JSON.parse(written("info", json, (log) => log.request(refused)))).toMatchObject({
      status: 400,
      code: "INVALID_PAGE",
      reason: "size must be from 1 to 100. (and 1 more)",
    });
  });

  it("names the fault that hit a request on its line, or as a field of JSON", () => {
    const hit = { ...line, fault: "disconnect" };
    expect(written("info", plain, (log) => log.request(hit))).toBe(
      "09:00:00.007 GET    200 /api/v1/account/demo/thirdparties?page=1 1.2 ms thirdparties.list hit by disconnect\n",
    );
    expect(JSON.parse(written("info", json, (log) => log.request(hit)))).toMatchObject({ fault: "disconnect" });
  });

  it("writes the parameters that were overlooked below the line of their request, or as a field of JSON", () => {
    const mistyped = { ...line, path: "/thirdparties?sise=3" };
    const remark = "sise is no parameter of this operation and was overlooked; did you mean size?";
    expect(written("info", plain, (log) => log.request(mistyped))).toBe(
      `09:00:00.007 GET    200 /thirdparties?sise=3 1.2 ms thirdparties.list\n             ${remark}\n`,
    );
    expect(JSON.parse(written("info", json, (log) => log.request(mistyped)))).toMatchObject({ remarks: [remark] });
  });

  const quiet = [
    "/docs/swagger-ui.css",
    "/docs/start.js?v=1",
    "/console/console.js",
    "/favicon.ico",
    "/health",
    "/ready",
  ];
  const loud = ["/docs", "/docs/", "/documents", "/", "/healthy"];
  it.each<[Partial<Served>, LogLevel]>([
    ...quiet.map((path): [Partial<Served>, LogLevel] => [{ path, status: 499 }, "debug"]),
    [{ path: "/health", status: 500 }, "error"],
    ...loud.map((path): [Partial<Served>, LogLevel] => [{ path }, "info"]),
    [{ caller: "console" }, "debug"],
    [{ caller: "console", status: 399 }, "debug"],
    [{ caller: "console", status: 400 }, "info"],
    [{ caller: "console", method: "POST" }, "info"],
    [{ caller: "console", status: 500 }, "error"],
    [{ caller: "control" }, "info"],
  ])("writes %j from the level %s on", (of, from) => {
    const levels = (["silent", "error", "info", "debug"] as const).filter(
      (level) => written(level, plain, (log) => log.request({ ...line, ...of })) !== "",
    );
    expect(levels[0]).toBe(from);
  });

  it.each([
    [204, "32"],
    [304, "36"],
    [404, "33"],
    [503, "31"],
  ])("writes the status %i in its colour", (status, colour) => {
    expect(written("info", { json: false, colour: true }, (log) => log.request({ ...line, status }))).toContain(
      `\u001b[${colour}m${status}\u001b[39m`,
    );
  });

  it("writes a request as one line of JSON elsewhere, with its caller and its client", () => {
    const fields = {
      ...{ time: "2026-01-15T09:00:00.007Z", level: "info", method: "GET", status: 200, milliseconds: 1.2 },
      ...{ operation: "thirdparties.list", requestId: "r1", path: "/api/v1/account/demo/thirdparties?page=1" },
    };
    const by = { caller: "ci", client: "203.0.113.7", accountId: "demo" };
    const parsed = (of: Partial<Served>) => JSON.parse(written("info", json, (log) => log.request({ ...line, ...of })));
    expect([parsed({}), parsed(by)]).toEqual([fields, { ...fields, ...by }]);
  });
});

describe("the details of a request", () => {
  const errors = [violation("size must be a whole number from 1 to 100."), violation("page must be a whole number.")];
  const refused = { code: "VALIDATION_ERROR", detail: "", errors } as const;
  const detailed = { ...line, accountId: "demo", refused, newAccount: true };
  /** The line behind that of the request itself. */
  const details = (style: LogStyle, request: Parameters<ReturnType<typeof createLog>["request"]>[0]) =>
    written("debug", style, (log) => log.request(request))
      .split("\n")
      .at(-2) ?? "";

  it("writes the details of a request as a second readable line, without empty values", () => {
    expect(details(plain, detailed)).toBe(
      "09:00:00.007 debug  requestId=r1 operation=thirdparties.list accountId=demo code=VALIDATION_ERROR " +
        'reasons=["size must be a whole number from 1 to 100.","page must be a whole number."] ' +
        "newAccount=true",
    );
    expect(details(plain, { ...line, operation: null })).toBe("09:00:00.007 debug  requestId=r1");
  });

  it("writes the details of a request as a second line of JSON elsewhere", () => {
    expect(JSON.parse(details(json, detailed))).toEqual({
      ...{ time: "2026-01-15T09:00:00.007Z", level: "debug", requestId: "r1", operation: "thirdparties.list" },
      ...{ accountId: "demo", code: "VALIDATION_ERROR", reasons: errors.map(({ detail }) => detail) },
      newAccount: true,
    });
  });

  it.each([plain, json])("removes secrets and control characters from the details in the style %j", (style) => {
    const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkIn0.c2ln";
    const text = details(style, {
      ...{ ...detailed, accountId: `a\u001b[31m${jwt}` },
      refused: { ...refused, errors: [violation(`size must not be ${jwt}.`)] },
    });
    expect(text).toContain("size must not be …");
    expect(text).not.toMatch(/eyJ|\u001b|u001b/);
  });
});

describe("an error", () => {
  it("writes the stack of an error, without control characters", () => {
    expect(written("error", plain, (log) => log.error("while reading", new Error("no luck")))).toMatch(
      /^while reading\nError: no luck\n +at /,
    );
    expect(JSON.parse(written("error", json, (log) => log.error("m", "text")))).toMatchObject({
      message: "m",
      error: "text",
    });
    const error = new Error("no \u001b[41mBOO");
    error.stack = `Error: ${error.message}\n    at place`;
    expect(written("error", plain, (log) => log.error("PUT /\u001b[2J\nfailed", error))).toBe(
      "PUT /?[2J?failed\nError: no ?[41mBOO\n    at place\n",
    );
  });
});

describe("gathered", () => {
  const opened = () => {
    const writes: string[] = [];
    const process = new EventEmitter();
    const stream = gathered(() => ({ isTTY: true, write: (text: string) => writes.push(text) }), process);
    return { writes, process, stream };
  };

  it("writes the lines of one turn of the event loop together, in their order", async () => {
    const { writes, stream } = opened();
    for (const line of ["one\n", "two\n"]) stream.write(line);
    expect(writes).toEqual([]);
    await turn();
    stream.write("three\n");
    await turn();
    expect(writes).toEqual(["one\ntwo\n", "three\n"]);
    expect(stream.isTTY).toBe(true);
  });

  it("writes what is left when the process ends, and writes it once", async () => {
    const { writes, process, stream } = opened();
    stream.write("last\n");
    process.emit("exit");
    await turn();
    expect(writes).toEqual(["last\n"]);
  });
});

describe("logStyle", () => {
  it.each<[boolean, Record<string, string>, LogStyle]>([
    [true, {}, { json: false, colour: true }],
    [false, {}, { json: true, colour: false }],
    [true, { NO_COLOR: "1" }, { json: false, colour: false }],
    [true, { NO_COLOR: "" }, { json: false, colour: true }],
    [true, { TERM: "dumb" }, { json: false, colour: false }],
    [true, { NO_COLOR: "1", FORCE_COLOR: "1" }, { json: false, colour: true }],
    [true, { FORCE_COLOR: "0" }, { json: false, colour: false }],
    [false, { FORCE_COLOR: "1" }, { json: false, colour: true }],
    [false, { FORCE_COLOR: "0" }, { json: true, colour: false }],
  ])("chooses for a terminal: %s and the environment %j the style %j", (isTTY, environment, style) => {
    expect(logStyle(isTTY, environment)).toEqual(style);
  });
});
