import { type EventName, resourceTypeOf } from "../../contract/events.ts";
import type { DataOf, Occurrence } from "../../contract/occurrences.ts";
import { directory } from "../directory/name-search.ts";
import { type Cause, isLong } from "../domain/causes/cause.ts";
import { checkCode } from "../domain/causes/requirements.ts";
import { causes } from "../domain/causes/table.ts";
import { difference } from "../domain/configuration/difference.ts";
import { dictionary } from "../domain/configuration/merge.ts";
import { readingOf } from "../domain/configuration/violations.ts";
import {
  type Configuration,
  compiled,
  type DossierType,
  dossierTypeChanges,
  withConfiguration,
} from "../domain/configuration.ts";
import { dossierTypeOf } from "../domain/dossier/dossiers.ts";
import { realignDossiers } from "../domain/dossier/requirements.ts";
import { actors, Draft, emptyFolder, type Folder, type Subject } from "../domain/draft.ts";
import { conflict, isRefusal, type Refusal } from "../domain/refusal.ts";
import type { Actor, EventRow } from "../domain/rows.ts";
import { recalculate } from "../domain/thirdparty/recalculate.ts";
import { inSlices, type Sliced, type Steps, turn } from "../store/time-slice.ts";
import { find } from "./find.ts";
import { findInPortfolio, join, newcomer } from "./operations.ts";
import { thirdpartiesOf, visitAll } from "./rounds.ts";
import type { World } from "./world.ts";

export interface Named {
  thirdpartyId?: number | undefined;
  dossierId?: number | undefined;
  documentId?: number | undefined;
}
interface Target extends Named {
  event: EventName;
}

type Refused = Refusal<400 | 404 | 409 | 503 | 504>;
type Outcome = { events: readonly EventRow[] } | Refused;
/** What brings an event about; nothing has changed before it is carried out. */
type Plan = { carryOut: () => Promise<Outcome> } | Refused;

/** How a plan reads the world, and how its loops yield. */
interface Reading {
  world: World;
  folderOf: (thirdpartyId: number) => Promise<Folder>;
  slices: Sliced;
  /** Who does it, where that is not the kind alone. */
  actorIn?: ((by: Actor["type"], folder: Folder) => Actor | undefined) | undefined;
}

const actorNames = {
  CLIENT: "client",
  THIRD_PARTY: "third party",
  PLATFORM: "platform",
  PROVIDER: "provider",
} as const;

/** Who acts for the client, whichever third party it is about. */
const clientIn = ({ actorIn }: Reading): Actor => actorIn?.("CLIENT", emptyFolder) ?? actors.client;

const findNamed = async <C extends "thirdparties" | "dossiers" | "documents">(
  { store }: World,
  collection: C,
  id: number | undefined,
) => (id === undefined ? undefined : find(store, collection, id));

/** Adds the dossier and the third party of what the target names; they must exist and belong together. */
export async function complete<T extends Named>(world: World, target: T): Promise<T | Refusal<404 | 409>> {
  const document = await findNamed(world, "documents", target.documentId);
  if (isRefusal(document)) return document;
  const dossierId = target.dossierId ?? document?.dossierId;
  const dossier = await findNamed(world, "dossiers", dossierId);
  if (isRefusal(dossier)) return dossier;
  const thirdpartyId = target.thirdpartyId ?? dossier?.thirdpartyId;
  const thirdparty = await findNamed(world, "thirdparties", thirdpartyId);
  if (isRefusal(thirdparty)) return thirdparty;
  const child = document ? `Document ${document.documentId}` : `Dossier ${dossierId}`;
  const mismatch = (owner: string, actual: number, named: number | undefined) =>
    conflict("CONFLICT", `${child} is of ${owner} ${actual}, not of ${named}; name one of them.`);
  if (document && document.dossierId !== dossierId) return mismatch("dossier", document.dossierId, dossierId);
  if (dossier && dossier.thirdpartyId !== thirdpartyId)
    return mismatch("third party", dossier.thirdpartyId, thirdpartyId);
  return { ...target, thirdpartyId, dossierId };
}

function nothingSuitable({ event, thirdpartyId }: Target, needs: string) {
  const why = thirdpartyId === undefined ? "there is none" : "what was named is none";
  return conflict("NOTHING_SUITABLE", `${event} needs ${needs}, and ${why}.`);
}

