import { broken, type Case, each, health, host, one, request, spoiled, type Target } from "./case.ts";

const ok = request(health);
const kept = `${health}\r\n${host}\r\n\r\n`;
const byGet = (path: string) => request(`GET ${path} HTTP/1.1`);

/** Request lines, methods, hosts, targets and what follows a request on its connection. */
export const protocolCases = (target: Target): Case[] => [
  ...requestLines,
  ...methods(target),
  ...hosts(target),
  ...targets(target),
  ...pipelines(target),
];

/** HTTP/0.9 has no host. */
const hostless = ["GET /health\r\n\r\n", "GET /health HTTP/1.0\r\n\r\n"];
const greetings = ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "SSH-2.0-OpenSSH_9.0\r\n\r\n", "EHLO localhost\r\n"];
const binaries = ["1603010200010001fc0303", "9f3c00ff17a2e4b1d0c85e", "00".repeat(64)];
const protocols = ["HTTP/1.2", "HTTP/3.0", "HTTP/9.9", "HTTP/1.10", "HTTP/11", "HTTP/", "ICY/1.1", "http/1.1"];
const badLines = [
  ...["GET /hea\0lth HTTP/1.1", "G\0ET /health HTTP/1.1", " GET /health HTTP/1.1", "GET\t/health HTTP/1.1"],
  ...["GET /hea lth HTTP/1.1", "GET HTTP/1.1", "GET health HTTP/1.1", "\xef\xbb\xbfGET /health HTTP/1.1"],
];
const requestLines: Case[] = [
  one("a plain request", 200, ok),
  one("a request in single bytes", 200, ...ok),
  one("empty lines before the request", 200, `\r\n\r\n${ok}`),
  one("HTTP/1.0 with a host", 200, `GET /health HTTP/1.0\r\n${host}\r\n\r\n`),
  one("HTTP/1.0 that asks to keep the connection", 200, request("GET /health HTTP/1.0").replace("close", "keep-alive")),
  one("lines that end with CR alone", 400, ok.replaceAll("\r\n", "\r"), "\r\n\r\n"),
  ...each("no host in", 403, hostless, String),
  ...each("lines that end with LF alone:", 400, ["GET /health\n\n", ok.replaceAll("\r\n", "\n")], String),
  ...each("the protocol", 400, protocols, (protocol) => request(`GET /health ${protocol}`)),
  ...each("the greeting", 400, greetings, String),
  ...each("the bytes", 400, binaries, (bytes) => Buffer.from(bytes, "hex")),
  ...each("the line", 400, badLines, (line) => request(line)),
  broken("half a request line", 400, "GET /hea", "lth"),
];

