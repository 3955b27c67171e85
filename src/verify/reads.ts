import { idOf, listIn, type Row, rowsOf } from "./exchange.ts";
import { isForm, judgeArchive, judgeFileOf, judgeLinked } from "./files.ts";
import type { Target } from "./target.ts";

/** The rows that the reads found, for the checks that follow. */
export interface Found {
  thirdparties: Row[];
  documents: Row[];
  attributes: Row[];
}

/** A date range that holds every event. */
export const always = {
  eventOccurrenceStartDate: "2000-01-01T00:00:00",
  eventOccurrenceEndDate: "2099-12-31T23:59:59",
};
/** The event search of each kind of resource, and the event of its creation. */
const searches = {
  "thirdparties.search": "THIRD_PARTY_ADDED",
  "dossiers.search": "DOSSIER_ADDED",
  "documents.search": "DOCUMENT_ADDED",
};
const SEVERAL = 5;

/** Path parameters with values that exist: the named ids of the rows that have all of them. */
export function pathValues<Name extends string>(rows: readonly Row[], ...names: Name[]): Record<Name, number>[] {
  return rows
    .filter((row) => names.every((name) => idOf(row, name) !== undefined))
    .map((row) => Object.fromEntries(names.map((name) => [name, row[name]])) as Record<Name, number>);
}

type Filter = Record<string, string | number>;

/** A filter with values that exist finds rows; the content of every answer is compared with its filter. */
async function checkFilter(target: Target, list: string, filter: Filter): Promise<void> {
  const answer = await target.succeed(list, { query: filter });
  const where = `200 filtered by ${Object.keys(filter).join(" and ")}`;
  if (answer && rowsOf(answer).length === 0)
    target.ledger.at(list, where, "list-filters").deviated("rows, as some have these values", "no row");
}

async function thirdparties(target: Target): Promise<Row[]> {
  const { ledger } = target;
  const list = "thirdparties.list";
  await target.succeed(list);
  const rows = await target.rows(list, { query: { size: 100 } });
  if (rows.length > 1) {
    const second = await target.rows(list, { query: { page: 1, size: 1 } });
    const [expected, received] = [idOf(rows[1], "thirdpartyId"), idOf(second[0], "thirdpartyId")];
    const fits = expected === received && second.length === 1;
    if (expected !== undefined && received !== undefined)
      ledger
        .at(list, "200 page 1 of size 1", "pagination")
        .holds(fits, `third party ${expected} alone`, `${second.length} rows from ${received}`);
  }
  for (const name of ["siren", "siret", "status"]) {
    const value = rows.find((row) => typeof row[name] === "string")?.[name] as string | undefined;
    if (value !== undefined) await checkFilter(target, list, { [name]: value });
  }
  return rows;
}

async function ofThirdparties(target: Target, rows: readonly Row[]): Promise<void> {
  const lists = ["attributes.list", "indicators.list", "dossiers.ofThirdparty"];
  const existing = pathValues(rows, "thirdpartyId").slice(0, SEVERAL);
  for (const { thirdpartyId: id } of existing) {
    const received = idOf(await target.row("thirdparties.get", { params: { id } }), "thirdpartyId");
    target.ledger.at("thirdparties.get", "200 /thirdpartyId").equals(received, id);
    for (const operationId of lists) await target.succeed(operationId, { params: { id } });
  }
  for (const operationId of ["thirdparties.get", ...lists])
    if (existing.length === 0) target.ledger.leftOut(operationId, "the portfolio shows no third party with an id");
}

async function dossiers(target: Target): Promise<Row[]> {
  const list = "dossiers.list";
  await target.succeed(list);
  const rows = await target.rows(list, { query: { size: 100 } });
  const one = rows.find((row) => row.statusCode !== undefined && row.thirdpartyId !== undefined);
  if (one) {
    const { statusCode, thirdpartyId } = one as { statusCode: string; thirdpartyId: number };
    await checkFilter(target, list, { statusCode, thirdpartyId });
  }
  return rows;
}

/** Dossiers with a supplied document, dossiers that wait for a decision, and the first two. */
function chosenDossiers(all: readonly Row[]): Row[] {
  const supplied = all.filter((row) => listIn(row, "documents").some(({ present }) => present === true));
  const waiting = all.filter((row) => row.monitored === true && listIn(row, "documents").some(awaitsDecision));
  return [...new Set([...supplied.slice(0, SEVERAL), ...waiting.slice(0, SEVERAL), ...all.slice(0, 2)])];
}

export const awaitsDecision = ({ statusCode }: Row) => statusCode === "ACTION_REQUIRED" || statusCode === "ONGOING";
const hasEvidence = (row: Row): boolean => listIn(row, "evidences").length > 0;

async function documents(target: Target, all: readonly Row[]): Promise<Row[]> {
  const { ledger } = target;
  const found: Row[] = [];
  for (const dossier of chosenDossiers(all))
    for (const params of pathValues([dossier], "dossierId"))
      for (const document of await target.rows("documents.list", { params }))
        found.push({ ...params, ...document, monitored: dossier.monitored });
  const first = found.find(hasEvidence) ?? found[0];
  for (const params of pathValues(first ? [first] : [], "dossierId", "documentId")) {
    const received = idOf(await target.row("documents.get", { params }), "documentId");
    ledger.at("documents.get", "200 /documentId").equals(received, params.documentId);
  }
  for (const operationId of ["documents.list", "documents.get"])
    ledger.leftOut(operationId, "no dossier of the account shows a document with an id");
  return found;
}

