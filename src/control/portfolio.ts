import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import { DocumentStatus } from "../../contract/documents.ts";
import { searchKey } from "../directory/search-key.ts";
import { isRefusal } from "../domain/refusal.ts";
import { shownDecision } from "../domain/response/decisions.ts";
import type { DocumentRow } from "../domain/rows.ts";
import { format, parse } from "../domain/time.ts";
import { pageOf } from "../sandbox/reply.ts";
import { sliced } from "../store/time-slice.ts";
import { find } from "../world/find.ts";
import { lookUp } from "../world/look-up.ts";
import type { World } from "../world/world.ts";
import type { ControlHandlers } from "./contexts.ts";

type Query = z.output<typeof control.portfolio.documents.query>;
const most = 1000;
const endOf = ({ evidences: [newest] }: DocumentRow) => newest?.expirationDate ?? null;

async function inOrder<T>(
  rows: readonly T[],
  keyOf: (row: T) => number | string | Promise<string>,
  order: Query["order"],
): Promise<T[]> {
  const sign = order === "asc" ? 1 : -1;
  const keyed: { row: T; key: number | string }[] = [];
  for await (const row of sliced(rows)) keyed.push({ row, key: await keyOf(row) });
  return keyed
    .sort((one, other) => (one.key === other.key ? 0 : one.key < other.key ? -sign : sign))
    .map(({ row }) => row);
}

/** The documents that are still asked for, those that the query admits, and the counts of all by status. */
async function askedFor({ store }: World, query: Query) {
  const { statusCode, expiresBefore, thirdpartyId, q, order } = query;
  const statuses = statusCode?.split(",");
  const before = expiresBefore === undefined ? undefined : format(parse(expiresBefore));
  const wanted = searchKey(q);
  const nameOf = async (row: DocumentRow) => (await store.get("thirdparties", row.thirdpartyId))?.name ?? "";
  const isNamed = async (row: DocumentRow) => searchKey(`${row.documentName} ${await nameOf(row)}`).includes(wanted);
  const counts = new Map(DocumentStatus.options.map((status) => [status, 0]));
  const rows: DocumentRow[] = [];
  for await (const row of sliced(await store.scan("documents", { limit: Number.POSITIVE_INFINITY }))) {
    if (row.internal.stopped) continue;
    counts.set(row.statusCode, (counts.get(row.statusCode) ?? 0) + 1);
    const isWanted =
      (statuses?.includes(row.statusCode) ?? true) &&
      (before === undefined || (endOf(row) ?? before) < before) &&
      (thirdpartyId ?? row.thirdpartyId) === row.thirdpartyId;
    if (isWanted && (wanted === "" || (await isNamed(row)))) rows.push(row);
  }
  const keys: Record<NonNullable<Query["sort"]>, (row: DocumentRow) => number | string | Promise<string>> = {
    documentId: (row) => row.documentId,
    documentName: (row) => searchKey(row.documentName),
    thirdpartyName: async (row) => searchKey(await nameOf(row)),
    requestDate: (row) => row.requestDate,
    suppliedAt: (row) => row.evidences[0]?.uploadDate ?? "",
    expirationDate: (row) => endOf(row) ?? "",
    statusCode: (row) => row.statusCode,
  };
  const sort = query.sort ?? (before === undefined ? "documentId" : "expirationDate");
  return {
    rows: await inOrder(rows, keys[sort], order),
    counts: [...counts].map(([status, count]) => ({ statusCode: status, count })),
  };
}

async function listed({ store }: World, row: DocumentRow) {
  const { documentId, dossierId, thirdpartyId, documentCode, documentName, statusCode, requestDate, internal } = row;
  const responseId = row.evidences[0]?.responseId;
  const [thirdparty, dossier, response] = await Promise.all([
    store.get("thirdparties", thirdpartyId),
    store.get("dossiers", dossierId),
    responseId === undefined ? undefined : store.get("responses", responseId),
  ]);
  const isUndecided = response?.state === "CHECKING" || response?.state === "WAITING";
  return {
    ...{ documentId, dossierId, thirdpartyId, documentCode, documentName, statusCode, requestDate },
    thirdpartyName: thirdparty?.name ?? "",
    dossierTypeCode: dossier?.dossierTypeCode ?? null,
    dueDate: internal.dueDate,
    suppliedAt: row.evidences[0]?.uploadDate ?? null,
    expirationDate: endOf(row),
    responseId: isUndecided ? response.responseId : null,
  };
}

