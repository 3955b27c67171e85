import { describe, expect, it } from "vitest";
import { readBytes } from "../support/files.ts";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { type DocumentSeen, identifier, makeWorld, today } from "../support/sandbox.ts";
import { expectRefused } from "./refused.ts";

/** A world that asks for one document, which has no response yet. */
async function asked(code = "CODE_CONDUITE") {
  const world = await makeWorld();
  const thirdpartyId = await world.add();
  const { dossierId, documents } = await world.free(thirdpartyId, [code]);
  const { documentId } = documents[0] as DocumentSeen;
  const path = `/dossiers/${dossierId}/documents/${documentId}`;
  const newest = async () => (await world.document(dossierId, documentId)).evidences[0] as DocumentSeen["evidences"][0];
  return { world, thirdpartyId, dossierId, documentId, path, newest };
}

describe("documents.list", () => {
  refusesWhatAllRefuse("documents.list");

  it("lists the documents of a dossier: one with a file, one with a form, one without a response", async () => {
    const world = await makeWorld();
    const { dossierId, documents } = await world.free(await world.add(), ["CODE_CONDUITE", "IBAN", "RIB"]);
    for (const { documentId } of documents.slice(0, 2))
      await world.control("post", `/documents/${documentId}/answers`, { outcome: "valid" }).expect(201);
    await world.advance("PT2M");
    const { body } = await world.get(`/dossiers/${dossierId}/documents`).expect(200);
    expect(Object.keys(body)).toEqual(["content"]);
    const [given, filled, asked] = documents.map(({ documentId }) => documentId);
    const [file, form, missing] = body.content;
    expect([file, form, missing]).toMatchObject([
      { documentId: given, present: true, statusCode: "VALID" },
      { documentId: filled, present: true, statusCode: "VALID" },
      { documentId: asked, present: false, statusCode: "MISSING", evidences: [] },
    ]);
    const ofEvidence = "id responseId uploadDate expirationDate format issuer transmitter metadata";
    expect(Object.keys(file.evidences[0]).sort()).toEqual(`${ofEvidence} fileUUID fileName fileSize`.split(" ").sort());
    expect(Object.keys(form.evidences[0]).sort()).toEqual(`${ofEvidence} formdata`.split(" ").sort());
    expect(form.evidences[0]).toMatchObject({
      format: "FORMULAIRE",
      metadata: { verified: "true", sepa_data_sct: "YES", date_verification: "15/01/2026" },
      formdata: expect.arrayContaining([expect.objectContaining({ type: "iban", key: "iban" })]),
    });
  });
});

describe("documents.get", () => {
  refusesWhatAllRefuse("documents.get");

  it("returns one document as the list has it, with the newest evidence first", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, responseId, fileId } = await world.answered("CODE_CONDUITE", { outcome: "pending" });
    await world.control("post", `/documents/${documentId}/answers`, { outcome: "review" }).expect(201);
    const document = await world.document(dossierId, documentId);
    expect((await world.get(`/dossiers/${dossierId}/documents`)).body.content).toEqual([document]);
    expect(document.evidences).toMatchObject([{ responseId }, { responseId, id: fileId }]);
    expect(await world.happenedTo("documents", "DOCUMENT_ANSWER_UPDATED")).toEqual([documentId]);
  });

  it("says when a document was withdrawn from its dossier, which no longer lists it", async () => {
    const { world, path, dossierId, documentId } = await asked();
    const stoppingDate = async () => (await world.get(path).expect(200)).body.stoppingDate;
    expect(await stoppingDate()).toBeNull();
    await world.control("post", "/occurrences", { event: "DOCUMENT_STOPPED", documentId }).expect(201);
    expect(await stoppingDate()).toMatch(/^2026-01-15T09:00:00\.\d{3}$/);
    const search = await world.get("/documents/search", { eventNames: "DOCUMENT_STOPPED", ...today });
    expect(search.body.content).toMatchObject([{ documentId, stoppingDate: await stoppingDate() }]);
    expect((await world.get(`/dossiers/${dossierId}/documents`)).body.content).toEqual([]);
  });

  it("answers 404 for a document of another dossier or of none", async () => {
    const { world, thirdpartyId, dossierId, documentId } = await asked();
    const [other] = await world.dossiersOf(thirdpartyId);
    const elsewhere = `Document ${documentId} belongs to dossier ${dossierId}, not to ${other?.dossierId}.`;
    const details = {
      [`/dossiers/${other?.dossierId}/documents/${documentId}`]: elsewhere,
      [`/dossiers/${dossierId}/documents/11999999`]: "There is no document 11999999 in this account.",
    };
    for (const [path, detail] of Object.entries(details))
      await expectRefused(world, world.get(path), { status: 404, code: "DOCUMENT_NOT_FOUND", detail });
  });
});

