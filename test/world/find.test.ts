import { expect, it } from "vitest";
import type { EventRow } from "../../src/domain/rows.ts";
import { find, missingFile } from "../../src/world/find.ts";
import { lookUp } from "../../src/world/look-up.ts";
import { openDossier, respond } from "../../src/world/operations.ts";
import { desk, granted } from "../support/worlds.ts";

const one = await desk("cleaner");
const { world, thirdpartyId } = one;
for (let time = 0; time < 2; time++) granted(await respond(world, one.document("LNTE").documentId, {}));
const opening = { requiredDocuments: ["IBAN"], thirdpartyEmail: ["nadia@lumina.example"] };
granted(await openDossier(world, thirdpartyId, opening, "client"));
await one.reread();
granted(await respond(world, one.document("IBAN").documentId, {}));
await one.reread();

interface Evidence {
  id: number;
  responseId: number;
  fileName: string;
}
const [document, form, free, typed] = [
  one.document("LNTE"),
  one.document("IBAN"),
  one.dossier(null),
  one.dossier("ONBOARDING"),
];
const [newest, oldest] = document.evidences as unknown as [Evidence, Evidence];
const { documentId, dossierId } = document;
const formId = form.evidences[0]?.id as number;
const contactId = one.folder.contacts[0]?.contactId as number;
const unanswered = one.document("ATT_FISCALE").documentId;
const event = (await world.store.scan("events", { limit: 1 }))[0] as EventRow;

it.each([
  ["thirdparties", "third party", documentId, `a documentId; its latest responseId is ${newest.responseId}`],
  ["responses", "response", unanswered, "a documentId; it has no answer yet"],
  ["dossiers", "dossier", newest.responseId, `a responseId, of document ${documentId}`],
  ["documents", "document", dossierId, "a dossierId"],
  ["documents", "document", thirdpartyId, "a thirdpartyId"],
  [
    ...(["documents", "document", oldest.id] as const),
    `the id of an evidence (a fileId) of document ${documentId}; its responseId is ${oldest.responseId}`,
  ],
] as const)("among the %s there is no %s with the id %i, which is %s", async (collection, noun, id, what) => {
  const code = `${noun.toUpperCase().replace(" ", "_")}_NOT_FOUND`;
  const detail = `There is no ${noun} ${id} in this account: ${id} is ${what}.`;
  expect(await find(world.store, collection, id)).toMatchObject({ refused: { status: 404, body: { code, detail } } });
});

it("a row is found by its id, and an unknown id is refused without a guess", async () => {
  expect(await find(world.store, "documents", documentId)).toBe(document);
  expect(await missingFile(world.store, 1)).toMatchObject({
    refused: { body: { code: "FILE_NOT_FOUND", detail: "There is no file 1 in this account." } },
  });
});

const ofCompany = { thirdpartyId, dossierId: null, documentId: null };
const ofDossier = (row: { dossierId: number }) => ({ ...ofCompany, dossierId: row.dossierId });
const ofDocument = { thirdpartyId, dossierId, documentId };
const ofForm = { thirdpartyId, dossierId: free.dossierId, documentId: form.documentId };
const { name, statusCode } = { ...one.thirdparty, ...typed };
const company = { kind: "THIRD_PARTY", id: thirdpartyId, ...ofCompany, label: name, detail: "ACTIVE, 21992490900019" };
const contact = { kind: "CONTACT", id: contactId, ...ofCompany, detail: "ACTIVE, nadia@lumina.example" };

it.each<[what: string, query: string | number, found: { label: string; [field: string]: unknown } | undefined]>([
  ["a third party by its id", thirdpartyId, company],
  ["a part of a name without accents or case", "  PROPRETE lum ", company],
  ["a SIRET", "2199249090001", company],
  [
    ...(["a dossier by its id", typed.dossierId] as const),
    {
      ...{ kind: "DOSSIER", id: typed.dossierId, ...ofDossier(typed), detail: `${statusCode}, ${name}` },
      label: `${typed.dossierTypeLabel} ${typed.dossierReference}`,
    },
  ],
  [
    ...(["a free dossier by its reference", free.dossierReference] as const),
    {
      ...{ kind: "DOSSIER", id: free.dossierId, ...ofDossier(free), detail: `${free.statusCode}, ${name}` },
      label: `Free dossier ${free.dossierReference}`,
    },
  ],
  [
    ...(["a document", documentId] as const),
    { kind: "DOCUMENT", id: documentId, ...ofDocument, label: document.documentName, detail: document.statusCode },
  ],
  [
    ...(["a response", newest.responseId] as const),
    {
      ...{ kind: "RESPONSE", id: newest.responseId, ...ofDocument },
      label: `Answer ${newest.responseId}`,
      detail: "CHECKING",
    },
  ],
  [
    ...(["a file", newest.id] as const),
    { kind: "FILE", id: newest.id, ...ofDocument, label: newest.fileName, detail: document.documentName },
  ],
  ["a form", formId, { kind: "FILE", id: formId, ...ofForm, label: `Form ${formId}`, detail: form.documentName }],
  [
    ...(["an event", event.eventId] as const),
    { kind: "EVENT", id: event.eventId, ...ofCompany, label: "THIRD_PARTY_ADDED", detail: event.occurredAt },
  ],
  ["a contact without a name by its id", contactId, { ...contact, label: "nadia@lumina.example" }],
  ["nothing for a blank", "  ", undefined],
  ["nothing for an unknown name", "no company is called this", undefined],
  ["nothing for an id of ten digits", "9999999999", undefined],
])("a look-up finds %s", async (_, query, found) => {
  expect(await lookUp(world, String(query), 10)).toEqual(found ? [found] : []);
});

it("a look-up finds third parties, then dossiers, then contacts, each once and as many as asked for", async () => {
  const kinds = async (query: string, limit: number) => (await lookUp(world, query, limit)).map(({ kind }) => kind);
  expect(await kinds("lumina", 10)).toEqual(["THIRD_PARTY", "CONTACT"]);
  expect(await kinds("lumina", 1)).toEqual(["THIRD_PARTY"]);
  expect(await kinds(`${thirdpartyId}`, 1)).toEqual(["THIRD_PARTY"]);
});
