import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { readBytes } from "../support/files.ts";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { inQuery } from "../support/problems.ts";
import { type DocumentSeen, identifier, makeWorld, type TestWorld, today } from "../support/sandbox.ts";

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
    const [file, form, missing] = body.content;
    expect(
      [file, form, missing].map(({ documentId, present, statusCode }) => [documentId, present, statusCode]),
    ).toEqual([
      [documents[0]?.documentId, true, "VALID"],
      [documents[1]?.documentId, true, "VALID"],
      [documents[2]?.documentId, false, "MISSING"],
    ]);
    expect(Object.keys(file.evidences[0]).sort()).toEqual(
      [
        "expirationDate",
        "fileName",
        "fileSize",
        "fileUUID",
        "format",
        "id",
        "issuer",
        "metadata",
        "responseId",
        "transmitter",
        "uploadDate",
      ].sort(),
    );
    expect(form.evidences[0]).toMatchObject({
      format: "FORMULAIRE",
      metadata: { verified: "true", sepa_data_sct: "YES", date_verification: "15/01/2026" },
    });
    expect(form.evidences[0].formdata).toContainEqual(expect.objectContaining({ type: "iban", key: "iban" }));
    expect(form.evidences[0]).not.toHaveProperty("fileName");
    expect(missing.evidences).toEqual([]);
  });

  it("answers 404 when the dossier does not exist", async () => {
    const world = await makeWorld();
    expect(await world.get("/dossiers/1324000/documents")).toBeProblem({
      status: 404,
      code: "DOSSIER_NOT_FOUND",
      detail: "There is no dossier 1324000 in this account.",
    });
  });
});

describe("documents.get", () => {
  refusesWhatAllRefuse("documents.get");

  it("returns one document as the list has it, with the newest evidence first", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, responseId, fileId } = await world.answered("CODE_CONDUITE", { outcome: "pending" });
    await world.control("post", `/documents/${documentId}/answers`, { outcome: "review" }).expect(201);
    const { body } = await world.get(`/dossiers/${dossierId}/documents/${documentId}`).expect(200);
    expect((await world.get(`/dossiers/${dossierId}/documents`)).body.content).toEqual([body]);
    expect(body.evidences.map((evidence: { responseId: number }) => evidence.responseId)).toEqual([
      responseId,
      responseId,
    ]);
    expect(body.evidences[1].id).toBe(fileId);
    expect(await world.happenedTo("documents", "DOCUMENT_ANSWER_UPDATED")).toEqual([documentId]);
  });

  it("says when a document was withdrawn from its dossier, which no longer lists it", async () => {
    const world = await makeWorld();
    const { dossierId, documentId } = await world.answered();
    const read = async () => (await world.get(`/dossiers/${dossierId}/documents/${documentId}`).expect(200)).body;
    expect((await read()).stoppingDate).toBeNull();
    const stop = await world.control("post", "/occurrences", { event: "DOCUMENT_STOPPED", documentId }).expect(201);
    const { occurredAt } = stop.body.content.find(
      ({ eventName }: { eventName: string }) => eventName === "DOCUMENT_STOPPED",
    );
    expect((await read()).stoppingDate).toBe(occurredAt);
    const search = {
      eventNames: "DOCUMENT_STOPPED",
      eventOccurrenceStartDate: "2026-01-01T00:00:00",
      eventOccurrenceEndDate: "2026-12-31T23:59:59",
    };
    expect((await world.get("/documents/search", search)).body.content).toMatchObject([
      { documentId, stoppingDate: occurredAt },
    ]);
    const { body } = await world.get(`/dossiers/${dossierId}/documents`);
    expect(body.content.map((document: DocumentSeen) => document.documentId)).not.toContain(documentId);
  });

  it("answers 404 for a document of another dossier, and names that dossier", async () => {
    const world = await makeWorld();
    const { thirdpartyId, dossierId, documentId } = await world.answered();
    const [other] = await world.dossiersOf(thirdpartyId);
    expect(await world.get(`/dossiers/${other?.dossierId}/documents/${documentId}`)).toBeProblem({
      status: 404,
      code: "DOCUMENT_NOT_FOUND",
      detail: `Document ${documentId} belongs to dossier ${dossierId}, not to ${other?.dossierId}.`,
    });
  });

  it("answers 404 when the dossier or the document does not exist", async () => {
    const world = await makeWorld();
    const { dossierId, documentId } = await world.answered();
    expect((await world.get(`/dossiers/1399999/documents/${documentId}`).expect(404)).body.code).toBe(
      "DOSSIER_NOT_FOUND",
    );
    expect((await world.get(`/dossiers/${dossierId}/documents/11999999`).expect(404)).body.code).toBe(
      "DOCUMENT_NOT_FOUND",
    );
  });
});

