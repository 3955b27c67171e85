import { isDeepStrictEqual } from "node:util";
import { mostReminders, mostWeeklyReminders } from "../../../contract/configuration.ts";
import { dossierEdits } from "../../../contract/dossiers.ts";
import { resourceTypeOf } from "../../../contract/events.ts";
import { clockRange, Email, historyPattern, largestWorld, ShortText } from "../../../contract/shared.ts";
import { isFrench } from "../../directory/kinds.ts";
import { territoriesOf } from "../../directory/territories.ts";
import type { CollectionName, Row } from "../collections.ts";
import {
  attributeOfId,
  type Configuration,
  defaultConfiguration,
  indicatorKinds,
  isDocumentCode,
  isDossierCode,
  isRuleId,
  rowOf,
} from "../configuration.ts";
import { dossierLabels } from "../dossier/statuses.ts";
import { actorNames } from "../draft.ts";
import { jobRules } from "../jobs.ts";
import type { EvidenceRow } from "../response/evidence.ts";
import { sequenceStarts } from "../sequences.ts";
import { attributeKey, violations } from "../thirdparty/attributes.ts";
import { mentionsIn } from "../thirdparty/comments.ts";
import { isScore, noShortText, thirdparty } from "./company-rules.ts";
import { type Flaw, flaw } from "./flaw.ts";
import { oversized, unprintable } from "./texts.ts";

/** How deep a stored world is checked: by all rules, or so that it can be used though it is odd on purpose. */
export type Check = "rules" | "shape";

type RowRules = { [C in CollectionName]?: (row: Row<C>, configuration: Configuration) => Iterable<Flaw> };

function* attribute({ id, label, type, values }: Row<"attributes">, configuration: Configuration): Generator<Flaw> {
  const definition = attributeOfId(configuration, id);
  if (!definition) return;
  if (label !== definition.label) yield flaw("/label", `must be ${definition.label}, the attribute ${id}`);
  if (type !== definition.type) yield flaw("/type", `must be ${definition.type}, the type of ${definition.label}`);
  for (const { pointer, expected } of violations(definition, values))
    yield flaw(pointer as string, `must be ${expected}`);
}

function* evidenceOf(evidence: EvidenceRow, documentCode: string, { forms }: Configuration): Generator<Flaw> {
  const { documentName: _, ...company } = evidence.internal.subject ?? {};
  yield* unprintable({ metadata: evidence.metadata, internal: { subject: company } });
  if (!("formdata" in evidence)) return yield* unprintable(evidence.fileName, "/fileName");
  const fields = forms.get(documentCode);
  // The account may have changed a form of its own since.
  const usual = fields === defaultConfiguration.forms.get(documentCode) ? fields : undefined;
  const { forms: known, documentTypes } = defaultConfiguration;
  if (!fields && !known.has(documentCode) && documentTypes.has(documentCode))
    return yield flaw("/formdata", `is there, and ${documentCode} is no form`);
  const seen = new Set<string>();
  for (const [at, { key, type, title }] of evidence.formdata.entries()) {
    const field = usual?.find((one) => one.key === key);
    if (seen.has(key) || (usual && !field))
      yield flaw(`/formdata/${at}/key`, `is no question of ${documentCode}, or is there twice`);
    else if (field && field.type !== type) yield flaw(`/formdata/${at}/type`, `must be ${field.type}`);
    else if (field && field.title !== title) yield flaw(`/formdata/${at}/title`, `must be ${field.title}`);
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
  // A stopped one keeps what its type was called.
  const label = internal.stopped ? undefined : configuration.documentTypes.get(documentCode)?.label;
  if (label !== undefined && row.documentName !== label)
    yield flaw("/documentName", `must be ${label}, as ${documentCode} reads`);
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
  const label = row.monitored ? dossierTypes[dossierTypeCode ?? ""]?.label : undefined;
  if ((row.dossierTypeLabel === null) !== (dossierTypeCode === null))
    yield flaw("/dossierTypeLabel", "must be there when there is a dossierTypeCode, and only then");
  else if (label !== undefined && row.dossierTypeLabel !== label)
    yield flaw("/dossierTypeLabel", `must be ${label}, as ${dossierTypeCode} reads`);
  if ((row.origin === "RULE") !== (row.ruleId !== null))
    yield flaw("/ruleId", "must be there when a rule opened the dossier, and only then");
  else if (row.ruleId !== null && !isRuleId(configuration, row.ruleId))
    yield flaw("/ruleId", `${row.ruleId} is no rule of the account`);
  for (const [name, value] of Object.entries(row.internal.attributes))
    if (!ShortText.safeParse(name).success || !dossierEdits.description.safeParse(value).success)
      yield flaw("/internal/attributes", "must have names of 1 to 255 characters and values of at most 2000");
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

/** Two names of 255 characters and what is between them. */
const noEmail = "must be an e-mail address";
const longestName = 511;

function* told({ actor: { type, name }, payload }: Row<"events">): Generator<Flaw> {
  const names: readonly string[] | undefined = actorNames[type as keyof typeof actorNames];
  if (names && !names.includes(name)) yield flaw("/actor/name", `must be ${names.join(" or ")}: the actor is ${type}`);
  else if (name === "" || name.length > 2 * longestName || [...name].length > longestName)
    yield flaw("/actor/name", `must have from 1 to ${longestName} characters`);
  yield* oversized(payload, "/payload");
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
  events: told,
  *announcements({ text }) {
    yield* unprintable(text, "/text");
  },
  *indicators({ calculationId, name, theme }) {
    const kind = indicatorKinds[name];
    if (calculationId !== kind.calculationId) yield flaw("/calculationId", `must be ${kind.calculationId}, of ${name}`);
    if (theme !== kind.theme) yield flaw("/theme", `must be ${kind.theme}, of ${name}`);
  },
  *comments({ text, mentions }) {
    const named = mentionsIn(text);
    if (!isDeepStrictEqual(mentions, named)) yield flaw("/mentions", `must be those of the text: ${named.join(", ")}`);
  },
  *responses({ notice }) {
    for (const [at, email] of (notice?.recipients ?? []).entries())
      if (!Email.safeParse(email).success) yield flaw(`/notice/recipients/${at}`, noEmail);
  },
  *contacts({ email, firstName, lastName, status, deletedAt, reminders, reminded = {} }) {
    for (const [field, name] of Object.entries({ firstName, lastName }))
      if (name !== null && !ShortText.safeParse(name).success) yield flaw(`/${field}`, noShortText);
    // The last step deletes the contact.
    if (reminders > mostReminders + 1) yield flaw("/reminders", `must be at most ${mostReminders + 1}`);
    for (const [documentId, times] of Object.entries(reminded)) {
      if (!/^[1-9]\d*$/.test(documentId))
        yield flaw(`/reminded/${documentId}`, "must be named by the id of a document");
      if (times > mostWeeklyReminders) yield flaw(`/reminded/${documentId}`, `must be at most ${mostWeeklyReminders}`);
    }
    if (!Email.safeParse(email).success) yield flaw("/email", noEmail);
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
