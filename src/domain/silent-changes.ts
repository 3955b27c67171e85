import type { EventName } from "../../contract/events.ts";
import type { Change } from "./change.ts";
import type { EventRow } from "./rows.ts";

type Put = Change["put"][number];
type ResourceType = EventRow["resourceType"];

/** The resource whose published form a row is, or is a part of. */
export function resourceOf({ collection, row }: Put): [ResourceType, number] | undefined {
  if (collection === "dossiers") return ["DOSSIER", row.dossierId];
  if (collection === "documents") return ["DOCUMENT", row.documentId];
  if (collection === "thirdparties" || collection === "attributes") return ["THIRD_PARTY", row.thirdpartyId];
  return collection === "indicators" ? ["THIRD_PARTY", row.targetResourceId] : undefined;
}

/** The event of a change that no other event of the resource tells of. */
export const generalEvents = {
  THIRD_PARTY: "THIRD_PARTY_UPDATED",
  DOSSIER: "DOSSIER_UPDATED",
  DOCUMENT: "DOCUMENT_MODIFICATION",
} as const satisfies Record<ResourceType, EventName>;

const publicText = (value: unknown) => JSON.stringify(value, (key, inner) => (key === "internal" ? undefined : inner));

/** The published fields that differ. Values that a rule has not touched are the same objects. */
export function changedFields(before: object | undefined, after: object): string[] {
  const known = (before ?? {}) as Record<string, unknown>;
  return Object.entries(after)
    .filter(([name, value]) => name !== "internal" && known[name] !== value)
    .filter(([name, value]) => publicText(known[name]) !== publicText(value))
    .map(([name]) => name);
}
