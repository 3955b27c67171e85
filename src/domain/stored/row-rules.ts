import { isDeepStrictEqual } from "node:util";
import { resourceTypeOf } from "../../../contract/events.ts";
import { isLocalId } from "../../../contract/identifiers.ts";
import { Duns, Siret, Vat } from "../../../contract/identities.ts";
import { clockRange, Email, historyPattern, largestWorld } from "../../../contract/shared.ts";
import { bankOf, givesIban, isIban } from "../../directory/banks.ts";
import { legalForms } from "../../directory/french.ts";
import { isFrench, isSoleTrader } from "../../directory/kinds.ts";
import { isLocalAccount, localBankOf } from "../../directory/local-banks.ts";
import { activities, workforces } from "../../directory/profile.ts";
import { territoriesOf } from "../../directory/territories.ts";
import type { CollectionName, Row } from "../collections.ts";
import {
  attributeOfId,
  type Configuration,
  defaultConfiguration,
  isDocumentCode,
  isDossierCode,
  rowOf,
} from "../configuration.ts";
import { dossierLabels } from "../dossier/statuses.ts";
import { jobRules } from "../jobs.ts";
import type { EvidenceRow } from "../response/evidence.ts";
import type { ThirdpartyRow } from "../rows.ts";
import { sequenceStarts } from "../sequences.ts";
import { attributeKey, violations } from "../thirdparty/attributes.ts";

/** Something in a row that fits its schema, and that no rule could have written. */
export interface Flaw {
  /** JSON pointer into the row. */
  pointer: string;
  /** Follows the place in a sentence. */
  reason: string;
  /** Left out where the reason says it. */
  expected?: string;
}
export const flaw = (pointer: string, reason: string): Flaw => ({ pointer, reason });

/** How deep a stored world is checked: by all rules, or so that it can be used though it is odd on purpose. */
export type Check = "rules" | "shape";

type RowRules = { [C in CollectionName]?: (row: Row<C>, configuration: Configuration) => Iterable<Flaw> };

const noActivity = "is no activity of the NAF";
const identifiers = { CIT001: Siret, CIT002: Vat, CIT003: Duns };

function* numbersOf(row: ThirdpartyRow): Generator<Flaw> {
  const { companyIdType, companyIdValue, siren, siret, tva, localId, addressCountryCode, establishments } = row;
  const wrong = identifiers[companyIdType].safeParse(companyIdValue).error?.issues[0];
  if (wrong) yield flaw("/companyIdValue", wrong.message);
  if (!isFrench(row)) {
    if (siren !== null) yield flaw("/siren", "is of a company in France, and this one is abroad");
    if (siret !== null) yield flaw("/siret", "is of a company in France, and this one is abroad");
    if (localId !== null && !isLocalId(addressCountryCode, localId))
      yield flaw("/localId", `is no registry number of ${addressCountryCode}`);
    return;
  }
  if (siren === null) yield flaw("/siren", "is missing, and the company is in France");
  const isOther = (number: string | null) => number !== null && siren !== null && !number.startsWith(siren);
  if (siret === null || isOther(siret)) yield flaw("/siret", `must begin with the SIREN (${siren})`);
  if (tva !== null && siren !== null && !tva.endsWith(siren)) yield flaw("/tva", `must end with the SIREN (${siren})`);
  for (const [at, place] of establishments.entries())
    if (isOther(place.siret)) yield flaw(`/establishments/${at}/siret`, `must begin with the SIREN (${siren})`);
}

const activityCodes = new Set(activities.map(({ code }) => code));
const legalCodes = new Set(legalForms.map(({ code }) => code));
const addressFields = ["addressLine1", "addressPostCode", "addressCity", "addressCountryCode"] as const;
const placeFields = [...addressFields, "activityCode", "activityLabel"] as const;

