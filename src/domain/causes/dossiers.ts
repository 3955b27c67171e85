import type { EventName } from "../../../contract/events.ts";
import type { DataOf } from "../../../contract/occurrences.ts";
import { isProof } from "../document/company-habits.ts";
import { liveDocumentsOf } from "../document/live-documents.ts";
import * as dossiers from "../dossier/dossiers.ts";
import { openDossierOf } from "../dossier/open-dossiers.ts";
import { usualDocument } from "../dossier/requirements.ts";
import type { Draft, Subject } from "../draft.ts";
import type { DocumentRow, DossierRow } from "../rows.ts";
import { dayOf } from "../time.ts";
import { byClient, byThirdparty, type Cause, type Causes, other, relocated } from "./cause.ts";
import { commentCauses } from "./comments.ts";
import { makeValid, rejectShared, rejectUnshared, sendToReview, submit, takeBack } from "./documents.ts";
import { addSomeRequirement, checkCode } from "./requirements.ts";
import { dossierIn } from "./subjects.ts";

const openDossier = "an open dossier";
type Status = DocumentRow["statusCode"];

const onOpenDossier =
  <D>(work: (draft: Draft, dossier: DossierRow, data: D) => unknown): Cause<D>["run"] =>
  (draft, subject, data) => {
    const dossier = dossierIn(draft, subject);
    return dossier.monitored ? work(draft, dossier, data) : undefined;
  };

/** Changes the status of a dossier through its documents: those with these statuses, or else the first. */
const throughDocuments = <D>(
  statuses: readonly Status[] | "all",
  work: (draft: Draft, document: DocumentRow, data: D) => void,
): Cause<D>["run"] =>
  onOpenDossier(function* (draft, { dossierId }, data) {
    const documents = liveDocumentsOf(draft, dossierId);
    const blocking = statuses === "all" ? documents : documents.filter((row) => statuses.includes(row.statusCode));
    const chosen = blocking.length > 0 ? blocking : documents.slice(0, 1);
    // A questionnaire follows the certificates that the company has supplied, so these come first.
    const isLater = (row: DocumentRow) => Number(!isProof(draft.configuration, row.documentCode));
    const inOrder = chosen.toSorted((a, b) => isLater(a) - isLater(b));
    for (const document of inOrder) yield work(draft, document, data);
  });
const approveAll = throughDocuments<object>("all", makeValid);
const withdrawAll = throughDocuments<object>("all", takeBack);

/** A valid dossier loses its responses; any other becomes valid. */
const toggleValid: Cause["run"] = (draft, subject, data) =>
  (dossierIn(draft, subject).statusCode === "VALID" ? withdrawAll : approveAll)(draft, subject, data);

const usual = (draft: Draft) => [usualDocument(draft) ?? []].flat();

/** Opens a dossier of the given type, of the first type without an open dossier, or a free one. */
function openSome(draft: Draft, _subject: Subject, data: DataOf<"DOSSIER_ADDED">): unknown {
  if (draft.thirdparty.archived) return null;
  const unopened = draft.configuration.dossierTypes.find(({ code }) => !openDossierOf(draft, code));
  const code = data.dossierTypeCode ?? unopened?.code;
  return code
    ? dossiers.openTypedDossier(draft, code, { origin: "CONTROL" })
    : dossiers.createDossier(draft, { requiredDocuments: usual(draft) });
}

function reopen(draft: Draft, subject: Subject): void {
  const { dossierId, monitored, dossierTypeCode } = dossierIn(draft, subject);
  const replacement = dossierTypeCode === null ? undefined : openDossierOf(draft, dossierTypeCode);
  if (!monitored && !replacement && !draft.thirdparty.archived) dossiers.reactivateDossier(draft, dossierId);
}

function edit(draft: Draft, { dossierId, description }: DossierRow, data: DataOf<"DOSSIER_UPDATED">): void {
  const today = dayOf(draft.now);
  const usual = { description: other(description, `Revu le ${today}`, `Revu à nouveau le ${today}`) };
  dossiers.editDossier(draft, dossierId, Object.keys(data).length > 0 ? data : usual);
}

type Own = Exclude<Extract<EventName, `DOSSIER_${string}`>, "DOSSIER_TEMPLATE_UPDATED">;

export const dossierCauses: Causes<Own> = {
  DOSSIER_ADDED: byClient("a third party that is not archived", openSome, {
    check: ({ dossierTypeCode }, { configuration }) =>
      dossierTypeCode && dossiers.dossierTypeOf(configuration.dossierTypes, dossierTypeCode),
  }),
  DOSSIER_ARCHIVED: byClient(
    openDossier,
    onOpenDossier((draft, { dossierId }, { reason = "CLIENT" }) => dossiers.archiveDossier(draft, dossierId, reason)),
  ),
  DOSSIER_REACTIVATED: byClient(
    "an archived dossier, of a third party that is not archived, with no other open dossier of its type",
    reopen,
  ),
  DOSSIER_UPDATED: byClient("an open dossier of which something else is kept", onOpenDossier(edit), {
    check({ expirationDate }, { now }) {
      const refusal = dossiers.endsTooSoon(now, expirationDate);
      return refusal && relocated(refusal, "/expirationDate", "/data/expirationDate");
    },
  }),
  DOSSIER_DOCUMENTS_UPDATED: byClient("an open free dossier", addSomeRequirement, { check: checkCode }),
  DOSSIER_ATTRIBUTE_UPDATED: byClient(
    "an open dossier whose attribute has another value",
    onOpenDossier((draft, { dossierId, internal }, { label = "Famille d'achat", value }) => {
      const another = other(internal.attributes[label], "Prestations", "Fournitures");
      dossiers.setDossierAttribute(draft, dossierId, label, value ?? another);
    }),
  ),
  DOSSIER_CALCULATED_ATTRIBUTE_UPDATED: byClient(openDossier, toggleValid),
  DOSSIER_INDICATOR_UPDATED: byClient("an open dossier whose documents can be valid", toggleValid),
  DOSSIER_STATUS_UPDATED: byClient(openDossier, toggleValid),
  DOSSIER_STATUS_UPDATED_ABSENT: byThirdparty("an open dossier with answers", withdrawAll),
  DOSSIER_STATUS_UPDATED_ONGOING: byThirdparty(
    "an open dossier that is not in progress",
    throughDocuments(["INVALID", "BELOW_EXPECTATION", "ACTION_REQUIRED"], submit),
  ),
  DOSSIER_STATUS_UPDATED_ACTION_REQUIRED: byThirdparty(
    "an open dossier that does not wait for the client, and whose documents can be valid",
    throughDocuments(["INVALID", "BELOW_EXPECTATION"], sendToReview),
  ),
  DOSSIER_STATUS_UPDATED_VALID: byClient("an open dossier that is not valid, and whose documents can be", approveAll),
  DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION: byClient(
    "an open dossier that is not below expectation",
    throughDocuments(["INVALID"], rejectUnshared),
  ),
  DOSSIER_STATUS_UPDATED_INVALID: byClient("an open dossier that is not invalid", throughDocuments([], rejectShared)),
  ...commentCauses("DOSSIER", "a dossier"),
};
