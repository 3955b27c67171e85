import { deflateSync, gzipSync } from "node:zlib";
import { broken, type Case, host, one, posted, request, type Target } from "./case.ts";

const mebibyte = 1024 * 1024;
const refused = '{"companyIdType":"CIT001","companyIdValue":""}';
const health = "GET /health HTTP/1.1";

/** Lengths, chunks, encodings, and JSON that is not what it should be. */
export const framingCases = (target: Target): Case[] => [
  ...lengths(target),
  ...chunks(target),
  ...encodings(target),
  ...json(target),
  ...headers(target),
];

const lengths = (target: Target): Case[] => [
  one("a length and chunks", 400, posted(target, "0\r\n\r\n", "Content-Length: 5", "Transfer-Encoding: chunked")),
  one("chunks and a length", 400, posted(target, "0\r\n\r\n", "Transfer-Encoding: chunked", "Content-Length: 5")),
  one("two lengths", 400, posted(target, refused, "Content-Length: 5", "Content-Length: 6")),
  one("the same length twice", 400, posted(target, refused, "Content-Length: 5", "Content-Length: 5")),
  ...["x", "-1", "+5", "1e3", "0x5", "5 5", "5, 5", "", "99999999999999999999999", "5.0"].map((length) =>
    one(`the length "${length}"`, 400, posted(target, refused, `Content-Length: ${length}`)),
  ),
  one("a length of 2 GB", 413, posted(target, "", "Content-Length: 2147483648")),
  one("a length just above the limit", 413, posted(target, "", `Content-Length: ${mebibyte + 1}`)),
  broken("a body that breaks off", 400, posted(target, "{", "Content-Length: 100")),
  one("a body longer than its length", 400, posted(target, refused, "Content-Length: 2")),
  one("a length with a GET", 200, `${request(health, "Content-Length: 5")}abcde`),
  one(
    "smuggled: a GET inside of a GET's body",
    200,
    `${request(health, "Content-Length: 30")}${"GET /x HTTP/1.1\r\nX: 1\r\n\r\n".padEnd(30)}`,
  ),
  one(
    "smuggled: chunks that a proxy would not see",
    400,
    posted(target, "5\r\nGPOST\r\n0\r\n\r\n", "Content-Length: 4", "Transfer-Encoding : chunked"),
  ),
];

const chunked = (target: Target, body: string, ...fields: string[]) =>
  posted(target, body, "Transfer-Encoding: chunked", ...fields);
const chunks = (target: Target): Case[] => [
  one("a refused body in chunks", 400, chunked(target, `${refused.length.toString(16)}\r\n${refused}\r\n0\r\n\r\n`)),
  one(
    "a body in chunks of one byte",
    400,
    chunked(target, `${[...refused].map((byte) => `1\r\n${byte}\r\n`).join("")}0\r\n\r\n`),
  ),
  ...["xyz", "-1", "0x5", "5 ", " 5", "", "ffffffffffffffffff", "1_0"].map((size) =>
    one(`the chunk size "${size}"`, 400, chunked(target, `${size}\r\nabcde\r\n0\r\n\r\n`)),
  ),
  one("a chunk longer than it says", 400, chunked(target, "2\r\nabcde\r\n0\r\n\r\n")),
  one("a chunk without its end", 400, chunked(target, "5\r\nabcdeX0\r\n\r\n")),
  one("a chunk with LF alone", 400, chunked(target, "5\nabcde\n0\n\n")),
  one("chunks with trailers", 400, chunked(target, `2\r\n{}\r\n0\r\nX-Trailer: 1\r\n\r\n`)),
  one("a trailer that names a header", 400, chunked(target, `2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n`)),
  one("chunk extensions", 400, chunked(target, `2;a=b\r\n{}\r\n0\r\n\r\n`)),
  one("chunk extensions of 20 KB", 413, chunked(target, `2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`)),
  one("chunks of 2 MB", 413, chunked(target, `200000\r\n${"x".repeat(0x200000)}\r\n0\r\n\r\n`)),
  ...["gzip, chunked", "identity", "chunked, identity", "xchunked", "chunked, chunked", "gzip", "\x0bchunked"].map(
    (coding) =>
      one(`the transfer coding "${coding}"`, 400, posted(target, "0\r\n\r\n", `Transfer-Encoding: ${coding}`)),
  ),
  one(
    "two transfer codings",
    400,
    posted(target, "0\r\n\r\n", "Transfer-Encoding: chunked", "Transfer-Encoding: identity"),
  ),
  one("chunks in HTTP/1.0", 400, chunked(target, "0\r\n\r\n").toString("latin1").replace("HTTP/1.1", "HTTP/1.0")),
];

