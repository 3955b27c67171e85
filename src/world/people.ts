import type { People, Temper } from "../../contract/tempers.ts";
import { actors, type Draft } from "../domain/draft.ts";
import { jobRules } from "../domain/jobs.ts";
import { isAct } from "../domain/people/moments.ts";
import { peopleIn, planAnew } from "../domain/people/plan.ts";
import { temperOf } from "../domain/people/tempers.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import type { ThirdpartyRow } from "../domain/rows.ts";
import { sliced } from "../store/time-slice.ts";
import { find } from "./find.ts";
import { visitAll } from "./rounds.ts";
import type { World } from "./world.ts";

const all = { limit: Number.POSITIVE_INFINITY };

/** Says who acts from now on, and plans what waits for them; only inside a write. */
export async function setPeople(world: World, people: People): Promise<void> {
  const { people: before = "none", startsWith = before, ...row } = world.origin;
  if (people === before) return;
  const { people: _, ...context } = world.context();
  const rows = await world.store.scan("thirdparties", all);
  const { change } = await visitAll(
    world.store,
    rows.map(({ thirdpartyId }) => thirdpartyId),
    { ...context, ...peopleIn({ people, size: row.size }) },
    actors.platform,
    planAnew,
    world.sliced,
  );
  change.put.push({ collection: "world", row: { ...row, people, startsWith } });
  await world.commit(change);
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
    draft.put("thirdparties", { ...draft.thirdparty, internal: { ...internal, ...(temper && { temper }) } });
    return planAnew(draft);
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
    next: job
      ? { jobId: job.jobId, dueAt: job.dueAt, kind: job.kind, sentence: jobRules[job.kind]?.sentence ?? "", documentId }
      : null,
  };
}
