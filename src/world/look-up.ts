import { searchKey } from "../directory/search-key.ts";
import type { ContactRow, DocumentRow, DossierRow, ThirdpartyRow } from "../domain/rows.ts";
import { sliced } from "../store/time-slice.ts";
import type { World } from "./world.ts";

interface Found {
  kind: "THIRD_PARTY" | "DOSSIER" | "DOCUMENT" | "RESPONSE" | "FILE" | "EVENT" | "CONTACT";
  id: number;
  thirdpartyId: number;
  dossierId: number | null;
  documentId: number | null;
  label: string;
  detail: string;
}

const none = { dossierId: null, documentId: null };
const asThirdparty = ({ thirdpartyId, name, status, siret, tva, duns }: ThirdpartyRow): Found => ({
  ...{ kind: "THIRD_PARTY", id: thirdpartyId, thirdpartyId, ...none },
  ...{ label: name, detail: [status, siret ?? tva ?? duns].filter(Boolean).join(", ") },
});
const asDossier = (row: DossierRow): Found => ({
  ...{ kind: "DOSSIER", id: row.dossierId, thirdpartyId: row.thirdpartyId, dossierId: row.dossierId, documentId: null },
  ...{ label: `${row.dossierTypeLabel ?? "Free dossier"} ${row.dossierReference}` },
  detail: `${row.statusCode}, ${row.thirdpartyName}`,
});
const ofDocument = ({ documentId, dossierId, thirdpartyId }: DocumentRow) => ({ documentId, dossierId, thirdpartyId });
const asDocument = (row: DocumentRow): Found => ({
  ...{ kind: "DOCUMENT", id: row.documentId, ...ofDocument(row) },
  ...{ label: row.documentName, detail: row.statusCode },
});
const asContact = ({ contactId, thirdpartyId, email, firstName, lastName, status }: ContactRow): Found => ({
  ...{ kind: "CONTACT", id: contactId, thirdpartyId, ...none },
  ...{ label: [firstName, lastName].filter(Boolean).join(" ") || email, detail: `${status}, ${email}` },
});

/** Whatever has an id; the ids of different kinds are disjoint. */
async function byId({ store }: World, id: number): Promise<Found[]> {
  const [thirdparty, dossier, document, response, contact, event, [holder]] = await Promise.all([
    store.get("thirdparties", id),
    store.get("dossiers", id),
    store.get("documents", id),
    store.get("responses", id),
    store.get("contacts", id),
    store.get("events", id),
    store.range("documents", "evidence", id, { limit: 1 }),
  ]);
  const found: Found[] = [];
  if (thirdparty) found.push(asThirdparty(thirdparty));
  if (dossier) found.push(asDossier(dossier));
  if (document) found.push(asDocument(document));
  if (contact) found.push(asContact(contact));
  if (response) {
    const { documentId, dossierId, thirdpartyId, state } = response;
    found.push({ kind: "RESPONSE", id, thirdpartyId, dossierId, documentId, label: `Answer ${id}`, detail: state });
  }
  if (holder) {
    const evidence = holder.evidences.find((each) => each.id === id);
    const label = evidence && "fileName" in evidence ? evidence.fileName : `Form ${id}`;
    found.push({ kind: "FILE", id, ...ofDocument(holder), label, detail: holder.documentName });
  }
  if (event) {
    const { thirdpartyId, dossierId, documentId, eventName, occurredAt } = event;
    found.push({ kind: "EVENT", id, thirdpartyId, dossierId, documentId, label: eventName, detail: occurredAt });
  }
  return found;
}

const texts = {
  thirdparties: ({ name, thirdpartyCode, siret, siren, tva, duns, localId }: ThirdpartyRow) =>
    [name, thirdpartyCode, siret, siren, tva, duns, localId].filter((each) => each !== null),
  dossiers: ({ dossierReference }: DossierRow) => [dossierReference],
  documents: ({ documentName, internal }: DocumentRow) => (internal.stopped ? [] : [documentName]),
  contacts: ({ email, firstName, lastName }: ContactRow) => [email, `${firstName ?? ""} ${lastName ?? ""}`],
};

/** What an id or a part of a name belongs to: ids first, then third parties, dossiers, contacts and documents. */
export async function lookUp(world: World, query: string, limit: number): Promise<Found[]> {
  const words = query.trim();
  const found = /^\d{1,9}$/.test(words) ? await byId(world, Number(words)) : [];
  const wanted = searchKey(words);
  const search = async <R>(rows: readonly R[], textsOf: (row: R) => string[], show: (row: R) => Found) => {
    for await (const row of sliced(rows)) {
      if (found.length >= limit) return;
      if (textsOf(row).some((each) => searchKey(each).includes(wanted))) found.push(show(row));
    }
  };
  if (wanted === "") return found;
  const all = { limit: Number.POSITIVE_INFINITY };
  await search(await world.store.scan("thirdparties", all), texts.thirdparties, asThirdparty);
  await search(await world.store.scan("dossiers", all), texts.dossiers, asDossier);
  await search(await world.store.scan("contacts", all), texts.contacts, asContact);
  await search(await world.store.scan("documents", all), texts.documents, asDocument);
  const seen = new Set<number>();
  return found.filter(({ id }) => !seen.has(id) && seen.add(id)).slice(0, limit);
}