describe("documents.file", () => {
  refusesWhatAllRefuse("documents.file");

  it("downloads an uploaded file of the size that its evidence states", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, fileId } = await world.answered();
    const [evidence] = (await world.document(dossierId, documentId)).evidences;
    const response = await readBytes(
      world.get(`/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`),
    ).expect(200);
    expect(response.headers["content-type"]).toBe("application/pdf");
    expect(response.headers["content-disposition"]).toContain(evidence?.fileName);
    expect(response.body.subarray(0, 5).toString()).toBe("%PDF-");
    expect(response.body).toHaveLength(evidence?.fileSize as number);
    expect(Number(response.headers["content-length"])).toBe(evidence?.fileSize);
  });

  it("downloads the PDF of a filled form", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, fileId } = await world.answered("IBAN", {});
    const response = await readBytes(
      world.get(`/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`),
    ).expect(200);
    expect(response.headers["content-disposition"]).toContain(`IBAN_${fileId}.pdf`);
    expect(response.body.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("downloads exactly the bytes that were uploaded", async () => {
    const world = await makeWorld();
    const { dossierId, documents } = await world.free(await world.add(), ["CODE_CONDUITE"]);
    const { documentId } = documents[0] as DocumentSeen;
    const bytes = Buffer.from("%PDF-1.4\nthe very bytes\n%%EOF");
    const path = `/_sandbox/accounts/${world.accountId}/documents/${documentId}/answers`;
    await supertest(world.app)
      .post(path)
      .query({ fileName: "Code signé.pdf" })
      .set("Content-Type", "application/pdf")
      .send(bytes)
      .expect(201);
    const [evidence] = (await world.document(dossierId, documentId)).evidences;
    expect(evidence).toMatchObject({ fileName: "Code signé.pdf", fileSize: bytes.length });
    const response = await readBytes(
      world.get(`/dossiers/${dossierId}/documents/${documentId}/files/${evidence?.id}`),
    ).expect(200);
    expect(response.body.equals(bytes)).toBe(true);
    expect(response.headers["content-disposition"]).toContain("filename*=UTF-8''Code%20sign%C3%A9.pdf");
  });

  const upload = (world: TestWorld, documentId: number, contentType: string, bytes: Buffer, query = "") => {
    const request = supertest(world.app).post(
      `/_sandbox/accounts/${world.accountId}/documents/${documentId}/answers${query}`,
    );
    // Without a serialiser supertest would convert the bytes to text.
    return contentType === ""
      ? request.unset("Content-Type").send(bytes)
      : request
          .set("Content-Type", contentType)
          .serialize((body) => body)
          .send(bytes);
  };
  const asked = async () => {
    const world = await makeWorld();
    const { dossierId, documents } = await world.free(await world.add(), ["CODE_CONDUITE"]);
    return { world, dossierId, documentId: (documents[0] as DocumentSeen).documentId };
  };

  it.each([
    ["application/pdf", "document.pdf"],
    ["image/png", "document.png"],
    ["image/jpeg", "document.jpg"],
    ["Image/WebP", "document.webp"],
    ["text/plain; charset=iso-8859-1", "document.txt"],
    ["text/html", "document.bin"],
    ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "document.bin"],
  ])("downloads a file of type %s with that type, named %s by default", async (contentType, fileName) => {
    const { world, dossierId, documentId } = await asked();
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);
    await upload(world, documentId, contentType, bytes).expect(201);
    const [evidence] = (await world.document(dossierId, documentId)).evidences;
    expect(evidence).toMatchObject({ fileName, fileSize: bytes.length });
    const path = `/dossiers/${dossierId}/documents/${documentId}/files/${evidence?.id}`;
    const [type = ""] = contentType.toLowerCase().split(";");
    for (const accept of [type, `${type.split("/")[0]}/*`, "*/*", `application/x-nothing, ${type};q=0.2`]) {
      const response = await readBytes(world.get(path).set("Accept", accept)).expect(200);
      expect(response.headers["content-type"]).toBe(contentType);
      expect(response.body.equals(bytes)).toBe(true);
    }
    expect(await world.get(path).set("Accept", "audio/*")).toBeProblem({
      status: 406,
      code: "NOT_ACCEPTABLE",
      detail: `This answers ${type}; Accept leaves nothing of it.`,
    });
  });

  it("takes an uploaded image for a copy", async () => {
    const { world, dossierId, documentId } = await asked();
    for (let count = 0; count < 5; count++)
      await upload(world, documentId, count % 2 ? "image/png" : "Image/JPEG", Buffer.from([0x89, count])).expect(201);
    const { evidences } = await world.document(dossierId, documentId);
    expect(evidences.map(({ format }) => format)).toEqual(Array.from({ length: 5 }, () => "COPIENUMERIQUE"));
  });

  it("answers 406 when the file is a PDF and the client does not accept PDF", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, fileId } = await world.answered();
    const path = `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`;
    for (const accept of ["image/*", "text/html", "application/pdf;q=0"])
      await world.get(path).set("Accept", accept).expect(406);
    await world.get(path).set("Accept", "application/pdf").expect(200);
  });

  it.each([
    [
      "an empty file",
      "application/pdf",
      "",
      400,
      "VALIDATION_ERROR",
      "The application/pdf file is empty: send its bytes as the body.",
    ],
    [
      "a file without a type",
      "",
      "x",
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the body with Content-Type: application/json or application/pdf or that of the file.",
    ],
    [
      "a file of a malformed type",
      "pdf",
      "x",
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      expect.stringContaining("pdf is not taken"),
    ],
    [
      "a multipart form",
      "multipart/form-data; boundary=x",
      "--x--",
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      expect.stringContaining("multipart/form-data is not taken"),
    ],
    [
      "URL-encoded fields",
      "application/x-www-form-urlencoded",
      "a=1",
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      expect.stringContaining("is not taken"),
    ],
  ])("refuses the upload of %s", async (_, contentType, text, status, code, detail) => {
    const { world, dossierId, documentId } = await asked();
    const { body } = await upload(world, documentId, contentType, Buffer.from(text)).expect(status);
    expect(body).toMatchObject({ status, code, detail });
    expect((await world.document(dossierId, documentId)).evidences).toEqual([]);
  });

  it("serves ranges, and answers 304 for the ETag that the client already has", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, fileId } = await world.answered();
    const path = `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`;
    const whole = await readBytes(world.get(path)).expect(200);
    const url = world.base + path;
    const ask = (headers: Record<string, string>) =>
      readBytes(
        supertest(world.app)
          .get(url)
          .set({ Authorization: `Bearer ${world.token}`, ...headers }),
      );
    const part = await ask({ Range: "bytes=0-4" }).expect(206);
    expect(part.body.toString()).toBe("%PDF-");
    expect(part.headers["content-range"]).toBe(`bytes 0-4/${whole.body.length}`);
    await ask({ "If-None-Match": whole.headers.etag as string }).expect(304);
    const outside = await ask({ Range: "bytes=999999999-" }).expect(416);
    expect(outside.headers["content-range"]).toBe(`bytes */${whole.body.length}`);
    expect(outside.body).toMatchObject({ status: 416, code: "RANGE_NOT_SATISFIABLE" });
    expect(outside.headers).not.toHaveProperty("content-disposition");
    const stale = await ask({ Range: "bytes=0-4", "If-Range": '"another"' }).expect(200);
    expect(stale.body).toHaveLength(whole.body.length);
  });

  it("answers 404 for a file of another document, and names that document", async () => {
    const world = await makeWorld();
    const { thirdpartyId, dossierId, documentId, fileId } = await world.answered();
    const [other] = await world.dossiersOf(thirdpartyId);
    const otherDocument = other?.documents[0]?.documentId;
    const place = `document ${documentId} of dossier ${dossierId}`;
    expect(await world.get(`/dossiers/${other?.dossierId}/documents/${otherDocument}/files/${fileId}`)).toBeProblem({
      status: 404,
      code: "FILE_NOT_FOUND",
      detail: `File ${fileId} belongs to ${place}, not to document ${otherDocument}.`,
    });
  });

  it("answers 404 for a responseId in the place of a fileId, and says so", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, responseId } = await world.answered();
    const reason = `${responseId} is a responseId, of document ${documentId}.`;
    expect(await world.get(`/dossiers/${dossierId}/documents/${documentId}/files/${responseId}`)).toBeProblem({
      status: 404,
      code: "FILE_NOT_FOUND",
      detail: `There is no file ${responseId} in this account: ${reason}`,
    });
  });
});