const encodings = (target: Target): Case[] => [
  one(
    "a gzip bomb of 200 MB",
    413,
    posted(target, gzipSync(Buffer.alloc(200 * mebibyte, 32)), "Content-Encoding: gzip"),
  ),
  one(
    "a deflate bomb of 100 MB",
    413,
    posted(target, deflateSync(Buffer.alloc(100 * mebibyte, 32)), "Content-Encoding: deflate"),
  ),
  one("half of a gzip body", 400, posted(target, gzipSync(refused).subarray(0, 20), "Content-Encoding: gzip")),
  one("gzip that is none", 400, posted(target, refused, "Content-Encoding: gzip")),
  one("gzip within gzip", 415, posted(target, gzipSync(gzipSync(refused)), "Content-Encoding: gzip, gzip")),
  one("brotli that is none", 400, posted(target, refused, "Content-Encoding: br")),
  one("an unknown encoding", 415, posted(target, refused, "Content-Encoding: zstd")),
  one("another charset", 415, posted(target, refused, "Content-Type: application/json; charset=utf-7")),
  one("a form", 415, posted(target, "a=1", "Content-Type: application/x-www-form-urlencoded")),
  one("two types", 415, posted(target, refused, "Content-Type: text/plain", "Content-Type: application/json")),
];

const nested = (times: number) => `{"a":${"[".repeat(times)}${"]".repeat(times)}}`;
const json = (target: Target): Case[] => [
  ...[65, 1_000, 100_000, 500_000].map((depth) => one(`JSON nested ${depth} deep`, 400, posted(target, nested(depth)))),
  one("objects nested 100,000 deep", 400, posted(target, '{"a":'.repeat(100_000))),
  ...['"\\ud800"', '{"\\udfff":1}', '{"a":"\\ud800\\ud800"}', '{"a":"\\uDC00"}'].map((text) =>
    one(`a lone surrogate in ${text}`, 400, posted(target, text)),
  ),
  one("bytes that are not UTF-8", 400, posted(target, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))),
  one("an overlong NUL", 400, posted(target, Buffer.from([0x22, 0xc0, 0x80, 0x22]))),
  one("UTF-16", 400, posted(target, Buffer.from(refused, "utf16le"))),
  one("the same key twice", 400, posted(target, `{"companyIdType":"CIT002",${refused.slice(1)}`)),
  one(
    "30,000 times the same key",
    400,
    posted(target, `{${'"companyIdType":"CIT001",'.repeat(30_000)}"companyIdValue":""}`),
  ),
  one("a key __proto__", 400, posted(target, `{"__proto__":{"companyIdType":"CIT001"},"companyIdValue":""}`)),
  ...[
    "NaN",
    "Infinity",
    "1e400",
    "-0",
    "01",
    "0x1",
    "'a'",
    "undefined",
    "{a:1}",
    "[1,]",
    "//x\n{}",
    "{}{}",
    "\ufeff\ufeff{}",
  ].map((text) => one(`the JSON ${text}`, 400, posted(target, text))),
  one("a number of 900,000 digits", 400, posted(target, `{"companyIdType":${"9".repeat(900_000)}}`)),
  one(
    "a text of 1 MB less a little",
    400,
    posted(target, JSON.stringify({ companyIdValue: "x".repeat(mebibyte - 100) })),
  ),
  one("an empty body", 400, posted(target, "")),
  one("a body of blanks", 400, posted(target, " ".repeat(1_000))),
];

