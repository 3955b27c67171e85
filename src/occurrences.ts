import { type EventName, resourceTypeOf } from "../contract/events.ts";
import { CompanyIdType } from "../contract/thirdparties.ts";
import { directory } from "./directory/providers.ts";
import { documentTypes } from "./domain/configuration.ts";
import { realignDossiers } from "./domain/dossiers.ts";
import { Draft, type Folder, type Subject } from "./domain/draft.ts";
import type { Cause, Data } from "./domain/occurrences/cause.ts";
import { causes, type Wide } from "./domain/occurrences/table.ts";
import { conflict, isRefusal, type Refusal } from "./domain/refusal.ts";
import type { DossierTypeRow, EventRow } from "./domain/rows.ts";
import { settle } from "./domain/settle.ts";
import { lostDocument, lostDossier, lostThirdparty } from "./lost.ts";
import { add, alreadyThere } from "./operations.ts";
import { visitAll } from "./rounds.ts";
import type { World } from "./world.ts";

export interface Wish {
  event: EventName;
  thirdpartyId?: number | undefined;
  dossierId?: number | undefined;
  documentId?: number | undefined;
  data?: Data | undefined;
}

type Outcome = { events: readonly EventRow[] } | Refusal<400 | 404 | 409 | 503 | 504>;

const actors = { CLIENT: "client", THIRD_PARTY: "third party", PLATFORM: "platform", PROVIDER: "provider" } as const;

/** What the event may happen to in a folder, narrowed to what was asked for; a third party stands for what is yet to be made. */
function subjectsIn(folder: Folder, { event, dossierId, documentId }: Wish): Subject[] {
  const made = event === "DOSSIER_ADDED" || event === "DOCUMENT_ADDED" || event === "DOSSIER_DOCUMENTS_UPDATED";
  if (made) return [dossierId === undefined ? {} : { dossierId }];
  const type = resourceTypeOf(event);
  if (type === "THIRD_PARTY") return [{}];
  const home = dossierId ?? folder.documents.find((row) => row.documentId === documentId)?.dossierId;
  if (type === "DOSSIER") return folder.dossiers.filter((row) => home === undefined || row.dossierId === home).map((row) => ({ dossierId: row.dossierId }));
  return folder.documents
    .filter((row) => (documentId === undefined || row.documentId === documentId) && (home === undefined || row.dossierId === home))
    .map((row) => ({ documentId: row.documentId }));
}

const hits = ({ event }: Wish, subject: Subject, row: EventRow) =>
  row.eventName === event &&
  (subject.documentId === undefined || row.documentId === subject.documentId) &&
  (subject.dossierId === undefined || row.dossierId === subject.dossierId);

/** Everybody in the portfolio, a page at a time: the first who suits is usually near. */
async function* everyone({ store }: World): AsyncGenerator<number> {
  const limit = 100;
  for (let offset = 0; ; offset += limit) {
    const { rows } = await store.page("thirdparties", { offset, limit });
    for (const { thirdpartyId } of rows) yield thirdpartyId;
    if (rows.length < limit) return;
  }
}

/** Tries the cause on each resource in turn: drafts cost nothing, and the first that leaves the event is written. */
async function bringAbout(
  world: World,
  wish: Wish,
  { by, bring, after = settle, needs }: Cause,
  ids: Iterable<number> | AsyncIterable<number>,
): Promise<Outcome> {
  for await (const thirdpartyId of ids) {
    const folder = await world.folder(thirdpartyId);
    for (const subject of subjectsIn(folder, wish)) {
      const draft = new Draft(folder, world.surroundings(), { type: by, name: actors[by] });
      bring(draft, subject, wish.data ?? {});
      after(draft);
      if (!draft.events.some((row) => hits(wish, subject, row))) continue;
      await world.commit(draft.change());
      return { events: draft.events };
    }
  }
  return conflict("NOTHING_SUITABLE", `${wish.event} needs ${needs}, and ${isNamed(wish) ? "what was named is none" : "there is none"}.`);
}
const isNamed = ({ thirdpartyId, dossierId, documentId }: Wish) => (thirdpartyId ?? dossierId ?? documentId) !== undefined;

