import { followInvitation } from "./contacts.ts";
import { closeDossier, renewDossier } from "./dossier-terms.ts";
import { actors, type Draft, providerNamed } from "./draft.ts";
import { expireResponse } from "./responses.ts";
import { purge } from "./retention.ts";
import type { Actor, JobRow } from "./rows.ts";
import { settle, settleAndFollowRules } from "./settle.ts";
import { respondToDocument } from "./submissions.ts";
import { receiveReport, recheck, verifyResponse } from "./verification.ts";

type JobRule = (draft: Draft, subjectId: number) => void;

const collectAs =
  (actor: Actor): JobRule =>
  (draft, documentId) => {
    draft.actor = actor;
    if (draft.get("documents", documentId)) respondToDocument(draft, documentId, {});
  };

/** The jobs of one third party; the other kinds are rounds of the whole account. */
const jobRules: Partial<Record<JobRow["kind"], JobRule>> = {
  COLLECT: collectAs({ ...actors.platform, name: "register" }),
  SOURCE: collectAs(providerNamed("screening")),
  VERIFY: verifyResponse,
  RECEIVE: receiveReport,
  RECHECK: recheck,
  EXPIRE: expireResponse,
  INVITATION: followInvitation,
  RENEW: renewDossier,
  CLOSE: closeDossier,
  PURGE: purge,
  // The company is no longer young, and the settlement updates its scores.
  BIRTHDAY: () => {},
};

export function runJob(draft: Draft, { jobId, kind, subjectId }: JobRow): void {
  draft.remove("jobs", jobId);
  const rule = jobRules[kind];
  if (!rule || subjectId === null) return;
  rule(draft, subjectId);
  // A rule may open a new dossier in the place of a closed one.
  if (kind === "CLOSE") settleAndFollowRules(draft);
  else settle(draft);
}
