import { readFileSync } from "node:fs";
import { documentEvents, dossierEvents } from "../../contract/event-names.ts";
import { isDuns, isFrenchVat, isLocalId, isSiret, isVat } from "../../contract/identifiers.ts";
import { bankOf, givesIban, isIban } from "../../src/directory/banks.ts";
import { isLocalAccount } from "../../src/directory/local-banks.ts";
import type { State } from "../../src/domain/change.ts";
import { type CollectionName, collections } from "../../src/domain/collections.ts";
import { configurationIn } from "../../src/domain/configuration.ts";
import { actors, Draft } from "../../src/domain/draft.ts";
import type { DocumentRow, DossierRow, ThirdpartyRow } from "../../src/domain/rows.ts";
import { flawsIn } from "../../src/domain/stored/state-rules.ts";
import { recalculate } from "../../src/domain/thirdparty/recalculate.ts";
import { parse } from "../../src/domain/time.ts";
import { firstMismatch } from "../../src/store/row-check.ts";
import type { World } from "../../src/world/world.ts";
import { datedPieces } from "./dates.ts";
import { endChecks } from "./ends.ts";
import { type Check, formOf, grouped, isFrench, isSoleTrader, type Look, lookAt } from "./look.ts";
import { checkedPieces } from "./passed-checks.ts";
import { pieceChecks } from "./pieces.ts";
import { printChecks } from "./prints.ts";

/** The invariants of every world: each check yields a sentence for each row that breaks it. */

const brackets: { code: string; min: number; max: number | null }[] = JSON.parse(
  readFileSync("fixtures/workforce.json", "utf8"),
);
const legalForms: { code: string; head: string[] }[] = JSON.parse(readFileSync("fixtures/legal-forms.json", "utf8"));
const headTitles = grouped(legalForms, ({ code }) => code);

function* identifiers({ state }: Look) {
  for (const company of state.thirdparties) {
    const { thirdpartyId, siren, siret, tva, duns, localId, addressCountryCode } = company;
    if (isFrench(company)) {
      const places = company.establishments.flatMap((place) => place.siret ?? []);
      const isWrong = (place: string) => !isSiret(place) || !place.startsWith(siren as string);
      if (new Set(places).size !== places.length || places.some(isWrong))
        yield `${thirdpartyId}: ${places.join()} are not establishments of SIREN ${siren}`;
      if (!siren || !siret || !isSiret(siret) || !siret.startsWith(siren))
        yield `${thirdpartyId}: SIRET ${siret} is not one of SIREN ${siren}`;
      if (tva !== null && (!isFrenchVat(tva) || !tva.endsWith(siren as string)))
        yield `${thirdpartyId}: VAT ${tva} is not that of SIREN ${siren}`;
    } else {
      if (siren !== null || siret !== null) yield `${thirdpartyId}: ${addressCountryCode} has a SIREN`;
      if (localId === null || !isLocalId(addressCountryCode, localId))
        yield `${thirdpartyId}: ${localId} is no local id of ${addressCountryCode}`;
      if (tva !== null && !isVat(tva)) yield `${thirdpartyId}: ${tva} is no VAT number`;
    }
    if (duns === null || !isDuns(duns)) yield `${thirdpartyId}: ${duns} is no DUNS`;
  }
}

function* identities({ state }: Look) {
  for (const company of state.thirdparties) {
    const { thirdpartyId, workforce, workforceRangeCode, executives, ceo, capital } = company;
    const bracket = brackets.find(({ code }) => code === workforceRangeCode);
    if (workforce !== null && (!bracket || workforce < bracket.min || workforce > (bracket.max ?? workforce)))
      yield `${thirdpartyId}: ${workforce} people are not in ${workforceRangeCode}`;
    const [head] = executives;
    if (head && ceo !== `${head.lastName} ${head.firstName}`)
      yield `${thirdpartyId}: ${ceo} is not the first executive`;
    const titles = headTitles.get(company.legalCategoryCode ?? "")?.flatMap((form) => form.head);
    if (isFrench(company) && head && titles && !titles.includes(head.role))
      yield `${thirdpartyId}: ${head.role} heads a company of category ${company.legalCategoryCode}`;
    if (isSoleTrader(company) && capital !== null) yield `${thirdpartyId}: a sole trader has a capital`;
  }
}