async function addSomebody(world: World, { data = {} }: Wish): Promise<Outcome> {
  const type = CompanyIdType.safeParse(data.companyIdType);
  if (type.success && typeof data.companyIdValue === "string") return add(world, { companyIdType: type.data, companyIdValue: data.companyIdValue }, "client");
  for (const company of directory())
    if (!(await alreadyThere(world, company))) return add(world, { companyIdType: company.companyIdType, companyIdValue: company.companyIdValue }, "client");
  return conflict(
    "NOTHING_SUITABLE",
    "THIRD_PARTY_ADDED needs a company that is not in the portfolio; name one with data.companyIdType and data.companyIdValue.",
  );
}

/** The type's list of documents changes, and every open dossier of the type with it. */
async function changeTemplate(world: World, { thirdpartyId, dossierId, data = {} }: Wish): Promise<Outcome> {
  const asked = typeof data.dossierTypeCode === "string" ? data.dossierTypeCode : undefined;
  const { rows: open } = await world.store.page("dossiers", {
    where: (row) =>
      row.monitored &&
      row.typed &&
      (dossierId === undefined || row.dossierId === dossierId) &&
      (thirdpartyId === undefined || row.thirdpartyId === thirdpartyId) &&
      (asked === undefined || row.dossierTypeCode === asked),
    offset: 0,
    limit: 1,
  });
  const surroundings = world.surroundings();
  const type = surroundings.dossierTypes.find(({ code }) => code === open[0]?.dossierTypeCode);
  if (!type) return conflict("NOTHING_SUITABLE", `DOSSIER_TEMPLATE_UPDATED needs an open dossier of type ${asked ?? "any"}, and there is none.`);
  const extra = typeof data.documentCode === "string" && documentTypes.has(data.documentCode) ? data.documentCode : "STATUTS";
  const documents = type.documents.includes(extra) ? type.documents.filter((code) => code !== extra) : [...type.documents, extra];
  const changed: DossierTypeRow = { ...type, documents };
  const ids = [...new Set((await world.store.range("dossiers", "type", type.code)).map((row) => row.thirdpartyId))].sort((a, b) => a - b);
  const dossierTypes = surroundings.dossierTypes.map((known) => (known.code === type.code ? changed : known));
  const { change } = await visitAll(world, ids, { ...surroundings, dossierTypes }, { type: "CLIENT", name: "client" }, (draft) => {
    realignDossiers(draft, type.code);
    settle(draft);
  });
  change.put.push({ collection: "dossierTypes", row: changed });
  await world.commit(change);
  return { events: change.events };
}

const wide: Record<Wide, (world: World, wish: Wish) => Promise<Outcome>> = { THIRD_PARTY_ADDED: addSomebody, DOSSIER_TEMPLATE_UPDATED: changeTemplate };
const isWide = (event: EventName): event is Wide => event in wide;

/** Brings an event about by its real cause, on what was named or on the first that suits. */
export async function trigger(world: World, wish: Wish): Promise<Outcome> {
  const { store } = world;
  const document = wish.documentId === undefined ? undefined : await store.get("documents", wish.documentId);
  if (wish.documentId !== undefined && !document) return lostDocument(store, wish.documentId);
  const dossier = wish.dossierId === undefined ? undefined : await store.get("dossiers", wish.dossierId);
  if (wish.dossierId !== undefined && !dossier) return lostDossier(store, wish.dossierId);
  if (wish.thirdpartyId !== undefined && !(await store.get("thirdparties", wish.thirdpartyId))) return lostThirdparty(store, wish.thirdpartyId);

  const { event } = wish;
  if (isWide(event)) {
    const outcome = await wide[event](world, wish);
    return isRefusal(outcome) ? outcome : { events: outcome.events };
  }
  const owner = wish.thirdpartyId ?? document?.thirdpartyId ?? dossier?.thirdpartyId;
  return bringAbout(world, wish, causes[event], owner === undefined ? everyone(world) : [owner]);
}