/** The subjects in a folder; for an event that creates a resource, the dossier or third party that it is created in. */
function subjectsIn(folder: Folder, { event, dossierId, documentId }: Target): Subject[] {
  const creates = event === "DOSSIER_ADDED" || event === "DOCUMENT_ADDED" || event === "DOSSIER_DOCUMENTS_UPDATED";
  if (creates) return [dossierId === undefined ? {} : { dossierId }];
  const type = resourceTypeOf(event);
  if (type === "THIRD_PARTY") return [{}];
  const ofDossier = (row: { dossierId: number }) => dossierId === undefined || row.dossierId === dossierId;
  if (type === "DOSSIER") return folder.dossiers.filter(ofDossier).map((row) => ({ dossierId: row.dossierId }));
  return folder.documents
    .filter((row) => ofDossier(row) && (documentId === undefined || row.documentId === documentId))
    .map((row) => ({ documentId: row.documentId }));
}

const isTriggered = ({ event }: Target, subject: Subject, row: EventRow) =>
  row.eventName === event &&
  (subject.documentId === undefined || row.documentId === subject.documentId) &&
  (subject.dossierId === undefined || row.dossierId === subject.dossierId);

/** The ids of the portfolio, a page at a time: a suitable one is usually among the first. */
async function* everyThirdparty({ store }: World): AsyncGenerator<number> {
  const limit = 100;
  let rows = await store.scan("thirdparties", { limit });
  for (; rows.length > 0; rows = await store.scan("thirdparties", { after: rows.at(-1)?.thirdpartyId ?? 0, limit }))
    for (const { thirdpartyId } of rows) yield thirdpartyId;
}

async function* candidates(
  { world, folderOf, slices }: Reading,
  target: Target,
): AsyncGenerator<{ folder: Folder; subject: Subject }> {
  const ids = target.thirdpartyId === undefined ? everyThirdparty(world) : [target.thirdpartyId];
  for await (const id of slices<number>(ids)) {
    const folder = await folderOf(id);
    for await (const subject of slices(subjectsIn(folder, target))) yield { folder, subject };
  }
}

/** Tries the cause on drafts of one candidate after another; the plan commits the first draft that has the event. */
async function planCause(reading: Reading, target: Target, cause: Cause, data: object): Promise<Plan> {
  const { world, slices } = reading;
  const { by, check, run, after = recalculate, needs } = cause;
  const wrong = check?.(data, world.context());
  if (isRefusal(wrong)) return wrong;
  let firstRefusal: Refused | undefined;
  for await (const { folder, subject } of candidates(reading, target)) {
    const actor = reading.actorIn?.(by, folder) ?? { type: by, name: actorNames[by] };
    const draft = new Draft(folder, world.context(), actor);
    const outcome = run(draft, subject, data);
    if (isLong(outcome)) for await (const _ of slices(outcome));
    if (!draft.isUntouched) after(draft);
    if (draft.events.some((row) => isTriggered(target, subject, row)))
      return { carryOut: async () => ({ events: await world.commit(draft.change()) }) };
    if (isRefusal(outcome)) firstRefusal ??= outcome;
  }
  if (!firstRefusal) return nothingSuitable(target, needs);
  if (target.thirdpartyId !== undefined) return firstRefusal;
  const why = `with this data there is none. Of the first: ${firstRefusal.refused.body.detail}`;
  return conflict("NOTHING_SUITABLE", `${target.event} needs ${needs}, and ${why}`);
}

async function planAddition(reading: Reading, wish: DataOf<"THIRD_PARTY_ADDED"> | undefined): Promise<Plan> {
  const { world } = reading;
  const addition = wish ?? (await firstNewcomer(world));
  if (!addition)
    return conflict(
      "NOTHING_SUITABLE",
      "THIRD_PARTY_ADDED needs a company that is not in the portfolio; " +
        "name one with data.companyIdType and data.companyIdValue.",
    );
  const company = await newcomer(world, addition);
  return isRefusal(company) ? company : { carryOut: () => join(world, company, addition, clientIn(reading).name) };
}

async function firstNewcomer(world: World) {
  for (const company of directory()) {
    const { companyIdType, companyIdValue } = company;
    if (!(await findInPortfolio(world, company))) return { companyIdType, companyIdValue };
  }
  return undefined;
}

async function planTemplate(reading: Reading, target: Target, data: TemplateData): Promise<Plan> {
  const { world } = reading;
  const { dossierTypeCode, documentCode } = data;
  const { configuration } = world;
  const wrong =
    checkCode(data, world.context()) ?? (dossierTypeCode && dossierTypeOf(configuration.dossierTypes, dossierTypeCode));
  if (isRefusal(wrong)) return wrong;
  const type = await templateOf(world, target, dossierTypeCode);
  if (!type)
    return nothingSuitable(target, `an open dossier ${dossierTypeCode ? `of type ${dossierTypeCode}` : "with a type"}`);
  const next = await inSlices(withTemplate(configuration, type, documentCode ?? usualChange(configuration, type)));
  return isRefusal(next)
    ? (next as Refusal<409>)
    : { carryOut: () => changeTemplate(world, type, next, clientIn(reading)) };
}

