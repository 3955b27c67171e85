import { answerDocument } from "./answers.ts";
import { followInvitation, remindContacts } from "./contacts.ts";
import { concludeCheck, expireAnswer } from "./documents.ts";
import { Draft, type Folder, type Surroundings } from "./draft.ts";
import type { Change, JobRow, Sequence } from "./rows.ts";
import { settle } from "./settle.ts";
import { format, hour, type Moment, nextWeekly } from "./time.ts";

type Kind = JobRow["kind"];
type Errand = (draft: Draft, subjectId: number) => void;

const as = (type: "PLATFORM" | "PROVIDER", name: string, errand: Errand): Errand => (draft, subjectId) => {
  draft.actor = { type, name };
  errand(draft, subjectId);
};

/** What is planned for one third party, by kind. */
const errands: Partial<Record<Kind, Errand>> = {
  COLLECT: as("PLATFORM", "register", (draft, documentId) => {
    if (draft.get("documents", documentId)) answerDocument(draft, documentId, {});
  }),
  SOURCE: as("PROVIDER", "screening", (draft, documentId) => {
    if (draft.get("documents", documentId)) answerDocument(draft, documentId, {});
  }),
  VERIFY: concludeCheck,
  EXPIRE: expireAnswer,
  INVITATION: followInvitation,
};

export function runJob(draft: Draft, job: JobRow): void {
  draft.remove("jobs", job.jobId);
  errands[job.kind]?.(draft, job.subjectId as number);
  settle(draft);
}

/** What comes round for the whole account: when, and what it means for one third party. */
const rounds: Partial<Record<Kind, { next: (after: Moment) => Moment; visit: (draft: Draft) => void }>> = {
  REMIND: { next: (after) => nextWeekly(after, 1, 8 * hour), visit: remindContacts },
};
export const roundKinds = Object.keys(rounds) as Kind[];
export const nextRound = (kind: Kind, after: Moment): Moment => (rounds[kind] as { next: (after: Moment) => Moment }).next(after);

interface Portfolio {
  store: { page(collection: "thirdparties", selection: { offset: number; limit: number }): Promise<{ rows: { thirdpartyId: number }[] }> };
  folder(thirdpartyId: number): Promise<Folder>;
}

/** A round is one change, however many third parties it visits: it is never half done. */
export async function runRound(job: JobRow, surroundings: Surroundings, portfolio: Portfolio): Promise<Change> {
  const round = rounds[job.kind];
  const whole: Change = { put: [], remove: [{ collection: "jobs", key: job.jobId }], events: [] };
  if (!round) return whole;
  let { sequences, now } = surroundings;
  const { rows } = await portfolio.store.page("thirdparties", { offset: 0, limit: Number.MAX_SAFE_INTEGER });
  for (const { thirdpartyId } of rows) {
    const draft = new Draft(await portfolio.folder(thirdpartyId), { ...surroundings, sequences, now }, { type: "PLATFORM", name: "platform" });
    round.visit(draft);
    const change = draft.change();
    if (change.put.length + change.remove.length + change.events.length === 0) continue;
    sequences = { ...sequences };
    for (const { collection, row } of change.put) if (collection === "sequences") sequences = { ...sequences, [row.name as Sequence]: row.next };
    now = draft.now;
    whole.put.push(...change.put);
    whole.remove.push(...change.remove);
    whole.events.push(...change.events);
  }
  const due = round.next(surroundings.now);
  whole.put.push(
    { collection: "jobs", row: { jobId: sequences.jobId, dueAt: format(due), kind: job.kind, thirdpartyId: null, subjectId: null } },
    { collection: "sequences", row: { name: "jobId", next: sequences.jobId + 1 } },
  );
  return whole;
}
