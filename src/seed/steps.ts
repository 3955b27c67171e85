import { z } from "zod";
import { EventName } from "../../contract/events.ts";
import { Occurrence } from "../../contract/occurrences.ts";
import { workingDayBy } from "../directory/calendar.ts";
import { hasProof } from "../domain/document/company-habits.ts";
import { actors } from "../domain/draft.ts";
import { isRefusal } from "../domain/refusal.ts";
import { respondAndCheck } from "../domain/response/verification.ts";
import type { DocumentRow, ThirdpartyRow } from "../domain/rows.ts";
import { recalculate } from "../domain/thirdparty/recalculate.ts";
import { day, dayOf } from "../domain/time.ts";
import { addToPortfolio, decide, openDossier, requireDocuments, respond, setAttribute } from "../world/operations.ts";
import { trigger } from "../world/trigger.ts";
import type { World } from "../world/world.ts";
import { fittingSetting } from "./fitting.ts";
import type { StepOf, TimedStep } from "./script.ts";

type Run<S> = (world: World, step: S, thirdpartyId: number) => Promise<unknown>;

/** How each step on a third party runs, by its `do`. */
const runs: { [D in Exclude<TimedStep["step"]["do"], "add" | "complete">]: Run<StepOf<D>> } = {
  async attribute(world, { label, values }, thirdpartyId) {
    const fitting = fittingSetting(world.configuration, label, values);
    return fitting && setAttribute(world, thirdpartyId, fitting, "client");
  },
  async answer(world, { document, outcome, age, formdata, left }, thirdpartyId) {
    const { documentId } = await documentOf(world, thirdpartyId, document);
    const issueDate = age === undefined ? undefined : workingDayBy("FR", dayOf(world.clock - age * day));
    return respond(world, documentId, { outcome, issueDate, formdata, left });
  },
  async check(world, { document, outcome }, thirdpartyId) {
    const { documentId } = await documentOf(world, thirdpartyId, document);
    return world.change(thirdpartyId, actors.thirdparty, (draft) => {
      const refusal = respondAndCheck(draft, documentId, outcome);
      if (!refusal) recalculate(draft);
      return refusal;
    });
  },
  async decide(world, { document, approve, share, comment }, thirdpartyId) {
    const { evidences } = await documentOf(world, thirdpartyId, document, "ACTION_REQUIRED");
    const verdict = { approved: approve, shareRejectionReason: share, comment };
    return decide(world, evidences[0]?.responseId ?? 0, verdict, "client");
  },
  dossier(world, { type, documents = [], description, emails, endsIn }, thirdpartyId) {
    const list = type === undefined ? { requiredDocuments: documents } : { dossierTypeCode: type };
    const expirationDate = endsIn === undefined ? undefined : dayOf(world.clock + endsIn * day);
    const opening = { ...list, description, thirdpartyEmail: emails, expirationDate };
    return openDossier(world, thirdpartyId, opening, "client");
  },
  async require(world, { documents }, thirdpartyId) {
    const { dossiers } = await world.store.folder(thirdpartyId);
    const untyped = dossiers.find(({ typed, monitored }) => monitored && !typed);
    return requireDocuments(world, untyped?.dossierId ?? 0, documents, "client");
  },
  trigger: async (world, step, thirdpartyId) => triggerSomewhere(world, await wishOf(world, step, thirdpartyId)),
  async tend(world, step, thirdpartyId) {
    const { thirdparty, documents } = await world.store.folder(thirdpartyId);
    if (thirdparty?.archived) return;
    for (const document of documents) if (!document.internal.stopped) await handle(world, document, step);
  },
};

/** Runs one step; an added third party is remembered under the name that later steps use. */
export async function runStep(
  world: World,
  step: TimedStep["step"],
  thirdpartyIds: Map<string, number>,
): Promise<unknown> {
  if (step.do === "add") return add(world, step, thirdpartyIds);
  if (step.do === "complete") return complete(world);
  const thirdpartyId = thirdpartyIds.get(step.on);
  if (thirdpartyId === undefined) throw new Error(`the story speaks of ${step.on} before it adds it`);
  return (runs[step.do] as Run<typeof step>)(world, step, thirdpartyId);
}

