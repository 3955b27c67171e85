import { answerDocument } from "./answers.ts";
import { followInvitation } from "./contacts.ts";
import { expireAnswer, purge } from "./documents.ts";
import { closeDossier, renewDossier } from "./dossiers.ts";
import type { Draft } from "./draft.ts";
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
const errands: Partial<Record<JobRow["kind"], { run: Errand; then: (draft: Draft) => void }>> = {
  COLLECT: { run: collect("PLATFORM", "register"), then: settle },
  SOURCE: { run: collect("PROVIDER", "screening"), then: settle },
  VERIFY: { run: verifyAnswer, then: settle },
  RECEIVE: { run: receiveReport, then: settle },
  RECHECK: { run: recheck, then: settle },
  EXPIRE: { run: expireAnswer, then: settle },
  INVITATION: { run: followInvitation, then: settle },
  RENEW: { run: renewDossier, then: settle },
  CLOSE: { run: closeDossier, then: settleAndFollowRules },
  PURGE: { run: purge, then: settle },
};

export function runJob(draft: Draft, job: JobRow): void {
  draft.remove("jobs", job.jobId);
  const errand = errands[job.kind];
  if (!errand || job.subjectId === null) return;
  errand.run(draft, job.subjectId);
  errand.then(draft);
}
