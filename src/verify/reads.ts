import type { DocumentStatus } from "../../contract/documents.ts";
import { dossierStatus } from "../domain/statuses.ts";
import { type Answer, idOf, type Row, rowsOf, type Target } from "./target.ts";
import { zipNames } from "./zip.ts";

/** What the reads found, for the steps that follow. */
export interface Found {
  thirdparties: Row[];
  dossiers: Row[];
  documents: Row[];
  attributes: Row[];
}

/** Any date range is allowed, and this one holds everything. */
export const always = {
  eventOccurrenceStartDate: "2000-01-01T00:00:00",
  eventOccurrenceEndDate: "2099-12-31T23:59:59",
};
const several = 5;
const ascending = (ids: readonly unknown[]) =>
  ids.every((id, at) => at === 0 || (ids[at - 1] as number) < (id as number));

async function thirdparties(target: Target): Promise<Row[]> {
  const { ledger } = target;
  const operationId = "thirdparties.list";
  const usual = await target.succeed(operationId);
  const page = usual?.body as { size?: unknown; page?: unknown } | undefined;
  if (page?.size !== undefined)
    ledger.check(
      operationId,
      "200 /size",
      "pagination",
      page.size === 20,
      "20 when none is asked for",
      String(page.size),
    );
  if (page?.page !== undefined)
    ledger.check(
      operationId,
      "200 /page",
      "pagination",
      page.page === 0,
      "0 when none is asked for",
      String(page.page),
    );
  const whole = await target.succeed(operationId, { query: { size: 100 } });
  const rows = rowsOf(whole);
  const ids = rows.map((row) => row.thirdpartyId);
  if (ids.length > 1 && ids.every((id) => typeof id === "number"))
    ledger.check(operationId, "200 order", "pagination", ascending(ids), "by thirdpartyId", "another order");
  if (rows.length > 1) {
    const second = rowsOf(await target.succeed(operationId, { query: { page: 1, size: 1 } }));
    const [want, got] = [idOf(rows[1], "thirdpartyId"), idOf(second[0], "thirdpartyId")];
    if (want !== undefined && got !== undefined)
      ledger.check(
        operationId,
        "200 page 1 of size 1",
        "pagination",
        want === got && second.length === 1,
        `third party ${want} alone`,
        `${second.length} rows from ${got}`,
      );
  }
  const named = rows.find((row) => row.accountId !== undefined);
  if (named)
    ledger.check(
      operationId,
      "200 /content/*/accountId",
      "account-ids",
      named.accountId === target.account,
      target.account,
      String(named.accountId),
    );
  const [first] = rows;
  for (const name of ["siren", "siret", "status"] as const) {
    const value = rows.find((row) => typeof row[name] === "string")?.[name] as string | undefined;
    if (first === undefined || value === undefined) continue;
    const filtered = rowsOf(await target.succeed(operationId, { query: { [name]: value } }));
    const fits = filtered.length > 0 && filtered.every((row) => row[name] === undefined || row[name] === value);
    ledger.check(
      operationId,
      `200 filtered by ${name}`,
      "list-filters",
      fits,
      `rows with ${name} ${value} alone`,
      filtered.length === 0 ? "no row" : "others too",
    );
  }
  return rows;
}

async function ofThirdparties(target: Target, rows: readonly Row[]): Promise<void> {
  const ids = rows.map((row) => idOf(row, "thirdpartyId")).filter((id) => id !== undefined);
  for (const id of ids.slice(0, several)) {
    const params = { id };
    const read = await target.succeed("thirdparties.get", { params });
    const came = idOf(read?.body as Row | undefined, "thirdpartyId");
    if (came !== undefined)
      target.ledger.check("thirdparties.get", "200 /thirdpartyId", null, came === id, String(id), String(came));
    await target.succeed("attributes.list", { params });
    await target.succeed("indicators.list", { params });
    await target.succeed("dossiers.ofThirdparty", { params });
  }
  for (const operationId of ["thirdparties.get", "attributes.list", "indicators.list", "dossiers.ofThirdparty"])
    if (ids.length === 0) target.ledger.leftOut(operationId, "the portfolio shows no third party with an id");
}