type Listed = z.output<(typeof control.portfolio.thirdparties.responses)[200]>["content"][number];
type Wish = z.output<typeof control.portfolio.thirdparties.query>;

/** How many dossiers of each third party are open, and how many of their documents wait. */
async function countsOf({ store }: World) {
  const counts = { dossiers: new Map<number, number>(), waiting: new Map<number, number>() };
  const count = (of: keyof typeof counts, id: number) => counts[of].set(id, (counts[of].get(id) ?? 0) + 1);
  const all = { limit: Number.POSITIVE_INFINITY };
  for await (const { monitored, thirdpartyId } of sliced(await store.scan("dossiers", all)))
    if (monitored) count("dossiers", thirdpartyId);
  for await (const { statusCode, internal, thirdpartyId } of sliced(await store.scan("documents", all)))
    if (statusCode === "ACTION_REQUIRED" && !internal.stopped) count("waiting", thirdpartyId);
  return counts;
}

async function listedThirdparties(world: World, { q, status, archived, sort, order }: Wish): Promise<Listed[]> {
  const counts = await countsOf(world);
  const wanted = searchKey(q);
  const rows: Listed[] = [];
  for await (const row of sliced(await world.store.scan("thirdparties", { limit: Number.POSITIVE_INFINITY }))) {
    const { thirdpartyId, name, addressCity, addressCountryCode, siret, siren, tva, duns } = row;
    const isWanted =
      (status ?? row.status) === row.status &&
      (archived ?? row.archived) === row.archived &&
      [name, siret, siren, tva, duns].some((text) => text !== null && searchKey(text).includes(wanted));
    if (!isWanted) continue;
    const of = { dossiers: counts.dossiers.get(thirdpartyId) ?? 0, waiting: counts.waiting.get(thirdpartyId) ?? 0 };
    const { status: here, archived: isArchived } = row;
    rows.push({ thirdpartyId, name, addressCity, addressCountryCode, status: here, archived: isArchived, ...of });
  }
  const keyOf = (row: Listed) => {
    const value = sort === "status" && row.archived ? "ARCHIVED" : row[sort];
    return typeof value === "number" ? value : searchKey(value ?? "");
  };
  return inOrder(rows, keyOf, order);
}

export const portfolio: ControlHandlers<"portfolio"> = {
  async thirdparties({ query }, world) {
    const rows = await listedThirdparties(world, query);
    const shown = rows.slice(query.page * query.size, (query.page + 1) * query.size);
    return { status: 200, body: pageOf(shown, query, rows.length) };
  },
  async thirdparty({ params: { thirdpartyId } }, world) {
    const { store, accountId } = world;
    const row = await find(store, "thirdparties", thirdpartyId);
    if (isRefusal(row)) return row.refused;
    const { sisters: _, sisterDocuments: __, thirdparty: ___, ...folder } = await store.folder(thirdpartyId);
    const announcements = await store.range("announcements", "thirdparty", thirdpartyId);
    const where = [["thirdpartyId", "=", thirdpartyId]] as const;
    const { total: events } = await store.page("events", { where, offset: 0, limit: 0 });
    const lengths = Object.entries({ ...folder, announcements }).map(([name, rows]) => [name, rows.length]);
    const { contacts, comments, responses, reports } = folder;
    const { owner, tags, monitoring } = row.internal;
    const body = {
      ...{ accountId, thirdpartyId, name: row.name, owner, tags },
      counts: { ...Object.fromEntries(lengths), events },
      contacts: contacts.slice(-most),
      comments: comments.slice(-most),
      announcements: announcements.slice(-most),
      responses: responses.slice(-most).map((one) => ({
        ...one,
        reasonCode: one.reasonCode ?? null,
        decision: shownDecision(one),
      })),
      reports: reports.slice(-most),
      monitoring: Object.entries(monitoring).map(([provider, state]) => ({ provider, ...state })),
    };
    return { status: 200, body };
  },
  async documents({ query }, world) {
    const { rows, counts } = await askedFor(world, query);
    const shown = rows.slice(query.page * query.size, (query.page + 1) * query.size);
    const content = await Promise.all(shown.map((row) => listed(world, row)));
    return { status: 200, body: { ...pageOf(content, query, rows.length), counts } };
  },
  async find({ query }, world) {
    return { status: 200, body: { content: await lookUp(world, query.q, query.limit) } };
  },
};
