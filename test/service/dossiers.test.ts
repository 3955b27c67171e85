import { describe, expect, it } from "vitest";
import { entriesOf, readBytes, unzipped } from "../support/files.ts";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { inBody, inQuery } from "../support/problems.ts";
import { type DossierSeen, identifier, makeWorld, novalune, today } from "../support/sandbox.ts";
import { expectRefused } from "./refused.ts";

const ids = (dossiers: DossierSeen[]) => dossiers.map(({ dossierId }) => dossierId);

/** A world with a third party, and a request that opens a dossier for it. */
async function withThirdparty() {
  const world = await makeWorld();
  const id = await world.add();
  return { world, id, open: (wish: object) => world.post(`/thirdparties/${id}/dossiers`, wish) };
}

describe("dossiers.ofThirdparty", () => {
  refusesWhatAllRefuse("dossiers.ofThirdparty");

  it("lists the dossiers of one third party, with a summary of each document", async () => {
    const { world, id } = await withThirdparty();
    await world.add(identifier("SIRET", "active"));
    const dossiers = await world.dossiersOf(id);
    expect(dossiers).toMatchObject([
      { thirdpartyId: id, dossierTypeCode: "ONBOARDING", statusCode: "ABSENT" },
      { thirdpartyId: id, dossierTypeCode: "CYBERSECURITY", statusCode: "ABSENT" },
    ]);
    const documents = (await world.get(`/dossiers/${dossiers[0]?.dossierId}/documents`)).body.content;
    expect(dossiers[0]?.documents).toEqual(
      documents.map(
        ({ evidences: _, dossierId: __, stoppingDate: ___, ...summary }: Record<string, unknown>) => summary,
      ),
    );
  });
});

describe("dossiers.create", () => {
  refusesWhatAllRefuse("dossiers.create");

  it("opens a typed dossier with the documents of its type", async () => {
    const { world, id, open } = await withThirdparty();
    const mark = await world.mark();
    const { body } = await open({ dossierTypeCode: "CSR", description: "Chantier nord" }).expect(201);
    expect(body).toMatchObject({
      ...{ accountId: world.accountId, thirdpartyId: id, dossierTypeCode: "CSR", typed: true, origin: "API" },
      ...{ description: "Chantier nord", statusCode: "ABSENT", statusLabel: "Absent", monitored: true, state: false },
      ...{ startingDate: "2026-01-15", expirationDate: "2027-01-15", ruleId: null },
      documents: ["Q_RSE", "ISO_14001", "SCORE_RSE"].map((documentCode) => ({ documentCode, statusCode: "MISSING" })),
    });
    expect(await world.dossiersOf(id)).toContainEqual(body);
    expect((await world.eventsSince(mark)).filter((name) => name.startsWith("DOSSIER_"))).toTell([
      "DOSSIER_ADDED",
      "DOSSIER_STATUS_UPDATED",
      "DOSSIER_STATUS_UPDATED_ABSENT",
    ]);
    const { body: journal } = await world.control("get", `/events?after=${mark}`);
    expect(journal.content[0]).toMatchObject({
      dossierId: body.dossierId,
      actor: { type: "CLIENT", name: "tester" },
    });
  });

  it("opens a free dossier with each listed document once, and invites its contacts", async () => {
    const { world, id, open } = await withThirdparty();
    const { body } = await open({
      requiredDocuments: ["KBIS", "RIB", "KBIS"],
      dossierReference: "REF-1",
      expirationDate: "2026-12-31",
      thirdpartyEmail: ["claire@novalune.example"],
    }).expect(201);
    expect(body).toMatchObject({
      dossierTypeCode: null,
      dossierTypeLabel: null,
      typed: false,
      dossierReference: "REF-1",
      expirationDate: "2026-12-31",
      documents: [{ documentCode: "KBIS" }, { documentCode: "RIB" }],
    });
    expect(await world.happenedTo("thirdparties", "THIRD_PARTY_CONTACT_INVITED")).toEqual([id]);
  });

  it.each([
    ["neither a type nor a list", {}, ""],
    ["a type and a list", { dossierTypeCode: "CSR", requiredDocuments: ["KBIS"] }, ""],
    ["an unknown document code", { requiredDocuments: ["KBIS", "KBISS"] }, "/requiredDocuments/1"],
    ["an expiration date that has passed", { dossierTypeCode: "CSR", expirationDate: "2026-01-15" }, "/expirationDate"],
    ["a malformed e-mail address", { dossierTypeCode: "CSR", thirdpartyEmail: ["claire"] }, "/thirdpartyEmail/0"],
  ])("refuses to open a dossier with %s", async (_, body, pointer) => {
    const { world, open } = await withThirdparty();
    const before = await world.state();
    expect((await open(body).expect(400)).body.errors).toEqual([expect.objectContaining({ pointer })]);
    expect(await world.state()).toEqual(before);
  });

  it("refuses a type that the account does not have, a second dossier of a type, and a reference in use", async () => {
    const { world, open } = await withThirdparty();
    const { dossierId, dossierReference } = (await open({ dossierTypeCode: "CSR" }).expect(201)).body;
    const unknown = "There is no dossier type VIGILENCE; did you mean VIGILANCE? Types: ";
    const second = `Dossier ${dossierId} (${dossierReference}) of type CSR is open for this third party.`;
    const refusals: [wish: object, status: number, code: string, detail: string][] = [
      [{ dossierTypeCode: "VIGILENCE" }, 404, "DOSSIER_TYPE_NOT_FOUND", unknown],
      [{ dossierTypeCode: "CSR" }, 409, "DOSSIER_ALREADY_OPEN", second],
      [{ requiredDocuments: ["RIB"], dossierReference }, 409, "DOSSIER_REFERENCE_CONFLICT", dossierReference],
    ];
    for (const [wish, status, code, detail] of refusals)
      await expectRefused(world, open(wish), { status, code, detail: expect.stringContaining(detail) });
  });

  it("takes null for an optional text as left out, as typed clients send it", async () => {
    const world = await makeWorld();
    const company = { companyIdType: "CIT001", companyIdValue: novalune, thirdpartyCode: null };
    const { body: added } = await world.post("/thirdparties", company).expect(201);
    expect(added.thirdpartyCode).toBeNull();
    const nothing = { dossierReference: null, description: null, purchasingCategory: null };
    const { body } = await world
      .post(`/thirdparties/${added.thirdpartyId}/dossiers`, { dossierTypeCode: "CSR", ...nothing })
      .expect(201);
    expect(body).toMatchObject({ dossierReference: "RSE-2026-0001", expirationDate: "2027-01-15", description: null });
    const search = { searchBy: "VAT", value: "FR37219966488", countryCode: null };
    expect((await world.post("/thirdparties/search", search).expect(200)).body.totalElements).toBe(1);
  });
});

