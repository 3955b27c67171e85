import { type EventName, resourceTypeOf } from "../../contract/events.ts";
import type { DataOf, Occurrence } from "../../contract/occurrences.ts";
import { directory } from "../directory/name-search.ts";
import type { Cause } from "../domain/causes/cause.ts";
import { checkCode } from "../domain/causes/requirements.ts";
import { causes } from "../domain/causes/table.ts";
import { dossierTypeOf } from "../domain/dossiers.ts";
import { Draft, type Folder, type Subject } from "../domain/draft.ts";
import { conflict, isRefusal, type Refusal } from "../domain/refusal.ts";
import { realignDossiers } from "../domain/requirements.ts";
import type { DossierTypeRow, EventRow } from "../domain/rows.ts";
import { settle } from "../domain/settle.ts";
import { lostDocument, lostDossier, lostThirdparty } from "./not-found.ts";
import { add, alreadyThere } from "./operations.ts";
import { visitAll } from "./rounds.ts";
import type { World } from "./world.ts";

/** What was named: a third party, a dossier of it, a document of that. */
interface Target {
  event: EventName;
  thirdpartyId?: number | undefined;
  dossierId?: number | undefined;
  documentId?: number | undefined;
}

type Outcome = { events: readonly EventRow[] } | Refusal<400 | 404 | 409 | 503 | 504>;

const actors = { CLIENT: "client", THIRD_PARTY: "third party", PLATFORM: "platform", PROVIDER: "provider" } as const;

/** What was named, each with what it lies in; it must be there, and in one place. */
async function located({ store }: World, { event, ...named }: Target): Promise<Target | Refusal<404 | 409>> {
  const document = named.documentId === undefined ? undefined : await store.get("documents", named.documentId);
  if (named.documentId !== undefined && !document) return lostDocument(store, named.documentId);
  const dossierId = named.dossierId ?? document?.dossierId;
  const dossier = dossierId === undefined ? undefined : await store.get("dossiers", dossierId);
  if (dossierId !== undefined && !dossier) return lostDossier(store, dossierId);
  const thirdpartyId = named.thirdpartyId ?? dossier?.thirdpartyId;
  if (thirdpartyId !== undefined && !(await store.get("thirdparties", thirdpartyId)))
    return lostThirdparty(store, thirdpartyId);
  if (document && document.dossierId !== dossierId)
    return conflict(
      "CONFLICT",
      `Document ${document.documentId} is of dossier ${document.dossierId}, not of ${dossierId}; name one of them.`,
    );
  const [kind, id] = document ? ["Document", document.documentId] : ["Dossier", dossierId];
  if (dossier && dossier.thirdpartyId !== thirdpartyId)
    return conflict(
      "CONFLICT",
      `${kind} ${id} is of third party ${dossier.thirdpartyId}, not of ${thirdpartyId}; name one of them.`,
    );
  return { event, thirdpartyId, dossierId, documentId: named.documentId };
}

/** Nothing of what was named, or of all there is, will do. */
const nothingSuits = ({ event, thirdpartyId }: Target, needs: string) =>
  conflict(
    "NOTHING_SUITABLE",
    `${event} needs ${needs}, and ${thirdpartyId === undefined ? "there is none" : "what was named is none"}.`,
  );

/** What the event may happen to in a folder, narrowed to what was asked for; a third party stands for what is yet to be made. */
function subjectsIn(folder: Folder, { event, dossierId, documentId }: Target): Subject[] {
  const made = event === "DOSSIER_ADDED" || event === "DOCUMENT_ADDED" || event === "DOSSIER_DOCUMENTS_UPDATED";
  if (made) return [dossierId === undefined ? {} : { dossierId }];
  const type = resourceTypeOf(event);
  if (type === "THIRD_PARTY") return [{}];
  const ofDossier = (row: { dossierId: number }) => dossierId === undefined || row.dossierId === dossierId;
  if (type === "DOSSIER") return folder.dossiers.filter(ofDossier).map((row) => ({ dossierId: row.dossierId }));
  return folder.documents
    .filter((row) => ofDossier(row) && (documentId === undefined || row.documentId === documentId))
    .map((row) => ({ documentId: row.documentId }));
}

const hits = ({ event }: Target, subject: Subject, row: EventRow) =>
  row.eventName === event &&
  (subject.documentId === undefined || row.documentId === subject.documentId) &&
  (subject.dossierId === undefined || row.dossierId === subject.dossierId);

/** The ids of the portfolio, a page at a time: the first that suits is usually near. */
async function* everyThirdparty({ store }: World): AsyncGenerator<number> {
  const limit = 100;
  let rows = await store.scan("thirdparties", { limit });
  for (; rows.length > 0; rows = await store.scan("thirdparties", { after: rows.at(-1)?.thirdpartyId ?? 0, limit }))
    for (const { thirdpartyId } of rows) yield thirdpartyId;
}

