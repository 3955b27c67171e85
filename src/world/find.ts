import type { ProblemCode } from "../../contract/shared.ts";
import type { Row } from "../domain/collections.ts";
import { notFound, type Refusal } from "../domain/refusal.ts";
import { sequenceStarts } from "../domain/sequences.ts";
import { format, type Moment } from "../domain/time.ts";
import type { Store } from "../store/store.ts";
import type { World } from "./world.ts";

const resources = {
  thirdparties: { noun: "third party", code: "THIRD_PARTY_NOT_FOUND" },
  dossiers: { noun: "dossier", code: "DOSSIER_NOT_FOUND" },
  documents: { noun: "document", code: "DOCUMENT_NOT_FOUND" },
  responses: { noun: "response", code: "RESPONSE_NOT_FOUND" },
} as const satisfies Record<string, { noun: string; code: ProblemCode }>;
type Resource = keyof typeof resources;

/** The resource that an id belongs to: callers often confuse the ids of documents, responses and files. */
async function describeId(store: Store, id: number): Promise<string | null> {
  const document = await store.get("documents", id);
  if (document) {
    const latest = document.evidences[0]?.responseId;
    const response = latest === undefined ? "it has no answer yet" : `its latest responseId is ${latest}`;
    return `${id} is a documentId; ${response}`;
  }
  const [holder] = await store.range("documents", "evidence", id, { limit: 1 });
  if (holder) {
    const responseId = holder.evidences.find((evidence) => evidence.id === id)?.responseId;
    const file = `the id of an evidence (a fileId) of document ${holder.documentId}`;
    return `${id} is ${file}; its responseId is ${responseId}`;
  }
  const response = await store.get("responses", id);
  if (response) return `${id} is a responseId, of document ${response.documentId}`;
  if (await store.get("dossiers", id)) return `${id} is a dossierId`;
  if (await store.get("thirdparties", id)) return `${id} is a thirdpartyId`;
  return null;
}

async function missing(store: Store, code: ProblemCode, noun: string, id: number): Promise<Refusal<404>> {
  const description = await describeId(store, id);
  return notFound(code, `There is no ${noun} ${id} in this account${description ? `: ${description}` : ""}.`);
}

export const missingFile = (store: Store, id: number) => missing(store, "FILE_NOT_FOUND", "file", id);

/** A row, or the refusal that explains what else the id may be. */
export async function find<C extends Resource>(
  store: Store,
  collection: C,
  id: number,
): Promise<Row<C> | Refusal<404>> {
  const { code, noun } = resources[collection];
  return (await store.get(collection, id)) ?? missing(store, code, noun, id);
}

/** The newest event up to a moment; the times of events ascend as their ids do. */
export async function lastEventUntil({ store, nextEventId }: World, moment: Moment): Promise<number | null> {
  const until = format(moment);
  let [low, high] = [sequenceStarts.eventId as number, nextEventId];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const event = await store.get("events", middle);
    if (event && event.occurredAt <= until) low = middle + 1;
    else high = middle;
  }
  return low === sequenceStarts.eventId ? null : low - 1;
}