/** The document that a change of a type is about where none is named. */
function usualChange({ documentTypes }: Configuration, { documents, also }: DossierType): string {
  const codes = ["STATUTS", ...documentTypes.keys()].filter((code) => documentTypes.has(code));
  const [first] = documents.length > 1 ? codes : codes.filter((code) => !documents.includes(code));
  return first ?? also[0] ?? (documents[0] as string);
}

/** The configuration in which the type asks for the document, or no longer does. */
function* withTemplate(before: Configuration, type: DossierType, code: string): Steps<Configuration | Refusal> {
  const { source, base, retired } = before;
  const { code: typeCode, label } = type;
  const entry = source.dossierTypes[typeCode] as (typeof source.dossierTypes)[string];
  const without = (codes: readonly string[]) => codes.filter((one) => one !== code);
  const isAsked = [...entry.documents, ...entry.also].includes(code);
  const documents = isAsked ? without(entry.documents) : [...entry.documents, code];
  if (documents.length === 0) return conflict("CONFLICT", `${label} asks for ${code} alone, and keeps it.`);
  const changed = { ...entry, documents, also: without(entry.also) };
  const dossierTypes = dictionary(Object.entries({ ...source.dossierTypes, [typeCode]: changed }));
  const next = { ...source, dossierTypes };
  const file = difference(next, base);
  yield;
  const read = yield* readingOf(file);
  yield;
  if ("file" in read) return compiled(next, base, retired);
  return conflict("CONFLICT", `${label} cannot be changed so. ${read.violations[0]?.detail}`);
}

/** Changes the type's list of documents, and every open dossier of the type with it. */
async function changeTemplate(world: World, type: DossierType, next: Configuration, actor: Actor): Promise<Outcome> {
  const context = world.context();
  const { configuration } = context;
  // Each step takes its time where the account has a thousand types of its own.
  await turn();
  const { change } = await visitAll(
    world.store,
    thirdpartiesOf(await world.store.range("dossiers", "type", type.code)),
    { ...context, configuration: next },
    actor,
    (draft) => {
      realignDossiers(draft, type.code);
      recalculate(draft);
    },
    world.sliced,
  );
  await turn();
  change.put.push(...dossierTypeChanges(configuration, next).put);
  change.put.push({ collection: "world", row: withConfiguration(world.origin, next) });
  await turn();
  return { events: await world.commit(change) };
}
type TemplateData = DataOf<"DOSSIER_TEMPLATE_UPDATED">;

/** The type of the first open dossier that the target and the code admit. */
async function templateOf(world: World, { thirdpartyId, dossierId }: Target, code: TemplateData["dossierTypeCode"]) {
  const [open] = await world.store.scan("dossiers", {
    where: [
      ["monitored", "=", true],
      ["typed", "=", true],
      ["dossierId", "=", dossierId],
      ["thirdpartyId", "=", thirdpartyId],
      ["dossierTypeCode", "=", code],
    ],
    limit: 1,
  });
  return world.configuration.dossierTypes.find((type) => type.code === open?.dossierTypeCode);
}

/** Finds how an event can be brought about on the named resource or on the first suitable one, or why it cannot. */
export async function planOf(reading: Reading, wish: Occurrence): Promise<Plan> {
  const { world } = reading;
  const target = await complete(world, wish as Target);
  if (isRefusal(target)) return target;
  if (wish.event === "THIRD_PARTY_ADDED") return planAddition(reading, wish.data);
  if (wish.event === "DOSSIER_TEMPLATE_UPDATED") return planTemplate(reading, target, wish.data ?? {});
  // The contract has checked that the data is of this event; the compiler cannot relate the two.
  return planCause(reading, target, causes[wish.event] as Cause<never> as Cause, wish.data ?? {});
}

/** Brings an event about by a cause of this model; only inside a write. */
export async function trigger(world: World, wish: Occurrence, actorIn?: Reading["actorIn"]): Promise<Outcome> {
  const folderOf = (id: number) => world.store.folder(id);
  const plan = await planOf({ world, folderOf, slices: world.sliced, actorIn }, wish);
  return isRefusal(plan) ? plan : plan.carryOut();
}
