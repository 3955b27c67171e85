import { once } from "node:events";
import { connect } from "node:net";
import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { createServer, listen } from "../src/http/server/server.ts";
import { createLog } from "../src/sandbox/log.ts";
import { makeSandbox, makeWorld } from "./support/sandbox.ts";

const { app, sandbox } = makeSandbox();
const ask = (path: string, headers: Record<string, string> = {}) => supertest(app).get(path).set(headers);

describe("every response", () => {
  const places = [
    "/",
    "/docs/",
    "/openapi.json",
    "/health",
    "/_sandbox/seeds",
    "/api/v1/account/demo/thirdparties",
    "/nowhere",
    "/api/v1/account/demo/thirdparties/%zz",
    "/files/x",
  ];

  it.each(places)("sends the security headers at %s", async (path) => {
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

  it("echoes the id of a request when it is short and plain", async () => {
    expect((await ask("/health", { "X-Request-Id": "order-66.a_b" })).headers["x-request-id"]).toBe("order-66.a_b");
    for (const odd of ["a b", "<script>", "é", "x".repeat(129), "a,b"]) {
      const { headers } = await ask("/health", { "X-Request-Id": Buffer.from(odd).toString("latin1") });
      expect(headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
    }
  });

  it("says at an unknown path where to find the known ones", async () => {
    expect((await ask("/nowhere").expect(404)).body.detail).toBe(
      "There is nothing at /nowhere. See / for what there is.",
    );
    expect((await ask("/thirdparty/1").expect(404)).body.code).toBe("NOT_FOUND");
  });
});

describe("the header Host", () => {
  it.each(["localhost", "127.0.0.1:4600", "[::1]:4600", "app.localhost"])("accepts the host %s", async (host) => {
    await ask("/health", { Host: host }).expect(200);
  });
  it.each(["evil.test", "127.0.0.1.evil.test", "localhost.evil.test:4600", "[", "a:99999", "", "é"])(
    "refuses the host %j",
    async (host) => {
      const response = await ask("/api/v1/account/demo/thirdparties", {
        Host: Buffer.from(host).toString("latin1"),
      }).expect(403);
      expect(response.body).toMatchObject({ code: "FORBIDDEN", detail: expect.stringContaining("--allowed-host") });
    },
  );
  it("accepts a host of --allowed-host, and no other name", async () => {
    const { app: open } = makeSandbox({ allowedHosts: ["sandbox.intranet"] });
    await supertest(open).get("/health").set("Host", "sandbox.intranet:8080").expect(200);
    await supertest(open).get("/health").set("Host", "another.intranet").expect(403);
  });
  it("refuses a request without a Host header", async () => {
    const server = createServer(app);
    const { port } = await listen(server, { port: 0, host: "127.0.0.1" });
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    socket.write("GET /health HTTP/1.1\r\nConnection: close\r\n\r\n");
    await once(socket, "close");
    server.close();
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("the control plane", () => {
  const put = (headers: Record<string, string>) =>
    supertest(app).put("/_sandbox/accounts/cross-site").set(headers).send({ seed: "empty" });

  it("admits programs and pages of this machine to the control plane", async () => {
    await put({}).expect(201);
    await put({ Origin: "http://localhost:5173" }).expect(200);
    await put({ "Sec-Fetch-Site": "same-origin" }).expect(200);
  });

  it.each<Record<string, string>>([
    { Origin: "https://evil.test" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { Origin: "http://localhost.evil.test" },
  ])("refuses a page with %j at the control plane", async (headers) => {
    const before = [...(await sandbox.worlds.accounts()).keys()];
    await put(headers).expect(403);
    await supertest(app)
      .post("/_sandbox/accounts/demo/reset")
      .set(headers)
      .set("Content-Type", "text/plain")
      .send("{}")
      .expect(403);
    await supertest(app).get("/_sandbox/requests").set(headers).expect(403);
    await supertest(app).get("/_sandbox/openapi.json").set(headers).expect(403);
    expect([...(await sandbox.worlds.accounts()).keys()]).toEqual(before);
  });

  it("allows a foreign page nothing in a preflight to the control plane", async () => {
    const preflight = await supertest(app)
      .options("/_sandbox/accounts/demo/reset")
      .set({ Origin: "https://evil.test", "Access-Control-Request-Method": "POST" })
      .expect(204);
    expect(preflight.headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("takes no text/plain, which a page could send without a preflight", async () => {
    await supertest(app)
      .post("/_sandbox/tokens")
      .set("Content-Type", "text/plain")
      .send('{"accountIds":["demo"]}')
      .expect(415);
  });

  it("demands the key of the control plane off loopback", async () => {
    const { app: exposed } = makeSandbox({
      host: "0.0.0.0",
      sandboxKey: "open sesame",
      jwtSecret: "a secret of the owner's own choosing",
    });
    const seeds = (headers: Record<string, string>) => supertest(exposed).get("/_sandbox/seeds").set(headers);
    const refused = await seeds({}).expect(401);
    expect(refused.body).toMatchObject({ code: "UNAUTHENTICATED", detail: expect.stringContaining("X-Sandbox-Key") });
    await seeds({ "X-Sandbox-Key": "open" }).expect(401);
    await seeds({ "X-Sandbox-Key": "open sesame" }).expect(200);
  });

  it("lists requests with their violations", async () => {
    const world = await makeWorld({ on: { app, sandbox } });
    await world.get("/thirdparties", { size: 0 }).expect(400);
    await expect
      .poll(async () => (await supertest(app).get(`/_sandbox/requests?accountId=${world.accountId}`)).body.content)
      .toMatchObject([
        {
          requestId: "the-test",
          at: expect.any(String),
          method: "GET",
          path: `${world.base}/thirdparties?size=0`,
          operation: "thirdparties.list",
          accountId: world.accountId,
          status: 400,
          durationMs: expect.any(Number),
          violations: ["size must be a whole number from 1 to 100."],
        },
      ]);
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

  it("does not let a foreign page read a response", async () => {
    const { headers } = await ask("/api/v1/account/demo/thirdparties", { Origin: "https://evil.test" });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });
});

describe("an account", () => {
  it("creates an account at its first use, from the server's seed and at its time", async () => {
    const token = await sandbox.token(["brand-new"], 60);
    const { body } = await ask("/api/v1/account/brand-new/thirdparties", { Authorization: `Bearer ${token}` }).expect(
      200,
    );
    expect(body.totalElements).toBe(0);
    expect((await ask("/_sandbox/accounts/brand-new/clock").expect(200)).body).toMatchObject({
      now: "2026-01-15T09:00:00.000",
      frozen: true,
    });
  });

  it("does not create an account that the token does not name", async () => {
    await ask("/api/v1/account/unnamed/thirdparties").expect(401);
    const token = await sandbox.token(["another"], 60);
    await ask("/api/v1/account/unnamed/thirdparties", { Authorization: `Bearer ${token}` }).expect(403);
    await ask("/_sandbox/accounts/unnamed/clock").expect(404);
    expect([...(await sandbox.worlds.accounts()).keys()]).not.toContain("unnamed");
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

  it("says of each request its operation and account, and whether it made the account", async () => {
    const on = logged();
    await ask(on, "/thirdparties");
    await ask(on, "/thirdparties");
    await expect.poll(() => on.details).toEqual([{ ...nothing, newAccount: true }, nothing]);
  });

  it("says of a refused request its code, and its violations or the detail", async () => {
    const on = logged();
    await ask(on, "/thirdparties?size=0&page=x");
    await ask(on, "/thirdparties/924999");
    await expect
      .poll(() => on.details)
      .toEqual([
        {
          ...nothing,
          newAccount: true,
          code: "INVALID_PAGE",
          reasons: [expect.stringMatching(/^page must be /), "size must be a whole number from 1 to 100."],
        },
        {
          ...nothing,
          operation: "thirdparties.get",
          code: "THIRD_PARTY_NOT_FOUND",
          reasons: [expect.stringContaining("924999")],
        },
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

  it("says which fault struck", async () => {
    const on = logged();
    on.sandbox.faults.replace([{ kind: "status", status: 502 }]);
    await ask(on, "/thirdparties");
    await expect
      .poll(() => on.details)
      .toEqual([
        {
          ...nothing,
          newAccount: true,
          code: "INJECTED_FAULT",
          reasons: ["An injected fault answers 502."],
          fault: "status",
        },
      ]);
  });
});
