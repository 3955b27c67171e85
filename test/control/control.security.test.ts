import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { startSandbox } from "../../src/start.ts";
import { running, send } from "./running.ts";

const on = running();
const key = "the key of the control plane";
const exposed = {
  host: "0.0.0.0",
  jwtSecret: "a secret of our own, long enough for HS256",
  sandboxKey: key,
  seed: "empty",
};

/** Sends headers that fetch does not let a program set. */
const raw = (
  url: string,
  method: string,
  headers: Record<string, string>,
  body = "",
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode as number, headers: response.headers, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
const at = (path: string) => on.sandbox.url + path;

describe("the host", () => {
  it.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "[",
    "a:99999",
    "evil.example:4600",
    "192.168.1.2",
  ])("refuses the host %s on every path", async (host) => {
    for (const path of ["/_sandbox/accounts", "/docs/start.js", "/api/v1/account/demo/thirdparties", "/health"])
      expect((await raw(at(path), "GET", { host })).status).toBe(403);
  });
  it.each(["localhost", "127.0.0.1", "[::1]", "localhost:1234", "app.localhost"])(
    "accepts the host %s",
    async (host) => {
      expect((await raw(at("/health"), "GET", { host })).status).toBe(200);
    },
  );
});

describe("the control plane and pages of other sites", () => {
  const moves: [string, string, string][] = [
    ["PUT", "/_sandbox/accounts/victim", "{}"],
    ["POST", "/_sandbox/accounts/victim/reset", ""],
    ["POST", "/_sandbox/accounts/victim/clock", '{"advance":"P90D"}'],
    ["DELETE", "/_sandbox/accounts/victim", ""],
    ["PUT", "/_sandbox/accounts/victim/state", "{}"],
    ["POST", "/_sandbox/tokens", '{"accountIds":["victim"]}'],
    ["GET", "/_sandbox/stream", ""],
    ["GET", "/_sandbox/requests", ""],
    ["GET", "/_sandbox/accounts/victim/state", ""],
  ];
  const origins: [string, Record<string, string>][] = [
    ["a foreign origin", { origin: "https://evil.example" }],
    ["no origin of its own", { origin: "null" }],
    ["a foreign origin that looks like ours", { origin: "http://localhost.evil.example" }],
    ["a foreign page that sends no origin", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
  ];
  it.each(origins)("refuses every request of a page with %s, simple requests too", async (_name, headers) => {
    const world = await on.sandbox.world("victim");
    const before = await world.export();
    for (const [method, path, body] of moves)
      for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
        const answer = await raw(at(path), method, { ...headers, "content-type": type }, body);
        expect([path, answer.status, answer.headers["access-control-allow-origin"]]).toEqual([path, 403, undefined]);
      }
    expect(await world.export()).toEqual(before);
  });

  it("allows a preflight of a foreign page nothing", async () => {
    const answer = await raw(at("/_sandbox/faults"), "OPTIONS", {
      origin: "https://evil.example",
      "access-control-request-method": "PUT",
    });
    expect([
      answer.status,
      answer.headers["access-control-allow-origin"],
      answer.headers["access-control-allow-methods"],
    ]).toEqual([204, undefined, undefined]);
  });

  it("takes text/plain from no client", async () => {
    await on.sandbox.world("plain");
    expect(
      (await raw(at("/_sandbox/accounts/plain/clock"), "POST", { "content-type": "text/plain" }, '{"advance":"P90D"}'))
        .status,
    ).toBe(415);
  });

  it("admits a page of localhost by its own origin, never by *", async () => {
    const origin = "http://localhost:5173";
    const answer = await raw(at("/_sandbox/accounts"), "GET", { origin });
    expect([answer.status, answer.headers["access-control-allow-origin"], answer.headers.vary]).toEqual([
      200,
      origin,
      "Origin",
    ]);
  });

  it("opens the service and not the control plane with --cors *", async () => {
    const sandbox = await startSandbox({ seed: "empty", cors: "*" });
    const headers = { origin: "https://anywhere.example" };
    const service = await raw(`${sandbox.url}/api/v1/account/demo/thirdparties`, "GET", {
      ...headers,
      authorization: `Bearer ${await sandbox.token()}`,
    });
    expect([service.status, service.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
    const control = await raw(`${sandbox.url}/_sandbox/accounts`, "GET", headers);
    expect([control.status, control.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
    await sandbox.close();
  });

  it("admits a token to the service only, and the key to the control plane only, off loopback", async () => {
    const sandbox = await startSandbox(exposed);
    const token = await sandbox.token();
    expect(
      (await send(`${sandbox.url}/_sandbox/accounts`, "GET", undefined, { authorization: `Bearer ${token}` })).status,
    ).toBe(401);
    expect(
      (await send(`${sandbox.url}/api/v1/account/demo/thirdparties`, "GET", undefined, { "x-sandbox-key": key }))
        .status,
    ).toBe(401);
    await sandbox.close();
  });
});

describe("off loopback", () => {
  it.each([{}, { sandboxKey: key }, { jwtSecret: exposed.jwtSecret }])(
    "refuses to start off loopback with no other secrets than %j",
    async (secrets) => {
      await expect(startSandbox({ host: "0.0.0.0", seed: "empty", ...secrets })).rejects.toThrow(
        "Listening on 0.0.0.0 lets other machines in",
      );
    },
  );

  it("demands the whole key off loopback, and names an address that this machine reaches", async () => {
    const sandbox = await startSandbox(exposed);
    expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}`);
    const url = `${sandbox.url}/_sandbox/accounts`;
    for (const wrong of [undefined, "", key.slice(1), `${key}x`, key.toUpperCase()]) {
      const { status, body, headers } = await send(
        url,
        "GET",
        undefined,
        wrong === undefined ? {} : { "x-sandbox-key": wrong },
      );
      expect([wrong, status, body.code]).toEqual([wrong, 401, "UNAUTHENTICATED"]);
      expect(headers.get("www-authenticate")).toBe("SandboxKey");
    }
    expect((await send(url, "GET", undefined, { "x-sandbox-key": key })).status).toBe(200);
    // The test API sends the key.
    expect(await (await sandbox.world("w")).clock.now()).toMatch(/^\d{4}-/);
    await sandbox.close();
  });

  it("shows neither a token nor the demo account on its pages off loopback", async () => {
    const sandbox = await startSandbox({ ...exposed, seed: "portfolio" });
    const script = await send(`${sandbox.url}/docs/start.js`);
    expect(script.text).not.toMatch(/eyJ/);
    const empty = await startSandbox({ ...exposed, seed: "empty" });
    const [shown, plain] = await Promise.all(
      [sandbox, empty].map(async ({ url }) => (await send(`${url}/docs/service.json`)).text.replaceAll(url, "")),
    );
    expect(shown).toBe(plain);
    await Promise.all([sandbox.close(), empty.close()]);
  });
});

describe("the pages", () => {
  it("serves the token of the demo account to its own pages only", async () => {
    const script = await send(at("/docs/start.js"));
    expect(script.text).toMatch(/eyJ/);
    expect([script.headers.get("cross-origin-resource-policy"), script.headers.get("cache-control")]).toEqual([
      "same-origin",
      "no-store",
    ]);
  });

  it("answers 404 for the rest of /docs", async () => {
    for (const path of ["/docs/", "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui-init.js"])
      expect([path, (await send(at(path))).status]).toEqual([path, 200]);
    expect((await fetch(at("/docs"))).url).toBe(at("/docs/"));
    for (const path of ["/docs/nothing", "/docs/nothing/at/all", "/docs/../etc/passwd", "/docs/package.json"]) {
      const answer = await send(at(path));
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
        path,
        404,
        "application/problem+json; charset=utf-8",
      ]);
    }
  });

  it("sends Vary: Origin on every path", async () => {
    const token = await on.sandbox.token();
    for (const path of [
      "/",
      "/health",
      "/openapi.json",
      "/nothing",
      "/_sandbox/seeds",
      "/api/v1/account/demo/thirdparties",
    ])
      expect([
        path,
        (await send(at(path), "GET", undefined, { authorization: `Bearer ${token}` })).headers.get("vary"),
      ]).toEqual([path, path === "/" ? "Origin, Accept" : "Origin"]);
  });
});
