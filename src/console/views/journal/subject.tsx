import { computed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call } from "../../api.ts";
import { resourceOf } from "../../parts/event.tsx";
import { keep, row, type SeenRequest, seen } from "../../state.ts";
import type { Entry } from "./store.ts";

/** The requests that caused events, by the ids of these. */
export const causes = computed(
  () =>
    new Map<number, SeenRequest>(seen.value.flatMap((request) => request.events.map((id) => [id, request] as const))),
);

const asked = new Set<string>();
/** Reads the names that a list of entries needs and that are not known yet. */
export function useNames(entries: readonly Entry[]): void {
  useEffect(() => {
    for (const { accountId, thirdpartyId, dossierId, documentId } of entries) {
      const once = (id: number, read: () => Promise<unknown>) => {
        if (asked.has(`${accountId} ${id}`)) return;
        asked.add(`${accountId} ${id}`);
        read().catch(() => {});
      };
      if (!row("thirdparty", thirdpartyId).peek())
        once(thirdpartyId, async () =>
          keep("thirdparty", [await call("thirdparties.get", { path: { id: thirdpartyId } })]),
        );
      if (documentId !== null && dossierId !== null && !row("document", documentId).peek())
        once(documentId, async () =>
          keep("document", [await call("documents.get", { path: { dossierId, documentId } })]),
        );
    }
  }, [entries]);
}

/** What an event happened to, by name, with its address. */
export function Subject({ of }: { of: Entry }) {
  const { thirdpartyId, dossierId, documentId, resourceType } = of;
  const name = row("thirdparty", thirdpartyId).value?.name;
  const document = documentId === null ? undefined : row("document", documentId).value?.documentName;
  const first = resourceType === "DOCUMENT" ? (document ?? `Document ${documentId}`) : `Dossier ${dossierId}`;
  return (
    <a class="subject" href={resourceOf({ ...of, payload: {} })}>
      {resourceType !== "THIRD_PARTY" && `${first} · `}
      {name ?? thirdpartyId}
    </a>
  );
}
