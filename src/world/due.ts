import { jobRules } from "../domain/jobs.ts";
import type { Actor, JobRow } from "../domain/rows.ts";
import { format, type Moment, parse } from "../domain/time.ts";
import { sliced } from "../store/time-slice.ts";
import { roundSentence, timesOf } from "./rounds.ts";
import type { World } from "./world.ts";

/** The resources that a job is about, as far as they still exist. */
async function subjectOf({ store }: World, { kind, thirdpartyId, subjectId }: JobRow) {
  const of = jobRules[kind]?.of;
  const thirdparty = thirdpartyId === null ? undefined : await store.get("thirdparties", thirdpartyId);
  const response = of === "response" && subjectId !== null ? await store.get("responses", subjectId) : undefined;
  const documentId = of === "document" ? subjectId : (response?.documentId ?? null);
  const document = documentId === null ? undefined : await store.get("documents", documentId);
  const dossierId = of === "dossier" ? subjectId : (document?.dossierId ?? null);
  return { thirdpartyId, thirdpartyName: thirdparty?.name ?? null, dossierId, documentId };
}

const sentenceOf = ({ kind }: JobRow) => jobRules[kind]?.sentence ?? roundSentence(kind) ?? kind;

/** Whose act something is: an act that comes to nothing leaves no event, and its person is named all the same. */
export function actorOf({ events, actor }: Awaited<ReturnType<World["foresee"]>>): Actor | null {
  return events[0]?.actor ?? (actor?.type === "PLATFORM" ? null : (actor ?? null));
}

/** What is due until a moment, or at the next moment when none is given; nothing is changed. */
export async function lookAhead(
  world: World,
  wish: Moment | undefined,
  { page, size }: { page: number; size: number },
) {
  const until = wish ?? (Number.isFinite(world.nextDue) ? world.nextDue : null);
  const jobs = until === null ? [] : await world.store.range("jobs", "due", "all", { to: format(until) });
  const kinds: Partial<Record<JobRow["kind"], number>> = {};
  const timesUntil = ({ kind, thirdpartyId, dueAt }: JobRow) =>
    thirdpartyId === null && kind !== "ADD" ? timesOf(kind, parse(dueAt), until ?? 0) : 1;
  let total = 0;
  for await (const job of sliced(jobs)) {
    const times = timesUntil(job);
    kinds[job.kind] = (kinds[job.kind] ?? 0) + times;
    total += times;
  }
  const content = [];
  for await (const job of sliced(jobs.slice(page * size, (page + 1) * size))) {
    const foreseen = await world.foresee(job);
    const events = foreseen.events.map(({ eventName }) => eventName);
    const { jobId, dueAt, kind } = job;
    const times = timesUntil(job);
    content.push({
      jobId,
      dueAt,
      kind,
      sentence: sentenceOf(job),
      times,
      ...(await subjectOf(world, job)),
      events,
      actor: actorOf(foreseen),
    });
  }
  return { until: until === null ? null : format(until), total, kinds, content, jobs: jobs.length };
}
