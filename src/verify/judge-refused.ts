import type { AssumptionKey } from "../../contract/assumptions.ts";
import { type Asked, type Exchange, endpointOf, type Row, rowOf } from "./exchange.ts";
import { type Flaw, unknownCodes } from "./flaws.ts";
import type { History } from "./history.ts";
import { claimsOf, judgeChallenge, judgeRefusal, opens } from "./judge.ts";
import type { Ledger } from "./ledger.ts";
import { judgeMistakenId } from "./provoke-refusals.ts";

/** Statuses that a gateway or a service in trouble gives to any request. */
const outages = [500, 502, 503, 504];
/** Whether a rule may refuse a request that fits the schema; what it looks at is not in a recording. */
const mayRefuse = ({ operationId, asked }: Exchange) =>
  ["dossiers.create", "dossiers.require", "attributes.set"].includes(operationId) ||
  (asked.body as Row | undefined)?.searchBy === "LOCAL_ID";
/** Statuses for reasons that precede the contents of a request. */
const before = [401, 403, 404, 405, 406, 409, 413, 415];

export const isOutage = ({ operationId, answer: { status, body } }: Exchange): boolean =>
  outages.includes(status) && (body === undefined || endpointOf(operationId).responses[status] === undefined);

/** The assumption behind a refusal of a request that fits: that of the one parameter that the refusal can mean. */
function suspectOf({ operationId, asked, answer }: Exchange): AssumptionKey | null {
  const { query, body } = asked;
  const sent = Object.keys(query);
  const text = JSON.stringify(answer.body ?? "");
  const mentioned = sent.filter((name) => text.includes(name));
  const about = new Set((mentioned.length > 0 ? mentioned : sent).map((name) => aboutParameter(name, query)));
  const [only = null, ...others] = about;
  if (sent.length > 0) return others.length === 0 ? only : null;
  const { searchBy, value } = (body ?? {}) as Row;
  if (searchBy === "VAT" && !String(value).startsWith("FR")) return "vat-scope";
  return operationId === "thirdparties.find" ? "company-search" : null;
}
function aboutParameter(name: string, query: Asked["query"]): AssumptionKey | null {
  if (name === "page" || name === "size") return "pagination";
  if (name === "eventNames") return null;
  if (!/^eventOccurrence/.test(name)) return "list-filters";
  return String(query[name]).includes(".") ? "event-bounds" : "limits";
}

/** An answer that refuses a recorded request. */
export function judgeRefused(
  ledger: Ledger,
  exchange: Exchange,
  flaws: readonly Flaw[],
  history: History,
  token?: string,
): void {
  const { operationId, asked, answer } = exchange;
  const { status } = answer;
  const { method, responses } = endpointOf(operationId);
  const at = (where: string, assumption: AssumptionKey | null) => ledger.at(operationId, where, assumption);
  ledger.reached(operationId);
  if (status === 429) return at("status", "limits").deviated("no rate limit", "429");
  if (operationId === "thirdparties.find" && status === 404)
    return at("status", "company-search").deviated("200 with an empty page", "404");
  if (flaws.length > 0 && !before.includes(status)) return judgeRightly(ledger, exchange, flaws);
  if (responses[status] === undefined) {
    const declared = Object.keys(responses).join(", ");
    return at("status", "errors").deviated(`one of ${declared}`, String(status));
  }
  if (status === 400 && flaws.length === 0 && !mayRefuse(exchange))
    at("status", suspectOf(exchange)).deviated(
      `${method === "get" ? "a success" : "no 400"}: the request fits the contract`,
      "400",
    );
  judgeRefusal(ledger, operationId, answer, { status, ...whyOf(exchange, history) });
  judgeChallenge(ledger, operationId, answer);
  // A token that was blackened names no account.
  if (status === 403 && token !== undefined && claimsOf(token) && asked.params.accountId !== undefined) {
    if (opens(token, asked.params.accountId))
      at("status", "roles").deviated("no 403: the token names the account", "403");
    else at("403 to a token of another account", "account-ids").held();
  }
  const kind = status === 404 ? history.kindOfMistaken(exchange) : undefined;
  if (kind) judgeMistakenId(ledger, operationId, rowOf(answer)?.detail, kind);
}

/** A request that the contract refuses as well. */
function judgeRightly(ledger: Ledger, { operationId, answer }: Exchange, flaws: readonly Flaw[]): void {
  const [flaw, ...others] = flaws as [Flaw, ...Flaw[]];
  // Of several flaws, the refusal may mean any.
  if (others.length === 0) ledger.at(operationId, `${flaw.where} refused`, flaw.assumption).held();
  judgeRefusal(ledger, operationId, answer, { status: 400 });
}

/** The assumption that a declared refusal is about, and the code that it should have. */
function whyOf({ operationId, asked, answer: { status } }: Exchange, history: History) {
  const providers = { 404: "COMPANY_NOT_FOUND", 503: "PROVIDER_UNAVAILABLE", 504: "PROVIDER_TIMEOUT" }[status];
  if (providers && /^thirdparties\.(create|find)$/.test(operationId))
    return { assumption: "reference-providers", code: providers } as const;
  if (status === 400 && unknownCodes(asked).length > 0) return { assumption: "document-codes" } as const;
  if (operationId === "attributes.set" && history.refusesValues(asked))
    return { assumption: "attribute-checks" } as const;
  if (status === 409 && operationId === "thirdparties.create")
    return history.isAdded(asked)
      ? ({ assumption: "thirdparty-creation", code: "THIRD_PARTY_ALREADY_EXISTS" } as const)
      : {};
  if (status === 409 && history.isDecided(asked))
    return { assumption: "decision-bodies", code: "RESPONSE_ALREADY_DECIDED" } as const;
  return {};
}
