import { judgeEvent } from "./content.ts";
import { type Exchange, idOf, listIn, type Row, rowOf, rowsOf } from "./exchange.ts";
import { judgeArchive, judgeFileOf } from "./files.ts";
import { type Flaw, unknownCodes } from "./flaws.ts";
import type { History, Left } from "./history.ts";
import { judgeSuccess } from "./judge.ts";
import type { Ledger } from "./ledger.ts";

/** The path parameter that an answer repeats, by operation. */
const repeats: Record<string, [parameter: string, field: string]> = {
  "thirdparties.get": ["id", "thirdpartyId"],
  "documents.get": ["documentId", "documentId"],
  "responses.approve": ["responseId", "responseId"],
  "responses.reject": ["responseId", "responseId"],
};
const year = 366 * 24 * 3600 * 1000;

/** A recorded request that the service took. */
export function judgeAccepted(ledger: Ledger, exchange: Exchange, flaws: readonly Flaw[], history: History): void {
  const { operationId } = exchange;
  for (const { where, expected, received, assumption } of flaws)
    ledger.at(operationId, where, assumption).deviated(expected, `${received}, and the service took it`);
  judgeRules(ledger, exchange, flaws, history);
  if (!judgeSuccess(ledger, exchange)) return;
  judgeSearch(ledger, exchange);
  if (operationId === "thirdparties.find") judgeFound(ledger, exchange);
  const evidence = operationId === "documents.file" ? history.evidence(exchange.asked) : undefined;
  if (evidence) judgeFileOf(ledger, evidence, exchange.answer);
  if (operationId === "dossiers.download") judgeArchive(ledger, exchange.answer);
  judgeAfterwards(ledger, exchange, history);
  for (const left of history.left) judgeLeft(ledger, exchange, left, history);
  for (const clash of history.add(exchange))
    ledger.at(operationId, "ids", "id-ranges").deviated("each kind in a range of its own", `one number for ${clash}`);
}

/** Requests that the rules of the sandbox would refuse, and those that confirm what a creation takes. */
function judgeRules(ledger: Ledger, exchange: Exchange, flaws: readonly Flaw[], history: History): void {
  const { operationId, asked, answer } = exchange;
  const { status } = answer;
  const at = (assumption: Parameters<Ledger["at"]>[2], where = "status") => ledger.at(operationId, where, assumption);
  const [code] = unknownCodes(asked);
  if (code !== undefined)
    at("document-codes").deviated(`400 for ${ledger.shown(code, true)}, which the sandbox does not have`, `${status}`);
  if (operationId === "attributes.set" && history.refusesValues(asked))
    at("attribute-checks").deviated("400 or 409: the attribute does not take these values", `${status}`);
  if (history.isDecided(asked)) at("decision-bodies").deviated("409: the response is decided already", `${status}`);
  if (operationId === "thirdparties.create" && history.isAdded(asked))
    at("thirdparty-creation").deviated("409: the company is in the portfolio already", `${status}`);
  else if (operationId === "thirdparties.create" && flaws.length === 0) at("thirdparty-creation", "201").held();
  if (operationId === "dossiers.create" && flaws.length === 0) at("dossier-creation", "201").held();
  const [parameter = "", field = ""] = repeats[operationId] ?? [];
  if (field) at(null, `${status} /${field}`).equals(rowOf(answer)?.[field], Number(asked.params[parameter]));
}

const momentOf = (bound: unknown) => Date.parse(`${bound}Z`);

function judgeSearch(ledger: Ledger, { operationId, asked: { query } }: Exchange): void {
  const { eventOccurrenceStartDate: start, eventOccurrenceEndDate: end } = query;
  if (start === undefined || end === undefined) return;
  if (momentOf(end) - momentOf(start) > year) ledger.at(operationId, "200 for any date range", "limits").held();
  if (/\.\d{3}$/.test(String(start)) || /\.\d{3}$/.test(String(end)))
    ledger.at(operationId, "bounds with milliseconds", "event-bounds").held();
}

function judgeFound(ledger: Ledger, { operationId, asked, answer }: Exchange): void {
  const { searchBy, value } = (asked.body ?? {}) as Row;
  const hits = rowsOf(answer);
  if (hits.length === 0) ledger.at(operationId, "200 without a hit", "company-search").held();
  if (searchBy === "VAT" && typeof value === "string" && !/^fr/i.test(value))
    ledger.at(operationId, "200 by a VAT number of another member state", "vat-scope").held();
  for (const { alreadyInPortfolio, thirdpartyId } of hits)
    if (thirdpartyId !== undefined)
      ledger
        .at(operationId, "200 /content/*/alreadyInPortfolio", "response-shapes")
        .equals(alreadyInPortfolio, thirdpartyId !== null, `${thirdpartyId !== null}, as thirdpartyId says`);
}

/** The document of a decided response has the status that the decision gave, until it expires or is answered again. */
function judgeAfterwards(ledger: Ledger, { operationId, answer }: Exchange, history: History): void {
  if (operationId !== "documents.get" && operationId !== "documents.list") return;
  const own = rowOf(answer);
  for (const row of own && "content" in own ? rowsOf(answer) : own ? [own] : []) {
    const decided = history.decided(listIn(row, "evidences")[0]?.responseId);
    if (decided === undefined || typeof row.statusCode !== "string") continue;
    if (row.statusCode === "INVALID" && decided !== "INVALID") continue;
    ledger
      .at(operationId, "200 /statusCode after a decision", "document-transitions")
      .holds(row.statusCode === decided, String(decided), ledger.shown(row.statusCode, true));
  }
}

/** Whether a search shows what an operation left; silent where another page or filter may hide it. */
function judgeLeft(ledger: Ledger, { operationId, asked, answer }: Exchange, left: Left, history: History): void {
  const { eventNames, eventOccurrenceStartDate, eventOccurrenceEndDate, page, size, ...filters } = asked.query;
  if (operationId !== left.search || !String(eventNames).split(",").includes(left.eventNames)) return;
  const isFound = rowsOf(answer).some((row) => idOf(row, left.idName) === left.id);
  const at = momentOf(left.at);
  // A second at either end, for the bounds and for clocks that differ a little.
  const isInside = momentOf(eventOccurrenceStartDate) + 1000 < at && at < momentOf(eventOccurrenceEndDate) - 1000;
  const { totalPages } = rowOf(answer) ?? {};
  const isWhole = totalPages === 1 || totalPages === 0;
  if (!isFound && !(isInside && isWhole && Object.keys(filters).length === 0)) return;
  judgeEvent(ledger, left, isFound);
  history.remove(left);
}