async function dossiers(target: Target): Promise<Row[]> {
  const { ledger } = target;
  await target.succeed("dossiers.list");
  const rows = rowsOf(await target.succeed("dossiers.list", { query: { size: 100 } }));
  for (const row of rows) {
    const documents = (Array.isArray(row.documents) ? row.documents : []) as { statusCode?: DocumentStatus }[];
    const statuses = documents.map(({ statusCode }) => statusCode);
    // An archived dossier stays as it was.
    if (
      row.monitored !== true ||
      row.statusCode === undefined ||
      statuses.length === 0 ||
      statuses.some((status) => status === undefined)
    )
      continue;
    const wanted = dossierStatus(statuses as DocumentStatus[]);
    ledger.check(
      "dossiers.list",
      "200 /content/*/statusCode",
      "dossier-transitions",
      row.statusCode === wanted,
      `${wanted} for ${[...new Set(statuses)].join(", ")}`,
      String(row.statusCode),
    );
  }
  const one = rows.find((row) => row.statusCode !== undefined && row.thirdpartyId !== undefined);
  if (one) {
    const { statusCode, thirdpartyId } = one as { statusCode: string; thirdpartyId: number };
    const filtered = rowsOf(await target.succeed("dossiers.list", { query: { statusCode, thirdpartyId } }));
    const fits =
      filtered.length > 0 &&
      filtered.every((row) => row.statusCode === statusCode && row.thirdpartyId === thirdpartyId);
    ledger.check(
      "dossiers.list",
      "200 filtered by statusCode and thirdpartyId",
      "list-filters",
      fits,
      `dossiers of ${thirdpartyId} that are ${statusCode}, alone`,
      filtered.length === 0 ? "no row" : "others too",
    );
  }
  return rows;
}

const hasEvidence = (row: Row): boolean => Array.isArray(row.evidences) && row.evidences.length > 0;

async function documents(target: Target, all: readonly Row[]): Promise<Row[]> {
  const { ledger } = target;
  const isPresent = (row: Row) =>
    Array.isArray(row.documents) && row.documents.some((document: Row) => document.present === true);
  const isWaiting = ({ statusCode }: Row) => statusCode === "ACTION_REQUIRED" || statusCode === "ONGOING";
  const waiting = (row: Row) => row.monitored === true && Array.isArray(row.documents) && row.documents.some(isWaiting);
  const chosen = [
    ...new Set([
      ...all.filter(isPresent).slice(0, several),
      ...all.filter(waiting).slice(0, several),
      ...all.slice(0, 2),
    ]),
  ];
  const found: Row[] = [];
  for (const row of chosen) {
    const dossierId = idOf(row, "dossierId");
    if (dossierId === undefined) continue;
    for (const document of rowsOf(await target.succeed("documents.list", { params: { dossierId } }))) {
      found.push({ dossierId, ...document, monitored: row.monitored });
      if (document.statusCode === undefined || !Array.isArray(document.evidences)) continue;
      const missing = document.statusCode === "MISSING";
      const text = `${document.statusCode} with ${document.evidences.length} evidences`;
      ledger.check(
        "documents.list",
        "200 /content/*/statusCode",
        "document-statuses",
        missing === (document.evidences.length === 0),
        "MISSING exactly when there is no evidence",
        text,
      );
    }
  }
  const first = found.find(hasEvidence) ?? found[0];
  const [dossierId, documentId] = [idOf(first, "dossierId"), idOf(first, "documentId")];
  if (dossierId !== undefined && documentId !== undefined) {
    const read = (await target.succeed("documents.get", { params: { dossierId, documentId } }))?.body as
      | Row
      | undefined;
    const came = idOf(read, "documentId");
    if (came !== undefined)
      ledger.check("documents.get", "200 /documentId", null, came === documentId, String(documentId), String(came));
  }
  for (const operationId of ["documents.list", "documents.get"])
    ledger.leftOut(operationId, "no dossier of the account shows a document with an id");
  return found;
}

