import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { createLog } from "../src/sandbox/log.ts";
import { makeSandbox } from "./support/sandbox.ts";

const { app, sandbox } = makeSandbox();
const ask = (path: string, headers: Record<string, string> = {}) => supertest(app).get(path).set(headers);

describe("every response", () => {
  it.each([
    ...["/", "/docs/", "/openapi.json", "/health", "/_sandbox/seeds", "/nowhere", "/files/x"],
    ...["/api/v1/account/demo/thirdparties", "/api/v1/account/demo/thirdparties/%zz"],
  ])("sends the security headers at %s", async (path) => {
    const { headers } = await ask(path);
    expect(headers).not.toHaveProperty("x-powered-by");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "content-security-policy": expect.stringMatching(/default-src 'self'.*frame-ancestors 'none'/),
      "x-request-id": expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(headers).not.toHaveProperty("strict-transport-security");
    expect(headers).not.toHaveProperty("set-cookie");
  });
});

describe("the header Host", () => {
  it("that names another machine is refused with the option that allows it", async () => {
    const headers = { Host: "evil.test", "X-Request-Id": "the-test" };
    const response = await ask("/api/v1/account/demo/thirdparties", headers);
    expect(response).toBeProblem({ status: 403, code: "FORBIDDEN", detail: expect.stringContaining("--allowed-host") });
  });
  it("accepts a host of --allowed-host, and no other name", async () => {
    const { app: open } = makeSandbox({ allowedHosts: ["sandbox.intranet"] });
    await supertest(open).get("/health").set("Host", "sandbox.intranet:8080").expect(200);
    await supertest(open).get("/health").set("Host", "another.intranet").expect(403);
  });
});

describe("an origin", () => {
  it("lets a page of localhost use the service, preflight included", async () => {
    const origin = "http://localhost:5173";
    const preflight = await supertest(app)
      .options("/api/v1/account/demo/thirdparties")
      .set({
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
      })
      .expect(204);
    expect(preflight.headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-headers": "authorization,content-type",
      "access-control-max-age": "600",
    });
    const refused = await ask("/api/v1/account/demo/thirdparties", { Origin: origin }).expect(401);
    expect(refused.headers).toMatchObject({
      "access-control-allow-origin": origin,
      vary: expect.stringContaining("Origin"),
    });
  });
});

describe("an account", () => {
  it("creates an account at its first use, from the server's seed and at its time", async () => {
    const headers = { Authorization: `Bearer ${await sandbox.token(["brand-new"], 60)}` };
    const { body } = await ask("/api/v1/account/brand-new/thirdparties", headers).expect(200);
    expect(body.totalElements).toBe(0);
    const clock = { now: "2026-01-15T09:00:00.000", frozen: true };
    expect((await ask("/_sandbox/accounts/brand-new/clock").expect(200)).body).toMatchObject(clock);
    await ask("/api/v1/account/unnamed/thirdparties", headers).expect(403);
    await ask("/_sandbox/accounts/unnamed/clock").expect(404);
  });

  it("opens every account to every caller when authentication is off", async () => {
    const { app: off } = makeSandbox({ auth: "off" });
    await supertest(off).get("/api/v1/account/anyone/thirdparties").expect(200);
    await supertest(off).get("/thirdparties").expect(200);
    await supertest(off).get("/api/v1/account/no.body/thirdparties").expect(400);
  });
});

describe("the log at the level debug", () => {
  /** A sandbox whose log goes to a list instead of the terminal. */
  function logged() {
    const { app, sandbox } = makeSandbox({ log: "debug" });
    const details: unknown[] = [];
    const lines: unknown[] = [];
    const write = (text: string) => {
      const { time, level, status, ...fields } = JSON.parse(text);
      if (level === "debug") details.push(fields);
      else lines.push([status, fields.code, fields.reason]);
    };
    const log = createLog({ level: "debug", style: { json: true, colour: false }, stream: { write } });
    Object.assign(sandbox, { log });
    return { app, sandbox, details, lines };
  }
  const ask = async ({ app, sandbox }: ReturnType<typeof logged>, path: string) =>
    supertest(app)
      .get(`/api/v1/account/demo${path}`)
      .set({ Authorization: `Bearer ${await sandbox.token(["demo"], 60)}`, "X-Request-Id": "r" });
  const nothing = { requestId: "r", operation: "thirdparties.list", accountId: "demo" };

  it("says of each request its operation and account, and of a refused one its code and its reasons", async () => {
    const on = logged();
    await ask(on, "/thirdparties");
    await ask(on, "/thirdparties?size=0&page=x");
    await ask(on, "/thirdparties/924999");
    on.sandbox.faults.replace([{ kind: "status", status: 502 }]);
    await ask(on, "/thirdparties");
    const size = "size must be a whole number from 1 to 100.";
    const fault = { code: "INJECTED_FAULT", reasons: ["An injected fault answers 502."] };
    const missing = { code: "THIRD_PARTY_NOT_FOUND", reasons: [expect.stringContaining("924999")] };
    await expect
      .poll(() => on.details)
      .toEqual([
        { ...nothing, newAccount: true },
        { ...nothing, code: "INVALID_PAGE", reasons: [expect.stringMatching(/^page must be /), size] },
        { ...nothing, operation: "thirdparties.get", ...missing },
        { ...nothing, ...fault },
      ]);
  });

  it("has in the line of a refused request its code and its first reason", async () => {
    const on = logged();
    await ask(on, "/thirdparties");
    await ask(on, "/thirdparties?size=0&page=x");
    await ask(on, "/thirdparties/924999");
    await expect
      .poll(() => on.lines)
      .toEqual([
        [200, undefined, undefined],
        [400, "INVALID_PAGE", "page must be a whole number from 0 to 1000000. (and 1 more)"],
        [404, "THIRD_PARTY_NOT_FOUND", expect.stringContaining("924999")],
      ]);
  });
});
