import type { People, Temper } from "../../contract/tempers.ts";
import type { Change } from "../domain/change.ts";
import { actors, type Draft, type RuleContext } from "../domain/draft.ts";
import { pick } from "../domain/fields.ts";
import { jobRules } from "../domain/jobs.ts";
import { isAct } from "../domain/people/moments.ts";
import { peopleIn, planAnew, planAnswersAnew } from "../domain/people/plan.ts";
import { temperOf } from "../domain/people/tempers.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import type { JobRow, ThirdpartyRow } from "../domain/rows.ts";
import { sliced } from "../store/time-slice.ts";
import { actorOf } from "./due.ts";
import { find } from "./find.ts";
import { nextAddition, settledSize } from "./growth.ts";
import { visitAll } from "./rounds.ts";
import type { World } from "./world.ts";

const all = { limit: Number.POSITIVE_INFINITY };

/** Says who acts from now on, and plans what waits for them; only inside a write. */
export async function setPeople(world: World, people: People): Promise<void> {
  const { people: before = "none", startsWith = before, ...row } = world.origin;
  if (people === before) return;
  const { people: _, ...context } = world.context();
  const rows = await world.store.scan("thirdparties", all);
  const { change, sequences } = await visitAll(
    world.store,
    rows.map(({ thirdpartyId }) => thirdpartyId),
    { ...context, ...peopleIn({ people, size: row.size }) },
    actors.platform,
    planAnew,
    world.sliced,
  );
  change.put.push({ collection: "world", row: { ...row, people, startsWith } });
  for (const job of await world.store.range("jobs", "due", "all"))
    if (job.kind === "ADD") change.remove.push({ collection: "jobs", key: job.jobId });
  if (people === "all" && row.settlesAt) change.put.push(...growthFrom(context, row.settlesAt, sequences.jobId));
  await world.commit(change);
}

const growthFrom = (context: RuleContext, settlesAt: number, jobId: number): Change["put"] => [
  { collection: "jobs", row: nextAddition(context, settlesAt, jobId) },
  { collection: "sequences", row: { name: "jobId", next: jobId + 1 } },
];

/** The world is made: from now on the client's people add third parties to it; only inside a write. */
export async function beginGrowth(world: World): Promise<void> {
  const { total } = await world.store.page("thirdparties", { where: [["archived", "=", false]], offset: 0, limit: 0 });
  const [row, context, settlesAt] = [world.origin, world.context(), settledSize(total)];
  const put = growthFrom(context, settlesAt, context.sequences.jobId);
  put.push({ collection: "world", row: { ...row, settlesAt } });
  await world.commit({ put, remove: [], events: [] });
}

/** Says how a third party behaves; null goes back to chance. Only inside a write. */
export async function setTemper(
  world: World,
  thirdpartyId: number,
  temper: Temper | null,
): Promise<ThirdpartyRow | Refusal<404>> {
  const found = await find(world.store, "thirdparties", thirdpartyId);
  if (isRefusal(found)) return found;
  const visit = (draft: Draft) => {
    const { temper: _, ...internal } = draft.thirdparty.internal;
    const before = temperOf(draft.thirdparty, draft.context.chance);
    draft.put("thirdparties", { ...draft.thirdparty, internal: { ...internal, ...(temper && { temper }) } });
    return temperOf(draft.thirdparty, draft.context.chance) === before ? undefined : planAnswersAnew(draft);
  };
  const { change } = await visitAll(world.store, [thirdpartyId], world.context(), actors.platform, visit, world.sliced);
  await world.commit(change);
  return find(world.store, "thirdparties", thirdpartyId);
}

/** How many acts are planned. */
export async function plannedActs({ store }: World): Promise<number> {
  let count = 0;
  for await (const job of sliced(await store.range("jobs", "due", "all"))) if (isAct(job)) count += 1;
  return count;
}

/** How a third party behaves, and what comes next of it. */
export async function supplierOf(world: World, row: ThirdpartyRow) {
  const { thirdpartyId, name, internal } = row;
  const jobs = (await world.store.range("jobs", "thirdparty", thirdpartyId)).filter(isAct);
  const [job] = jobs.sort((a, b) => (a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : a.jobId - b.jobId));
  const response = job?.kind === "DECIDE" ? await world.store.get("responses", job.subjectId as number) : undefined;
  const documentId = job?.kind === "ANSWER" ? job.subjectId : (response?.documentId ?? null);
  return {
    thirdpartyId,
    thirdpartyName: name,
    temper: temperOf(row, (...key) => world.chance(...key)),
    origin: internal.temper ? ("SET" as const) : ("DRAWN" as const),
    next: job ? { ...pick(job, ["jobId", "dueAt", "kind"]), ...(await said(world, job)), documentId } : null,
  };
}

const said = async (world: World, job: JobRow) => ({
  sentence: jobRules[job.kind]?.sentence ?? "",
  actor: actorOf(await world.foresee(job)),
});
