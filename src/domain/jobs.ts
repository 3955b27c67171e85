import { purge } from "./document/retention.ts";
import { closeDossier, renewDossier } from "./dossier/terms.ts";
import { actors, type Draft, providerNamed } from "./draft.ts";
import { decideAsPerson, inviteSomebody } from "./people/client.ts";
import { followUp } from "./people/follow-up.ts";
import { review } from "./people/review.ts";
import { answerDocument } from "./people/suppliers.ts";
import { followLiquidation } from "./providers/gazette.ts";
import { timeOutCheck } from "./response/automatic-check.ts";
import { expireResponse } from "./response/responses.ts";
import { collectDocument } from "./response/submissions.ts";
import { receiveReport, recheck, verifyResponse } from "./response/verification.ts";
import type { Actor, JobRow } from "./rows.ts";
import { followInvitation } from "./thirdparty/contacts.ts";
import { recalculate, recalculateWithRules } from "./thirdparty/recalculate.ts";

type Subject = "thirdparty" | "dossier" | "document" | "response" | "contact";
interface JobRule {
  /** The row that the job's `subjectId` names. */
  of: Subject;
  sentence: string;
  run: (draft: Draft, subjectId: number) => void;
}

const collectAs =
  (actor: Actor): JobRule["run"] =>
  (draft, documentId) => {
    draft.actor = actor;
    if (draft.get("documents", documentId)) collectDocument(draft, documentId);
  };

const jobOf = (of: Subject, sentence: string, run: JobRule["run"]): JobRule => ({ of, sentence, run });

/** The jobs of one third party; the other kinds are rounds of the whole account. */
export const jobRules: Partial<Record<JobRow["kind"], JobRule>> = {
  COLLECT: jobOf(
    "document",
    "The platform collects the document from a register.",
    collectAs({ ...actors.platform, name: "register" }),
  ),
  SOURCE: jobOf("document", "A data provider delivers its report.", collectAs(providerNamed("screening"))),
  VERIFY: jobOf("response", "The automatic check of an answer ends.", verifyResponse),
  RECEIVE: jobOf("response", "The report of a bank check arrives.", receiveReport),
  TIMEOUT: jobOf("response", "A check without a result is left to the client.", timeOutCheck),
  RECHECK: jobOf("document", "Verified bank details are checked again.", recheck),
  EXPIRE: jobOf("document", "The answer to a document expires.", expireResponse),
  INVITATION: jobOf("contact", "A contact who has not answered is invited again, or given up.", followInvitation),
  RENEW: jobOf("dossier", "The documents of a dossier that ends soon are asked for again.", renewDossier),
  CLOSE: jobOf("dossier", "A dossier that has ended is archived.", closeDossier),
  PURGE: jobOf("document", "The evidences of a document are deleted, as announced.", purge),
  LIQUIDATE: jobOf(
    "thirdparty",
    "A liquidation goes on: the staff leaves, and in the end the company is struck off.",
    followLiquidation,
  ),
  INVITE: jobOf("thirdparty", "A contact of a supplier is invited.", inviteSomebody),
  ANSWER: jobOf("document", "The contact of a supplier answers a document.", answerDocument),
  DECIDE: jobOf("response", "A person of the client decides on an answer.", decideAsPerson),
  FOLLOW_UP: jobOf("contact", "A person of the client takes up what reminders did not bring.", followUp),
  REVIEW: jobOf("thirdparty", "A person of the client looks at a third party, and does what is to be done.", review),
  // The company is no longer young, and the recalculation updates its scores.
  BIRTHDAY: jobOf("thirdparty", "The company is two years old, and its scores are calculated anew.", () => {}),
};

export function runJob(draft: Draft, { jobId, kind, subjectId }: JobRow): void {
  draft.remove("jobs", jobId);
  const rule = jobRules[kind];
  if (!rule || subjectId === null) return;
  rule.run(draft, subjectId);
  // A rule may open a new dossier in the place of a closed one.
  if (kind === "CLOSE" || kind === "LIQUIDATE") recalculateWithRules(draft);
  else recalculate(draft);
}
