import { deflateSync, gzipSync } from "node:zlib";
import { broken, type Case, each, health, host, one, posted, request, type Target } from "./case.ts";

const mebibyte = 1024 * 1024;
const refused = '{"companyIdType":"CIT001","companyIdValue":""}';

/** Lengths, chunks, encodings, and JSON that is not what it should be. */
export const framingCases = (target: Target): Case[] => [
  ...lengths(target),
  ...chunks(target),
  ...encodings(target),
  ...json(target),
  ...healthHeaders,
  ...headers(target),
  ...downloads(target),
];

const smuggled = "GET /x HTTP/1.1\r\nX: 1\r\n\r\n".padEnd(30);
const badLengths = ["x", "-1", "+5", "1e3", "0x5", "5 5", "5, 5", "", "99999999999999999999999", "5.0", "2"];
const chunkedField = "Transfer-Encoding: chunked";
const framings = [
  ["Content-Length: 5", chunkedField],
  [chunkedField, "Content-Length: 5"],
  [chunkedField, "Transfer-Encoding: identity"],
  ["Content-Length: 4", "Transfer-Encoding : chunked"],
  ["Content-Length: 5", "Content-Length: 6"],
  ["Content-Length: 5", "Content-Length: 5"],
];
const codings = "gzip, chunked|identity|chunked, identity|xchunked|chunked, chunked|gzip|\x0bchunked".split("|");
const lengths = (target: Target): Case[] => [
  ...each("the fields", 400, framings, (fields) => posted(target, "0\r\n\r\n", ...fields)),
  ...each("the transfer coding", 400, codings, (coding) => posted(target, "0\r\n\r\n", `Transfer-Encoding: ${coding}`)),
  ...each("the length", 400, badLengths, (length) => posted(target, refused, `Content-Length: ${length}`)),
  ...each("too long,", 413, [2 ** 31, mebibyte + 1], (length) => posted(target, "", `Content-Length: ${length}`)),
  broken("a body that breaks off", 400, posted(target, "{", "Content-Length: 100")),
  one("a length with a GET", 200, `${request(health, "Content-Length: 5")}abcde`),
  one("smuggled: a GET inside of a GET's body", 200, `${request(health, "Content-Length: 30")}${smuggled}`),
];

const end = "0\r\n\r\n";
const badChunks = [
  ...["xyz", "-1", "0x5", "5 ", " 5", "", "ffffffffffffffffff", "1_0", "2"].map((size) => `${size}\r\nabcde\r\n${end}`),
  ...[`5\r\nabcdeX${end}`, "5\nabcde\n0\n\n", `2;a=b\r\n{}\r\n${end}`, "2\r\n{}\r\n0\r\nX-Trailer: 1\r\n\r\n"],
  ...["2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n", `${refused.length.toString(16)}\r\n${refused}\r\n${end}`],
  `${[...refused].map((byte) => `1\r\n${byte}\r\n`).join("")}${end}`,
];
const largeChunks = [`2;${"a".repeat(20_000)}\r\n{}\r\n${end}`, `200000\r\n${"x".repeat(0x200000)}\r\n${end}`];
const chunks = (target: Target): Case[] => {
  const chunked = (body: string) => posted(target, body, "Transfer-Encoding: chunked");
  return [
    ...each("refused in the chunks", 400, badChunks, chunked),
    ...each("too large, the chunks", 413, largeChunks, chunked),
    one("chunks in HTTP/1.0", 400, chunked(end).toString("latin1").replace("HTTP/1.1", "HTTP/1.0")),
  ];
};

const encodings = (target: Target): Case[] => {
  const encoded = (encoding: string, body: string | Buffer) => posted(target, body, `Content-Encoding: ${encoding}`);
  const typed = (...types: string[]) => posted(target, refused, ...types.map((type) => `Content-Type: ${type}`));
  return [
    one("a gzip bomb of 200 MB", 413, encoded("gzip", gzipSync(Buffer.alloc(200 * mebibyte, 32)))),
    one("a deflate bomb of 100 MB", 413, encoded("deflate", deflateSync(Buffer.alloc(100 * mebibyte, 32)))),
    one("half of a gzip body", 400, encoded("gzip", gzipSync(refused).subarray(0, 20))),
    ...each("text that is not", 400, ["gzip", "br"], (encoding) => encoded(encoding, refused)),
    one("gzip within gzip", 415, encoded("gzip, gzip", gzipSync(gzipSync(refused)))),
    one("an unknown encoding", 415, encoded("zstd", refused)),
    one("another charset", 415, typed("application/json; charset=utf-7")),
    one("a form", 415, typed("application/x-www-form-urlencoded")),
    one("two types", 415, typed("text/plain", "application/json")),
  ];
};

