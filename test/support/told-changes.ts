import type { Change } from "../../src/domain/change.ts";
import { collections } from "../../src/domain/collections.ts";
import type { EventRow } from "../../src/domain/rows.ts";
import type { Store } from "../../src/store/store.ts";
import { World } from "../../src/world/world.ts";

/** The collections whose rows clients see, with the kind and the field of the resource whose events tell of them. */
const seen = {
  thirdparties: ["THIRD_PARTY", "thirdpartyId"],
  attributes: ["THIRD_PARTY", "thirdpartyId"],
  indicators: ["THIRD_PARTY", "targetResourceId"],
  dossiers: ["DOSSIER", "dossierId"],
  documents: ["DOCUMENT", "documentId"],
} as const;
type Seen = keyof typeof seen;

const published = (row: unknown) => JSON.stringify(row, (name, value) => (name === "internal" ? undefined : value));

/** A sentence for each row whose published form a change replaces or removes without an event of its resource. */
export async function untold(store: Store, { put, remove, events }: Change): Promise<string[]> {
  const told = (type: EventRow["resourceType"], id: unknown) =>
    events.some((event) => event.resourceType === type && event.resourceId === id);
  const complaints: string[] = [];
  for (const { collection, key } of remove) {
    const [type, field] = seen[collection as Seen] ?? [];
    const before = (await store.get(collection, key as never)) as Record<string, unknown> | undefined;
    if (type && !told(type, before?.[field])) complaints.push(`${collection} ${key} is removed without an event`);
  }
  for (const { collection, row } of put) {
    const [type, field] = seen[collection as Seen] ?? [];
    const id = field && (row as Record<string, unknown>)[field];
    if (!type || told(type, id)) continue;
    const key = (collections[collection].key as (row: unknown) => string | number)(row);
    const before = await store.get(collection, key);
    if (published(before) !== published(row))
      complaints.push(`${collection} ${key} changes without an event of ${type} ${id}: ${published(row)}`);
  }
  return complaints;
}

/** Holds in every world of the tests, whatever changes it: its seed, a request, a job or a trigger. */
const { commit } = World.prototype;
World.prototype.commit = async function (change) {
  const complaints = await untold(this.store, change);
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  return commit.call(this, change);
};
