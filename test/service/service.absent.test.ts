import { expect, it } from "vitest";
import { makeWorld } from "../support/sandbox.ts";
import { expectRefused } from "./refused.ts";

const none = {
  thirdparty: { code: "THIRD_PARTY_NOT_FOUND", detail: "There is no third party 924000 in this account." },
  dossier: { code: "DOSSIER_NOT_FOUND", detail: "There is no dossier 1324000 in this account." },
  response: { code: "RESPONSE_NOT_FOUND", detail: "There is no response 2238000 in this account." },
};
const missing: [method: "get" | "post", path: string, resource: keyof typeof none, body?: object][] = [
  ["get", "/thirdparties/924000", "thirdparty"],
  ["get", "/thirdparties/924000/attributes", "thirdparty"],
  ["post", "/thirdparties/924000/attributes", "thirdparty", { label: "Criticité", values: ["High"] }],
  ["get", "/thirdparties/924000/indicators", "thirdparty"],
  ["get", "/thirdparties/924000/dossiers", "thirdparty"],
  ["post", "/thirdparties/924000/dossiers", "thirdparty", { dossierTypeCode: "CSR" }],
  ["post", "/dossiers/1324000/requirements", "dossier", { newRequiredDocuments: ["RIB"] }],
  ["get", "/dossiers/1324000/files/download", "dossier"],
  ["get", "/dossiers/1324000/documents", "dossier"],
  ["get", "/dossiers/1324000/documents/11031000", "dossier"],
  ["get", "/dossiers/1324000/documents/11031000/files/6876000", "dossier"],
  ["get", "/dossiers/1324000/documents/11031000/files/6876000/link", "dossier"],
  ["post", "/responses/2238000/approve", "response", {}],
  ["post", "/responses/2238000/reject", "response", { shareRejectionReason: true }],
];

it.each(missing)("%s %s answers 404 where the account has no such %s", async (method, path, resource, body) => {
  const world = await makeWorld();
  const request = world.call(method, path);
  await expectRefused(world, body ? request.send(body) : request, { status: 404, ...none[resource] });
});

it("a resource of another account does not exist in this one", async () => {
  const [world, other] = [await makeWorld(), await makeWorld()];
  const id = await other.add();
  expect((await world.get(`/thirdparties/${id}`).expect(404)).body.detail).toBe(none.thirdparty.detail);
});

it("another kind of id is named as what it is: a dossierId, a documentId, a responseId or a fileId", async () => {
  const world = await makeWorld();
  const { thirdpartyId, dossierId, documentId, responseId, fileId } = await world.answered();
  const latest = `a documentId; its latest responseId is ${responseId}.`;
  const ofDocument = `a responseId, of document ${documentId}.`;
  const ofEvidence = `the id of an evidence (a fileId) of document ${documentId}; its responseId is ${responseId}.`;
  const files = `/dossiers/${dossierId}/documents/${documentId}/files`;
  const confused: [path: string, resource: string, id: number, meaning: string][] = [
    [`/thirdparties/${dossierId}`, "third party", dossierId, "a dossierId."],
    [`/thirdparties/${documentId}`, "third party", documentId, latest],
    [`/thirdparties/${responseId}`, "third party", responseId, ofDocument],
    [`/thirdparties/${fileId}`, "third party", fileId, ofEvidence],
    [`/dossiers/${thirdpartyId}/documents`, "dossier", thirdpartyId, "a thirdpartyId."],
    [`/responses/${documentId}/approve`, "response", documentId, latest],
    [`${files}/${responseId}`, "file", responseId, ofDocument],
  ];
  for (const [path, resource, id, meaning] of confused) {
    const { body } = await world.call(path.startsWith("/responses") ? "post" : "get", path).expect(404);
    expect(body.detail).toBe(`There is no ${resource} ${id} in this account: ${id} is ${meaning}`);
  }
});