const headers = ({ token, base, file, etag }: Target): Case[] => {
  const list = `GET ${base}/thirdparties HTTP/1.1`;
  const authorised = (line: string, ...fields: string[]) => request(line, `Authorization: Bearer ${token}`, ...fields);
  const download = (...fields: string[]) => authorised(`GET ${file} HTTP/1.1`, ...fields);
  return [
    one("the same token twice", 400, authorised(list, `Authorization: Bearer ${token}`)),
    one("a good token and a bad one", 400, authorised(list, "Authorization: Bearer x")),
    one("a bad token and a good one", 400, request(list, "Authorization: Bearer x", `authorization: Bearer ${token}`)),
    one("a folded token", 400, request(list, "Authorization: Bearer", ` ${token}`)),
    one("a token in the query", 401, request(`GET ${base}/thirdparties?access_token=${token} HTTP/1.1`)),
    one("a header without a colon", 400, request(health, "Nonsense")),
    one("a header without a name", 400, request(health, ": x")),
    one("a space in a header's name", 400, request(health, "X Y: 1")),
    one("a space before the colon", 400, request(health, "X : 1")),
    one("a control character in a header", 400, request(health, "X: \x01")),
    one("a NUL in a header", 400, request(health, "X: a\0b")),
    one("a CR alone in a header", 400, request(health, "X: a\rEvil: 1")),
    one("a header that is folded", 400, request(health, "X: a", " b")),
    one("a header that begins with a space", 400, `${health}\r\n X: 1\r\n${host}\r\n\r\n`),
    one("a header named __proto__", 200, request(health, "__proto__: x", "constructor: y")),
    one("bytes above 127 in a header", 200, request(health, "X: \xff\xfe")),
    one("a header of 15 KB", 200, request(health, `X: ${"x".repeat(15_000)}`)),
    one("a header of 20 KB", 431, request(health, `X: ${"x".repeat(20_000)}`)),
    one("a header of 1 MB", 431, request(health, `X: ${"x".repeat(1_000_000)}`)),
    one("500 headers", 200, request(health, ...Array.from({ length: 500 }, (_, at) => `X${at}: 1`))),
    one("5,000 headers", 431, request(health, ...Array.from({ length: 5_000 }, (_, at) => `X${at}: 1`))),
    one("a header 300 times", 200, request(health, ...Array(300).fill("X: 1"))),
    one("a continuation that is not needed", 200, request(health, "Expect: 100-continue")),
    one(
      "an expectation and too large a body",
      413,
      authorised(
        `POST ${base}/thirdparties HTTP/1.1`,
        "Expect: 100-continue",
        "Content-Type: application/json",
        `Content-Length: ${2 * mebibyte}`,
      ),
    ),
    one("an unknown expectation", 417, request(health, "Expect: 200-ok")),
    one("an empty Accept", 200, authorised(list, "Accept:")),
    one("an Accept of nonsense", 406, authorised(list, "Accept: ;;;,,,=")),
    one("an Accept of 10 KB", 406, authorised(list, `Accept: ${"a/b,".repeat(2_500)}`)),
    one("a cookie of 10 KB", 200, authorised(list, `Cookie: ${"a=b; ".repeat(2_000)}`)),
    one("a Prefer of 10 KB", 200, authorised(list, `Prefer: ${"x=y, ".repeat(2_000)}`)),
    one(
      "a forbidden origin for the control plane",
      403,
      request("POST /_sandbox/tokens HTTP/1.1", "Origin: https://evil.test", "Content-Length: 0"),
    ),
    one("the first bytes", 206, download("Range: bytes=0-9")),
    one("the last bytes", 206, download("Range: bytes=-10")),
    one("a range outside of the file", 416, download("Range: bytes=99999999-")),
    one("a range that runs backwards", 416, download("Range: bytes=9-1")),
    one("a range in another unit", 200, download("Range: lines=1-2")),
    one("a range with a huge number", 416, download("Range: bytes=99999999999999999999999-")),
    one("1,000 ranges", 200, download(`Range: bytes=${"0-1,".repeat(1_000)}2-3`)),
    one("a condition that holds", 304, download(`If-None-Match: ${etag}`)),
    one(
      "a condition that holds, with a range outside",
      304,
      download(`If-None-Match: ${etag}`, "Range: bytes=99999999-"),
    ),
    one("any entity tag", 304, download("If-None-Match: *")),
    one("10 KB of entity tags", 200, download(`If-None-Match: ${'"a", '.repeat(2_000)}"b"`)),
    one("a match that fails", 412, download('If-Match: "x"')),
    one("a match that holds", 200, download(`If-Match: ${etag}`)),
    one("a range of another version", 200, download("Range: bytes=0-9", 'If-Range: "x"')),
    one("a date that is none", 200, download("If-Modified-Since: yesterday", "If-Unmodified-Since: x")),
  ];
};