async function add(world: World, step: StepOf<"add">, thirdpartyIds: Map<string, number>): Promise<unknown> {
  const { type, value, code, contacts, attributes = {} } = step;
  const addition = { companyIdType: type, companyIdValue: value, thirdpartyCode: code, contacts };
  const added = await addToPortfolio(world, addition as Parameters<typeof addToPortfolio>[1], "client");
  if (isRefusal(added)) return added;
  const { thirdpartyId } = added.result;
  thirdpartyIds.set(step.as, thirdpartyId);
  for (const [label, values] of Object.entries(attributes)) {
    const fitting = fittingSetting(world.configuration, label, values);
    if (!fitting) continue;
    const outcome = await setAttribute(world, thirdpartyId, fitting, "client");
    if (isRefusal(outcome)) return outcome;
  }
  return undefined;
}

/** A step is about a document that no dossier asks for. */
export class NotAsked extends Error {}

/** Several dossiers may ask for the same document: one with the wanted status comes first, a stopped one last. */
export async function documentOf(
  world: World,
  thirdpartyId: number,
  code: string,
  wanted?: string,
): Promise<DocumentRow> {
  const { documents } = await world.store.folder(thirdpartyId);
  const withCode = documents.filter(({ documentCode }) => documentCode === code);
  const live = withCode.filter(({ internal }) => !internal.stopped);
  const document = live.find(({ statusCode }) => statusCode === wanted) ?? live[0] ?? withCode[0];
  if (!document) throw new NotAsked(`third party ${thirdpartyId} was never asked for ${code}`);
  return document;
}

/** What a step triggers, on its third party. */
export async function wishOf(world: World, step: StepOf<"trigger">, thirdpartyId: number): Promise<Occurrence> {
  const { event, data } = step;
  const target = await targetOf(world, step, thirdpartyId);
  const wish = Occurrence.safeParse({ event, thirdpartyId, ...target, data });
  if (wish.success) return wish.data;
  throw new Error(`the story cannot go on at ${step.at}, ${JSON.stringify(step)}: ${z.prettifyError(wish.error)}`);
}

async function targetOf(world: World, { document, dossier }: StepOf<"trigger">, thirdpartyId: number) {
  const { dossiers } = await world.store.folder(thirdpartyId);
  const home = dossier && dossiers.findLast(({ dossierTypeCode }) => dossierTypeCode === dossier);
  return {
    ...(document !== undefined && { documentId: (await documentOf(world, thirdpartyId, document)).documentId }),
    ...(home && { dossierId: home.dossierId }),
  };
}

/** Chance may prevent a trigger; then an earlier event of the type counts, or another third party takes its place. */
async function triggerSomewhere(world: World, wish: Occurrence): Promise<unknown> {
  const outcome = await trigger(world, wish);
  if (!isRefusal(outcome) || outcome.refused.status !== 409) return outcome;
  const [earlier] = await world.store.range("events", "name", wish.event, { limit: 1 });
  return earlier ?? trigger(world, Occurrence.parse({ event: wish.event, data: wish.data }));
}

/** What must come about first where nothing suitable is there. */
const preparations: Partial<Record<EventName, EventName>> = { DOSSIER_REACTIVATED: "DOSSIER_ARCHIVED" };

async function complete(world: World): Promise<void> {
  for (const event of EventName.options) {
    if ((await world.store.range("events", "name", event, { limit: 1 })).length > 0) continue;
    const wish = Occurrence.parse({ event });
    const first = preparations[event];
    if (!isRefusal(await trigger(world, wish)) || !first) continue;
    await trigger(world, Occurrence.parse({ event: first }));
    await trigger(world, wish);
  }
}

const rejections = ["Document illisible", "Garantie insuffisante", "Le nom ne correspond pas"] as const;
const openStatuses: readonly string[] = ["MISSING", "INVALID", "BELOW_EXPECTATION"];

const canSupply = async (
  { store, configuration }: World,
  { thirdpartyId, documentCode }: DocumentRow,
): Promise<boolean> =>
  hasProof(configuration, (await store.get("thirdparties", thirdpartyId)) as ThirdpartyRow, documentCode);

/** By chance, the third party responds to an open document, and the client decides on one that waits for it. */
async function handle(world: World, document: DocumentRow, { answers, decides }: StepOf<"tend">): Promise<void> {
  const { documentId, statusCode, evidences } = document;
  const chance = world.chance("tend", documentId, evidences.length, statusCode);
  if (openStatuses.includes(statusCode) && chance.bool(answers) && (await canSupply(world, document)))
    await respond(world, documentId, {});
  if (statusCode !== "ACTION_REQUIRED" || !chance.bool(decides)) return;
  const approved = chance.bool(0.85);
  const comment = approved ? undefined : chance.pick(rejections);
  const verdict = { approved, comment, shareRejectionReason: chance.bool(0.6) };
  await decide(world, evidences[0]?.responseId ?? 0, verdict, "client");
}
