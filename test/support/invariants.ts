import { readFileSync } from "node:fs";
import { documentEvents, dossierEvents } from "../../contract/event-names.ts";
import { bankOf, isIban } from "../../src/directory/banks.ts";
import type { State } from "../../src/domain/change.ts";
import { type CollectionName, collections } from "../../src/domain/collections.ts";
import { configurationIn } from "../../src/domain/configuration.ts";
import { actors, Draft } from "../../src/domain/draft.ts";
import type { ThirdpartyRow } from "../../src/domain/rows.ts";
import { flawsIn } from "../../src/domain/stored/state-rules.ts";
import { recalculate } from "../../src/domain/thirdparty/recalculate.ts";
import { parse } from "../../src/domain/time.ts";
import { firstMismatch } from "../../src/store/row-check.ts";
import type { World } from "../../src/world/world.ts";
import { datedPieces } from "./dates.ts";
import { endChecks } from "./ends.ts";
import { type Check, formOf, grouped, isFrench, type Look, lookAt } from "./look.ts";
import { checkedPieces } from "./passed-checks.ts";
import { pieceChecks } from "./pieces.ts";
import { printChecks } from "./prints.ts";

/** The invariants of every world: each check yields a sentence for each row that breaks it. */

const legalForms: { code: string; head: string[] }[] = JSON.parse(readFileSync("fixtures/legal-forms.json", "utf8"));
const headTitles = grouped(legalForms, ({ code }) => code);

/** The head of a French company has a title of its legal form. */
function* titles({ state }: Look) {
  for (const company of state.thirdparties) {
    const { thirdpartyId, legalCategoryCode, executives } = company;
    const [head] = executives;
    const known = headTitles.get(legalCategoryCode ?? "")?.flatMap((form) => form.head);
    if (isFrench(company) && head && known && !known.includes(head.role))
      yield `${thirdpartyId}: ${head.role} heads a company of category ${legalCategoryCode}`;
  }
}

function* banks({ state }: Look) {
  for (const { documentId, documentCode, evidences } of state.documents) {
    if (documentCode !== "IBAN") continue;
    for (const evidence of evidences) {
      const form = formOf(evidence);
      const iban = form?.iban ?? "";
      const bank = bankOf(iban);
      const { bank_data_bank: name, bank_data_bic: bic, bank_data_country: country, verified } = evidence.metadata;
      if (form && (form.bic !== (bank?.bic ?? "") || form.nom_banque !== (bank?.bankName ?? "")))
        yield `${documentId}: ${form.nom_banque} (${form.bic}) is written for ${iban}`;
      if (name !== undefined && (bank?.bankName !== name || bank.bic !== bic))
        yield `${documentId}: ${name} is not the bank of ${iban}`;
      if (country !== undefined && country !== iban.slice(0, 2))
        yield `${documentId}: ${country} is not the country of ${iban}`;
      if (verified === "true" && !isIban(iban)) yield `${documentId}: ${iban} was verified and is no IBAN`;
    }
  }
}

function* validity({ state, now }: Look) {
  for (const { documentId, statusCode, evidences, internal } of state.documents) {
    const current = evidences.filter(({ responseId }) => responseId === evidences[0]?.responseId);
    const [end] = current.flatMap(({ expirationDate }) => expirationDate ?? []).sort();
    if (["VALID", "ACTION_REQUIRED"].includes(statusCode) && !internal.stopped && end && end < now)
      yield `${documentId}: ${statusCode}, and expired on ${end}`;
  }
}

function* kinds({ state }: Look) {
  for (const { documentId, documentCode, evidences } of state.documents)
    for (const evidence of evidences) {
      const { issuer, transmitter } = evidence;
      if (documentCode.startsWith("SCR_") && (issuer !== "PARTENAIRE" || transmitter !== "PARTENAIRE"))
        yield `${documentId}: a screening of ${issuer}, sent by ${transmitter}`;
      if ("formdata" in evidence && evidence.formdata.some(({ order: at }, index) => at !== index + 1))
        yield `${documentId}: gaps in the form ${evidence.id}`;
    }
}

function* stops({ state, documentsOf }: Look) {
  for (const { dossierId, monitored } of state.dossiers)
    if (documentsOf.get(dossierId)?.some(({ internal }) => !internal.withdrawn && internal.stopped === monitored))
      yield `${dossierId}: a document is stopped and its dossier is not, or the reverse`;
}