/** A French third party is the establishment with its SIRET; a foreign one is the company at its head office. */
function* placesOf(row: ThirdpartyRow): Generator<Flaw> {
  const { siret, establishments, activityCode, legalCategoryCode } = row;
  const heads = establishments.filter(({ headOffice }) => headOffice);
  if (heads.length !== 1 || establishments[0] !== heads[0])
    yield flaw("/establishments", "must have one head office, in the first place");
  const sirets = establishments.flatMap((place) => place.siret ?? []);
  if (new Set(sirets).size !== sirets.length) yield flaw("/establishments", "must not have a SIRET twice");
  const own = siret === null ? heads[0] : establishments.find((place) => place.siret === siret);
  if (siret !== null && !own) yield flaw("/siret", "must be that of one of its establishments");
  for (const field of placeFields)
    if (own && own[field] !== row[field])
      yield flaw(`/${field}`, `must be that of its own establishment: ${own[field]}`);
  for (const [at, place] of establishments.entries())
    if (place.activityCode !== null && !activityCodes.has(place.activityCode))
      yield flaw(`/establishments/${at}/activityCode`, noActivity);
  if (activityCode !== null && !activityCodes.has(activityCode)) yield flaw("/activityCode", noActivity);
  if (legalCategoryCode !== null && !(isFrench(row) && legalCodes.has(legalCategoryCode)))
    yield flaw("/legalCategoryCode", "is no legal form of a company in France");
}

function* people({ workforce, workforceRangeCode, executives, ceo, capital, ...row }: ThirdpartyRow): Generator<Flaw> {
  const bracket = workforces.find(({ code }) => code === workforceRangeCode);
  if (workforceRangeCode !== null && !bracket) yield flaw("/workforceRangeCode", "is no bracket of employees");
  else if (workforce !== null && !(bracket && workforce >= bracket.min && workforce <= (bracket.max ?? workforce)))
    yield flaw("/workforceRangeCode", `must be the bracket of ${workforce} employees`);
  const [head] = executives;
  const name = head && `${head.lastName} ${head.firstName}`;
  if (name !== undefined && ceo !== name) yield flaw("/ceo", `must be ${name}, the first executive`);
  if (isSoleTrader(row) && capital !== null) yield flaw("/capital", "must be null: a sole trader has none");
}

function* bank(account: NonNullable<ThirdpartyRow["internal"]["bank"]>): Generator<Flaw> {
  const { iban, local, bic, bankName, country } = account;
  const isAccount = iban === null ? local && isLocalAccount(local) : isIban(iban);
  if (!isAccount) return yield flaw("", "is no bank account: wrong check digits, or neither IBAN nor local account");
  const known = iban === null ? local && localBankOf(local) : bankOf(iban);
  const own = iban === null ? local?.country : iban.slice(0, 2);
  if (country !== own || givesIban(country) !== (iban !== null))
    yield flaw("/country", `must be ${own}, as the account`);
  if (!/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)) yield flaw("/bic", "must be a BIC");
  else if (known && bic !== known.bic) yield flaw("/bic", `must be ${known.bic}, the bank of the account`);
  if (known && bankName !== known.bankName)
    yield flaw("/bankName", `must be ${known.bankName}, the bank of the account`);
}

const isScore = (score: number | null) => score === null || (score >= 0 && score <= 100);
const noScore = "must be a score from 0 to 100";

function* internal({ internal, archived }: ThirdpartyRow): Generator<Flaw> {
  if (internal.bank)
    for (const { pointer, reason } of bank(internal.bank)) yield flaw(`/internal/bank${pointer}`, reason);
  for (const [base, score] of Object.entries(internal.bases))
    if (!isScore(score)) yield flaw(`/internal/bases/${base}`, noScore);
  for (const [provider, { active, score }] of Object.entries(internal.monitoring)) {
    if (!isScore(score)) yield flaw(`/internal/monitoring/${provider}/score`, noScore);
    if (active && archived) yield flaw(`/internal/monitoring/${provider}/active`, "must be false: it is archived");
  }
}

function* thirdparty(row: ThirdpartyRow): Generator<Flaw> {
  yield* numbersOf(row);
  yield* placesOf(row);
  yield* people(row);
  yield* internal(row);
  const { archived, archivedDate, status, collectiveProcedure } = row;
  if (archived !== (archivedDate !== null))
    yield flaw("/archivedDate", "must be there when it is archived, and only then");
  if ((status === "COLLECTIVE_PROCEDURE") !== (collectiveProcedure !== null))
    yield flaw("/collectiveProcedure", `must be there in the status COLLECTIVE_PROCEDURE, and only then`);
}

