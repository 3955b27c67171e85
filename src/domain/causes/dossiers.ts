import type { EventName } from "../../../contract/events.ts";
import type { DataOf } from "../../../contract/occurrences.ts";
import {
  archiveDossier,
  createDossier,
  dossierTypeOf,
  editDossier,
  endsTooSoon,
  openTypedDossier,
  reactivateDossier,
  setDossierAttribute,
} from "../dossiers.ts";
import type { Draft, Subject } from "../draft.ts";
import { liveDocumentsOf, openDossierOf } from "../open.ts";
import type { DocumentRow, DossierRow } from "../rows.ts";
import { respondToDocument } from "../submissions.ts";
import { dayOf } from "../time.ts";
import { type Cause, type Causes, type CommentCauses, dossierIn, other, relocated } from "./cause.ts";
import { commentCauses } from "./comments.ts";
import { decideAs, makeValid, sendToReview, takeBack } from "./documents.ts";
import { addSomeRequirement, checkCode } from "./requirements.ts";

const openDossier = "an open dossier";
type Status = DocumentRow["statusCode"];

const onOpenDossier =
  <D>(work: (draft: Draft, dossier: DossierRow, data: D) => void): Cause<D>["run"] =>
  (draft, subject, data) => {
    const dossier = dossierIn(draft, subject);
    if (dossier.monitored) work(draft, dossier, data);
  };

/** Changes the status of a dossier through its documents: those with these statuses, or else the first. */
const throughDocuments = <D>(
  statuses: readonly Status[] | "all",
  work: (draft: Draft, document: DocumentRow, data: D) => void,
): Cause<D>["run"] =>
  onOpenDossier((draft, { dossierId }, data) => {
    const documents = liveDocumentsOf(draft, dossierId);
    const blocking = statuses === "all" ? documents : documents.filter((row) => statuses.includes(row.statusCode));
    for (const document of blocking.length > 0 ? blocking : documents.slice(0, 1)) work(draft, document, data);
  });
const approveAll = throughDocuments<object>("all", makeValid);
const withdrawAll = throughDocuments<object>("all", takeBack);

/** A valid dossier loses its responses; any other becomes valid. */
const toggleValid: Cause["run"] = (draft, subject, data) =>
  (dossierIn(draft, subject).statusCode === "VALID" ? withdrawAll : approveAll)(draft, subject, data);

/** Opens a dossier of the given type, of the first type without an open dossier, or a free one. */
function openSome(draft: Draft, _subject: Subject, data: DataOf<"DOSSIER_ADDED">): unknown {
  if (draft.thirdparty.archived) return null;
  const unopened = draft.surroundings.dossierTypes.find(({ code }) => !openDossierOf(draft, code));
  const code = data.dossierTypeCode ?? unopened?.code;
  return code
    ? openTypedDossier(draft, code, { origin: "CONTROL" })
    : createDossier(draft, { requiredDocuments: ["RIB"] });
}

function reopen(draft: Draft, subject: Subject): void {
  const { dossierId, monitored, dossierTypeCode } = dossierIn(draft, subject);
  const replacement = dossierTypeCode === null ? undefined : openDossierOf(draft, dossierTypeCode);
  if (!monitored && !replacement && !draft.thirdparty.archived) reactivateDossier(draft, dossierId);
}

function edit(draft: Draft, { dossierId, description }: DossierRow, data: DataOf<"DOSSIER_UPDATED">): void {
  const today = dayOf(draft.now);
  const usual = { description: other(description, `Revu le ${today}`, `Revu à nouveau le ${today}`) };
  editDossier(draft, dossierId, Object.keys(data).length > 0 ? data : usual);
}

type Own = Exclude<Extract<EventName, `DOSSIER_${string}`>, "DOSSIER_TEMPLATE_UPDATED">;

export const dossierCauses: Causes<Own> = {
  DOSSIER_ADDED: {
    needs: "a third party that is not archived",
    by: "CLIENT",
    check: ({ dossierTypeCode }, { dossierTypes }) => dossierTypeCode && dossierTypeOf(dossierTypes, dossierTypeCode),
    run: openSome,
  },
  DOSSIER_ARCHIVED: {
    needs: openDossier,
    by: "CLIENT",
    run: onOpenDossier((draft, { dossierId }, { reason = "CLIENT" }) => archiveDossier(draft, dossierId, reason)),
  },
  DOSSIER_REACTIVATED: {
    needs: "an archived dossier, of a third party that is not archived, with no other open dossier of its type",
    by: "CLIENT",
    run: reopen,
  },
  DOSSIER_UPDATED: {
    needs: "an open dossier of which something else is kept",
    by: "CLIENT",
    check: ({ expirationDate }, { now }) => {
      const refusal = endsTooSoon(now, expirationDate);
      return refusal && relocated(refusal, "/expirationDate", "/data/expirationDate");
    },
    run: onOpenDossier(edit),
  },
  DOSSIER_DOCUMENTS_UPDATED: { needs: "an open free dossier", by: "CLIENT", check: checkCode, run: addSomeRequirement },
  DOSSIER_ATTRIBUTE_UPDATED: {
    needs: "an open dossier whose attribute has another value",
    by: "CLIENT",
    run: onOpenDossier((draft, { dossierId, internal }, { label = "Famille d'achat", value }) => {
      const another = other(internal.attributes[label], "Prestations", "Fournitures");
      setDossierAttribute(draft, dossierId, label, value ?? another);
    }),
  },
  DOSSIER_CALCULATED_ATTRIBUTE_UPDATED: { needs: openDossier, by: "CLIENT", run: toggleValid },
  DOSSIER_INDICATOR_UPDATED: { needs: "an open dossier whose documents can be valid", by: "CLIENT", run: toggleValid },
  DOSSIER_STATUS_UPDATED: { needs: openDossier, by: "CLIENT", run: toggleValid },
  DOSSIER_STATUS_UPDATED_ABSENT: { needs: "an open dossier with answers", by: "THIRD_PARTY", run: withdrawAll },
  DOSSIER_STATUS_UPDATED_ONGOING: {
    needs: "an open dossier that is not in progress",
    by: "THIRD_PARTY",
    run: throughDocuments(
      ["INVALID", "BELOW_EXPECTATION", "ACTION_REQUIRED"],
      (draft, { documentId }) => void respondToDocument(draft, documentId, {}),
    ),
  },
  DOSSIER_STATUS_UPDATED_ACTION_REQUIRED: {
    needs: "an open dossier that does not wait for the client, and whose documents can be valid",
    by: "THIRD_PARTY",
    run: throughDocuments(["INVALID", "BELOW_EXPECTATION"], sendToReview),
  },
  DOSSIER_STATUS_UPDATED_VALID: {
    needs: "an open dossier that is not valid, and whose documents can be",
    by: "CLIENT",
    run: approveAll,
  },
  DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION: {
    needs: "an open dossier that is not below expectation",
    by: "CLIENT",
    run: throughDocuments(["INVALID"], decideAs({ approved: false, shareRejectionReason: false })),
  },
  DOSSIER_STATUS_UPDATED_INVALID: {
    needs: "an open dossier that is not invalid",
    by: "CLIENT",
    run: throughDocuments([], decideAs({ approved: false, shareRejectionReason: true })),
  },
  ...(commentCauses("DOSSIER", "a dossier") as CommentCauses<"DOSSIER">),
};
