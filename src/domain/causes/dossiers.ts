import type { EventName } from "../../../contract/events.ts";
import type { DataOf } from "../../../contract/occurrences.ts";
import { answerDocument } from "../answers.ts";
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
import type { DocumentRow, DossierRow } from "../rows.ts";
import { dayOf } from "../time.ts";
import { type Cause, type Causes, type CommentCauses, dossierIn, other, relocated } from "./cause.ts";
import { commentCauses } from "./comments.ts";
import { decided, makeValid, sendToReview, takeBack } from "./documents.ts";
import { checkCode, requireSome } from "./requirements.ts";

const openDossier = "an open dossier";
type Status = DocumentRow["statusCode"];

const open =
  <D>(work: (draft: Draft, dossier: DossierRow, data: D) => void): Cause<D>["bring"] =>
  (draft, subject, data) => {
    const dossier = dossierIn(draft, subject);
    if (dossier.monitored) work(draft, dossier, data);
  };

/** A dossier reaches a status through its documents: those that stand in the way, or else the first. */
const through = <D>(
  which: readonly Status[] | "all",
  bring: (draft: Draft, row: DocumentRow, data: D) => void,
): Cause<D>["bring"] =>
  open((draft, { dossierId }, data) => {
    const documents = draft.all("documents").filter((row) => row.dossierId === dossierId && !row.internal.stopped);
    const inTheWay = which === "all" ? documents : documents.filter(({ statusCode }) => which.includes(statusCode));
    for (const row of inTheWay.length > 0 ? inTheWay : documents.slice(0, 1)) bring(draft, row, data);
  });
const approveAll = through<object>("all", makeValid);
const withdrawAll = through<object>("all", takeBack);

/** A complete dossier loses its answers, another one is completed. */
const flip: Cause["bring"] = (draft, subject, data) =>
  (dossierIn(draft, subject).statusCode === "VALID" ? withdrawAll : approveAll)(draft, subject, data);

function openSome(draft: Draft, _subject: Subject, { dossierTypeCode }: DataOf<"DOSSIER_ADDED">): unknown {
  if (draft.thirdparty.archived) return null;
  const taken = new Set(
    draft
      .all("dossiers")
      .filter(({ monitored }) => monitored)
      .map((row) => row.dossierTypeCode),
  );
  const unopened = draft.surroundings.dossierTypes.find(({ code }) => !taken.has(code))?.code;
  const code = dossierTypeCode ?? unopened;
  return code
    ? openTypedDossier(draft, code, { origin: "CONTROL" })
    : createDossier(draft, { requiredDocuments: ["RIB"] });
}

function reopen(draft: Draft, subject: Subject): void {
  const { dossierId, monitored, dossierTypeCode } = dossierIn(draft, subject);
  const rival = draft
    .all("dossiers")
    .some((row) => row.monitored && row.dossierTypeCode !== null && row.dossierTypeCode === dossierTypeCode);
  if (!monitored && !rival && !draft.thirdparty.archived) reactivateDossier(draft, dossierId);
}

type Own = Exclude<Extract<EventName, `DOSSIER_${string}`>, "DOSSIER_TEMPLATE_UPDATED">;

/** Every event of a dossier but the change of a template, which reaches beyond one folder. */
export const dossierCauses: Causes<Own> = {
  DOSSIER_ADDED: {
    needs: "a third party that is not archived",
    by: "CLIENT",
    check: ({ dossierTypeCode }, { dossierTypes }) => dossierTypeCode && dossierTypeOf(dossierTypes, dossierTypeCode),
    bring: openSome,
  },
  DOSSIER_ARCHIVED: {
    needs: openDossier,
    by: "CLIENT",
    bring: open((draft, { dossierId }, { reason = "CLIENT" }) => archiveDossier(draft, dossierId, reason)),
  },
  DOSSIER_REACTIVATED: {
    needs: "an archived dossier, of a third party that is not archived, with no other open dossier of its type",
    by: "CLIENT",
    bring: reopen,
  },
  DOSSIER_UPDATED: {
    needs: "an open dossier of which something else is kept",
    by: "CLIENT",
    check: ({ expirationDate }, { now }) => {
      const refusal = endsTooSoon(now, expirationDate);
      return refusal && relocated(refusal, "/expirationDate", "/data/expirationDate");
    },
    bring: open((draft, { dossierId, description }, data) => {
      const today = dayOf(draft.now);
      const said = Object.keys(data).length > 0;
      editDossier(
        draft,
        dossierId,
        said ? data : { description: other(description, `Revu le ${today}`, `Revu à nouveau le ${today}`) },
      );
    }),
  },
  DOSSIER_DOCUMENTS_UPDATED: { needs: "an open free dossier", by: "CLIENT", check: checkCode, bring: requireSome },
  DOSSIER_ATTRIBUTE_UPDATED: {
    needs: "an open dossier whose attribute has another value",
    by: "CLIENT",
    bring: open((draft, { dossierId, internal }, { label = "Famille d'achat", value }) =>
      setDossierAttribute(
        draft,
        dossierId,
        label,
        value ?? other(internal.attributes[label], "Prestations", "Fournitures"),
      ),
    ),
  },
  DOSSIER_CALCULATED_ATTRIBUTE_UPDATED: { needs: openDossier, by: "CLIENT", bring: flip },
  DOSSIER_INDICATOR_UPDATED: { needs: "an open dossier whose documents can be valid", by: "CLIENT", bring: flip },
  DOSSIER_STATUS_UPDATED: { needs: openDossier, by: "CLIENT", bring: flip },
  DOSSIER_STATUS_UPDATED_ABSENT: { needs: "an open dossier with answers", by: "THIRD_PARTY", bring: withdrawAll },
  DOSSIER_STATUS_UPDATED_ONGOING: {
    needs: "an open dossier that is not in progress",
    by: "THIRD_PARTY",
    bring: through(
      ["INVALID", "BELOW_EXPECTATION", "ACTION_REQUIRED"],
      (draft, { documentId }) => void answerDocument(draft, documentId, {}),
    ),
  },
  DOSSIER_STATUS_UPDATED_ACTION_REQUIRED: {
    needs: "an open dossier that does not wait for the client, and whose documents can be valid",
    by: "THIRD_PARTY",
    bring: through(["INVALID", "BELOW_EXPECTATION"], sendToReview),
  },
  DOSSIER_STATUS_UPDATED_VALID: {
    needs: "an open dossier that is not valid, and whose documents can be",
    by: "CLIENT",
    bring: approveAll,
  },
  DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION: {
    needs: "an open dossier that is not below expectation",
    by: "CLIENT",
    bring: through(["INVALID"], decided({ approved: false, shareRejectionReason: false })),
  },
  DOSSIER_STATUS_UPDATED_INVALID: {
    needs: "an open dossier that is not invalid",
    by: "CLIENT",
    bring: through([], decided({ approved: false, shareRejectionReason: true })),
  },
  ...(commentCauses("DOSSIER", "a dossier") as CommentCauses<"DOSSIER">),
};
