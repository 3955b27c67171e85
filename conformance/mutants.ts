import type { Answer, Passing, Spoiler } from "./gate.ts";
import { account, prefix } from "./sandbox.ts";

type Json = { [key: string]: unknown };

const isFor = ({ method, path }: Passing, wanted: string, pattern: string) =>
  method === wanted && new RegExp(`^${prefix}${pattern}(\\?|$)`).test(path);
const isRight = ({ status }: Answer) => status < 300;
const parsed = (bytes: Buffer): Json => {
  try {
    return JSON.parse(bytes.toString()) as Json;
  } catch {
    return {};
  }
};

/** Changes the body of successful responses to one kind of request. */
const changing =
  (method: string, pattern: string, change: (body: Json) => void): Spoiler =>
  async (passing, forward) => {
    const answer = await forward(passing);
    if (!isFor(passing, method, pattern) || !isRight(answer)) return answer;
    const body = parsed(answer.body);
    change(body);
    return { ...answer, body: Buffer.from(JSON.stringify(body)) };
  };

const control = (path: string, body?: Json): Passing => ({
  method: "POST",
  path: `/_sandbox/accounts/${account}${path}`,
  headers: body ? { "content-type": "application/json" } : {},
  body: Buffer.from(body ? JSON.stringify(body) : ""),
});
const withLength = (passing: Passing): Passing => ({
  ...passing,
  headers: { ...passing.headers, "content-length": String(passing.body.length) },
});

/** Ways in which a service can fail its document; at least two of the tools must find each. */
export const mutants = (token: string): Record<string, Spoiler> => ({
  "wrong type in an answer": changing("GET", "/thirdparties/\\d+", (body) => {
    body.thirdpartyId = String(body.thirdpartyId);
  }),
  "value outside an enumeration": changing("GET", "/thirdparties/\\d+", (body) => {
    body.status = "DORMANT";
  }),
  "required property missing": changing("GET", "/dossiers/\\d+/documents/\\d+", (body) => {
    delete body.documentCode;
  }),
  "wrong content type": async (passing, forward) => {
    const answer = await forward(passing);
    if (!isFor(passing, "GET", "/thirdparties/\\d+/attributes") || !isRight(answer)) return answer;
    return { ...answer, headers: { ...answer.headers, "content-type": "text/html; charset=utf-8" } };
  },
  "undeclared status": async (passing, forward) => {
    const answer = await forward(passing);
    return isFor(passing, "POST", "/thirdparties") && answer.status === 201 ? { ...answer, status: 202 } : answer;
  },
  "500 on one value of an enumeration": async (passing, forward) => {
    if (isFor(passing, "POST", "/thirdparties/search") && parsed(passing.body).searchBy === "DUNS")
      return { status: 500, headers: { "content-type": "text/plain" }, body: Buffer.from("Internal Server Error") };
    return forward(passing);
  },
  "no authentication": (passing, forward) =>
    isFor(passing, "GET", "/thirdparties/\\d+/indicators")
      ? forward({ ...passing, headers: { ...passing.headers, authorization: `Bearer ${token}` } })
      : forward(passing),
  "no validation of a request": async (passing, forward) => {
    const answer = await forward(passing);
    if (!isFor(passing, "POST", "/responses/\\d+/reject") || answer.status !== 400) return answer;
    const body = Buffer.from(JSON.stringify({ comment: "Taken for granted", shareRejectionReason: true }));
    return forward(withLength({ ...passing, path: passing.path.replace(/\?.*/, ""), body }));
  },
  "refusals that are no problem documents": async (passing, forward) => {
    const answer = await forward(passing);
    if (!isFor(passing, passing.method, "/dossiers/.*") || answer.status < 400) return answer;
    return {
      ...answer,
      headers: { ...answer.headers, "content-type": "application/json" },
      body: Buffer.from('{"message":"no"}'),
    };
  },
  "a write that is acknowledged and lost": async (passing, forward) => {
    if (!isFor(passing, "POST", "/thirdparties/\\d+/attributes")) return forward(passing);
    await forward(withLength(control("/snapshots", { name: "before" })));
    const answer = await forward(passing);
    await forward(control("/snapshots/before/restore"));
    return answer;
  },
});
