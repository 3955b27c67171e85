import { once } from "node:events";
import { connect } from "node:net";
import express from "express";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Exchange } from "../../../src/http/exchange.ts";
import { createServer, listen } from "../../../src/http/server/server.ts";
import { runningAlone } from "../../control/running.ts";
import { answersTo, partsOf, statusesIn } from "./bytes.ts";

const long = "x".repeat(20_000);
const notHttp = { status: 400, code: "VALIDATION_ERROR", detail: "This is not an HTTP request that can be read." };
const tooLarge = { status: 431, code: "PAYLOAD_TOO_LARGE", detail: "The headers are larger than 16 KiB in all." };
const invalid = (detail: string, status = 400) => ({ status, code: "VALIDATION_ERROR", detail });
const noHost = invalid("A request of HTTP/1.1 needs the header Host.");
const twoHosts = invalid("The header Host came more than once: send it once.");
const unexpected = invalid("Expect can only be 100-continue.", 417);
const noProxy = {
  status: 405,
  code: "METHOD_NOT_ALLOWED",
  detail: "CONNECT is not for this server: it is no proxy.",
};
const post = (path: string, ...fields: string[]) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${fields.join("\r\n")}\r\n\r\n`;

describe("a request that never reaches Express", () => {
  /** A server with one page, and what it reports of requests that Express has not seen. */
  async function start(configure: (app: express.Express) => void = () => {}) {
    const app = express().get("/", (_, response) => void response.json({ ok: true }));
    configure(app);
    const reported: Exchange[] = [];
    const server = createServer(app, undefined, (exchange) => reported.push(exchange));
    onTestFinished(() => void server.close());
    return { server, reported, listening: () => listen(server, { port: 0, host: "127.0.0.1" }) };
  }

  it.each<[what: string, bytes: string | Buffer, problem: ReturnType<typeof invalid>, asked: string]>([
    ["nonsense", "NONSENSE\r\n\r\n", notHttp, "? /"],
    ["a TLS greeting", Buffer.from([0x16, 3, 1, 0, 0xa5, 1, 0, 0]), notHttp, "? /"],
    ["an unknown method", "FROB / HTTP/1.1\r\nHost: a\r\n\r\n", notHttp, "? /"],
    ["both lengths", post("/a", "Content-Length: 5", "Transfer-Encoding: chunked"), notHttp, "POST /a"],
    ["two lengths", post("/a", "Content-Length: 5", "Content-Length: 6"), notHttp, "POST /a"],
    ["a length that is no number", post("/", "Content-Length: x"), notHttp, "POST /"],
    ["a space in a header's name", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", notHttp, "GET /"],
    ["a control character in a header", "GET /?b HTTP/1.1\r\nHost: a\r\nX: \u0001\r\n\r\n", notHttp, "GET /?b"],
    ["a space in the path", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", notHttp, "GET /a"],
    ["large headers", `GET / HTTP/1.1\r\nHost: a\r\nX: ${long}\r\n\r\n`, tooLarge, "GET /"],
    ["no host", "GET /?a HTTP/1.1\r\n\r\n", noHost, "GET /?a"],
    ["two hosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", twoHosts, "GET /"],
    ["an unknown expectation", "GET / HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n", unexpected, "GET /"],
    ["the method CONNECT", "CONNECT a.test:443 HTTP/1.1\r\nHost: a\r\n\r\n", noProxy, "CONNECT a.test:443"],
  ])("is answered with a problem and reported: %s", async (_, bytes, problem, asked) => {
    const { reported, listening } = await start();
    const { line, headers, body } = partsOf(await answersTo((await listening()).port, bytes));
    expect(line).toMatch(new RegExp(`^HTTP/1\\.1 ${problem.status} [A-Z]`));
    const title = line.slice("HTTP/1.1 431 ".length);
    expect(headers).toMatchObject({
      "content-type": "application/problem+json",
      "content-length": String(Buffer.byteLength(body)),
      connection: "close",
      date: expect.stringMatching(/GMT$/),
    });
    expect(headers.allow).toBe(problem.status === 405 ? "GET, HEAD, POST, PUT, DELETE, OPTIONS" : undefined);
    const requestId = headers["x-request-id"];
    expect(JSON.parse(body)).toEqual({ type: "about:blank", title, ...problem, instance: "/", requestId });
    const { status, code, detail } = problem;
    const seen = reported.map((one) => ({
      asked: `${one.method} ${one.path}`,
      status: one.status,
      refused: one.refused,
      requestId: one.requestId,
      body: String(one.responseBody),
    }));
    expect(seen).toEqual([{ asked, status, refused: { code, detail }, requestId, body }]);
  });

  it.each([
    ["path", `HEAD /${long} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ["header", `HEAD / HTTP/1.1\r\nHost: a\r\nX: ${long}\r\n\r\n`],
  ])("has no body in the answer to a HEAD whose %s is too large", async (_, bytes) => {
    const { listening } = await start();
    const { line, headers, body } = partsOf(await answersTo((await listening()).port, bytes));
    expect([line.slice(0, 12), headers["content-length"], body]).toEqual([
      "HTTP/1.1 431",
      expect.stringMatching(/^[1-9]/),
      "",
    ]);
  });

  it("is answered with 408 when it does not arrive in time", async () => {
    const { server, listening } = await start();
    // Node reads its interval from here when the server begins to listen.
    Object.assign(server, { headersTimeout: 1, requestTimeout: 1, connectionsCheckingInterval: 10 });
    const { line, body } = partsOf(await answersTo((await listening()).port, "GET / HTTP/1.1\r\n"));
    expect(line).toBe("HTTP/1.1 408 Request Timeout");
    expect(JSON.parse(body).detail).toBe("The request did not arrive whole in time.");
  });

  it("gets its problem after a response that has begun, and not into it", async () => {
    let finish = () => {};
    const { server, listening } = await start((app) => {
      app.get("/slow", (_, response) => {
        response.write("begun");
        finish = () => void response.end("ended");
      });
    });
    const socket = connect((await listening()).port, "127.0.0.1").on("error", () => {});
    let answer = "";
    socket.on("data", (text) => (answer += text));
    socket.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    const unreadable = once(server, "clientError");
    socket.write("NONSENSE\r\n\r\n");
    await unreadable;
    finish();
    await once(socket, "close");
    expect(answer).toMatch(/ 200 OK.*begun.*ended.* 400 Bad Request/s);
  });

  it("may be of a client that resets the connection before the response", async () => {
    const { listening, reported } = await start();
    const { port } = await listening();
    for (let n = 0; n < 50; n++) {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      await once(socket, "connect");
      socket.write("NONSENSE\r\n\r\n");
      socket.resetAndDestroy();
    }
    expect(await answersTo(port, "GET / HTTP/1.0\r\n\r\n")).toContain("200 OK");
    expect(reported.length).toBeLessThanOrEqual(50);
  });
});

