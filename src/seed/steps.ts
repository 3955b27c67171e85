import { z } from "zod";
import type { EventName } from "../../contract/events.ts";
import { Occurrence } from "../../contract/occurrences.ts";
import { workingDayBy } from "../directory/calendar.ts";
import { actors, type Folder } from "../domain/draft.ts";
import { actorOf, buyerOf, judgeOf } from "../domain/people/client.ts";
import { isRefusal } from "../domain/refusal.ts";
import { respondAndCheck } from "../domain/response/verification.ts";
import type { Actor, DocumentRow } from "../domain/rows.ts";
import { contactName } from "../domain/thirdparty/contacts.ts";
import { recalculate } from "../domain/thirdparty/recalculate.ts";
import { day, dayOf } from "../domain/time.ts";
import { fittingSetting } from "../world/fitting.ts";
import { addToPortfolio, decide, openDossier, requireDocuments, respond, setAttribute } from "../world/operations.ts";
import { enterOwn, hasOwn } from "../world/own-entries.ts";
import { setTemper } from "../world/people.ts";
import { trigger } from "../world/trigger.ts";
import type { World } from "../world/world.ts";
import type { StepOf, TimedStep } from "./script.ts";

/** Whether people act in a world while its story runs; then they do what the steps say, too. */
export const isLived = ({ origin }: World): boolean => (origin.people ?? "none") !== "none";

/** The colleague who does a step: the one who decides on the document. */
const clientOf = (world: World, documentCode?: string): Actor => {
  if (!isLived(world)) return actors.client;
  const { configuration } = world;
  return actorOf(documentCode === undefined ? buyerOf(configuration) : judgeOf(configuration, documentCode));
};
/** The contact who fills in forms, or who did so last; the head of a company that has had no contact. */
const contactIn = ({ contacts, thirdparty }: Pick<Folder, "contacts" | "thirdparty">): Actor => {
  const contact = contacts.find(({ status }) => status !== "DELETED") ?? contacts.at(-1);
  const [head] = thirdparty?.executives ?? [];
  if (contact) return { type: "THIRD_PARTY", name: contactName(contact) };
  return head ? { type: "THIRD_PARTY", name: `${head.firstName} ${head.lastName}` } : actors.thirdparty;
};
const contactOf = async (world: World, thirdpartyId: number): Promise<Actor> =>
  isLived(world) ? contactIn(await world.store.folder(thirdpartyId)) : actors.thirdparty;

const bringAbout = (world: World, wish: Occurrence) =>
  trigger(world, wish, (by, folder) => {
    if (by === "CLIENT") return clientOf(world);
    return by === "THIRD_PARTY" && isLived(world) ? contactIn(folder) : undefined;
  });

type Run<S> = (world: World, step: S, thirdpartyId: number) => Promise<unknown>;

/** How each step on a third party runs, by its `do`. */
const runs: { [D in Exclude<TimedStep["step"]["do"], "add" | "complete">]: Run<StepOf<D>> } = {
  async attribute(world, { label, values }, thirdpartyId) {
    const fitting = fittingSetting(world.configuration, label, values);
    return fitting && setAttribute(world, thirdpartyId, fitting, clientOf(world).name);
  },
  async answer(world, { document, outcome, age, formdata, defect, left }, thirdpartyId) {
    const { documentId } = await documentOf(world, thirdpartyId, document);
    const issueDate = age === undefined ? undefined : workingDayBy("FR", dayOf(world.clock - age * day));
    const actor = await contactOf(world, thirdpartyId);
    return respond(world, documentId, { outcome, issueDate, formdata, left, ...(defect && { defect }) }, actor);
  },
  async check(world, { document, outcome }, thirdpartyId) {
    const { documentId } = await documentOf(world, thirdpartyId, document);
    return world.change(thirdpartyId, await contactOf(world, thirdpartyId), (draft) => {
      const refusal = respondAndCheck(draft, documentId, outcome);
      if (!refusal) recalculate(draft);
      return refusal;
    });
  },
  async decide(world, { document, approve, share, comment }, thirdpartyId) {
    const { evidences } = await documentOf(world, thirdpartyId, document, "ACTION_REQUIRED");
    // Chance may have ended the relation before anything was supplied.
    if (!evidences[0]) return undefined;
    const verdict = { approved: approve, shareRejectionReason: share, comment };
    return decide(world, evidences[0].responseId, verdict, clientOf(world, document).name);
  },
  dossier(world, { type, documents = [], description, category, emails, endsIn }, thirdpartyId) {
    const list = type === undefined ? { requiredDocuments: documents } : { dossierTypeCode: type };
    const expirationDate = endsIn === undefined ? undefined : dayOf(world.clock + endsIn * day);
    const opening = { ...list, description, purchasingCategory: category, thirdpartyEmail: emails, expirationDate };
    return openDossier(world, thirdpartyId, opening, clientOf(world).name);
  },
  async require(world, { documents }, thirdpartyId) {
    const { dossiers } = await world.store.folder(thirdpartyId);
    const untyped = dossiers.find(({ typed, monitored }) => monitored && !typed);
    return requireDocuments(world, untyped?.dossierId ?? 0, documents, clientOf(world).name);
  },
  trigger: async (world, step, thirdpartyId) => triggerSomewhere(world, await wishOf(world, step, thirdpartyId)),
};

