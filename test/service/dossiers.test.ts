import { describe, expect, it } from "vitest";
import { entriesOf, readBytes } from "../support/files.ts";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { inBody, inQuery } from "../support/problems.ts";
import { type DossierSeen, identifier, makeWorld, novalune, today } from "../support/sandbox.ts";

const ids = (dossiers: DossierSeen[]) => dossiers.map(({ dossierId }) => dossierId);

describe("dossiers.ofThirdparty", () => {
  refusesWhatAllRefuse("dossiers.ofThirdparty");

  it("lists the dossiers of one third party, with a summary of each document", async () => {
    const world = await makeWorld();
    const id = await world.add();
    await world.add(identifier("SIRET", "active"));
    const { body } = await world.get(`/thirdparties/${id}/dossiers`).expect(200);
    expect(
      body.content.map(({ thirdpartyId, dossierTypeCode, statusCode }: DossierSeen) => [
        thirdpartyId,
        dossierTypeCode,
        statusCode,
      ]),
    ).toEqual([
      [id, "ONBOARDING", "ABSENT"],
      [id, "CYBERSECURITY", "ABSENT"],
    ]);
    const [onboarding] = body.content;
    const documents = (await world.get(`/dossiers/${onboarding.dossierId}/documents`)).body.content;
    expect(onboarding.documents).toEqual(
      documents.map(
        ({ evidences: _, dossierId: __, stoppingDate: ___, ...summary }: Record<string, unknown>) => summary,
      ),
    );
  });

  it("answers 404 when the third party does not exist", async () => {
    const world = await makeWorld();
    expect(await world.get("/thirdparties/924000/dossiers")).toBeProblem({
      status: 404,
      code: "THIRD_PARTY_NOT_FOUND",
      detail: "There is no third party 924000 in this account.",
    });
  });
});