describe("documents.file", () => {
  refusesWhatAllRefuse("documents.file");

  it("downloads a PDF of the name and size that its evidence states", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, fileId } = await world.answered();
    const [evidence] = (await world.document(dossierId, documentId)).evidences;
    const path = `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`;
    const { headers, body } = await readBytes(world.get(path)).expect(200);
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringContaining(evidence?.fileName as string),
      "content-length": String(evidence?.fileSize),
    });
    expect(body.subarray(0, 5).toString()).toBe("%PDF-");
    expect(body).toHaveLength(evidence?.fileSize as number);
  });

  it.each([
    ["image/png", "document.png"],
    ["Image/WebP", "document.webp"],
    ["text/plain; charset=iso-8859-1", "document.txt"],
    ["text/csv; header=present; note=é", "document.csv"],
    ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "document.bin"],
  ])("downloads an uploaded %s with its type and its very bytes, named %s by default", async (given, fileName) => {
    const { world, documentId, path, newest } = await asked();
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);
    await world.upload(documentId, given, bytes).expect(201);
    const { id, ...evidence } = await newest();
    expect(evidence).toMatchObject({ fileName, fileSize: bytes.length });
    const [type = ""] = given.toLowerCase().split(";");
    const { headers, body } = await readBytes(world.get(`${path}/files/${id}`).set("Accept", type)).expect(200);
    // Parameters that no export could hold are left out.
    const served = given.includes("é") ? type : given;
    expect({ type: headers["content-type"], bytes: [...body] }).toEqual({ type: served, bytes: [...bytes] });
    const { body: exported } = await world.control("get", "/state").expect(200);
    await world.control("put", "/state", exported).expect(200);
    const detail = `This answers ${type}; Accept leaves nothing of it.`;
    const other = await world.get(`${path}/files/${id}`).set("Accept", "audio/*");
    expect(other).toBeProblem({ status: 406, code: "NOT_ACCEPTABLE", detail });
  });

  it("names a download as its upload was named, also with letters outside of ASCII", async () => {
    const { world, documentId, path, newest } = await asked();
    const name = { fileName: "Code signé.pdf" };
    await world.upload(documentId, "application/pdf", Buffer.from("%PDF-1.4"), name).expect(201);
    const { id, fileName } = await newest();
    expect({ fileName }).toEqual(name);
    const { headers } = await readBytes(world.get(`${path}/files/${id}`)).expect(200);
    expect(headers["content-disposition"]).toContain("filename*=UTF-8''Code%20sign%C3%A9.pdf");
  });

  it("answers 404 for a file of another document or of none, as a link to it does", async () => {
    const world = await makeWorld();
    const { thirdpartyId, dossierId, documentId, fileId } = await world.answered();
    const [other] = await world.dossiersOf(thirdpartyId);
    const otherDocument = other?.documents[0]?.documentId;
    const place = `document ${documentId} of dossier ${dossierId}`;
    const elsewhere = `File ${fileId} belongs to ${place}, not to document ${otherDocument}.`;
    const details = {
      [`/dossiers/${other?.dossierId}/documents/${otherDocument}/files/${fileId}`]: elsewhere,
      [`/dossiers/${dossierId}/documents/${documentId}/files/6999999`]: "There is no file 6999999 in this account.",
    };
    for (const [path, detail] of Object.entries(details))
      for (const end of ["", "/link"])
        await expectRefused(world, world.get(path + end), { status: 404, code: "FILE_NOT_FOUND", detail });
  });
});

describe("documents.link", () => {
  refusesWhatAllRefuse("documents.link");

  it("signs a link that lasts five minutes by the account's clock", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, fileId } = await world.answered();
    const link = async () =>
      (await world.get(`/dossiers/${dossierId}/documents/${documentId}/files/${fileId}/link`).expect(200)).body;
    const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/files\/[\w-]+\?/);
    expect(await link()).toEqual({ url, expiresAt: "2026-01-15T09:05:00.000", expiresIn: 300 });
    await world.advance("P1D");
    expect(await link()).toEqual({ url, expiresAt: "2026-01-16T09:05:00.000", expiresIn: 300 });
  });
});

describe("documents.search", () => {
  refusesWhatAllRefuse("documents.search");

  it("finds documents by their events, each with its third party", async () => {
    const world = await makeWorld();
    const { thirdpartyId, dossierId, documentId } = await world.answered();
    await world.add(identifier("SIRET", "active"));
    const { body } = await world
      .get("/documents/search", { eventNames: "DOCUMENT_ANSWER_ADDED,DOCUMENT_ANSWER_EXPIRED", ...today })
      .expect(200);
    const content = [{ ...(await world.document(dossierId, documentId)), thirdpartyId }];
    expect(body).toEqual({ content, page: 0, size: 20, totalElements: 1, totalPages: 1 });
  });

  it("filters the documents it finds by status and code", async () => {
    const world = await makeWorld();
    const { documentId } = await world.answered();
    const search = { eventNames: "DOCUMENT_ADDED", ...today, size: 100 };
    const found = async (query: Record<string, string>) =>
      (await world.get("/documents/search", { ...search, ...query }).expect(200)).body.content.map(
        (row: DocumentSeen) => row.documentId,
      );
    expect(await found({ statusCode: "ONGOING" })).toEqual([documentId]);
    expect(await found({ documentCode: "CODE_CONDUITE" })).toHaveLength(2);
    expect(await found({ documentCode: "CODE_CONDUITE", statusCode: "MISSING" })).toHaveLength(1);
  });
});