function* attribute({ id, label, type, values }: Row<"attributes">, configuration: Configuration): Generator<Flaw> {
  const definition = attributeOfId(configuration, id);
  if (!definition) return;
  if (label !== definition.label) yield flaw("/label", `must be ${definition.label}, the attribute ${id}`);
  if (type !== definition.type) yield flaw("/type", `must be ${definition.type}, the type of ${definition.label}`);
  for (const { pointer, expected } of violations(definition, values))
    yield flaw(pointer as string, `must be ${expected}`);
}

function* evidenceOf(evidence: EvidenceRow, documentCode: string, { forms }: Configuration): Generator<Flaw> {
  if (!("formdata" in evidence)) return;
  const fields = forms.get(documentCode);
  // The account may have changed a form of its own since.
  const usual = fields === defaultConfiguration.forms.get(documentCode) ? fields : undefined;
  const { forms: known, documentTypes } = defaultConfiguration;
  if (!fields && !known.has(documentCode) && documentTypes.has(documentCode))
    return yield flaw("/formdata", `is there, and ${documentCode} is no form`);
  const seen = new Set<string>();
  for (const [at, { key, type }] of evidence.formdata.entries()) {
    const field = usual?.find((one) => one.key === key);
    if (seen.has(key) || (usual && !field))
      yield flaw(`/formdata/${at}/key`, `is no question of ${documentCode}, or is there twice`);
    else if (field && field.type !== type) yield flaw(`/formdata/${at}/type`, `must be ${field.type}`);
    seen.add(key);
  }
}

function* document(row: Row<"documents">, configuration: Configuration): Generator<Flaw> {
  const { documentCode, evidences, present, statusCode, stoppingDate, internal } = row;
  if (present !== evidences.length > 0) yield flaw("/present", "must say whether there are evidences");
  if (present === (statusCode === "MISSING"))
    yield flaw("/statusCode", "must be MISSING when there is no evidence, and only then");
  if (internal.stopped !== (stoppingDate !== null))
    yield flaw("/stoppingDate", "must be there when the document is stopped, and only then");
  for (const [at, evidence] of evidences.entries())
    for (const { pointer, reason } of evidenceOf(evidence, documentCode, configuration))
      yield flaw(`/evidences/${at}${pointer}`, reason);
}

function* dossier(
  { dossierTypeCode, typed, statusCode, ...row }: Row<"dossiers">,
  configuration: Configuration,
): Generator<Flaw> {
  const { dossierTypes } = configuration.source;
  // An archived dossier keeps what its type was.
  const isTyped = dossierTypeCode !== null && (row.monitored ? (dossierTypes[dossierTypeCode]?.typed ?? true) : typed);
  if (typed !== isTyped) yield flaw("/typed", "must say whether there is a dossierTypeCode");
  if (row.statusLabel !== dossierLabels[statusCode])
    yield flaw("/statusLabel", `must be ${dossierLabels[statusCode]}, as ${statusCode} reads`);
  if (row.state !== (row.monitored && statusCode === "VALID"))
    yield flaw("/state", "must say whether the dossier is monitored and VALID");
  if (!isScore(row.internal.completionRate)) yield flaw("/internal/completionRate", "must be from 0 to 100");
  if (row.monitored !== (row.stoppingDate === null))
    yield flaw("/stoppingDate", "must be there when the dossier is not monitored, and only then");
}

function* job({ kind, thirdpartyId, subjectId }: Row<"jobs">): Generator<Flaw> {
  const isRound = jobRules[kind] === undefined;
  const expected = isRound
    ? "must be null: the job is of the whole account"
    : "must be there: the job is of one third party";
  if (isRound !== (thirdpartyId === null)) yield flaw("/thirdpartyId", expected);
  if (isRound !== (subjectId === null)) yield flaw("/subjectId", expected);
}

function* event({ eventName, resourceType, resourceId, ...row }: Row<"events">): Generator<Flaw> {
  const { thirdpartyId, dossierId, documentId } = row;
  const type = resourceTypeOf(eventName);
  if (resourceType !== type) yield flaw("/resourceType", `must be ${type}, of which ${eventName} tells`);
  const own = { THIRD_PARTY: thirdpartyId, DOSSIER: dossierId, DOCUMENT: documentId }[resourceType];
  if (own !== resourceId) yield flaw("/resourceId", `must be the id of the ${resourceType} that the event names`);
}

const longestPath = 4096;
const noDocumentType = "is no document type of the account";
const noDossierType = "is no dossier type of the account";