/** From a document's evidences to their files, by download and by link. */
async function files(target: Target, found: readonly Row[]): Promise<void> {
  const { ledger } = target;
  const evidences = found.flatMap((row) =>
    (Array.isArray(row.evidences) ? (row.evidences as Row[]) : []).map((evidence) => ({
      evidence,
      dossierId: row.dossierId as number,
      documentId: row.documentId as number,
    })),
  );
  const isForm = ({ evidence }: { evidence: Row }) => Array.isArray(evidence.formdata);
  const chosen = [...evidences.filter((each) => !isForm(each)).slice(0, 2), ...evidences.filter(isForm).slice(0, 1)];
  for (const each of chosen) {
    const { evidence, dossierId, documentId } = each;
    const fileId = idOf(evidence, "id");
    if (fileId === undefined) continue;
    const params = { dossierId, documentId, fileId };
    const file = await target.succeed("documents.file", { params });
    if (file && typeof evidence.fileSize === "number")
      ledger.check(
        "documents.file",
        "200 body",
        null,
        evidence.fileSize === file.bytes.length,
        `${evidence.fileSize} bytes, as fileSize says`,
        `${file.bytes.length} bytes`,
      );
    if (file && isForm(each))
      ledger.check(
        "documents.file",
        "200 of a form",
        "signed-link",
        file.type === "application/pdf",
        "the PDF of the form",
        file.type,
      );
    const link = (await target.succeed("documents.link", { params }))?.body as { url?: unknown } | undefined;
    if (typeof link?.url === "string" && URL.canParse(link.url)) {
      const linked = await target.fetch(link.url, "GET", { accept: "*/*" });
      const same = linked.status === 200 && (!file || Buffer.compare(linked.bytes, file.bytes) === 0);
      ledger.check(
        "documents.link",
        "200 /url",
        "signed-link",
        same,
        "the file, without an Authorization header",
        linked.status === 200 ? "other bytes" : String(linked.status),
      );
    }
  }
  for (const operationId of ["documents.file", "documents.link"])
    if (chosen.length === 0) ledger.leftOut(operationId, "no document of the account has an evidence");

  const dossierId = idOf(found.find(hasEvidence), "dossierId");
  if (dossierId === undefined) return ledger.leftOut("dossiers.download", "no dossier of the account has a file");
  const archive = await target.succeed("dossiers.download", { params: { dossierId } });
  const names = archive && zipNames(archive.bytes);
  if (!names) return;
  const codes = found.filter((row) => row.dossierId === dossierId && hasEvidence(row)).map((row) => row.documentCode);
  const fits =
    names.length > 0 &&
    names.every((name) => codes.includes(name.split("/")[0]) && name.split("/").length === 2) &&
    new Set(names).size === names.length;
  ledger.check(
    "dossiers.download",
    "200 entries",
    "archive-layout",
    fits,
    "{documentCode}/{fileName}, no name twice",
    names.slice(0, 3).join(", ") || "no entry",
  );
}

