import { workingDayBy, workingDayFrom } from "../../directory/calendar.ts";
import { type Chance, weights } from "../../directory/chance.ts";
import { isSoleTrader } from "../../directory/kinds.ts";
import { sentBy } from "../../directory/test-identifiers.ts";
import { type Configuration, type DocumentType, documentType, type Practice } from "../configuration.ts";
import { hasProof, ownerOf, writtenOn } from "../document/company-habits.ts";
import { whyClosed } from "../document/documents.ts";
import { headOf, signedFrom } from "../document/form-values.ts";
import { liveDocuments } from "../document/live-documents.ts";
import { type Draft, providerNamed } from "../draft.ts";
import { invalidValues, isRefusal, type Refusal, wrongValue } from "../refusal.ts";
import type { DocumentRow, Outcome } from "../rows.ts";
import { terms } from "../terms.ts";
import { day, dayOf, parse } from "../time.ts";
import { concludeCheck } from "./automatic-check.ts";
import type { EvidenceRow } from "./evidence.ts";
import { fileEvidence, formEvidence, type Origin, oddFileOf, type Supplied } from "./new-evidence.ts";
import { noReason, type Reason, why } from "./reasons.ts";
import { cancelCheck, submitResponse, undecided } from "./responses.ts";
import { shareWithTwins } from "./scope.ts";

/** Faults that the piece itself does not show. */
const faults = {
  ORGANISME: "NOT_CONFIRMED",
  PARTENAIRE: "REPORT_WITHDRAWN",
  FOURNISSEUR: "UNKNOWN_SIGNATORY",
  DO: "UNKNOWN_SIGNATORY",
} as const satisfies Record<DocumentType["issuer"], string>;

function reasonOf({ screening, issuer }: DocumentType, outcome: Outcome): Reason | typeof noReason {
  if (outcome === "review") return why(screening ? "POSSIBLE_MATCH" : "TO_BE_JUDGED");
  if (outcome !== "invalid") return noReason;
  return why(screening ? "MATCH" : faults[issuer]);
}

/** The screening finds the owner that a company declares as politically exposed; a sole trader declares none. */
const isOwnerExposed = ({ thirdparty }: Draft): boolean =>
  !isSoleTrader(thirdparty) && ownerOf(thirdparty, headOf(thirdparty).name).exposed;

/** Whether a screening finds a match. */
const matches: Record<NonNullable<DocumentType["screening"]>["finds"], (draft: Draft) => boolean> = {
  sanctions: ({ thirdparty }) => thirdparty.internal.sanctioned,
  media: ({ thirdparty }) => thirdparty.internal.sanctioned,
  owner: isOwnerExposed,
};

const outcomesOf = ({ reviewPercent, refusedPercent }: Practice) =>
  weights(["valid", 100 - reviewPercent - refusedPercent], ["review", reviewPercent], ["invalid", refusedPercent]);

/** Automatic checks mostly pass; a document that the client judges goes to review. */
function usualOutcome(draft: Draft, { documentCode }: DocumentRow, key: number, byForm: boolean): Outcome {
  const { check, kind, screening } = documentType(draft.configuration, documentCode);
  if (screening) return matches[screening.finds](draft) ? screening.match : "valid";
  if (check === "client" || (kind === "FORM" && !byForm)) return "review";
  // Registers and providers deliver valid documents.
  if (draft.actor.type === "PLATFORM" || draft.actor.type === "PROVIDER") return "valid";
  return draft.context.chance("outcome", key).weighted(outcomesOf(draft.configuration.practice));
}

/**
 * A form and a screening are issued on the day of the response, and so is the first certificate of a company that had
 * none; any other file is some days older, and no older than the company and the appointment of its executives. Its
 * issuer was open on that day.
 */
function issueDateOf(draft: Draft, documentCode: string, byForm: boolean, chance: Chance): string {
  const { kind, months } = documentType(draft.configuration, documentCode);
  const oldest = months === null ? terms.endlessAgeDays : Math.min(terms.issueAgeDays, months * terms.issueAgePerMonth);
  const isFresh = byForm || kind === "SOURCE" || draft.actor.type === "PLATFORM";
  const age = isFresh ? 0 : chance.int(0, oldest);
  const written = writtenOn(draft.configuration, draft.thirdparty, documentCode, dayOf(draft.now));
  const usual = written === undefined ? draft.now - age * day : parse(written);
  const issued = hasProof(draft.configuration, draft.thirdparty, documentCode) ? usual : draft.now;
  const earliest = parse(signedFrom(draft.thirdparty));
  const drawn = dayOf(Math.min(Math.max(issued, earliest), draft.now));
  // A company writes its yearly pieces itself, on a day of its own.
  if (byForm || written !== undefined) return drawn;
  const { addressCountryCode: country, addressPostCode: postCode } = draft.thirdparty;
  const open = workingDayBy(country, drawn, postCode);
  if (parse(open) >= earliest) return open;
  return [workingDayFrom(country, drawn, postCode), dayOf(draft.now)].sort()[0] as string;
}

function whyNotIssued({ now, thirdparty: { dateCreation } }: Draft, issueDate: string): Refusal<400> | null {
  const today = dayOf(now);
  const founded = dateCreation ?? issueDate;
  if (founded <= issueDate && issueDate <= today) return null;
  const [because, detail] =
    issueDate > today
      ? ["/issueDate must not be after today.", "A piece cannot be issued in the future."]
      : [
          `/issueDate must not be before ${founded}, when the company was founded.`,
          "A piece cannot be older than the company.",
        ];
  const expected = dateCreation === null ? `a day up to ${today}` : `a day from ${founded} to ${today}`;
  return invalidValues(detail, [wrongValue("/issueDate", expected, issueDate, because)]);
}