const nested = (times: number) => `{"a":${"[".repeat(times)}${"]".repeat(times)}}`;
const badTexts = [
  ...['"\\ud800"', '{"\\udfff":1}', '{"a":"\\ud800\\ud800"}', '{"a":"\\uDC00"}', "", " ".repeat(1_000)],
  ...["NaN", "Infinity", "1e400", "-0", "01", "0x1", "'a'", "undefined", "{a:1}", "[1,]", "//x\n{}", "{}{}"],
  ...["\ufeff\ufeff{}", '{"a":'.repeat(100_000), `{"companyIdType":"CIT002",${refused.slice(1)}`],
  ...[`{${'"companyIdType":"CIT001",'.repeat(4_000)}"companyIdValue":""}`, `{"companyIdType":${"9".repeat(900_000)}}`],
  '{"__proto__":{"companyIdType":"CIT001"},"companyIdValue":""}',
  `{"companyIdValue":"${"x".repeat(mebibyte - 100)}"}`,
];
/** Not UTF-8, an overlong NUL, and UTF-16. */
const badBytes = ["7b22ff223a317d", "22c08022", Buffer.from(refused, "utf16le").toString("hex")];
const json = (target: Target): Case[] => [
  ...each("JSON nested so deep:", 400, [65, 1_000, 100_000, 500_000], (depth) => posted(target, nested(depth))),
  ...each("the JSON", 400, badTexts, (text) => posted(target, text)),
  ...each("the bytes", 400, badBytes, (bytes) => posted(target, Buffer.from(bytes, "hex"))),
];

const many = (count: number) => Array.from({ length: count }, (_, at) => `X${at}: 1`);
/** By the status of a request with these fields. */
const fields: Record<number, readonly string[][]> = {
  400: [...[["Nonsense"], [": x"], ["X Y: 1"], ["X : 1"], ["X: \x01"], ["X: a\0b"], ["X: a\rEvil: 1"], ["X: a", " b"]]],
  200: [
    ...[["__proto__: x", "constructor: y"], ["X: \xff\xfe"], [`X: ${"x".repeat(15_000)}`], many(500)],
    ...[Array(300).fill("X: 1"), ["Expect: 100-continue"]],
  ],
  431: [[`X: ${"x".repeat(20_000)}`], [`X: ${"x".repeat(1_000_000)}`], many(5_000)],
  417: [["Expect: 200-ok"]],
};
const healthHeaders: Case[] = [
  ...Object.entries(fields).flatMap(([status, all]) =>
    each("the fields", Number(status), all, (some) => request(health, ...some)),
  ),
  one("a header that begins with a space", 400, `${health}\r\n X: 1\r\n${host}\r\n\r\n`),
];

const headers = ({ token, base }: Target): Case[] => {
  const list = `GET ${base}/thirdparties HTTP/1.1`;
  const good = `Authorization: Bearer ${token}`;
  const bad = "Authorization: Bearer x";
  const evil = "Origin: https://evil.test";
  const withGood = (field: string) => request(list, good, field);
  const ignored = ["Accept:", `Cookie: ${"a=b; ".repeat(2_000)}`, `Prefer: ${"x=y, ".repeat(2_000)}`];
  const large = ["Expect: 100-continue", "Content-Type: application/json", `Content-Length: ${2 * mebibyte}`];
  return [
    ...each("a good token and", 400, [good, bad], withGood),
    one("a bad token and a good one", 400, request(list, bad, `authorization: Bearer ${token}`)),
    one("a folded token", 400, request(list, "Authorization: Bearer", ` ${token}`)),
    one("a token in the query", 401, request(`GET ${base}/thirdparties?access_token=${token} HTTP/1.1`)),
    one("too large a body is announced", 413, request(`POST ${base}/thirdparties HTTP/1.1`, good, ...large)),
    ...each("served with", 200, ignored, withGood),
    ...each("refused with", 406, ["Accept: ;;;,,,=", `Accept: ${"a/b,".repeat(2_500)}`], withGood),
    one("a foreign origin", 403, request("POST /_sandbox/tokens HTTP/1.1", evil, "Content-Length: 0")),
  ];
};

const downloads = ({ token, file, etag }: Target): Case[] => {
  /** By the status of a download with these fields. */
  const conditions: Record<number, readonly string[][]> = {
    206: [["Range: bytes=0-9"], ["Range: bytes=-10"]],
    416: [["Range: bytes=99999999-"], ["Range: bytes=9-1"], ["Range: bytes=99999999999999999999999-"]],
    304: [[`If-None-Match: ${etag}`], [`If-None-Match: ${etag}`, "Range: bytes=99999999-"], ["If-None-Match: *"]],
    412: [['If-Match: "x"']],
    200: [
      ...[["Range: lines=1-2"], [`Range: bytes=${"0-1,".repeat(1_000)}2-3`], [`If-Match: ${etag}`]],
      ...[[`If-None-Match: ${'"a", '.repeat(2_000)}"b"`], ["Range: bytes=0-9", 'If-Range: "x"']],
      ["If-Modified-Since: yesterday", "If-Unmodified-Since: x"],
    ],
  };
  return Object.entries(conditions).flatMap(([status, all]) =>
    each("a download with", Number(status), all, (some) =>
      request(`GET ${file} HTTP/1.1`, `Authorization: Bearer ${token}`, ...some),
    ),
  );
};
