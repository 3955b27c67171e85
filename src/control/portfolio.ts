import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import { DocumentStatus } from "../../contract/documents.ts";
import { isRefusal } from "../domain/refusal.ts";
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

/** The documents that are still asked for, those that the query admits, and the counts of all by status. */
async function askedFor({ store }: World, { statusCode, expiresBefore, thirdpartyId }: Query) {
  const statuses = statusCode?.split(",");
  const before = expiresBefore === undefined ? undefined : format(parse(expiresBefore));
  const counts = new Map(DocumentStatus.options.map((status) => [status, 0]));
  const rows: DocumentRow[] = [];
  for await (const row of sliced(await store.scan("documents", { limit: Number.POSITIVE_INFINITY }))) {
    if (row.internal.stopped) continue;
    counts.set(row.statusCode, (counts.get(row.statusCode) ?? 0) + 1);
    const isWanted =
      (statuses?.includes(row.statusCode) ?? true) &&
      (before === undefined || (endOf(row) ?? before) < before) &&
      (thirdpartyId ?? row.thirdpartyId) === row.thirdpartyId;
    if (isWanted) rows.push(row);
  }
  const keyOf = (row: DocumentRow) => endOf(row) ?? "";
  if (before !== undefined) rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return { rows, counts: [...counts].map(([status, count]) => ({ statusCode: status, count })) };
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
    expirationDate: endOf(row),
    responseId: isUndecided ? response.responseId : null,
  };
}

export const portfolio: ControlHandlers<"portfolio"> = {
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
      responses: responses.slice(-most),
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