/** The files of two uploads and of a form, by download and by link. */
async function files(target: Target, found: readonly Row[]): Promise<void> {
  const evidences = found.flatMap((document) =>
    listIn(document, "evidences").map((evidence): Row => ({ ...document, ...evidence, fileId: evidence.id })),
  );
  const chosen = [
    ...evidences.filter((evidence) => !isForm(evidence)).slice(0, 2),
    ...evidences.filter(isForm).slice(0, 1),
  ];
  for (const evidence of chosen) await file(target, evidence);
  for (const operationId of ["documents.file", "documents.link"])
    if (chosen.length === 0) target.ledger.leftOut(operationId, "no document of the account has an evidence");
}

async function file(target: Target, evidence: Row): Promise<void> {
  const [params] = pathValues([evidence], "dossierId", "documentId", "fileId");
  if (!params) return;
  const file = await target.succeed("documents.file", { params });
  if (file) judgeFileOf(target.ledger, evidence, file);
  const url = (await target.row("documents.link", { params }))?.url;
  if (typeof url !== "string" || !URL.canParse(url)) return;
  judgeLinked(target.ledger, await target.fetch(url, { headers: { accept: "*/*" } }), file);
}

async function archive(target: Target, found: readonly Row[]): Promise<void> {
  const { ledger } = target;
  const dossierId = idOf(found.find(hasEvidence), "dossierId");
  if (dossierId === undefined) return ledger.leftOut("dossiers.download", "no dossier of the account has a file");
  const archive = await target.succeed("dossiers.download", { params: { dossierId } });
  const codes = found.filter((row) => row.dossierId === dossierId && hasEvidence(row)).map((row) => row.documentCode);
  if (archive) judgeArchive(ledger, archive, codes);
}

async function events(target: Target, found: readonly Row[]): Promise<void> {
  const { ledger } = target;
  const { eventOccurrenceStartDate: start, eventOccurrenceEndDate: end } = always;
  for (const [operationId, eventNames] of Object.entries(searches)) {
    const refuse = (query: Record<string, string>, assumption: "event-bounds" | "errors") =>
      target.refuse(operationId, { query }, { status: 400, assumption });
    const hit = await target.succeed(operationId, { query: { eventNames, ...always } });
    if (hit) ledger.at(operationId, "200 for any date range", "limits").held();
    const precise = { eventOccurrenceStartDate: `${start}.000`, eventOccurrenceEndDate: `${end}.999` };
    const { status } = await target.send(operationId, { query: { eventNames, ...precise } });
    ledger.at(operationId, "bounds with milliseconds", "event-bounds").equals(status, 200);
    await refuse({ eventNames, ...always, eventOccurrenceEndDate: `${end}Z` }, "event-bounds");
    await refuse({ eventNames }, "errors");
    await refuse({ eventNames: "NO_SUCH_EVENT", ...always }, "errors");
  }
  const statusCode = found.find((row) => row.statusCode !== undefined)?.statusCode as string | undefined;
  if (statusCode === undefined) return;
  const query = { eventNames: searches["documents.search"], ...always, statusCode };
  await target.succeed("documents.search", { query });
}

/** Looks companies up: a POST that changes nothing. */
async function companies(target: Target, rows: readonly Row[]): Promise<void> {
  const { ledger } = target;
  const find = "thirdparties.find";
  const refuse = (body: Row, assumption: "identifier-checks" | "company-search" | "unknown-input") =>
    target.refuse(find, { body }, { status: 400, assumption });
  const french = rows.find((row) => typeof row.siret === "string" && typeof row.name === "string");
  if (french) {
    const bySiret = { countryCode: "FR", searchBy: "SIRET" };
    const siret = french.siret as string;
    await knownCompany(target, "name", { searchBy: "NAME", value: french.name });
    await knownCompany(target, "SIRET", { ...bySiret, value: siret });
    await refuse({ ...bySiret, value: siret.slice(0, 13) + ((Number(siret[13]) + 1) % 10) }, "identifier-checks");
  }
  const none = await target.succeed(find, {
    body: { searchBy: "NAME", value: "zqxwv no company has this name zqxwv" },
  });
  const { length } = rowsOf(none);
  if (none)
    ledger.at(find, "200 without a hit", "company-search").holds(length === 0, "an empty page", `${length} hits`);
  await refuse({ searchBy: "NAME" }, "company-search");
  await refuse({ searchBy: "NAME", value: "a", colour: "red" }, "unknown-input");
  const { status } = await target.send(find, { body: { searchBy: "VAT", value: "DE319988015" } });
  ledger.at(find, "200 by a VAT number of another member state", "vat-scope").equals(status, 200);
}

async function knownCompany(target: Target, by: string, body: Row): Promise<void> {
  const answer = await target.succeed("thirdparties.find", { body });
  const hits = rowsOf(answer);
  if (!answer || hits.some((hit) => hit.alreadyInPortfolio === undefined)) return;
  const isKnown = hits.some((hit) => hit.alreadyInPortfolio === true);
  target.ledger
    .at("thirdparties.find", `200 by ${by}`, "response-shapes")
    .holds(isKnown, "a hit that is in the portfolio already", `${hits.length} hits, none of them there`);
}

/** Every check that changes nothing. */
export async function read(target: Target): Promise<Found> {
  const portfolio = await thirdparties(target);
  await ofThirdparties(target, portfolio);
  const attributes = await target.rows("attributes.available");
  const requested = await documents(target, await dossiers(target));
  await files(target, requested);
  await archive(target, requested);
  await events(target, requested);
  await companies(target, portfolio);
  return { thirdparties: portfolio, documents: requested, attributes };
}