async function searches(target: Target, found: readonly Row[]): Promise<void> {
  const { ledger } = target;
  const by: [string, string, string][] = [
    ["thirdparties.search", "THIRD_PARTY_ADDED", "thirdpartyId"],
    ["dossiers.search", "DOSSIER_ADDED", "dossierId"],
    ["documents.search", "DOCUMENT_ADDED", "documentId"],
  ];
  for (const [operationId, eventNames] of by) {
    const hit = await target.succeed(operationId, { query: { eventNames, ...always } });
    if (hit) ledger.held(operationId, "200 for any date range", "limits");
    const [precise, later] = [`${always.eventOccurrenceStartDate}.000`, `${always.eventOccurrenceEndDate}.999`];
    const exact = await target.send(operationId, {
      query: { eventNames, eventOccurrenceStartDate: precise, eventOccurrenceEndDate: later },
    });
    ledger.check(
      operationId,
      "bounds with milliseconds",
      "event-bounds",
      exact.status === 200,
      "200",
      String(exact.status),
    );
    await target.refuse(
      operationId,
      400,
      { query: { eventNames, ...always, eventOccurrenceEndDate: "2099-12-31T23:59:59Z" } },
      "event-bounds",
    );
    await target.refuse(operationId, 400, { query: { eventNames } }, "errors");
    await target.refuse(operationId, 400, { query: { eventNames: "NO_SUCH_EVENT", ...always } }, "errors");
  }
  const status = found.find((row) => row.statusCode !== undefined)?.statusCode as string | undefined;
  if (status === undefined) return;
  const filtered = rowsOf(
    await target.succeed("documents.search", {
      query: { eventNames: "DOCUMENT_ADDED", ...always, statusCode: status },
    }),
  );
  const fits = filtered.every((row) => row.statusCode === undefined || row.statusCode === status);
  ledger.check(
    "documents.search",
    "200 filtered by statusCode",
    "list-filters",
    fits,
    `documents that are ${status} alone`,
    "others too",
  );
}

/** Looks companies up: a POST, and yet nothing but a read. */
async function companies(target: Target, rows: readonly Row[]): Promise<void> {
  const { ledger } = target;
  const operationId = "thirdparties.find";
  const find = (body: unknown) => target.succeed(operationId, { body });
  const inPortfolio = (answer: Answer | undefined, what: string) => {
    const hits = rowsOf(answer);
    if (answer && hits.every((hit) => hit.alreadyInPortfolio !== undefined))
      ledger.check(
        operationId,
        `200 by ${what}`,
        "response-shapes",
        hits.some((hit) => hit.alreadyInPortfolio === true),
        "a hit that is in the portfolio already",
        `${hits.length} hits, none of them there`,
      );
  };
  const french = rows.find((row) => typeof row.siret === "string" && typeof row.name === "string");
  if (french) {
    inPortfolio(await find({ searchBy: "NAME", value: french.name }), "name");
    inPortfolio(await find({ countryCode: "FR", searchBy: "SIRET", value: french.siret }), "SIRET");
    const siret = french.siret as string;
    const wrong = siret.slice(0, 13) + ((Number(siret[13]) + 1) % 10);
    await target.refuse(
      operationId,
      400,
      { body: { countryCode: "FR", searchBy: "SIRET", value: wrong } },
      "identifier-checks",
    );
  }
  const none = await find({ searchBy: "NAME", value: "zqxwv no company has this name zqxwv" });
  if (none)
    ledger.check(
      operationId,
      "200 without a hit",
      "company-search",
      rowsOf(none).length === 0,
      "an empty page",
      `${rowsOf(none).length} hits`,
    );
  await target.refuse(operationId, 400, { body: { searchBy: "NAME" } }, "company-search");
  await target.refuse(operationId, 400, { body: { searchBy: "NAME", value: "a", colour: "red" } }, "unknown-input");
  const abroad = await target.send(operationId, { body: { searchBy: "VAT", value: "DE319988015" } });
  ledger.check(
    operationId,
    "200 by a VAT number of another member state",
    "vat-scope",
    abroad.status === 200,
    "200",
    String(abroad.status),
  );
}

/** Everything that can be looked at without changing anything. */
export async function read(target: Target): Promise<Found> {
  const portfolio = await thirdparties(target);
  await ofThirdparties(target, portfolio);
  const attributes = rowsOf(await target.succeed("attributes.available"));
  const opened = await dossiers(target);
  const asked = await documents(target, opened);
  await files(target, asked);
  await searches(target, asked);
  await companies(target, portfolio);
  return { thirdparties: portfolio, dossiers: opened, documents: asked, attributes };
}