function* banks({ state }: Look) {
  for (const { thirdpartyId, internal } of state.thirdparties) {
    if (!internal.bank) continue;
    const { iban, local, country } = internal.bank;
    if (iban === null ? !local || !isLocalAccount(local) || givesIban(country) : !givesIban(country))
      yield `${thirdpartyId}: ${iban ?? JSON.stringify(local)} is no account in ${country}`;
    if (iban === null) continue;
    const bank = bankOf(iban);
    if (!isIban(iban)) yield `${thirdpartyId}: ${iban} is no IBAN`;
    else if (bank?.bic !== internal.bank.bic || bank.bankName !== internal.bank.bankName)
      yield `${thirdpartyId}: ${internal.bank.bankName} is not the bank of ${iban}`;
  }
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

function* presence({ state }: Look) {
  for (const { documentId, present, evidences, statusCode } of state.documents)
    if (present !== evidences.length > 0 || present !== (statusCode !== "MISSING"))
      yield `${documentId}: present ${present}, ${evidences.length} evidences, ${statusCode}`;
}

function* validity({ state, now }: Look) {
  for (const { documentId, statusCode, evidences, internal } of state.documents) {
    const end = evidences[0]?.expirationDate ?? null;
    if (statusCode === "VALID" && !internal.stopped && end !== null && end < now)
      yield `${documentId}: VALID, and expired on ${end}`;
  }
}

function* order({ state, now, documents }: Look) {
  const decisions = new Map(state.responses.map((response) => [response.responseId, response]));
  for (const { documentId, requestDate, evidences } of documents.values())
    for (const { id, uploadDate, expirationDate, responseId } of evidences) {
      if (requestDate > uploadDate) yield `${documentId}: evidence ${id} is older than the request for it`;
      if (uploadDate > now) yield `${documentId}: evidence ${id} is in the future`;
      const response = decisions.get(responseId);
      if (!response) yield `${documentId}: evidence ${id} belongs to no response`;
      const decided = response?.decision?.decisionDate;
      if (decided && !(uploadDate < decided && decided <= now))
        yield `${documentId}: decided ${decided}, uploaded ${uploadDate}, now ${now}`;
      const wasAccepted = response?.state === "ACCEPTED" || response?.state === "EXPIRED";
      if (wasAccepted && expirationDate !== null && uploadDate >= expirationDate)
        yield `${documentId}: evidence ${id} was accepted though it had expired`;
    }
}

function* kinds({ state }: Look) {
  for (const { documentId, documentCode, evidences } of state.documents)
    for (const evidence of evidences) {
      const { issuer, transmitter } = evidence;
      if (documentCode.startsWith("SCR_") && (issuer !== "PARTENAIRE" || transmitter !== "PARTENAIRE"))
        yield `${documentId}: a screening of ${issuer}, sent by ${transmitter}`;
      const file = ["fileUUID", "fileName", "fileSize"].filter((name) => name in evidence).length;
      if ("formdata" in evidence ? file > 0 : file < 3)
        yield `${documentId}: evidence ${evidence.id} is neither file nor form`;
      if ("formdata" in evidence && evidence.formdata.some(({ order: at }, index) => at !== index + 1))
        yield `${documentId}: gaps in the form ${evidence.id}`;
    }
}

/** The status of a dossier, computed independently of the rules. */
function expectedStatus(documents: readonly DocumentRow[]): DossierRow["statusCode"] {
  const there = new Set(documents.map(({ statusCode }) => statusCode));
  if (there.size === 0 || (there.size === 1 && there.has("MISSING"))) return "ABSENT";
  for (const status of ["INVALID", "BELOW_EXPECTATION", "ACTION_REQUIRED"] as const)
    if (there.has(status)) return status;
  return there.size === 1 && there.has("VALID") ? "VALID" : "ONGOING";
}
const shortOf = ({ documentId, statusCode, present }: Pick<DocumentRow, "documentId" | "statusCode" | "present">) =>
  `${documentId} ${statusCode} ${present}`;
function* dossierStatuses({ state, documentsOf }: Look) {
  for (const dossier of state.dossiers) {
    const listed = (documentsOf.get(dossier.dossierId) ?? []).filter(({ internal }) => !internal.withdrawn);
    const expected = expectedStatus(listed);
    if (dossier.monitored && dossier.statusCode !== expected)
      yield `${dossier.dossierId}: ${dossier.statusCode}, and its documents make it ${expected}`;
    if (dossier.state !== (dossier.monitored && dossier.statusCode === "VALID"))
      yield `${dossier.dossierId}: state ${dossier.state}`;
    const shown = dossier.documents.map(shortOf).join();
    if (shown !== listed.map(shortOf).join()) yield `${dossier.dossierId}: shows ${shown}`;
    if (listed.some(({ internal }) => internal.stopped === dossier.monitored))
      yield `${dossier.dossierId}: a document is stopped and its dossier is not, or the reverse`;
  }
  for (const { documentId, stoppingDate, internal } of state.documents)
    if (internal.stopped !== (stoppingDate !== null)) yield `${documentId}: stopped on ${stoppingDate}`;
}

const strikeOff = "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION";
const general = { DOSSIER: "DOSSIER_STATUS_UPDATED", DOCUMENT: "DOCUMENT_ANSWER_STATUS_UPDATE" } as const;
const own = new Set<string>(
  [...dossierEvents, ...documentEvents].filter(
    (name) => /_STATUS_UPDATED?_(?!$)/.test(name) && !name.includes("DOCCHECK"),
  ),
);
function* journal({ state, now, eventsOf }: Look) {
  let last = "";
  const lastStatus = new Map<number, string>();
  const lastChange = new Map<number, string>();
  for (const [at, event] of state.events.entries()) {
    if (event.occurredAt < last) yield `event ${event.eventId} is before the one above it`;
    if (event.occurredAt > now) yield `event ${event.eventId} is in the future`;
    last = event.occurredAt;
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
    // A lighter procedure that is converted keeps its opening date, and the certificates that were issued in it.
    const inLiquidation =
      collectiveProcedure?.type === "LIQUIDATION_JUDICIAIRE" &&
      !changedSince(thirdpartyId, since, ["collectiveProcedure"]);
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

/** The state of the response that a document's status rests on. */
const responseBehind: Partial<Record<DocumentRow["statusCode"], State["responses"][number]["state"]>> = {
  ONGOING: "CHECKING",
  ACTION_REQUIRED: "WAITING",
  VALID: "ACCEPTED",
};
function* responses({ state }: Look) {
  const byDocument = grouped(state.responses, ({ documentId }) => documentId);
  for (const { documentId, statusCode } of state.documents) {
    const current = (byDocument.get(documentId) ?? [])
      .filter((response) => ["CHECKING", "WAITING", "ACCEPTED"].includes(response.state))
      .map((response) => response.state);
    const expected = responseBehind[statusCode];
    if (current.join() !== (expected ?? ""))
      yield `${documentId}: ${statusCode}, and its current responses are ${current.join() || "none"}`;
  }
}

function* plans({ state, now, documents, companies }: Look) {
  const open = new Set<string>();
  for (const { dossierId, monitored, dossierTypeCode, thirdpartyId } of state.dossiers) {
    if (!monitored || dossierTypeCode === null) continue;
    const key = `${thirdpartyId} ${dossierTypeCode}`;
    if (open.has(key)) yield `${dossierId}: a second open dossier of type ${dossierTypeCode}`;
    open.add(key);
  }
  const planned = new Set<string>();
  for (const { jobId, dueAt, kind, subjectId } of state.jobs) {
    if (dueAt < now && dueAt.slice(0, 19) < now.slice(0, 19))
      yield `job ${jobId} (${kind}) was due at ${dueAt}, and it is ${now}`;
    const key = `${kind} ${subjectId}`;
    if (planned.has(key)) yield `job ${jobId}: ${key} is planned twice`;
    planned.add(key);
    const document = documents.get(subjectId as number);
    if (["COLLECT", "SOURCE", "EXPIRE", "RECHECK"].includes(kind) && document?.internal.stopped !== false)
      yield `job ${jobId}: ${key} is planned for a stopped document`;
    if (kind === "COLLECT" && ["ONGOING", "ACTION_REQUIRED"].includes(document?.statusCode ?? ""))
      yield `job ${jobId}: ${subjectId} is to be collected while a response to it is being checked`;
  }
  for (const { contactId, thirdpartyId, status } of state.contacts)
    if (status === "INVITED" && !companies.get(thirdpartyId)?.archived && !planned.has(`INVITATION ${contactId}`))
      yield `contact ${contactId}: invited, and no reminder is planned`;
  for (const { thirdpartyId, archived, internal } of state.thirdparties)
    if (archived && Object.values(internal.monitoring).some(({ active }) => active))
      yield `${thirdpartyId}: archived, and still monitored`;
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

const addressFields = ["addressLine1", "addressPostCode", "addressCity", "addressCountryCode"] as const;
const placeFields = [...addressFields, "activityCode", "activityLabel"] as const;
/** What an import would refuse. */
function* stored({ state, now }: Look) {
  for (const found of flawsIn(state, configurationIn(state), parse(now), "rules"))
    if (found) yield `${found.collection}/${found.nth}${found.pointer}: ${found.reason}`;
}

/** A French third party is the establishment with its SIRET; a foreign one is the company at its head office. */
function* places({ state }: Look) {
  for (const company of state.thirdparties) {
    const { thirdpartyId, siret, establishments } = company;
    const heads = establishments.filter(({ headOffice }) => headOffice);
    if (heads.length !== 1 || establishments[0] !== heads[0])
      yield `${thirdpartyId}: ${heads.length} head offices, or not in the first place`;
    const own = siret === null ? heads[0] : establishments.find((place) => place.siret === siret);
    for (const field of placeFields)
      if (own?.[field] !== company[field])
        yield `${thirdpartyId}: ${field} ${company[field]}, and at its own establishment ${own?.[field]}`;
  }
  const sirets = state.thirdparties.flatMap(({ siret }) => siret ?? []);
  if (new Set(sirets).size !== sirets.length) yield `two third parties with one SIRET among ${sirets.join()}`;
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
  "1, 2 identifiers agree": identifiers,
  "3 identities hold together": identities,
  "5 banks belong to their IBAN": banks,
  "6 present, evidences and status agree": presence,
  "7 a VALID document had not expired at the last run of the expiry job": validity,
  "8 requests, uploads and decisions are in that order": order,
  "9 an evidence is a file or a form": kinds,
  "10 a dossier's status is that of its documents": dossierStatuses,
  "11 the audit journal agrees with the rows": journal,
  "13 documents agree with the register": register,
  "the gazette announces French companies that exist": gazette,
  "responses agree with statuses": responses,
  "jobs are planned once, for live resources, in the future": plans,
  "rows fit their schemas": shapes,
  "an import would take the world": stored,
  "a third party has the address of its own establishment": places,
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