describe("documents.link", () => {
  refusesWhatAllRefuse("documents.link");

  it("signs a link that needs no token and lasts five minutes by the account's clock", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, fileId } = await world.answered();
    const path = `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`;
    const { body } = await world.get(`${path}/link`).expect(200);
    expect(body).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/files\/[\w-]+\?/),
      expiresAt: "2026-01-15T09:05:00.000",
      expiresIn: 300,
    });
    const { pathname, search, searchParams } = new URL(body.url);
    const whole = await readBytes(world.get(path)).expect(200);
    const open = (query = search) => readBytes(supertest(world.app).get(pathname + query));
    expect((await open().expect(200)).body.equals(whole.body)).toBe(true);
    await supertest(world.app)
      .head(pathname + search)
      .expect(200);

    const signature = searchParams.get("signature") as string;
    const forged = `${signature[0] === "A" ? "B" : "A"}${signature.slice(1)}`;
    expect((await open(search.replace(signature, forged)).expect(403)).body.code).toBe("FORBIDDEN");
    expect((await open(search.replace(world.accountId, "another")).expect(403)).body.code).toBe("FORBIDDEN");
    expect((await open(search.replace(/expires=\d+/, "expires=9999999999")).expect(403)).body.code).toBe("FORBIDDEN");
    expect((await open("").expect(403)).body.code).toBe("FORBIDDEN");
    expect(
      (
        await supertest(world.app)
          .post(pathname + search)
          .expect(405)
      ).headers.allow,
    ).toBe("GET, HEAD, OPTIONS");

    await world.advance("PT6M");
    expect((await open().expect(403)).body.code).toBe("LINK_EXPIRED");
  });

  it("signs a link by which a page shows a PDF or an image, and saves it when asked to", async () => {
    const world = await makeWorld();
    const { dossierId, documents } = await world.free(await world.add(), ["CODE_CONDUITE"]);
    const { documentId } = documents[0] as DocumentSeen;
    const dispositionOf = async (contentType: string, query = "") => {
      await supertest(world.app)
        .post(`/_sandbox/accounts/${world.accountId}/documents/${documentId}/answers`)
        .query({ fileName: `code.${contentType.split("/")[1]}` })
        .set("Content-Type", contentType)
        .serialize((body) => body)
        .send(Buffer.from("bytes"))
        .expect(201);
      const [evidence] = (await world.document(dossierId, documentId)).evidences;
      const path = `/dossiers/${dossierId}/documents/${documentId}/files/${evidence?.id}`;
      expect((await world.get(path).expect(200)).headers["content-disposition"]).toMatch(/^attachment; filename=/);
      const { pathname, search } = new URL((await world.get(`${path}/link`).expect(200)).body.url);
      return (await supertest(world.app).get(pathname + search + query)).headers["content-disposition"];
    };
    expect(await dispositionOf("application/pdf")).toBe('inline; filename="code.pdf"');
    expect(await dispositionOf("image/gif")).toBe('inline; filename="code.gif"');
    expect(await dispositionOf("application/pdf", "&disposition=attachment")).toBe('attachment; filename="code.pdf"');
    for (const query of ["", "&disposition=inline"])
      expect(await dispositionOf("text/html", query)).toBe('attachment; filename="code.html"');
  });

  it("refuses a disposition that is none", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, fileId } = await world.answered();
    const { body } = await world.get(`/dossiers/${dossierId}/documents/${documentId}/files/${fileId}/link`).expect(200);
    const { pathname, search } = new URL(body.url);
    const refused = await supertest(world.app).get(`${pathname}${search}&disposition=outline`).expect(400);
    expect(refused.body.detail).toBe('disposition must be inline or attachment; got "outline".');
  });

  it("signs a link to the PDF of a form", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, fileId } = await world.answered("IBAN", {});
    const { body } = await world.get(`/dossiers/${dossierId}/documents/${documentId}/files/${fileId}/link`).expect(200);
    const { pathname, search } = new URL(body.url);
    const response = await readBytes(supertest(world.app).get(pathname + search)).expect(200);
    expect(response.body.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("answers 404 when the file does not exist", async () => {
    const world = await makeWorld();
    const { dossierId, documentId } = await world.answered();
    expect(await world.get(`/dossiers/${dossierId}/documents/${documentId}/files/6999999/link`)).toBeProblem({
      status: 404,
      code: "FILE_NOT_FOUND",
      detail: "There is no file 6999999 in this account.",
    });
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
    expect(body).toEqual({
      content: [{ ...(await world.document(dossierId, documentId)), thirdpartyId }],
      page: 0,
      size: 20,
      totalElements: 1,
      totalPages: 1,
    });
  });

  it("filters the documents it finds by status and code", async () => {
    const world = await makeWorld();
    const { documentId } = await world.answered();
    const found = async (query: Record<string, string>) =>
      (
        await world
          .get("/documents/search", { eventNames: "DOCUMENT_ADDED", ...today, size: 100, ...query })
          .expect(200)
      ).body.content.map((row: DocumentSeen) => row.documentId);
    expect(await found({ statusCode: "ONGOING" })).toEqual([documentId]);
    expect(await found({ documentCode: "CODE_CONDUITE" })).toHaveLength(2);
    expect(await found({ documentCode: "CODE_CONDUITE", statusCode: "MISSING" })).toHaveLength(1);
  });

  it("reports an unknown status, a missing bound and an empty event name at once", async () => {
    const world = await makeWorld();
    const response = await world.get("/documents/search", {
      eventNames: "",
      eventOccurrenceStartDate: "2026-01-15T00:00:00",
      statusCode: "ABSENT",
    });
    expect(response).toBeProblem({
      status: 400,
      code: "VALIDATION_ERROR",
      detail: expect.stringContaining("eventOccurrenceEndDate is missing"),
      errors: expect.arrayContaining([
        inQuery("statusCode", "one of MISSING, ONGOING, ACTION_REQUIRED, VALID, BELOW_EXPECTATION, INVALID", "ABSENT"),
        inQuery("eventNames", "names of DocumentEventName, separated by commas", "", "UNKNOWN_EVENT_NAME"),
        expect.objectContaining({ name: "eventOccurrenceEndDate" }),
      ]),
    });
  });
});