describe("dossiers.list", () => {
  refusesWhatAllRefuse("dossiers.list");

  it("pages through the dossiers of the account", async () => {
    const { world, id } = await withThirdparty();
    const all = [
      ...(await world.dossiersOf(id)),
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
    const ongoing = { eventNames: "DOSSIER_STATUS_UPDATED_ONGOING", ...today };
    expect(await found(ongoing)).toEqual([dossierId]);
    expect(await found({ ...ongoing, dossierTypeCode: "ONBOARDING" })).toEqual([]);
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
    const content = (await world.dossiersOf(thirdpartyId)).filter((dossier) => dossier.dossierId === dossierId);
    expect(body).toEqual({ content, page: 0, size: 20, totalElements: 1, totalPages: 1 });
    expect(await world.happenedTo("dossiers", "DOSSIER_ARCHIVED")).toEqual([]);
  });

  it("refuses to search by an event of another resource type", async () => {
    const world = await makeWorld();
    const code = "UNKNOWN_EVENT_NAME";
    expect(await world.get("/dossiers/search", { eventNames: "DOCUMENT_ADDED", ...today })).toBeProblem({
      status: 400,
      code,
      detail: "eventNames DOCUMENT_ADDED is an event of another resource type; filter it through documents/search.",
      errors: [inQuery("eventNames", "names of DossierEventName, separated by commas", "DOCUMENT_ADDED", code)],
    });
  });
});

describe("dossiers.require", () => {
  refusesWhatAllRefuse("dossiers.require");

  const withFree = async () => {
    const world = await makeWorld();
    const { dossierId, documents } = await world.free(await world.add(), ["RIB"]);
    const ask = (...newRequiredDocuments: unknown[]) =>
      world.post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments });
    return { world, dossierId, documents, ask };
  };

  it("adds documents to a free dossier, and ignores those that it already requires", async () => {
    const { world, dossierId, documents, ask } = await withFree();
    const mark = await world.mark();
    const { body } = await ask("RIB", "ISO_27001", "ISO_27001").expect(200);
    const documentId = body.content[0].documentId;
    expect(body.content).toEqual([
      {
        ...{ documentId, dossierId, documentCode: "ISO_27001", documentName: "Certificat ISO/IEC 27001" },
        ...{ present: false, statusCode: "MISSING", evidences: [], stoppingDate: null },
        requestDate: expect.stringMatching(/^2026-01-15T09:00:00\.\d{3}$/),
      },
    ]);
    const listed = (await world.get(`/dossiers/${dossierId}/documents`)).body.content;
    expect(listed).toMatchObject([{ documentId: documents[0]?.documentId }, { documentId }]);
    expect(await world.eventsSince(mark)).toEqual(
      expect.arrayContaining([
        "DOSSIER_DOCUMENTS_UPDATED",
        "DOCUMENT_ADDED",
        "DOCUMENT_ANSWER_STATUS_UPDATE",
        "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT",
      ]),
    );
    expect(await world.happenedTo("dossiers", "DOSSIER_DOCUMENTS_UPDATED")).toEqual([dossierId]);
    const { body: journal } = await world.control("get", `/events?after=${mark}`);
    expect(journal.content[0].actor).toEqual({ type: "CLIENT", name: "tester" });
  });

  it("refuses to add a document to a typed dossier", async () => {
    const { world, id } = await withThirdparty();
    const [typed] = await world.dossiersOf(id);
    const request = world.post(`/dossiers/${typed?.dossierId}/requirements`, { newRequiredDocuments: ["RIB"] });
    const fixed = `Dossier ${typed?.dossierId} is of type ONBOARDING, whose list of documents is fixed;`;
    const detail = `${fixed} open a free dossier with requiredDocuments instead.`;
    await expectRefused(world, request, { status: 409, code: "DOSSIER_TYPED", detail });
  });

  it("adds nothing when one code is unknown, and names every such code", async () => {
    const { world, ask } = await withFree();
    const unknown = (nth: number, code: string) => ({
      ...inBody(`/newRequiredDocuments/${nth}`, expect.stringMatching(/^one of KBIS, /), code, "UNKNOWN_DOCUMENT_CODE"),
      detail: `${code} is no document code.`,
    });
    await expectRefused(world, ask("KBIS", "NOPE", "ISO_9"), {
      status: 400,
      code: "VALIDATION_ERROR",
      detail: "Some document codes are not known; nothing was added.",
      errors: [unknown(1, "NOPE"), unknown(2, "ISO_9")],
    });
  });
});