const unknownMethods = ["get", "Get", "FROB", "GETT", "GE", "", "BREW", "QUERYX"];
const otherMethods = ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "PURGE", "LOCK", "SEARCH", "MERGE"];
const methods = ({ base, token }: Target): Case[] => {
  const list = `${base}/thirdparties HTTP/1.1`;
  const overridden = "X-HTTP-Method-Override: DELETE";
  const bearing = `Authorization: Bearer ${token}`;
  const socket = ["Upgrade: websocket", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="];
  return [
    ...each("the method", 400, unknownMethods, (method) => request(`${method} /health HTTP/1.1`)),
    ...each("of the list,", 405, otherMethods, (method) => request(`${method} ${list}`, "Content-Length: 0")),
    ...each("of the server,", 404, ["TRACE", "OPTIONS"], (method) => request(`${method} * HTTP/1.1`)),
    one("TRACE of the health check", 405, request("TRACE /health HTTP/1.1")),
    one("TRACE with a body", 405, `${request(`TRACE ${list}`, "Content-Length: 2")}ab`),
    one("CONNECT", 405, "CONNECT example.test:443 HTTP/1.1\r\nHost: example.test:443\r\n\r\n"),
    one("OPTIONS of the list", 204, request(`OPTIONS ${list}`)),
    { ...one("HEAD of the health check", 200, request("HEAD /health HTTP/1.1")), toHead: true },
    { ...one("HEAD without a token", 401, request(`HEAD ${list}`)), toHead: true },
    one("an upgrade to WebSocket", 200, request(health, ...socket).replace("close", "Upgrade")),
    one("an upgrade to HTTP/2", 200, request(health, "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__")),
    one("a method in a header", 401, request(`GET ${list}`, overridden)),
    one("a DELETE in a header", 200, request("GET /_sandbox/accounts HTTP/1.1", overridden, bearing)),
  ];
};

const withHost = (line: string, ...hosts: string[]) => [line, ...hosts, "Connection: close", "", ""].join("\r\n");
const ownHosts = "localhost LOCALHOST:80 localhost. app.localhost 127.0.0.1:65535 127.9.9.9 [::1] [::1]:8080".split(
  " ",
);
const otherHosts = [
  ...["evil.test", "evil.test:80", "localhost.evil.test", "127.0.0.1.evil.test", "2130706433", "0x7f.1", "a", ""],
  ...["127.0.0.1:99999", "127.0.0.1:x", "127.0.0.1:80:80", "[::1", "::1", "[::2]", "user@127.0.0.1", "127.0.0.1/x"],
  ...["127.0.0.1#", "127.0.0.1, evil.test", "..", "xn--localhost", "localhost\u00a0", "10.0.0.1", "0.0.0.0"],
];
const wrongHosts = [
  ...[[], ["Host: 127.0.0.1", "Host: evil.test"], ["Host: 127.0.0.1", "host: 127.0.0.1"], ["Host : 127.0.0.1"]],
];
const hosts = ({ base }: Target): Case[] => [
  ...each("the hosts", 400, wrongHosts, (fields) => withHost(health, ...fields)),
  ...each("the host", 200, ownHosts, (name) => withHost(health, `Host: ${name}`)),
  ...each("the host", 403, otherHosts, (name) => withHost(health, `Host: ${name}`)),
  ...each("a bad host for", 403, ["/_sandbox/accounts", `${base}/thirdparties`], (path) =>
    withHost(`GET ${path} HTTP/1.1`, "Host: evil.test"),
  ),
  one("a forwarded host", 200, request(health, "X-Forwarded-Host: evil.test", "Forwarded: host=evil.test")),
  one("an absolute target and a bad host", 200, withHost("GET http://127.0.0.1/health HTTP/1.1", "Host: evil.test")),
];

/** By the status that a GET of them has. */
const paths: Record<number, readonly string[]> = {
  200: ["http://127.0.0.1/health", "http://127.0.0.1", "/health#x", "/health?&&&===&", "/health?%zz=%&%c0"],
  403: ["http://evil.test/health", "http://evil.test/_sandbox/accounts"],
  400: ["http://127.0.0.1@evil.test/health", "file:///etc/passwd", "127.0.0.1:80", "/h\xe9alth"],
  404: [
    ...["//evil.test/health", "/../health", "/%2e%2e/health", "/health/", "/HEALTH", "/health%00", "/health;x=1"],
    ...["/./health", "/\\health", `/${"a".repeat(15_000)}`, "/a".repeat(5_000)],
  ],
  431: [`/${"a".repeat(20_000)}`, `/${"a".repeat(1_000_000)}`],
};
const targets = ({ base }: Target): Case[] => [
  ...Object.entries(paths).flatMap(([status, all]) => each("the target", Number(status), all, byGet)),
  ...each("in an account, the escape", 400, ["%", "%zz", "%c0%af", "%ff", "%u0041", "%e2%82"], (escape) =>
    byGet(`/api/v1/account/${escape}/thirdparties`),
  ),
  one("a query with __proto__", 401, byGet(`${base}/thirdparties?__proto__[a]=1&constructor=x`)),
];

const pipelines = ({ base, token }: Target): Case[] => {
  const list = `GET ${base}/thirdparties HTTP/1.1\r\n${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const issue = `POST /_sandbox/tokens HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 22`;
  return [
    one("two requests at once", [200, 200], kept + ok),
    one("twenty requests at once", Array(20).fill(200), kept.repeat(19) + ok),
    spoiled("a request after one that closes", 200, ok + ok),
    spoiled("garbage after a request", 200, `${kept}GARBAGE\r\n\r\n`),
    spoiled("garbage after a request that takes a turn", 200, `${list}\0\x01\x02\r\n\r\n`),
    spoiled("garbage after a write", 201, `${issue}\r\n\r\n{"accountIds":["raw"]}GARBAGE\r\n\r\n`),
    one("a good request after garbage", 400, `GARBAGE\r\n\r\n${ok}`),
    one("half a request after a whole one", 200, `${kept}GET /hea`),
  ];
};