const strikeOff = "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION";
const general = { DOSSIER: "DOSSIER_STATUS_UPDATED", DOCUMENT: "DOCUMENT_ANSWER_STATUS_UPDATE" } as const;
const own = new Set<string>(
  [...dossierEvents, ...documentEvents].filter(
    (name) => /_STATUS_UPDATED?_(?!$)/.test(name) && !name.includes("DOCCHECK"),
  ),
);
function* journal({ state, eventsOf }: Look) {
  const lastStatus = new Map<number, string>();
  const lastChange = new Map<number, string>();
  for (const [at, event] of state.events.entries()) {
    const next = state.events[at + 1];
    const before = state.events[at - 1];
    if (event.eventName === general.DOSSIER || event.eventName === general.DOCUMENT) {
      const isOfBoth = next?.resourceId === event.resourceId && next.occurredAt === event.occurredAt;
      if (!isOfBoth || !own.has(next.eventName) || !next.eventName.startsWith(event.eventName))
        yield `event ${event.eventId}: ${event.eventName} stands alone`;
    }
    if (own.has(event.eventName)) {
      if (!before || !event.eventName.startsWith(before.eventName) || before.resourceId !== event.resourceId)
        yield `event ${event.eventId}: ${event.eventName} stands alone`;
      lastChange.set(event.resourceId, event.occurredAt);
      lastStatus.set(
        event.resourceId,
        event.eventName.replace(/^(?:DOSSIER_STATUS_UPDATED|DOCUMENT_ANSWER_STATUS_UPDATE)_/, ""),
      );
    }
  }
  for (const { dossierId, statusCode, stateLastChangeDate } of state.dossiers) {
    if (lastStatus.get(dossierId) !== statusCode)
      yield `${dossierId}: ${statusCode}, and the audit journal says ${lastStatus.get(dossierId)}`;
    if (lastChange.get(dossierId) !== stateLastChangeDate)
      yield `${dossierId}: changed on ${stateLastChangeDate}, and the audit journal says ${lastChange.get(dossierId)}`;
  }
  for (const { documentId, statusCode } of state.documents)
    if (lastStatus.get(documentId) !== (statusCode === "MISSING" ? "ABSENT" : statusCode))
      yield `${documentId}: ${statusCode}, and the audit journal says ${lastStatus.get(documentId)}`;
  for (const { thirdpartyId, status } of state.thirdparties) {
    const judgments = ["THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", strikeOff];
    const final = eventsOf.get(thirdpartyId)?.findLast(({ eventName }) => judgments.includes(eventName));
    const said = final && (final.eventName === strikeOff ? "STRUCK_OFF" : final.payload.to);
    if (said && said !== status) yield `${thirdpartyId}: ${status}, and the audit journal says ${said}`;
  }
}

/** Events of the gazette and the register, which know French companies only, until they are struck off. */
const published = /^THIRD_PARTY_(LEGAL_ANNOUNCEMENT_|PROCEDURE_COLLECTIVE_)/;
function* gazette({ state, companies, eventsOf }: Look) {
  for (const [thirdpartyId, events] of eventsOf) {
    const company = companies.get(thirdpartyId) as ThirdpartyRow;
    const said = events.filter(({ eventName }) => published.test(eventName));
    if (said.length > 0 && !isFrench(company))
      yield `${thirdpartyId}: the gazette announces a company in ${company.addressCountryCode}`;
    const end = said.find(({ eventName }) => eventName === strikeOff);
    if (end && said.at(-1) !== end) yield `${thirdpartyId}: ${said.at(-1)?.eventName} after it was struck off`;
  }
  for (const { announcementId, thirdpartyId } of state.announcements)
    if (!isFrench(companies.get(thirdpartyId) as ThirdpartyRow))
      yield `${announcementId}: an announcement of a company abroad`;
}

function* register({ state, companies, eventsOf, changedSince }: Look) {
  for (const { documentId, documentCode, statusCode, thirdpartyId, evidences } of state.documents) {
    const { collectiveProcedure, status } = companies.get(thirdpartyId) as ThirdpartyRow;
    const issued = evidences[0]?.internal.issueDate;
    const since = evidences[0]?.uploadDate ?? "";
    // A lighter procedure that is converted keeps its opening date, and the certificates that were issued in it; the
    // gazette tells of it, or the register where the judgment was announced for another establishment.
    const judged = (eventsOf.get(thirdpartyId) ?? []).some(
      ({ eventName, occurredAt }) => eventName === "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED" && occurredAt > since,
    );
    const isConverted = judged || changedSince(thirdpartyId, since, ["collectiveProcedure"]);
    const inLiquidation = collectiveProcedure?.type === "LIQUIDATION_JUDICIAIRE" && !isConverted;
    const isBarred = documentCode === "ATT_FISCALE" || (documentCode === "ATT_URSSAF" && inLiquidation);
    if (isBarred && statusCode === "VALID" && collectiveProcedure && issued && issued > collectiveProcedure.openingDate)
      yield `${documentId}: ${documentCode} of ${issued}, in a procedure since ${collectiveProcedure.openingDate}`;
    if (!["KBIS", "RNE", "ATT_URSSAF", "ATT_FISCALE", "ATT_CIBTP"].includes(documentCode) || status !== "STRUCK_OFF")
      continue;
    const history = eventsOf.get(thirdpartyId) ?? [];
    const end = history.findLast(({ eventName }) => eventName === strikeOff)?.occurredAt ?? "";
    const approvals = history.filter(({ eventName }) => eventName === "DOCUMENT_ANSWER_STATUS_UPDATE_VALID");
    if (approvals.some((event) => event.documentId === documentId && event.occurredAt > end))
      yield `${documentId}: ${documentCode} became valid after the company was struck off`;
  }
}

