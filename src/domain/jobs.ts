import { answerDocument } from "./answers.ts";
import { followInvitation } from "./contacts.ts";
import { closeDossier, renewDossier } from "./dossiers.ts";
import type { Draft } from "./draft.ts";
import { expireAnswer } from "./responses.ts";
import { purge } from "./retention.ts";
import type { JobRow } from "./rows.ts";
import { settle, settleAndFollowRules } from "./settle.ts";
import { receiveReport, recheck, verifyAnswer } from "./verification.ts";

type Errand = (draft: Draft, subjectId: number) => void;

const collect =
  (type: "PLATFORM" | "PROVIDER", name: string): Errand =>
  (draft, documentId) => {
    draft.actor = { type, name };
    if (draft.get("documents", documentId)) answerDocument(draft, documentId, {});
  };

/** What is planned for one third party, by kind; the rounds of the whole account are elsewhere. */
const errands: Partial<Record<JobRow["kind"], { run: Errand; after: (draft: Draft) => void }>> = {
  COLLECT: { run: collect("PLATFORM", "register"), after: settle },
  SOURCE: { run: collect("PROVIDER", "screening"), after: settle },
  VERIFY: { run: verifyAnswer, after: settle },
  RECEIVE: { run: receiveReport, after: settle },
  RECHECK: { run: recheck, after: settle },
  EXPIRE: { run: expireAnswer, after: settle },
  INVITATION: { run: followInvitation, after: settle },
  RENEW: { run: renewDossier, after: settle },
  CLOSE: { run: closeDossier, after: settleAndFollowRules },
  PURGE: { run: purge, after: settle },
  // Nothing happens but that it is no longer young, and scores say so.
  BIRTHDAY: { run: () => {}, after: settle },
};

export function runJob(draft: Draft, job: JobRow): void {
  draft.remove("jobs", job.jobId);
  const errand = errands[job.kind];
  if (!errand || job.subjectId === null) return;
  errand.run(draft, job.subjectId);
  errand.after(draft);
}