/** Runs one step; an added third party is remembered under the name that later steps use. */
export async function runStep(
  world: World,
  step: TimedStep["step"],
  thirdpartyIds: Map<string, number>,
): Promise<unknown> {
  if (step.do === "add") return add(world, step, thirdpartyIds);
  if (step.do === "complete") return complete(world, step.event as EventName);
  const thirdpartyId = thirdpartyIds.get(step.on);
  if (thirdpartyId === undefined) throw new Error(`the story speaks of ${step.on} before it adds it`);
  return (runs[step.do] as Run<typeof step>)(world, step, thirdpartyId);
}

async function add(world: World, step: StepOf<"add">, thirdpartyIds: Map<string, number>): Promise<unknown> {
  const { type, value, code, contacts, temper, attributes = {} } = step;
  const addition = { companyIdType: type, companyIdValue: value, thirdpartyCode: code, contacts };
  const added = await addToPortfolio(world, addition as Parameters<typeof addToPortfolio>[1], clientOf(world).name);
  if (isRefusal(added)) return added;
  const { thirdpartyId } = added.result;
  thirdpartyIds.set(step.as, thirdpartyId);
  for (const [label, values] of Object.entries(attributes)) {
    const fitting = fittingSetting(world.configuration, label, values);
    if (!fitting) continue;
    const outcome = await setAttribute(world, thirdpartyId, fitting, clientOf(world).name);
    if (isRefusal(outcome)) return outcome;
  }
  if (hasOwn(world.configuration)) await world.change(thirdpartyId, clientOf(world), enterOwn);
  if (temper) await setTemper(world, thirdpartyId, temper);
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
  const outcome = await bringAbout(world, wish);
  if (!isRefusal(outcome) || outcome.refused.status !== 409) return outcome;
  const [earlier] = await world.store.range("events", "name", wish.event, { limit: 1 });
  return earlier ?? bringAbout(world, Occurrence.parse({ event: wish.event, data: wish.data }));
}

/** What must come about first where nothing suitable is there. */
const preparations: Partial<Record<EventName, EventName>> = { DOSSIER_REACTIVATED: "DOSSIER_ARCHIVED" };

/** A change of a template reaches every open dossier of the type: that of the fewest is enough. */
async function leastUsedType({ store, configuration }: World): Promise<string | undefined> {
  const counts = await Promise.all(
    configuration.dossierTypes.map(async ({ code }) => {
      const dossiers = await store.range("dossiers", "type", code);
      return { code, count: dossiers.filter(({ monitored }) => monitored).length };
    }),
  );
  return counts.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count)[0]?.code;
}

async function complete(world: World, event: EventName): Promise<unknown> {
  if ((await world.store.range("events", "name", event, { limit: 1 })).length > 0) return undefined;
  const data = event === "DOSSIER_TEMPLATE_UPDATED" ? { dossierTypeCode: await leastUsedType(world) } : undefined;
  const wish = Occurrence.parse({ event, data });
  const outcome = await bringAbout(world, wish);
  const first = preparations[event];
  if (!isRefusal(outcome) || !first) return outcome;
  await complete(world, first);
  return bringAbout(world, wish);
}