/** Tries the cause on each resource in turn: drafts cost nothing, and the first that leaves the event is written. */
async function bringAbout(
  world: World,
  target: Target,
  { by, check, run, after = settle, needs }: Cause,
  data: object,
): Promise<Outcome> {
  const wrong = check?.(data, world.surroundings());
  if (isRefusal(wrong)) return wrong;
  let objection: Refusal<400 | 404 | 409 | 503 | 504> | undefined;
  for await (const thirdpartyId of target.thirdpartyId === undefined ? everyThirdparty(world) : [target.thirdpartyId]) {
    const folder = await world.store.folder(thirdpartyId);
    for (const subject of subjectsIn(folder, target)) {
      const draft = new Draft(folder, world.surroundings(), { type: by, name: actors[by] });
      const brought = run(draft, subject, data);
      after(draft);
      if (!draft.events.some((row) => hits(target, subject, row))) {
        if (isRefusal(brought)) objection ??= brought;
        continue;
      }
      await world.commit(draft.change());
      return { events: draft.events };
    }
  }
  if (!objection) return nothingSuits(target, needs);
  if (target.thirdpartyId !== undefined) return objection;
  return conflict(
    "NOTHING_SUITABLE",
    `${target.event} needs ${needs}, and with this data there is none. Of the first: ${objection.refused.body.detail}`,
  );
}

async function addSomebody(world: World, named: DataOf<"THIRD_PARTY_ADDED"> | undefined): Promise<Outcome> {
  if (named) return add(world, named, "client");
  for (const company of directory())
    if (!(await alreadyThere(world, company)))
      return add(world, { companyIdType: company.companyIdType, companyIdValue: company.companyIdValue }, "client");
  return conflict(
    "NOTHING_SUITABLE",
    "THIRD_PARTY_ADDED needs a company that is not in the portfolio; name one with data.companyIdType and data.companyIdValue.",
  );
}

/** The type's list of documents changes, and every open dossier of the type with it. */
async function changeTemplate(
  world: World,
  target: Target,
  data: DataOf<"DOSSIER_TEMPLATE_UPDATED">,
): Promise<Outcome> {
  const { thirdpartyId, dossierId } = target;
  const { dossierTypeCode, documentCode = "STATUTS" } = data;
  const surroundings = world.surroundings();
  const wrong = checkCode(data) ?? (dossierTypeCode && dossierTypeOf(surroundings.dossierTypes, dossierTypeCode));
  if (isRefusal(wrong)) return wrong;
  const open = await world.store.scan("dossiers", {
    where: [
      ["monitored", "=", true],
      ["typed", "=", true],
      ["dossierId", "=", dossierId],
      ["thirdpartyId", "=", thirdpartyId],
      ["dossierTypeCode", "=", dossierTypeCode],
    ],
    limit: 1,
  });
  const type = surroundings.dossierTypes.find(({ code }) => code === open[0]?.dossierTypeCode);
  if (!type)
    return nothingSuits(
      target,
      dossierTypeCode === undefined ? "an open dossier with a type" : `an open dossier of type ${dossierTypeCode}`,
    );
  const documents = type.documents.includes(documentCode)
    ? type.documents.filter((code) => code !== documentCode)
    : [...type.documents, documentCode];
  const changed: DossierTypeRow = { ...type, documents };
  const ids = [
    ...new Set((await world.store.range("dossiers", "type", type.code)).map((row) => row.thirdpartyId)),
  ].sort((a, b) => a - b);
  const dossierTypes = surroundings.dossierTypes.map((known) => (known.code === type.code ? changed : known));
  const { change } = await visitAll(
    world.store,
    ids,
    { ...surroundings, dossierTypes },
    { type: "CLIENT", name: "client" },
    (draft) => {
      realignDossiers(draft, type.code);
      settle(draft);
    },
  );
  change.put.push({ collection: "dossierTypes", row: changed });
  await world.commit(change);
  return { events: change.events };
}

/** Brings an event about by its real cause, on what was named or on the first that suits. */
export async function trigger(world: World, wish: Occurrence): Promise<Outcome> {
  const target = await located(world, wish);
  if (isRefusal(target)) return target;
  if (wish.event === "THIRD_PARTY_ADDED") return addSomebody(world, wish.data);
  if (wish.event === "DOSSIER_TEMPLATE_UPDATED") return changeTemplate(world, target, wish.data ?? {});
  // The contract lets only the data of its own event come this far.
  return bringAbout(world, target, causes[wish.event] as Cause<never> as Cause, wish.data ?? {});
}