const on = runningAlone();
const host = "Host: localhost\r\n";
const exchanged = async (...bytes: string[]) => statusesIn(await answersTo(on.sandbox.port, ...bytes));
const get = (target: string, headers = host) => `GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

describe("an absolute target", () => {
  it.each([
    ["http://evil.test/_sandbox/accounts", 403],
    ["HTTP://evil.test:4600/_sandbox/accounts", 403],
    ["http://localhost.evil.test?x=1", 403],
    ["http://localhost/_sandbox/accounts", 200],
    ["http://127.0.0.1:4600/_sandbox/accounts?x=/a", 200],
    ["https://localhost/_sandbox/accounts", 200],
    ["http://localhost", 200],
    ["http://localhost?x=1", 200],
    ["http://localhost@evil.test/", 400],
    ["http://localhost/#a", 400],
    ["http:///_sandbox/accounts", 400],
    ["ftp://localhost/", 400],
    ["localhost/_sandbox/accounts", 400],
  ])("answers %s by its own host with %i", async (target, status) => {
    expect(await exchanged(get(target))).toEqual([status]);
  });

  it("counts more than the header Host, and is refused in words where it is none", async () => {
    expect(await exchanged(get("http://localhost/_sandbox/accounts", "Host: evil.test\r\n"))).toEqual([200]);
    expect(await answersTo(on.sandbox.port, get("ftp://localhost/"))).toContain(
      "The target of the request is no path and no http address.",
    );
  });
});

it("two Authorization headers are refused, whatever they hold", async () => {
  const token = `Authorization: Bearer ${await on.sandbox.token()}\r\n`;
  const target = "/api/v1/account/demo/thirdparties";
  expect(await exchanged(get(target, host + token))).toEqual([200]);
  for (const second of [token, token.toLowerCase(), "AUTHORIZATION: Basic YTpi\r\n"])
    expect(await answersTo(on.sandbox.port, get(target, host + token + second))).toContain(
      "The header Authorization came more than once: send it once.",
    );
});

describe("bytes after a request that are no request", () => {
  const garbage = "\u0000\u0001 this is no HTTP\r\n\r\n";
  const remove = (name: string) => `DELETE /_sandbox/accounts/${name} HTTP/1.1\r\n${host}\r\n`;

  it("leave the requests before them their own answers, and get a 400 after those", async () => {
    const proxy = `CONNECT evil.test:443 HTTP/1.1\r\n${host}\r\n`;
    for (const [others, last, statuses] of [
      [1, garbage, [204, 400]],
      [3, garbage, [204, 404, 404, 400]],
      [1, proxy, [204, 405]],
    ] as const) {
      await on.sandbox.world("gone");
      expect(await exchanged(remove("gone").repeat(others) + last)).toEqual(statuses);
    }
  });

  it("are ignored where the request asked to close the connection", async () => {
    expect(await exchanged(get("/") + garbage)).toEqual([200]);
  });

  it("are the answer of a request whose own body they are", async () => {
    const head = `PUT /_sandbox/accounts/new HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
    const broken = `${head}Transfer-Encoding: chunked\r\n\r\nnot a chunk\r\n`;
    expect(await exchanged(broken)).toEqual([400]);
    await on.sandbox.world("gone");
    expect(await exchanged(remove("gone") + broken)).toEqual([204, 400]);
  });
});

