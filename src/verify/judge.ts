import type { AssumptionKey } from "../../contract/assumptions.ts";
import { type Endpoint, isBinary, operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { Problem } from "../../contract/shared.ts";
import { judgeContent } from "./content.ts";
import { type Answer, type Exchange, endpointOf, rowOf } from "./exchange.ts";
import type { Ledger } from "./ledger.ts";
import { compare } from "./shape.ts";

export interface Refusal {
  status: number;
  assumption?: AssumptionKey;
  code?: string;
}
type Declared = Endpoint["responses"][number];

const named = (type: string | undefined) => (type === "" ? "nothing" : type);

/** Holds an answer against the success that its operation declares; false when it is none or cannot be read. */
export function judgeSuccess(ledger: Ledger, exchange: Exchange): boolean {
  const { operationId, answer } = exchange;
  const { responses } = endpointOf(operationId);
  const expected = Number(Object.keys(responses).find((status) => Number(status) < 300));
  ledger.reached(operationId);
  const { status } = answer;
  if (status >= 300) {
    const detail = rowOf(answer)?.detail;
    const received = typeof detail === "string" ? `${status} (${detail.slice(0, 200)})` : String(status);
    ledger.at(operationId, "status", status === 403 ? "roles" : null).deviated(String(expected), received);
    return false;
  }
  ledger.at(operationId, "status", "success-statuses").equals(status, expected);
  const declared = responses[expected] as Declared;
  const isWhole = isBinary(declared)
    ? judgeFile(ledger, operationId, declared.binary, answer)
    : judgeJson(ledger, operationId, declared, answer);
  if (isWhole) judgeContent(ledger, exchange);
  return isWhole;
}

function judgeJson(ledger: Ledger, operationId: string, declared: Parameters<typeof compare>[0], answer: Answer) {
  const { status, type, bytes, body } = answer;
  ledger.at(operationId, "header Content-Type").equals(named(type), "application/json");
  if (body !== undefined) ledger.compared(operationId, status, compare(declared, body, ledger.shown));
  else if (bytes) ledger.at(operationId, `${status} body`).deviated("JSON", "something else");
  return body !== undefined;
}

function judgeFile(ledger: Ledger, operationId: string, types: readonly string[], answer: Answer): true {
  const { type, bytes, headers } = answer;
  const isDeclared = type !== undefined && (types.includes(type) || (types.includes("*/*") && type !== ""));
  if (type !== undefined)
    ledger
      .at(operationId, "header Content-Type", operationId === "documents.file" ? "download-types" : null)
      .holds(isDeclared, types.join(" or "), named(type));
  if (!bytes) return true;
  const [magic, name] = type === "application/zip" ? ["PK", "a ZIP archive"] : ["%PDF", "a PDF"];
  const start = Buffer.from(bytes.subarray(0, 8)).toString("latin1");
  if (type !== undefined && types.includes(type))
    ledger.at(operationId, "body").holds(start.includes(magic), name, "other bytes");
  // Of an encoded body, the header gives the encoded length.
  const length = headers?.has("content-encoding") ? null : headers?.get("content-length");
  if (length)
    ledger.at(operationId, "header Content-Length").holds(Number(length) === bytes.length, `${bytes.length}`, length);
  return true;
}

/** Holds an answer against the refusal that is expected, and its body against a problem document. */
export function judgeRefusal(ledger: Ledger, operationId: string, answer: Answer, expected: Refusal): void {
  const { status, assumption = "errors", code } = expected;
  ledger.reached(operationId);
  ledger.at(operationId, `${status} for ${assumption}`, assumption).equals(answer.status, status);
  if (answer.status !== status) return;
  ledger
    .at(operationId, `${status} header Content-Type`, "errors")
    .equals(named(answer.type), "application/problem+json");
  if (answer.body === undefined) return;
  ledger.compared(operationId, status, compare(Problem, answer.body, ledger.shown));
  const received = rowOf(answer)?.code;
  if (code !== undefined && received !== undefined)
    ledger.at(operationId, `${status} /code`, assumption).holds(received === code, code, ledger.shown(received, true));
}

/** A 401 names the scheme of the tokens. */
export function judgeChallenge(ledger: Ledger, operationId: string, { status, headers }: Answer): void {
  if (status !== 401 || !headers) return;
  const challenge = headers.get("www-authenticate") ?? "";
  ledger
    .at(operationId, "401 header WWW-Authenticate", "errors")
    .holds(/^Bearer\b/i.test(challenge), "Bearer", challenge.split(" ")[0] || "nothing");
}

/** The claims of a token; undefined when it is no JWT that can be read. */
export function claimsOf(token: string): { alg: unknown; claims: Record<string, unknown> } | undefined {
  try {
    const [head = "", body = ""] = token.split(".").map((part) => Buffer.from(part, "base64url").toString());
    return { alg: JSON.parse(head).alg, claims: { ...JSON.parse(body) } };
  } catch {
    return undefined;
  }
}
export const opens = (token: string, account: string): boolean => {
  const accounts = claimsOf(token)?.claims.account_ids;
  return Array.isArray(accounts) && accounts.includes(account);
};

/** The origin of a token is unknown; only its form is checked. */
export function judgeToken(ledger: Ledger, operationId: string, token: string, account: string): void {
  const read = claimsOf(token);
  if (!read) return ledger.leftOut("tokens", "the token that was given is no JWT that can be read");
  const { alg, claims } = read;
  const expected = ["sub", "account_ids", "iat", "exp", "iss"];
  const received = expected.filter((name) => claims[name] !== undefined);
  const fits = alg === "HS256" && opens(token, account) && received.length === expected.length;
  ledger
    .at(operationId, "the token", "tokens")
    .holds(
      fits,
      `HS256 with ${expected.join(", ")}`,
      `${ledger.shown(alg, true)} with ${received.join(", ") || "none of them"}`,
    );
}

/** One token that may do everything shows that there are no roles. */
export function judgeRoles(ledger: Ledger): void {
  if (operationsOf(service).every(({ operationId }) => ledger.succeeded(operationId)))
    ledger.at("thirdparties.list", "every operation with one token", "roles").held();
  else ledger.leftOut("roles", "not every operation succeeded");
}