describe("dossiers.create", () => {
  refusesWhatAllRefuse("dossiers.create");

  it("opens a typed dossier with the documents of its type", async () => {
    const world = await makeWorld();
    const id = await world.add();
    const mark = await world.mark();
    const { body } = await world
      .post(`/thirdparties/${id}/dossiers`, { dossierTypeCode: "CSR", description: "Chantier nord" })
      .expect(201);
    expect(body).toMatchObject({
      accountId: world.accountId,
      thirdpartyId: id,
      dossierTypeCode: "CSR",
      typed: true,
      description: "Chantier nord",
      statusCode: "ABSENT",
      statusLabel: "Absent",
      monitored: true,
      state: false,
      startingDate: "2026-01-15",
      expirationDate: "2027-01-15",
      origin: "API",
      ruleId: null,
    });
    expect(body.documents.map(({ documentCode, statusCode }: DossierSeen) => [documentCode, statusCode])).toEqual([
      ["Q_RSE", "MISSING"],
      ["ISO_14001", "MISSING"],
      ["SCORE_RSE", "MISSING"],
    ]);
    expect(await world.dossiersOf(id)).toContainEqual(body);
    expect((await world.eventsSince(mark)).filter((name) => name.startsWith("DOSSIER_"))).toEqual([
      "DOSSIER_ADDED",
      "DOSSIER_STATUS_UPDATED",
      "DOSSIER_STATUS_UPDATED_ABSENT",
    ]);
    expect(await world.happenedTo("dossiers", "DOSSIER_ADDED")).toContain(body.dossierId);
  });

  it("opens a free dossier with each listed document once, and invites its contacts", async () => {
    const world = await makeWorld();
    const id = await world.add();
    const wish = {
      requiredDocuments: ["KBIS", "RIB", "KBIS"],
      dossierReference: "REF-1",
      expirationDate: "2026-12-31",
      thirdpartyEmail: ["claire@novalune.example"],
    };
    const { body } = await world.post(`/thirdparties/${id}/dossiers`, wish).expect(201);
    expect(body).toMatchObject({
      dossierTypeCode: null,
      dossierTypeLabel: null,
      typed: false,
      dossierReference: "REF-1",
      expirationDate: "2026-12-31",
    });
    expect(body.documents.map(({ documentCode }: { documentCode: string }) => documentCode)).toEqual(["KBIS", "RIB"]);
    expect(await world.happenedTo("thirdparties", "THIRD_PARTY_CONTACT_INVITED")).toEqual([id]);
  });

  it.each([
    ["neither a type nor a list", {}],
    ["a type and a list", { dossierTypeCode: "CSR", requiredDocuments: ["KBIS"] }],
    ["an empty list", { requiredDocuments: [] }],
    ["an unknown document code", { requiredDocuments: ["KBIS", "KBISS"] }],
    ["an unknown property", { dossierTypeCode: "CSR", colour: "red" }],
    ["an expiration date that has passed", { dossierTypeCode: "CSR", expirationDate: "2026-01-15" }],
    ["an expiration date that does not exist", { dossierTypeCode: "CSR", expirationDate: "2026-02-30" }],
    ["a malformed e-mail address", { dossierTypeCode: "CSR", thirdpartyEmail: ["claire"] }],
  ])("refuses to open a dossier with %s", async (_, body) => {
    const world = await makeWorld();
    const id = await world.add();
    const before = await world.state();
    const response = await world.post(`/thirdparties/${id}/dossiers`, body).expect(400);
    expect(response.body.errors).not.toHaveLength(0);
    expect(await world.state()).toEqual(before);
  });

  it("suggests a similar code for an unknown document code", async () => {
    const world = await makeWorld();
    const id = await world.add();
    expect(await world.post(`/thirdparties/${id}/dossiers`, { requiredDocuments: ["RIB", "KBISS"] })).toBeProblem({
      status: 400,
      code: "VALIDATION_ERROR",
      detail: "Some document codes are not known; nothing was added.",
      errors: [
        expect.objectContaining({
          pointer: "/requiredDocuments/1",
          code: "UNKNOWN_DOCUMENT_CODE",
          detail: expect.stringContaining("did you mean KBIS?"),
          received: '"KBISS"',
        }),
      ],
    });
  });

  it("answers 404 for a dossier type that the account does not have", async () => {
    const world = await makeWorld();
    const id = await world.add();
    expect(await world.post(`/thirdparties/${id}/dossiers`, { dossierTypeCode: "VIGILENCE" })).toBeProblem({
      status: 404,
      code: "DOSSIER_TYPE_NOT_FOUND",
      detail: expect.stringContaining("did you mean VIGILANCE? Types: "),
    });
    expect(await world.post(`/thirdparties/${id}/dossiers`, { dossierTypeCode: "NOPE" })).toBeProblem({
      status: 404,
      code: "DOSSIER_TYPE_NOT_FOUND",
      detail: expect.stringContaining("There is no dossier type NOPE. Types: "),
    });
  });

  it("answers 404 when the third party does not exist", async () => {
    const world = await makeWorld();
    expect(await world.post("/thirdparties/924000/dossiers", { dossierTypeCode: "CSR" })).toBeProblem({
      status: 404,
      code: "THIRD_PARTY_NOT_FOUND",
      detail: "There is no third party 924000 in this account.",
    });
  });

  it("refuses a second open dossier of the same type", async () => {
    const world = await makeWorld();
    const id = await world.add();
    const { dossierId, dossierReference } = (
      await world.post(`/thirdparties/${id}/dossiers`, { dossierTypeCode: "CSR" })
    ).body;
    expect(await world.post(`/thirdparties/${id}/dossiers`, { dossierTypeCode: "CSR" })).toBeProblem({
      status: 409,
      code: "DOSSIER_ALREADY_OPEN",
      detail: `Dossier ${dossierId} (${dossierReference}) of type CSR is open for this third party.`,
    });
  });

  it("refuses a reference that the third party already uses", async () => {
    const world = await makeWorld();
    const id = await world.add();
    const wish = { requiredDocuments: ["RIB"], dossierReference: "REF-1" };
    await world.post(`/thirdparties/${id}/dossiers`, wish).expect(201);
    expect((await world.post(`/thirdparties/${id}/dossiers`, wish).expect(409)).body.code).toBe(
      "DOSSIER_REFERENCE_CONFLICT",
    );
  });
});

describe("optional properties of a body", () => {
  it("null counts as a text that is left out", async () => {
    const world = await makeWorld();
    const company = { companyIdType: "CIT001", companyIdValue: novalune, thirdpartyCode: null };
    const { body: added } = await world.post("/thirdparties", company).expect(201);
    expect(added.thirdpartyCode).toBeNull();
    const nothing = { dossierReference: null, description: null, purchasingCategory: null };
    const { body } = await world
      .post(`/thirdparties/${added.thirdpartyId}/dossiers`, {
        dossierTypeCode: "CSR",
        ...nothing,
      })
      .expect(201);
    expect(body).toMatchObject({ dossierReference: "RSE-2026-0001", expirationDate: "2027-01-15", description: null });
    const search = { searchBy: "VAT", value: "FR37219966488", countryCode: null };
    expect((await world.post("/thirdparties/search", search).expect(200)).body.totalElements).toBe(1);
  });
});

