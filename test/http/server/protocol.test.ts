import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { runningAlone } from "../../control/running.ts";

const on = runningAlone();
const host = "Host: localhost\r\n";

/** All that comes back on one connection for some bytes, as statuses and bodies. */
async function exchanged(bytes: string): Promise<{ statuses: number[]; text: string }> {
  const socket = connect(on.sandbox.port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (more) => (text += more));
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(bytes);
  await once(socket, "close");
  return { statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)), text };
}
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
    ["http://localhost@evil.test/", 400],
    ["http:///_sandbox/accounts", 400],
    ["ftp://localhost/", 400],
    ["localhost/_sandbox/accounts", 400],
  ])("answers %s by its own host with %i", async (target, status) => {
    expect((await exchanged(get(target))).statuses).toEqual([status]);
  });

  it("counts more than the header Host", async () => {
    const target = "http://localhost/_sandbox/accounts";
    expect((await exchanged(get(target, "Host: evil.test\r\n"))).statuses).toEqual([200]);
  });
});

describe("a header that came twice", () => {
  it("refuses two Authorization headers, whatever they hold", async () => {
    const token = `Authorization: Bearer ${await on.sandbox.token()}\r\n`;
    const target = "/api/v1/account/demo/thirdparties";
    expect((await exchanged(get(target, host + token))).statuses).toEqual([200]);
    for (const second of [token, token.toLowerCase(), "AUTHORIZATION: Basic YTpi\r\n"]) {
      const { statuses, text } = await exchanged(get(target, host + token + second));
      expect(statuses).toEqual([400]);
      expect(text).toContain("The header Authorization came more than once: send it once.");
    }
  });
});

describe("bytes after a request that are no request", () => {
  const garbage = "\u0000\u0001 this is no HTTP\r\n\r\n";
  const remove = (name: string) => `DELETE /_sandbox/accounts/${name} HTTP/1.1\r\n${host}\r\n`;

  it("leave the request its own answer, and get a 400 after it", async () => {
    for (let round = 0; round < 3; round++) {
      await on.sandbox.world("gone");
      const { statuses, text } = await exchanged(remove("gone") + garbage);
      expect(statuses).toEqual([204, 400]);
      expect(text).toContain("This is not an HTTP request that can be read.");
    }
  });

  it("leave several requests their own answers", async () => {
    await on.sandbox.world("gone");
    expect((await exchanged(remove("gone") + remove("gone") + remove("gone") + garbage)).statuses).toEqual([
      204, 404, 404, 400,
    ]);
  });

  it("are ignored where the request asked to close the connection", async () => {
    expect((await exchanged(get("/") + garbage)).statuses).toEqual([200]);
  });

  it("are the answer of a request whose own body they are", async () => {
    const head = `PUT /_sandbox/accounts/new HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
    const broken = `${head}Transfer-Encoding: chunked\r\n\r\nnot a chunk\r\n`;
    expect((await exchanged(broken)).statuses).toEqual([400]);
    await on.sandbox.world("gone");
    expect((await exchanged(remove("gone") + broken)).statuses).toEqual([204, 400]);
  });

  it("come after the answers of the requests before CONNECT, too", async () => {
    await on.sandbox.world("gone");
    const proxy = `CONNECT evil.test:443 HTTP/1.1\r\n${host}\r\n`;
    expect((await exchanged(remove("gone") + proxy)).statuses).toEqual([204, 405]);
  });
});

describe("Expect: 100-continue", () => {
  const put = (length: number, body = "", expectation = "100-continue") =>
    `PUT /_sandbox/accounts/expected HTTP/1.1\r\n${host}Content-Type: application/json\r\n` +
    `Content-Length: ${length}\r\nExpect: ${expectation}\r\n\r\n${body}`;

  it("is answered with 100 when the body is wanted", async () => {
    expect((await exchanged(put(2, "{}"))).statuses).toEqual([100, 201]);
  });

  it("is answered with the refusal alone when the headers are refused already", async () => {
    expect((await exchanged(put(2_000_000))).statuses).toEqual([413]);
    expect((await exchanged(put(2).replace("application/json", "text/plain"))).statuses).toEqual([415]);
    expect((await exchanged(put(2).replace("localhost", "evil.test"))).statuses).toEqual([403]);
  });

  it("is the only expectation that is met", async () => {
    expect(
      (await exchanged(put(2, "{}", "202-accepted").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))).statuses,
    ).toEqual([417]);
  });
});

it("an empty Accept header takes every type", async () => {
  for (const accept of ["Accept:\r\n", "Accept: \r\n"])
    expect((await exchanged(get("/_sandbox/accounts", host + accept))).statuses).toEqual([200]);
});