const isReminded = (company: ThirdpartyRow | undefined) => !company?.archived && company?.status !== "STRUCK_OFF";
function* plans({ state, now, documents, companies }: Look) {
  const planned = new Set<string>();
  for (const { jobId, dueAt, kind, subjectId } of state.jobs) {
    if (dueAt < now && dueAt.slice(0, 19) < now.slice(0, 19))
      yield `job ${jobId} (${kind}) was due at ${dueAt}, and it is ${now}`;
    const key = `${kind} ${subjectId}`;
    planned.add(key);
    const document = documents.get(subjectId as number);
    if (["COLLECT", "SOURCE", "EXPIRE", "RECHECK"].includes(kind) && document?.internal.stopped !== false)
      yield `job ${jobId}: ${key} is planned for a stopped document`;
    if (kind === "COLLECT" && ["ONGOING", "ACTION_REQUIRED"].includes(document?.statusCode ?? ""))
      yield `job ${jobId}: ${subjectId} is to be collected while a response to it is being checked`;
  }
  for (const { contactId, thirdpartyId, status } of state.contacts)
    if (status === "INVITED" && isReminded(companies.get(thirdpartyId)) && !planned.has(`INVITATION ${contactId}`))
      yield `contact ${contactId}: invited, and no reminder is planned`;
}

/** Rows that fit their schema. Rows are replaced and never changed, so none is checked twice. */
const fitting = new WeakSet<object>();
/** Rows that a store would refuse to read after a restart. */
function* shapes({ state }: Look) {
  for (const name of Object.keys(collections) as CollectionName[])
    for (const row of state[name]) {
      if (fitting.has(row)) continue;
      const found = firstMismatch(name, row);
      if (found) yield `${name} ${collections[name].key(row as never)}: ${found.pointer} ${found.reason}`;
      else fitting.add(row);
    }
}

/** What an import would refuse. */
function* stored({ state, now }: Look) {
  for (const found of flawsIn(state, configurationIn(state), parse(now), "rules"))
    if (found) yield `${found.collection}/${found.nth}${found.pointer}: ${found.reason}`;
}

const unitFields = [
  ...["name", "acronym", "ceo", "executives", "capital", "status", "collectiveProcedure", "establishments"],
  ...["workforce", "workforceRangeCode", "turnover", "lastBalanceSheetDate", "dateCreation", "tva"],
] as (keyof ThirdpartyRow)[];
/** The register publishes facts of the legal unit, whichever establishment is asked about. */
function* units({ state }: Look) {
  const managed = state.thirdparties.filter(({ siren, source }) => siren !== null && source !== "UNMANAGED");
  for (const [siren, rows] of grouped(managed, (row) => row.siren as string))
    for (const field of unitFields) {
      const told = new Set(rows.map((row) => JSON.stringify(row[field])));
      if (told.size > 1) yield `SIREN ${siren}: ${field} is ${[...told].join(" and ")}`;
    }
}

/** Every invariant of the rows, by its name. */
export const invariants: Readonly<Record<string, Check>> = {
  "3 heads have titles of the legal form": titles,
  "5 banks belong to their IBAN": banks,
  "7 an answer that counts or waits had not expired at the last run of the expiry job": validity,
  "9 an evidence is a file or a form": kinds,
  "10 a dossier stops with its documents": stops,
  "11 the audit journal agrees with the rows": journal,
  "13 documents agree with the register": register,
  "the gazette announces French companies that exist": gazette,
  "jobs are planned once, for live resources, in the future": plans,
  "rows fit their schemas": shapes,
  "an import would take the world": stored,
  "a legal unit is the same at all its establishments": units,
  "nothing is valid without a passed check": checkedPieces,
  "nothing is dated before the company or after now": datedPieces,
  ...endChecks,
  ...pieceChecks,
  ...printChecks,
};

/** A sentence for each broken invariant of a state. */
export function wrongs(state: State, now: string, checks = invariants): string[] {
  const look = lookAt(state, now);
  return Object.entries(checks).flatMap(([name, check]) =>
    [...check(look)].map((complaint) => `${name}: ${complaint}`),
  );
}

/** A sentence for each event that settling again would add: scores and statuses must already be up to date. */
export async function unsettled(world: World): Promise<string[]> {
  const { rows } = await world.store.page("thirdparties", { offset: 0, limit: Number.MAX_SAFE_INTEGER });
  const complaints: string[] = [];
  for (const { thirdpartyId } of rows) {
    const draft = new Draft(await world.store.folder(thirdpartyId), world.context(), actors.platform);
    recalculate(draft);
    for (const { eventName, payload } of draft.events)
      complaints.push(`${thirdpartyId}: ${eventName} is missing, ${JSON.stringify(payload)}`);
  }
  return complaints;
}
