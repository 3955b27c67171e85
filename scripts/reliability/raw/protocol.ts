import { broken, type Case, host, one, request, spoiled, type Target } from "./case.ts";

const health = "GET /health HTTP/1.1";
const ok = request(health);
const kept = `${health}\r\n${host}\r\n\r\n`;

/** Request lines, methods, hosts, targets and what follows a request on its connection. */
export const protocolCases = (target: Target): Case[] => [
  ...requestLines(),
  ...methods(target),
  ...hosts(target),
  ...targets(target),
  ...pipelines(target),
];

const requestLines = (): Case[] => [
  one("a plain request", 200, ok),
  one("a request in single bytes", 200, ...ok),
  one("empty lines before the request", 200, `\r\n\r\n${ok}`),
  one("lines that end with LF alone", 400, ok.replaceAll("\r\n", "\n")),
  one("lines that end with CR alone", 400, ok.replaceAll("\r\n", "\r"), "\r\n\r\n"),
  one("HTTP/0.9, which has no host", 403, "GET /health\r\n\r\n"),
  one("HTTP/0.9 with LF", 400, "GET /health\n\n"),
  one("HTTP/1.0 without a host", 403, "GET /health HTTP/1.0\r\n\r\n"),
  one("HTTP/1.0 with a host", 200, `GET /health HTTP/1.0\r\n${host}\r\n\r\n`),
  one("HTTP/1.0 that asks to keep the connection", 200, request("GET /health HTTP/1.0").replace("close", "keep-alive")),
  one("HTTP/1.2", 400, request("GET /health HTTP/1.2")),
  one("HTTP/3.0", 400, request("GET /health HTTP/3.0")),
  one("HTTP/9.9", 400, request("GET /health HTTP/9.9")),
  one("HTTP/1.10", 400, request("GET /health HTTP/1.10")),
  one("HTTP/11", 400, request("GET /health HTTP/11")),
  one("HTTP without a version", 400, request("GET /health HTTP/")),
  one("another protocol", 400, request("GET /health ICY/1.1")),
  one("the protocol in small letters", 400, request("GET /health http/1.1")),
  one("the preface of HTTP/2", 400, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  one("a TLS greeting", 400, Buffer.from("1603010200010001fc0303", "hex")),
  one("an SSH greeting", 400, "SSH-2.0-OpenSSH_9.0\r\n\r\n"),
  one("an SMTP greeting", 400, "EHLO localhost\r\n"),
  one("random bytes", 400, Buffer.from("9f3c00ff17a2e4b1d0c85e", "hex")),
  one("NUL bytes", 400, Buffer.alloc(64)),
  one("a NUL in the path", 400, request("GET /hea\0lth HTTP/1.1")),
  one("a NUL in the method", 400, request("G\0ET /health HTTP/1.1")),
  one("a space before the method", 400, request(" GET /health HTTP/1.1")),
  one("a tab after the method", 400, request("GET\t/health HTTP/1.1")),
  one("a space in the path", 400, request("GET /hea lth HTTP/1.1")),
  one("no path", 400, request("GET HTTP/1.1")),
  one("a path without a slash", 400, request("GET health HTTP/1.1")),
  one("a byte order mark before the method", 400, `\xef\xbb\xbf${ok}`),

  broken("half a request line", 400, "GET /hea", "lth"),
];

const methods = ({ base, token }: Target): Case[] => [
  ...["get", "Get", "FROB", "GETT", "GE", "", "BREW", "QUERYX"].map((method) =>
    one(`the method "${method}"`, 400, request(`${method} /health HTTP/1.1`)),
  ),
  ...["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "PURGE", "LOCK", "SEARCH", "MERGE"].map((method) =>
    one(`${method} of the list`, 405, request(`${method} ${base}/thirdparties HTTP/1.1`, "Content-Length: 0")),
  ),
  one("TRACE of the server", 404, request("TRACE * HTTP/1.1")),
  one("TRACE of the health check", 405, request("TRACE /health HTTP/1.1")),
  one("TRACE with a body", 405, `${request(`TRACE ${base}/thirdparties HTTP/1.1`, "Content-Length: 2")}ab`),
  one("CONNECT", 405, "CONNECT example.test:443 HTTP/1.1\r\nHost: example.test:443\r\n\r\n"),
  one("OPTIONS of the server", 404, request("OPTIONS * HTTP/1.1")),
  one("OPTIONS of the list", 204, request(`OPTIONS ${base}/thirdparties HTTP/1.1`)),
  { ...one("HEAD of the health check", 200, request("HEAD /health HTTP/1.1")), toHead: true },
  { ...one("HEAD without a token", 401, request(`HEAD ${base}/thirdparties HTTP/1.1`)), toHead: true },
  one(
    "an upgrade to WebSocket",
    200,
    request(health, "Upgrade: websocket", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==").replace("close", "Upgrade"),
  ),
  one("an upgrade to HTTP/2", 200, request(health, "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__")),
  one("a method in a header", 401, request(`GET ${base}/thirdparties HTTP/1.1`, "X-HTTP-Method-Override: DELETE")),
  one(
    "a DELETE in a header",
    200,
    request("GET /_sandbox/accounts HTTP/1.1", "X-HTTP-Method-Override: DELETE", `Authorization: Bearer ${token}`),
  ),
];

const withHost = (line: string, ...hosts: string[]) => [line, ...hosts, "Connection: close", "", ""].join("\r\n");
const hosts = ({ base }: Target): Case[] => [
  one("no host", 400, withHost(health)),
  one("two hosts", 400, withHost(health, "Host: 127.0.0.1", "Host: evil.test")),
  one("the same host twice", 400, withHost(health, "Host: 127.0.0.1", "host: 127.0.0.1")),
  ...[
    "localhost",
    "LOCALHOST:80",
    "localhost.",
    "app.localhost",
    "127.0.0.1:65535",
    "127.9.9.9",
    "[::1]",
    "[::1]:8080",
  ].map((name) => one(`the host ${name}`, 200, withHost(health, `Host: ${name}`))),
  ...[
    ...["evil.test", "evil.test:80", "localhost.evil.test", "127.0.0.1.evil.test", "2130706433", "0x7f.1", "a", ""],
    ...["127.0.0.1:99999", "127.0.0.1:x", "127.0.0.1:80:80", "[::1", "::1", "[::2]", "user@127.0.0.1", "127.0.0.1/x"],
    ...["127.0.0.1#", "127.0.0.1, evil.test", "..", "xn--localhost", "localhost\u00a0", "10.0.0.1", "0.0.0.0"],
  ].map((name) => one(`the host "${name}"`, 403, withHost(health, `Host: ${name}`))),
  one("a bad host for the control plane", 403, withHost("GET /_sandbox/accounts HTTP/1.1", "Host: evil.test")),
  one("a bad host for the service", 403, withHost(`GET ${base}/thirdparties HTTP/1.1`, "Host: evil.test")),
  one(
    "a host in a forwarding header",
    200,
    request(health, "X-Forwarded-Host: evil.test", "Forwarded: host=evil.test"),
  ),
  one("a host with a space before the colon", 400, withHost(health, "Host : 127.0.0.1")),
];

const targets = ({ base }: Target): Case[] => [
  one("an absolute target with this host", 200, request("GET http://127.0.0.1/health HTTP/1.1")),
  one("an absolute target with another host", 403, request("GET http://evil.test/health HTTP/1.1")),
  one("an absolute target to the control plane", 403, request("GET http://evil.test/_sandbox/accounts HTTP/1.1")),
  one(
    "an absolute target with a good host and a bad header",
    [200],
    withHost("GET http://127.0.0.1/health HTTP/1.1", "Host: evil.test"),
  ),
  one("an absolute target without a path", 200, request("GET http://127.0.0.1 HTTP/1.1")),
  one("an absolute target with a user", 400, request("GET http://127.0.0.1@evil.test/health HTTP/1.1")),
  one("a target of another scheme", 400, request("GET file:///etc/passwd HTTP/1.1")),
  one("a target that is an authority", 400, request("GET 127.0.0.1:80 HTTP/1.1")),
  one("a target with two slashes", 404, request("GET //evil.test/health HTTP/1.1")),
  ...["/../health", "/%2e%2e/health", "/health/", "/HEALTH", "/health%00", "/health;x=1", "/./health"].map((path) =>
    one(`the path ${path}`, 404, request(`GET ${path} HTTP/1.1`)),
  ),
  one("a fragment in the path", 200, request("GET /health#x HTTP/1.1")),
  one("a backslash in the path", 404, request("GET \\health HTTP/1.1".replace("\\", "/\\"))),
  one("bytes above 127 in the path", 400, request("GET /h\xe9alth HTTP/1.1")),
  ...["%", "%zz", "%c0%af", "%ff", "%u0041", "%e2%82"].map((escape) =>
    one(`the escape ${escape} in an account`, 400, request(`GET /api/v1/account/${escape}/thirdparties HTTP/1.1`)),
  ),
  one("a query of only separators", 200, request("GET /health?&&&===& HTTP/1.1")),
  one("a query with bad escapes", 200, request("GET /health?%zz=%&%c0 HTTP/1.1")),
  one("a query with __proto__", 401, request(`GET ${base}/thirdparties?__proto__[a]=1&constructor=x HTTP/1.1`)),
  one("a path of 15 KB", 404, request(`GET /${"a".repeat(15_000)} HTTP/1.1`)),
  one("a path of 20 KB", 431, request(`GET /${"a".repeat(20_000)} HTTP/1.1`)),
  one("a path of 1 MB", 431, request(`GET /${"a".repeat(1_000_000)} HTTP/1.1`)),
  one("a path of 5,000 segments", 404, request(`GET ${"/a".repeat(5_000)} HTTP/1.1`)),
];

const pipelines = ({ base, token }: Target): Case[] => [
  one("two requests at once", [200, 200], kept + ok),
  one("twenty requests at once", Array(20).fill(200), kept.repeat(19) + ok),
  spoiled("a request after one that closes", 200, ok + ok),
  spoiled("garbage after a request", 200, `${kept}GARBAGE\r\n\r\n`),
  spoiled(
    "garbage after a request that takes a turn",
    200,
    `GET ${base}/thirdparties HTTP/1.1\r\n${host}\r\nAuthorization: Bearer ${token}\r\n\r\n\0\x01\x02\r\n\r\n`,
  ),
  spoiled(
    "garbage after a write",
    201,
    `POST /_sandbox/tokens HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 22\r\n\r\n` +
      `{"accountIds":["raw"]}GARBAGE\r\n\r\n`,
  ),
  one("a good request after garbage", 400, `GARBAGE\r\n\r\n${ok}`),
  one("half a request after a whole one", 200, `${kept}GET /hea`),
];