describe("dossiers.download", () => {
  refusesWhatAllRefuse("dossiers.download");

  it("packs all files of a dossier into one archive, with the same bytes each time", async () => {
    const world = await makeWorld();
    const codes = ["CODE_CONDUITE", "IBAN", "RIB", "STATUTS"];
    const { dossierId, dossierReference, documents } = await world.free(await world.add(), codes);
    const [file, form, , withdrawn] = documents.map(({ documentId }) => documentId) as [number, number, number, number];
    for (const id of [file, form, withdrawn]) await world.control("post", `/documents/${id}/answers`, {}).expect(201);
    await world.upload(file, "text/plain", Buffer.from("a second file"), { fileName: "a:b.txt" }).expect(201);
    await world.control("post", "/occurrences", { event: "DOCUMENT_STOPPED", documentId: withdrawn }).expect(201);
    const [, drawn] = (await world.document(dossierId, file)).evidences;
    const [filled] = (await world.document(dossierId, form)).evidences;
    const download = () => readBytes(world.get(`/dossiers/${dossierId}/files/download`)).expect(200);
    const first = await download();
    expect(first.headers).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": expect.stringMatching(
        new RegExp(`^attachment; filename="${dossierReference}_${dossierId}\\.zip"`),
      ),
    });
    expect(entriesOf(first.body)).toEqual([
      "CODE_CONDUITE/a_b.txt",
      `CODE_CONDUITE/${drawn?.fileName}`,
      `IBAN/IBAN_${filled?.id}.pdf`,
    ]);
    expect(unzipped(first.body).map(({ bytes }) => bytes.toString("latin1").slice(0, 5))).toEqual([
      "a sec",
      "%PDF-",
      "%PDF-",
    ]);
    expect((await download()).body.equals(first.body)).toBe(true);
  });
});
