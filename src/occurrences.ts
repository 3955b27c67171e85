import { type EventName, resourceTypeOf } from "../contract/events.ts";
import type { Subject } from "./domain/comments.ts";
import { documentTypes } from "./domain/configuration.ts";
import { realignDossiers } from "./domain/dossiers.ts";
import { Draft, type Folder } from "./domain/draft.ts";
import { type Cause, causes, type Data } from "./domain/occurrences.ts";
import { conflict, isRefusal, type Refusal } from "./domain/refusal.ts";
import type { DossierTypeRow, EventRow } from "./domain/rows.ts";
import { settle } from "./domain/settle.ts";
import { directory } from "./directory/providers.ts";
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
  row.eventName === event && (subject.documentId === undefined || row.documentId === subject.documentId) && (subject.dossierId === undefined || row.dossierId === subject.dossierId);

/** Tries the cause on each resource in turn: drafts cost nothing, and the first that leaves the event is written. */
async function bringAbout(world: World, wish: Wish, cause: Cause, ids: readonly number[]): Promise<Outcome> {
  const by = cause.by ?? "CLIENT";
  for (const thirdpartyId of ids) {
    const folder = await world.folder(thirdpartyId);
    for (const subject of subjectsIn(folder, wish)) {
      const draft = new Draft(folder, world.surroundings(), { type: by, name: actors[by] });
      cause.bring(draft, subject, wish.data ?? {});
      (cause.then ?? settle)(draft);
      if (!draft.events.some((row) => hits(wish, subject, row))) continue;
      await world.commit(draft.change());
      return { events: draft.events };
    }
  }
  return conflict("NOTHING_SUITABLE", `${wish.event} needs ${cause.needs}, and ${named(wish) ? "what was named is none" : "there is none"}.`);
}
const named = ({ thirdpartyId, dossierId, documentId }: Wish) => (thirdpartyId ?? dossierId ?? documentId) !== undefined;

async function addSomebody(world: World, { data = {} }: Wish): Promise<Outcome> {
  if (typeof data.companyIdType === "string" && typeof data.companyIdValue === "string")
    return add(world, { companyIdType: data.companyIdType, companyIdValue: data.companyIdValue } as never, "client");
  for (const company of directory())
    if (!(await alreadyThere(world, company))) return add(world, { companyIdType: company.companyIdType, companyIdValue: company.companyIdValue } as never, "client");
  return conflict("NOTHING_SUITABLE", "THIRD_PARTY_ADDED needs a company that is not in the portfolio; name one with data.companyIdType and data.companyIdValue.");
}

/** The type's list of documents changes, and every open dossier of the type with it. */
async function changeTemplate(world: World, wish: Wish): Promise<Outcome> {
  const { data = {} } = wish;
  const { rows: open } = await world.store.page("dossiers", {
    where: (row) => row.monitored && row.typed && (wish.dossierId === undefined || row.dossierId === wish.dossierId) && (wish.thirdpartyId === undefined || row.thirdpartyId === wish.thirdpartyId),
    offset: 0,
    limit: 1,
  });
  const surroundings = world.surroundings();
  const type = surroundings.dossierTypes.find(({ code }) => code === (data.dossierTypeCode ?? open[0]?.dossierTypeCode));
  if (!type || open.length === 0) return conflict("NOTHING_SUITABLE", "DOSSIER_TEMPLATE_UPDATED needs an open typed dossier, and there is none.");
  const extra = typeof data.documentCode === "string" && documentTypes.has(data.documentCode) ? data.documentCode : "STATUTS";
  const documents = type.documents.includes(extra) ? type.documents.filter((code) => code !== extra) : [...type.documents, extra];
  const changed: DossierTypeRow = { ...type, documents };
  const ids = [...new Set((await world.store.range("dossiers", "type", type.code)).map(({ thirdpartyId }) => thirdpartyId))].sort((a, b) => a - b);
  const dossierTypes = surroundings.dossierTypes.map((known) => (known.code === type.code ? changed : known));
  const { change } = await visitAll(world, ids, { ...surroundings, dossierTypes }, { type: "CLIENT", name: "client" }, (draft) => {
    realignDossiers(draft, type.code);
    settle(draft);
  });
  change.put.push({ collection: "dossierTypes", row: changed });
  await world.commit(change);
  return { events: change.events };
}

/** Brings an event about by its real cause, on what was named or on the first that suits. */
export async function trigger(world: World, wish: Wish): Promise<Outcome> {
  const { store } = world;
  const document = wish.documentId === undefined ? undefined : await store.get("documents", wish.documentId);
  if (wish.documentId !== undefined && !document) return lostDocument(store, wish.documentId);
  const dossier = wish.dossierId === undefined ? undefined : await store.get("dossiers", wish.dossierId);
  if (wish.dossierId !== undefined && !dossier) return lostDossier(store, wish.dossierId);
  if (wish.thirdpartyId !== undefined && !(await store.get("thirdparties", wish.thirdpartyId))) return lostThirdparty(store, wish.thirdpartyId);

  if (wish.event === "THIRD_PARTY_ADDED") return addSomebody(world, wish);
  if (wish.event === "DOSSIER_TEMPLATE_UPDATED") return changeTemplate(world, wish);
  const owner = wish.thirdpartyId ?? document?.thirdpartyId ?? dossier?.thirdpartyId;
  const ids = owner === undefined ? (await store.page("thirdparties", { offset: 0, limit: 1000 })).rows.map(({ thirdpartyId }) => thirdpartyId) : [owner];
  const outcome = await bringAbout(world, wish, causes[wish.event] as Cause, ids);
  return isRefusal(outcome) ? outcome : { events: outcome.events };
}
