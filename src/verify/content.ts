import { DocumentStatus } from "../../contract/documents.ts";
import { dossierStatus } from "../domain/dossier/statuses.ts";
import { type Asked, type Exchange, endpointOf, idOf, listIn, type Row, rowOf, rowsOf } from "./exchange.ts";
import type { Ledger } from "./ledger.ts";

/** The lists that are ordered by the id of their rows. */
const orders: Record<string, string> = {
  "thirdparties.list": "thirdpartyId",
  "thirdparties.search": "thirdpartyId",
  "dossiers.list": "dossierId",
  "dossiers.search": "dossierId",
  "documents.search": "documentId",
};
/** The field of a row that each filter looks at. */
const filterFields: Record<string, string> = {
  ...{ siret: "siret", siren: "siren", status: "status", archived: "archived", countryCode: "addressCountryCode" },
  ...{ statusCode: "statusCode", dossierTypeCode: "dossierTypeCode", thirdpartyId: "thirdpartyId" },
  documentCode: "documentCode",
};

const isAscending = (ids: readonly number[]) => ids.every((id, at) => at === 0 || (ids[at - 1] as number) < id);

function judgePage(ledger: Ledger, { operationId, asked, answer }: Exchange): void {
  const { query } = endpointOf(operationId);
  if (!query || !("page" in query.shape)) return;
  const row = rowOf(answer);
  for (const [name, usual] of Object.entries({ size: 20, page: 0 })) {
    const wanted = asked.query[name];
    // The comparison of the request with the contract reports a value that it would refuse.
    if (wanted !== undefined && !query.shape[name]?.safeParse(wanted).success) continue;
    const expected = wanted === undefined ? usual : Number(wanted);
    const text = wanted === undefined ? `${usual} when none is asked for` : `${expected}, as asked for`;
    ledger.at(operationId, `200 /${name}`, "pagination").equals(row?.[name], expected, text);
  }
}

function judgeOrder(ledger: Ledger, { operationId, answer }: Exchange): void {
  const rows = rowsOf(answer);
  const name = orders[operationId];
  const ids = name === undefined ? [] : rows.map((row) => idOf(row, name)).filter((id) => id !== undefined);
  if (ids.length > 1 && ids.length === rows.length)
    ledger.at(operationId, "200 order", "pagination").holds(isAscending(ids), `by ${name}`, "another order");
}

/** Whether a row has the values of a filter; a field that a row does not show is ignored. */
const has = (row: Row, filter: readonly [name: string, value: unknown][]): boolean =>
  filter.every(([name, value]) => {
    const field = row[filterFields[name] as string];
    return field === undefined || String(field) === value;
  });

function judgeFilter(ledger: Ledger, operationId: string, { query }: Asked, rows: readonly Row[]): void {
  const filter = Object.entries(query).filter(([name]) => Object.hasOwn(filterFields, name));
  if (filter.length === 0 || rows.length === 0) return;
  const names = filter.map(([name]) => name).join(" and ");
  ledger.at(operationId, `200 filtered by ${names}`, "list-filters").holds(
    rows.every((row) => has(row, filter)),
    `rows with that ${names} alone`,
    "others too",
  );
}

function judgeDossier(ledger: Ledger, operationId: string, where: string, row: Row): void {
  const statuses = listIn(row, "documents").map(({ statusCode }) => DocumentStatus.safeParse(statusCode).data);
  const known = statuses.filter((status) => status !== undefined);
  // An archived dossier keeps its status.
  if (row.monitored !== true || known.length === 0 || known.length < statuses.length) return;
  const expected = dossierStatus(known);
  ledger
    .at(operationId, where, "dossier-transitions")
    .equals(row.statusCode, expected, `${expected} for ${[...new Set(known)].join(", ")}`);
}

function judgeDocument(ledger: Ledger, operationId: string, where: string, { statusCode, evidences }: Row): void {
  if (typeof statusCode !== "string" || !Array.isArray(evidences)) return;
  const fits = (statusCode === "MISSING") === (evidences.length === 0);
  ledger
    .at(operationId, where, "document-statuses")
    .holds(
      fits,
      "MISSING exactly when there is no evidence",
      `${ledger.shown(statusCode, true)} with ${evidences.length} evidences`,
    );
}

function judgeDecision(ledger: Ledger, { operationId, asked, answer }: Exchange): void {
  const shared = (asked.body as Row | undefined)?.shareRejectionReason;
  if (operationId === "responses.reject" && typeof shared !== "boolean") return;
  const rejected = shared === true ? "INVALID" : "BELOW_EXPECTATION";
  ledger
    .at(operationId, "200 /statusCode", "document-transitions")
    .equals(rowOf(answer)?.statusCode, operationId === "responses.approve" ? "VALID" : rejected);
}

/** What an answer that fits its schema shows beyond it: paging, order, filters, statuses. */
export function judgeContent(ledger: Ledger, exchange: Exchange): void {
  const { operationId, asked, answer } = exchange;
  const { status } = answer;
  const [group] = operationId.split(".");
  const own = rowOf(answer);
  const listed = rowsOf(answer);
  judgePage(ledger, exchange);
  judgeOrder(ledger, exchange);
  judgeFilter(ledger, operationId, asked, listed);
  if (group === "responses") judgeDecision(ledger, exchange);
  if (operationId === "documents.file") judgeDisposition(ledger, operationId, answer.headers, "attachment");
  for (const row of own && !("content" in own) ? [own] : listed) {
    const where = (name: string) => `${status} ${row === own ? "" : "/content/*"}/${name}`;
    const { accountId } = asked.params;
    if (accountId !== undefined)
      ledger.at(operationId, where("accountId"), "account-ids").equals(row.accountId, accountId);
    if (group === "dossiers") judgeDossier(ledger, operationId, where("statusCode"), row);
    judgeDocument(ledger, operationId, where("statusCode"), row);
  }
}

export function judgeDisposition(ledger: Ledger, operationId: string, headers: Headers | undefined, wanted: string) {
  if (!headers) return;
  const received = headers.get("content-disposition")?.split(";")[0] ?? "none";
  ledger.at(operationId, "header Content-Disposition", "file-disposition").holds(received === wanted, wanted, received);
}

/** The event of an operation, the search that finds it, and the name of the id that the search shows. */
export const leftBy = {
  "thirdparties.create": { eventNames: "THIRD_PARTY_ADDED", search: "thirdparties.search", idName: "thirdpartyId" },
  "dossiers.create": { eventNames: "DOSSIER_ADDED", search: "dossiers.search", idName: "dossierId" },
  "responses.approve": { eventNames: "DOCUMENT_ANSWER_ACCEPTED", search: "documents.search", idName: "documentId" },
  "responses.reject": { eventNames: "DOCUMENT_ANSWER_DENIED", search: "documents.search", idName: "documentId" },
} as const;

/** What an operation leaves for the search of events. */
export interface Cause {
  by: string;
  eventNames: string;
  search: string;
  id: number;
}
export function judgeEvent(ledger: Ledger, { by, eventNames, search, id }: Cause, isFound: boolean): void {
  ledger
    .at(by, `leaves ${eventNames}`, "event-causes")
    .holds(isFound, `${id} among those that ${search} finds`, "it is not there");
}