function whyNoForm(
  { forms }: Configuration,
  documentCode: string,
  byForm: boolean,
  formdata: Supplied["formdata"],
): Refusal<400> | null {
  if (!byForm || forms.has(documentCode)) return null;
  const because = "/formdata does not go with this document; send a file, or {}.";
  const violation = wrongValue("/formdata", "no formdata", formdata, because);
  return invalidValues(`${documentCode} is answered by a file, not by a form.`, [violation]);
}

/** The automatic check reads the values of a form, and cannot read a file in its place; a person can. */
function whyUnread({ code, kind }: DocumentType, { file, outcome }: Supplied): Refusal<400> | null {
  if (!file || outcome !== "valid" || kind !== "FORM") return null;
  const because = "/outcome cannot be valid: no check reads a file in place of a form. Leave it out, then approve.";
  const violation = wrongValue("/outcome", "review, invalid or pending", outcome, because);
  return invalidValues(`${code} is a form, and a file in its place is for the client to judge.`, [violation]);
}

/** A file has no account number that the bank check could read. */
function whyNoFile({ code, check }: DocumentType, { file }: Supplied): Refusal<400> | null {
  if (!file || check !== "bank") return null;
  const because = "/file does not go with this document; send formdata, or {}.";
  const violation = wrongValue("/file", "no file", file.fileName, because);
  return invalidValues(`${code} is answered by a form, not by a file.`, [violation]);
}

const isByForm = (kind: DocumentType["kind"], { formdata, file }: Supplied): boolean =>
  formdata !== undefined || (kind === "FORM" && !file);

/** The platform collects a document; a piece that is in force counts until the new one is judged, which is at once. */
export function collectDocument(draft: Draft, documentId: number): void {
  const renews = draft.existing("documents", documentId).statusCode === "VALID";
  const refusal = respondToDocument(draft, documentId, {}, renews);
  if (refusal) return;
  shareWithTwins(draft, documentId);
  const { documentCode } = draft.existing("documents", documentId);
  for (const row of liveDocuments(draft)) {
    if (row.documentCode !== documentCode || row.statusCode !== "VALID") continue;
    const { responseId } = undecided(draft, row.documentId) ?? {};
    if (responseId === undefined) continue;
    cancelCheck(draft, responseId);
    concludeCheck(draft, responseId);
  }
}

/** The other file of a company that sends two at once. */
function secondFile(origin: Origin, supplied: Supplied, outcome: Outcome, byForm: boolean): EvidenceRow[] {
  const { draft } = origin;
  const isAlone = draft.actor.type !== "THIRD_PARTY" || sentBy(draft.thirdparty.siren) !== "SEVERAL";
  if (byForm || supplied.file || isAlone) return [];
  const evidenceId = draft.nextId("evidenceId");
  return [
    fileEvidence({ ...origin, evidenceId, chance: draft.context.chance("answer", evidenceId) }, supplied, outcome),
  ];
}

/** Submits a response; the sandbox makes up what is not supplied. */
export function respondToDocument(
  draft: Draft,
  documentId: number,
  supplied: Supplied,
  renews = false,
): Refusal | null {
  const document = draft.existing("documents", documentId);
  const closed = whyClosed(draft, document);
  if (closed) return closed;
  const { documentCode } = document;
  const type = documentType(draft.configuration, documentCode);
  const { kind } = type;
  const evidenceId = draft.nextId("evidenceId");
  const responseId = undecided(draft, documentId)?.responseId ?? draft.nextId("responseId");
  const chance = draft.context.chance("answer", evidenceId);
  const byForm = isByForm(kind, supplied);
  const usualDate = issueDateOf(draft, documentCode, byForm, chance);
  const issueDate = supplied.issueDate ?? usualDate;
  const wrong =
    whyNotIssued(draft, issueDate) ??
    whyNoForm(draft.configuration, documentCode, byForm, supplied.formdata) ??
    whyNoFile(type, supplied) ??
    whyUnread(type, supplied);
  if (wrong) return wrong;

  // A screening always comes from the partner, even when the third party submits it.
  if (kind === "SOURCE") draft.actor = providerNamed("screening");
  const isUnreadable = !byForm && !supplied.file && ["UNREADABLE", "EMPTY"].includes(oddFileOf(draft) ?? "");
  const usual = isUnreadable ? "invalid" : usualOutcome(draft, document, evidenceId, byForm);
  const outcome = supplied.outcome ?? usual;
  const origin = { draft, document, evidenceId, responseId, chance, issueDate };
  const made = byForm
    ? formEvidence(origin, supplied, outcome)
    : { evidence: fileEvidence(origin, supplied, outcome), outcome };
  if (isRefusal(made)) return made as Refusal<400>;
  submitResponse(draft, documentId, {
    evidences: [...secondFile(origin, supplied, outcome, byForm), made.evidence],
    outcome: made.outcome,
    chosen: supplied.outcome !== undefined,
    defect: supplied.defect,
    left: supplied.left,
    why: isUnreadable && made.outcome === "invalid" ? why("UNREADABLE_FILE") : reasonOf(type, made.outcome),
    responseId,
    renews,
  });
  return null;
}
