import { describe, expect, it } from "vitest";
import { makeWorld, type TestWorld } from "../support/sandbox.ts";
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

describe("an id of another resource", () => {
  const at = async (path: (ids: Awaited<ReturnType<TestWorld["answered"]>>) => string) => {
    const world = await makeWorld();
    const ids = await world.answered();
    const { body } = await world.call(path(ids).startsWith("/responses") ? "post" : "get", path(ids)).expect(404);
    return { ...ids, ...(body as { code: string; detail: string }) };
  };

  it("is named as what it is: a dossierId, a documentId, a responseId or a fileId", async () => {
    const world = await makeWorld();
    const { thirdpartyId, dossierId, documentId, responseId, fileId } = await world.answered();
    const meanings: [id: number, meaning: string][] = [
      [dossierId, "a dossierId."],
      [documentId, `a documentId; its latest responseId is ${responseId}.`],
      [responseId, `a responseId, of document ${documentId}.`],
      [fileId, `the id of an evidence (a fileId) of document ${documentId}; its responseId is ${responseId}.`],
    ];
    const detail = async (path: string) => (await world.get(path).expect(404)).body.detail;
    for (const [id, meaning] of meanings)
      expect(await detail(`/thirdparties/${id}`)).toBe(
        `There is no third party ${id} in this account: ${id} is ${meaning}`,
      );
    expect(await detail(`/dossiers/${thirdpartyId}/documents`)).toBe(
      `There is no dossier ${thirdpartyId} in this account: ${thirdpartyId} is a thirdpartyId.`,
    );
  });

  it("says which response to approve where it is a documentId", async () => {
    const { code, detail, documentId, responseId } = await at((ids) => `/responses/${ids.documentId}/approve`);
    const reason = `${documentId} is a documentId; its latest responseId is ${responseId}.`;
    expect({ code, detail }).toEqual({
      code: "RESPONSE_NOT_FOUND",
      detail: `There is no response ${documentId} in this account: ${reason}`,
    });
  });

  it("says which document it belongs to where it is a responseId in the place of a fileId", async () => {
    const { code, detail, documentId, responseId } = await at(
      (ids) => `/dossiers/${ids.dossierId}/documents/${ids.documentId}/files/${ids.responseId}`,
    );
    const reason = `${responseId} is a responseId, of document ${documentId}.`;
    expect({ code, detail }).toEqual({
      code: "FILE_NOT_FOUND",
      detail: `There is no file ${responseId} in this account: ${reason}`,
    });
  });
});
