import { type IncomingMessage, request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { type StartOptions, startSandbox } from "../../src/start.ts";
import { running, send } from "./running.ts";

const on = running();
const key = "the key of the control plane";
const jwtSecret = "a secret of our own, long enough for HS256";
const exposed = { host: "0.0.0.0", jwtSecret, sandboxKey: key, seed: "empty" };

/** Sends headers that fetch does not let a program set. */
const sent = (url: string, method: string, headers: Record<string, string>, body = "") =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers }, (response) => resolve(response.resume()))
      .on("error", reject)
      .end(body);
  });
/** The status of the answer, and the origin that it allows. */
const raw = async (...asked: Parameters<typeof sent>) => {
  const { statusCode, headers } = await sent(...asked);
  return [statusCode, headers["access-control-allow-origin"]];
};
const at = (path: string) => on.sandbox.url + path;
const started = async (options: StartOptions) => {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
};

it.each(["evil.example", "127.0.0.1.evil.example", "[", "evil.example:4600", "192.168.1.2"])(
  "refuses the host %s on every path",
  async (host) => {
    for (const path of ["/_sandbox/accounts", "/docs/start.js", "/api/v1/account/demo/thirdparties", "/health"])
      expect([path, ...(await raw(at(path), "GET", { host }))]).toEqual([path, 403, undefined]);
  },
);

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
  it.each<[string, Record<string, string>]>([
    ["a foreign origin", { origin: "https://evil.example" }],
    ["no origin of its own", { origin: "null" }],
    ["a foreign page that sends no origin", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
  ])("refuses every request of a page with %s, simple requests too", async (_name, headers) => {
    const world = await on.sandbox.world("victim");
    const before = await world.export();
    for (const [method, path, body] of moves)
      for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
        const answer = await raw(at(path), method, { ...headers, "content-type": type }, body);
        expect([path, ...answer]).toEqual([path, 403, undefined]);
      }
    expect(await world.export()).toEqual(before);
  });

  it("allows a preflight of a foreign page nothing", async () => {
    const asked = { origin: "https://evil.example", "access-control-request-method": "PUT" };
    const { statusCode, headers } = await sent(at("/_sandbox/faults"), "OPTIONS", asked);
    const allowed = Object.keys(headers).filter((name) => name.startsWith("access-control-"));
    expect({ statusCode, allowed }).toEqual({ statusCode: 204, allowed: [] });
  });

  it("takes text/plain from no client", async () => {
    await on.sandbox.world("plain");
    const type = { "content-type": "text/plain" };
    const [status] = await raw(at("/_sandbox/accounts/plain/clock"), "POST", type, '{"advance":"P90D"}');
    expect(status).toBe(415);
  });

  it("admits a page of localhost by its own origin, never by *, and opens only the service with --cors *", async () => {
    const origin = "http://localhost:5173";
    expect(await raw(at("/_sandbox/accounts"), "GET", { origin })).toEqual([200, origin]);
    const open = await started({ seed: "empty", cors: "*" });
    const foreign = { origin: "https://anywhere.example", authorization: `Bearer ${await open.token()}` };
    expect(await raw(`${open.url}/api/v1/account/demo/thirdparties`, "GET", foreign)).toEqual([200, "*"]);
    expect(await raw(`${open.url}/_sandbox/accounts`, "GET", foreign)).toEqual([403, undefined]);
  });
});

describe("off loopback", () => {
  it.each([{}, { sandboxKey: key }, { jwtSecret }])(
    "refuses to start off loopback with no other secrets than %j",
    async (secrets) => {
      await expect(startSandbox({ host: "0.0.0.0", seed: "empty", ...secrets })).rejects.toThrow(
        "Listening on 0.0.0.0 lets other machines in",
      );
    },
  );

  it("demands the whole key off loopback, and names an address that this machine reaches", async () => {
    const sandbox = await started(exposed);
    expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}`);
    const url = `${sandbox.url}/_sandbox/accounts`;
    const authorization = `Bearer ${await sandbox.token()}`;
    const keys = ["", key.slice(1), `${key}x`, key.toUpperCase()].map((wrong) => ({ "x-sandbox-key": wrong }));
    for (const wrong of [{}, { authorization }, ...keys]) {
      const { status, body, headers } = await send(url, "GET", undefined, wrong as Record<string, string>);
      expect([wrong, status, body.code]).toEqual([wrong, 401, "UNAUTHENTICATED"]);
      expect(headers.get("www-authenticate")).toBe("SandboxKey");
    }
    const own = { "x-sandbox-key": key };
    expect((await send(url, "GET", undefined, own)).status).toBe(200);
    expect((await send(`${sandbox.url}/thirdparties`, "GET", undefined, own)).status).toBe(401);
    // The test API sends the key.
    expect(await (await sandbox.world("w")).clock.now()).toMatch(/^\d{4}-/);
  });
});

it("sends Vary: Origin on every path", async () => {
  const headers = { authorization: `Bearer ${await on.sandbox.token()}` };
  const varies: Record<string, string | null> = {};
  for (const path of ["/", "/health", "/openapi.json", "/nothing", "/_sandbox/seeds", "/thirdparties"])
    varies[path] = (await send(at(path), "GET", undefined, headers)).headers.get("vary");
  const { "/": front, ...others } = varies;
  expect([front, new Set(Object.values(others))]).toEqual(["Origin, Accept", new Set(["Origin"])]);
});