describe("Expect: 100-continue", () => {
  const put = (length: number, body = "") =>
    `PUT /_sandbox/accounts/expected HTTP/1.1\r\n${host}Content-Type: application/json\r\n` +
    `Content-Length: ${length}\r\nExpect: 100-continue\r\n\r\n${body}`;

  it("is answered with 100 when the body is wanted, and with the refusal alone when headers are refused", async () => {
    expect(await exchanged(put(2, "{}"))).toEqual([100, 201]);
    expect(await exchanged(put(2_000_000))).toEqual([413]);
    expect(await exchanged(put(2).replace("application/json", "text/plain"))).toEqual([415]);
    expect(await exchanged(put(2).replace("localhost", "evil.test"))).toEqual([403]);
  });
});

describe("a body", () => {
  const body = JSON.stringify({ accountIds: ["demo"], expiresIn: 60 });
  const head = (field: string) =>
    `POST /_sandbox/tokens HTTP/1.1\r\n${host}Content-Type: application/json\r\n${field}\r\n\r\n`;
  const sized = head(`Content-Length: ${body.length}`);
  const chunked = head("Transfer-Encoding: chunked");
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const [first, second] = [chunk(body.slice(0, 9)), chunk(body.slice(9))];

  it.each<[string, string[], number[]]>([
    ["together with its head", [sized + body], [201]],
    ["after its head", [sized, body], [201]],
    ["in two pieces", [sized + body.slice(0, 9), body.slice(9)], [201]],
    ["in one chunk", [chunked + chunk(body) + chunk("")], [201]],
    ["in two chunks together with its head", [chunked + first + second + chunk("")], [201]],
    ["in chunks, one by one", [chunked, first, second, chunk("")], [201]],
    ["for each of two requests that come together", [sized + body + sized + body], [201, 201]],
    ["as nothing in chunks", [chunked + chunk("")], [400]],
  ])("is read when it comes %s", async (_, pieces, statuses) => {
    expect(await exchanged(...pieces, get("/health"))).toEqual([...statuses, 200]);
  });
});