describe("dossiers.list", () => {
  refusesWhatAllRefuse("dossiers.list");

  it("pages through the dossiers of the account", async () => {
    const world = await makeWorld();
    const all = [
      ...(await world.dossiersOf(await world.add())),
      ...(await world.dossiersOf(await world.add(identifier("SIRET", "active")))),
    ];
    const { body } = await world.get("/dossiers", { size: 100 }).expect(200);
    expect(body).toEqual({ content: all, page: 0, size: 100, totalElements: all.length, totalPages: 1 });
    const last = await world.get("/dossiers", { size: 1, page: all.length - 1 }).expect(200);
    expect(last.body.content).toEqual(all.slice(-1));
  });

  it("filters the dossiers by status, type, third party and events", async () => {
    const world = await makeWorld();
    const { thirdpartyId, dossierId } = await world.answered();
    await world.add(identifier("SIRET", "active"));
    const found = async (query: Record<string, string | number>) =>
      ids((await world.get("/dossiers", query).expect(200)).body.content);
    const own = ids(await world.dossiersOf(thirdpartyId));
    expect(await found({ thirdpartyId })).toEqual(own);
    expect(await found({ statusCode: "ONGOING" })).toEqual([dossierId]);
    expect(await found({ dossierTypeCode: "ONBOARDING", thirdpartyId })).toEqual(own.slice(0, 1));
    expect(await found({ eventNames: "DOSSIER_STATUS_UPDATED_ONGOING", ...today })).toEqual([dossierId]);
    expect(
      await found({ eventNames: "DOSSIER_STATUS_UPDATED_ONGOING", ...today, dossierTypeCode: "ONBOARDING" }),
    ).toEqual([]);
  });

  it("refuses an event filter that lacks one of its three parameters", async () => {
    const world = await makeWorld();
    const { eventOccurrenceStartDate } = today;
    expect(await world.get("/dossiers", { eventNames: "DOSSIER_ADDED", eventOccurrenceStartDate })).toBeProblem({
      status: 400,
      code: "INVALID_EVENT_FILTER",
      detail: expect.stringContaining("eventOccurrenceEndDate is missing"),
      errors: [
        inQuery(
          "eventOccurrenceEndDate",
          "all three parameters of the event filter, or none",
          undefined,
          "INVALID_EVENT_FILTER",
        ),
      ],
    });
  });
});

describe("dossiers.search", () => {
  refusesWhatAllRefuse("dossiers.search");

  it("finds dossiers by their events", async () => {
    const world = await makeWorld();
    const { thirdpartyId, dossierId } = await world.answered();
    const { body } = await world
      .get("/dossiers/search", { eventNames: "DOSSIER_STATUS_UPDATED_ONGOING,DOSSIER_ARCHIVED", ...today })
      .expect(200);
    const [dossier] = (await world.dossiersOf(thirdpartyId)).slice(-1);
    expect(body).toEqual({ content: [dossier], page: 0, size: 20, totalElements: 1, totalPages: 1 });
    expect(dossier?.dossierId).toBe(dossierId);
    expect(await world.happenedTo("dossiers", "DOSSIER_ARCHIVED")).toEqual([]);
  });

  it("refuses to search by an event of another resource type", async () => {
    const world = await makeWorld();
    expect(await world.get("/dossiers/search", { eventNames: "DOCUMENT_ADDED", ...today })).toBeProblem({
      status: 400,
      code: "UNKNOWN_EVENT_NAME",
      detail: "eventNames DOCUMENT_ADDED is an event of another resource type; filter it through documents/search.",
      errors: [
        inQuery("eventNames", "names of DossierEventName, separated by commas", "DOCUMENT_ADDED", "UNKNOWN_EVENT_NAME"),
      ],
    });
  });
});

