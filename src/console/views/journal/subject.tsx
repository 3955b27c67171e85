import { computed, type Signal, signal } from "@preact/signals";
import { resourceAddress } from "../../addresses.ts";
import { call } from "../../api.ts";
import { account } from "../../route.ts";
import { type SeenRequest, seen } from "../../state.ts";
import type { Entry } from "./store.ts";

/** The requests that caused events, by the ids of these. */
export const causes = computed(
  () =>
    new Map<number, SeenRequest>(seen.value.flatMap((request) => request.events.map((id) => [id, request] as const))),
);

const names = new Map<string, Signal<string>>();
/** The name of a third party or of a document, whose ids are never the same; read when it is first shown. */
function nameOf(id: number, read: () => Promise<string>): string {
  const key = `${account.value} ${id}`;
  const known = names.get(key);
  if (known) return known.value;
  const name = signal("");
  names.set(key, name);
  read().then(
    (found) => (name.value = found),
    () => {},
  );
  return name.value;
}
const thirdpartyName = (id: number) =>
  nameOf(id, async () => (await call("thirdparties.get", { path: { id } })).name) || id;
const documentName = (dossierId: number, documentId: number) =>
  nameOf(documentId, async () => (await call("documents.get", { path: { dossierId, documentId } })).documentName) ||
  `Document ${documentId}`;

/** What an event happened to, by name, with its address. */
export function Subject({ of }: { of: Entry }) {
  const { thirdpartyId, dossierId, documentId, resourceType } = of;
  return (
    <a class="subject" href={resourceAddress(of)}>
      {resourceType === "DOSSIER" && `Dossier ${dossierId} · `}
      {dossierId !== null && documentId !== null && `${documentName(dossierId, documentId)} · `}
      {thirdpartyName(thirdpartyId)}
    </a>
  );
}