/** In bytes: as large as an upload may be. */
const largestFile = 25 * 1024 * 1024;

/** Names that lead nowhere, and what no answer could carry: a world that is odd on purpose has none either. */
const nameRules: RowRules = {
  *world({ size, history, seed, clock: { frozenAt } }) {
    const { from, to } = clockRange;
    if (frozenAt !== null && (frozenAt < from || frozenAt > to))
      yield flaw("/clock/frozenAt", `must be from ${from} to ${to}, which a clock can show`);
    if (size !== null && size > largestWorld) yield flaw("/size", "is larger than any world is made");
    if (history !== undefined && !historyPattern.test(history)) yield flaw("/history", "must be a duration");
    if (seed.length > longestPath || /\p{Cc}/u.test(seed)) yield flaw("/seed", "must be the name of a seed, or a path");
  },
  *thirdparties(row) {
    if (!isFrench(row) && territoriesOf(row.addressCountryCode).length === 0)
      yield flaw("/addressCountryCode", "is no country that the sandbox knows");
  },
  *files({ contentType }) {
    if (!/^[\w.+-]+\/[\w.+-]+$/.test(contentType)) yield flaw("/contentType", "must be a media type");
  },
  *sequences({ name }) {
    if (!Object.hasOwn(sequenceStarts, name)) yield flaw("/name", "is no sequence");
  },
  *dossierTypes(row, configuration) {
    const { code, documents } = row;
    const known = configuration.dossierTypes.find((type) => type.code === code);
    if (!isDossierCode(configuration, code)) yield flaw("/code", noDossierType);
    else if (configuration !== defaultConfiguration && (!known || !isDeepStrictEqual(rowOf(known), row)))
      yield flaw("", "is not what the configuration of the account says of it");
    for (const [at, documentCode] of documents.entries())
      if (!isDocumentCode(configuration, documentCode)) yield flaw(`/documents/${at}`, noDocumentType);
  },
  *attributes({ key, thirdpartyId, id }, configuration) {
    if (key !== attributeKey(thirdpartyId, id)) yield flaw("/key", `must be ${attributeKey(thirdpartyId, id)}`);
    if (!attributeOfId(configuration, id)) yield flaw("/id", "is no attribute of the account");
  },
  *documents({ documentCode, evidences }, configuration) {
    if (!isDocumentCode(configuration, documentCode)) yield flaw("/documentCode", noDocumentType);
    for (const [at, evidence] of evidences.entries())
      if ("fileSize" in evidence && evidence.fileSize > largestFile)
        yield flaw(`/evidences/${at}/fileSize`, `must be at most ${largestFile}, the largest upload`);
  },
  *dossiers({ dossierTypeCode, documents }, configuration) {
    if (dossierTypeCode !== null && !isDossierCode(configuration, dossierTypeCode))
      yield flaw("/dossierTypeCode", `${dossierTypeCode} is not among the dossierTypes`);
    for (const [at, { documentCode }] of documents.entries())
      if (!isDocumentCode(configuration, documentCode)) yield flaw(`/documents/${at}/documentCode`, noDocumentType);
  },
  jobs: job,
  events: event,
};

/** What a rule would have written otherwise. */
const valueRules: RowRules = {
  thirdparties: thirdparty,
  attributes: attribute,
  documents: document,
  dossiers: dossier,
  *contacts({ email, status, deletedAt }) {
    if (!Email.safeParse(email).success) yield flaw("/email", "must be an e-mail address");
    if ((status === "DELETED") !== (deletedAt !== null))
      yield flaw("/deletedAt", "must be there in the status DELETED, and only then");
  },
  *files({ fileUUID, base64 }) {
    if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\.\d{1,3})?$/i.test(fileUUID))
      yield flaw("/fileUUID", "must be a UUID, with a number after a dot in the second and later pieces of a file");
    if (Buffer.from(base64, "base64").toString("base64") !== base64) yield flaw("/base64", "must be Base64");
  },
};

/** What is wrong with a row that fits its schema. */
export function* flawsOf<C extends CollectionName>(
  collection: C,
  row: Row<C>,
  configuration: Configuration,
  check: Check,
): Generator<Flaw> {
  yield* nameRules[collection]?.(row, configuration) ?? [];
  if (check === "rules") yield* valueRules[collection]?.(row, configuration) ?? [];
}