describe("dossiers.require", () => {
  refusesWhatAllRefuse("dossiers.require");

  it("adds documents to a free dossier, and ignores those that it already requires", async () => {
    const world = await makeWorld();
    const { dossierId, documents } = await world.free(await world.add(), ["RIB"]);
    const mark = await world.mark();
    const { body } = await world
      .post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments: ["RIB", "ISO_27001", "ISO_27001"] })
      .expect(200);
    const documentId = body.content[0].documentId;
    expect(body.content).toEqual([
      {
        documentId,
        dossierId,
        documentCode: "ISO_27001",
        documentName: "Certificat ISO/IEC 27001",
        requestDate: expect.stringMatching(/^2026-01-15T09:00:00\.\d{3}$/),
        present: false,
        statusCode: "MISSING",
        evidences: [],
        stoppingDate: null,
      },
    ]);
    const listed = (await world.get(`/dossiers/${dossierId}/documents`)).body.content;
    expect(listed.map((document: { documentId: number }) => document.documentId)).toEqual([
      documents[0]?.documentId,
      documentId,
    ]);
    expect(await world.eventsSince(mark)).toEqual(
      expect.arrayContaining([
        "DOSSIER_DOCUMENTS_UPDATED",
        "DOCUMENT_ADDED",
        "DOCUMENT_ANSWER_STATUS_UPDATE",
        "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT",
      ]),
    );
    expect(await world.happenedTo("dossiers", "DOSSIER_DOCUMENTS_UPDATED")).toEqual([dossierId]);
    expect(await world.happenedTo("documents", "DOCUMENT_ADDED")).toContain(documentId);
  });

  it("adds no document and no event when the dossier already requires all of them", async () => {
    const world = await makeWorld();
    const { dossierId } = await world.free(await world.add(), ["RIB"]);
    const before = await world.state();
    const { body } = await world
      .post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments: ["RIB"] })
      .expect(200);
    expect(body).toEqual({ content: [] });
    expect(await world.state()).toEqual(before);
  });

  it("refuses to add a document to a typed dossier", async () => {
    const world = await makeWorld();
    const [typed] = await world.dossiersOf(await world.add());
    const before = await world.state();
    expect(
      await world.post(`/dossiers/${typed?.dossierId}/requirements`, { newRequiredDocuments: ["RIB"] }),
    ).toBeProblem({
      status: 409,
      code: "DOSSIER_TYPED",
      detail: [
        `Dossier ${typed?.dossierId} is of type ONBOARDING, whose list of documents is fixed;`,
        "open a free dossier with requiredDocuments instead.",
      ].join(" "),
    });
    expect(await world.state()).toEqual(before);
  });

  it("adds nothing when one code is unknown, and names every such code", async () => {
    const world = await makeWorld();
    const { dossierId } = await world.free(await world.add(), ["RIB"]);
    const before = await world.state();
    const response = await world
      .post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments: ["KBIS", "NOPE", "ISO_9"] })
      .expect(400);
    expect(response.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      "/newRequiredDocuments/1",
      "/newRequiredDocuments/2",
    ]);
    expect(await world.state()).toEqual(before);
  });

  it("refuses a list of documents of the wrong shape", async () => {
    const world = await makeWorld();
    const { dossierId } = await world.free(await world.add(), ["RIB"]);
    const response = await world.post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments: [1, "kbis"] });
    expect(response).toBeProblem({
      status: 400,
      code: "VALIDATION_ERROR",
      detail: expect.stringMatching(/^2 things are wrong: /),
      errors: [
        inBody("/newRequiredDocuments/0", "a text", 1),
        inBody("/newRequiredDocuments/1", expect.any(String), "kbis"),
      ],
    });
  });

  it("answers 404 when the dossier does not exist", async () => {
    const world = await makeWorld();
    const id = await world.add();
    expect(await world.post(`/dossiers/${id}/requirements`, { newRequiredDocuments: ["RIB"] })).toBeProblem({
      status: 404,
      code: "DOSSIER_NOT_FOUND",
      detail: `There is no dossier ${id} in this account: ${id} is a thirdpartyId.`,
    });
  });
});

describe("dossiers.download", () => {
  refusesWhatAllRefuse("dossiers.download");

  it("packs all files of a dossier into one archive, with the same bytes each time", async () => {
    const world = await makeWorld();
    const { dossierId, documents } = await world.free(await world.add(), ["CODE_CONDUITE", "IBAN", "RIB"]);
    for (const { documentId } of documents.slice(0, 2))
      await world.control("post", `/documents/${documentId}/answers`, {}).expect(201);
    const [file, form] = await Promise.all(documents.map(({ documentId }) => world.document(dossierId, documentId)));
    const first = await readBytes(world.get(`/dossiers/${dossierId}/files/download`)).expect(200);
    expect(first.headers["content-type"]).toBe("application/zip");
    expect(first.headers["content-disposition"]).toMatch(/^attachment; filename="LIBRE-2026-0001_\d+\.zip"/);
    expect(entriesOf(first.body)).toEqual([
      `CODE_CONDUITE/${file?.evidences[0]?.fileName}`,
      `IBAN/IBAN_${form?.evidences[0]?.id}.pdf`,
    ]);
    const second = await readBytes(world.get(`/dossiers/${dossierId}/files/download`)).expect(200);
    expect(second.body.equals(first.body)).toBe(true);
  });

  it("makes an empty archive of a dossier without files", async () => {
    const world = await makeWorld();
    const { dossierId } = await world.free(await world.add(), ["RIB"]);
    const { body } = await readBytes(world.get(`/dossiers/${dossierId}/files/download`)).expect(200);
    expect(entriesOf(body)).toEqual([]);
  });

  it("answers 404 when the dossier does not exist", async () => {
    const world = await makeWorld();
    expect(await world.get("/dossiers/1324000/files/download")).toBeProblem({
      status: 404,
      code: "DOSSIER_NOT_FOUND",
      detail: "There is no dossier 1324000 in this account.",
    });
  });
});
