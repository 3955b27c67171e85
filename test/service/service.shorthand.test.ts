import { describe, expect, it } from "vitest";
import { readBytes } from "../support/files.ts";
import { expectProblem } from "../support/problems.ts";
import { makeWorld, requestId, today } from "../support/sandbox.ts";

describe("shorthand paths", () => {
  it("are the same resources without the account's prefix", async () => {
    const world = await makeWorld();
    const { thirdpartyId, dossierId, documentId, fileId } = await world.answered();
    const event = (eventNames: string) => `?${new URLSearchParams({ eventNames, ...today })}`;
    const paths = [
      "/thirdparties",
      `/thirdparties/search${event("THIRD_PARTY_ADDED")}`,
      `/thirdparties/${thirdpartyId}`,
      "/attributes",
      `/thirdparties/${thirdpartyId}/attributes`,
      `/thirdparties/${thirdpartyId}/indicators`,
      `/thirdparties/${thirdpartyId}/dossiers`,
      "/dossiers",
      `/dossiers/search${event("DOSSIER_ADDED")}`,
      `/dossiers/${dossierId}/documents`,
      `/dossiers/${dossierId}/documents/${documentId}`,
      `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`,
      `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}/link`,
      `/dossiers/${dossierId}/files/download`,
      `/documents/search${event("DOCUMENT_ADDED")}`,
    ];
    const withoutPort = (body: unknown) =>
      Buffer.isBuffer(body) ? body.toString("base64") : JSON.stringify(body).replace(/127\.0\.0\.1:\d+/, "here");
    for (const path of paths) {
      const short = await readBytes(world.short("get", path)).expect(200);
      const long = await readBytes(world.get(path)).expect(200);
      expect(withoutPort(short.body), path).toEqual(withoutPort(long.body));
    }
  });

  it("write too", async () => {
    const world = await makeWorld();
    const { thirdpartyId, dossierId, documentId, responseId } = await world.answered();
    const post = (path: string, body: object) => world.short("post", path).send(body);
    await post("/thirdparties", { companyIdType: "CIT003", companyIdValue: "990100145" }).expect(201);
    await post("/thirdparties/search", { searchBy: "NAME", value: "novalune" }).expect(200);
    await post(`/thirdparties/${thirdpartyId}/attributes`, { label: "Criticité", values: ["Low"] }).expect(200);
    await post(`/thirdparties/${thirdpartyId}/dossiers`, { dossierTypeCode: "CSR" }).expect(201);
    await post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments: ["RIB"] }).expect(200);
    await post(`/responses/${responseId}/reject`, { shareRejectionReason: true }).expect(200);
    await world.control("post", `/documents/${documentId}/answers`, { outcome: "review" }).expect(201);
    const [evidence] = (await world.document(dossierId, documentId)).evidences;
    await post(`/responses/${evidence?.responseId}/approve`, {}).expect(200);
  });

  it("mean the first account of the token", async () => {
    const first = await makeWorld();
    const second = await makeWorld();
    const id = await first.add();
    const token = await first.sandbox.token([first.accountId, second.accountId], 60);
    const listed = await first.raw("get", "/thirdparties").set("Authorization", `Bearer ${token}`).expect(200);
    expect(listed.body.content.map(({ thirdpartyId }: { thirdpartyId: number }) => thirdpartyId)).toEqual([id]);
  });

  it("ask for a token, and for one that names an account", async () => {
    const world = await makeWorld();
    await world.raw("get", "/thirdparties").expect(401);
    const nobody = await world.sandbox.token([], 60);
    const response = await world.raw("get", "/thirdparties").set("Authorization", `Bearer ${nobody}`);
    expectProblem(response, {
      status: 403,
      code: "ACCOUNT_FORBIDDEN",
      detail: expect.stringContaining("it names none"),
    });
    expect(response.body.requestId).toBe(requestId);
  });

  it("keep to the methods of the long ones", async () => {
    const world = await makeWorld();
    const response = await world.raw("delete", "/thirdparties");
    expectProblem(response, {
      status: 405,
      code: "METHOD_NOT_ALLOWED",
      detail: "DELETE is not allowed here; GET, HEAD, POST, OPTIONS are.",
    });
    expect(response.headers.allow).toBe("GET, HEAD, POST, OPTIONS");
  });
});
