import { describe, expect, it } from "vitest";
import { updateInformation } from "../../src/domain/identity.ts";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { expectProblem, inBody, inPath, inQuery } from "../support/problems.ts";
import { identifier, makeWorld, novalune, type TestWorld, today } from "../support/sandbox.ts";

const ids = (response: { body: { content: { thirdpartyId: number }[] } }) => response.body.content.map(({ thirdpartyId }) => thirdpartyId);

/** A company of each status in France, and one of Germany. */
async function makePortfolio(world: TestWorld) {
  const active = await world.add(novalune);
  const procedure = await world.add(identifier("SIRET", "collective-procedure"));
  const struckOff = await world.add(identifier("SIRET", "struck-off"));
  const abroad = await world.add(identifier("VAT", "active"), { companyIdType: "CIT002" });
  return { active, procedure, struckOff, abroad };
}

describe("thirdparties.list", () => {
  refusesWhatAllRefuse("thirdparties.list");

  it("is empty at first", async () => {
    const world = await makeWorld();
    const { body } = await world.get("/thirdparties").expect(200);
    expect(body).toEqual({ content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 });
  });

  it("pages through the portfolio in the order of ids", async () => {
    const world = await makeWorld();
    const all = Object.values(await makePortfolio(world));
    const pages = await Promise.all([0, 1, 2].map((page) => world.get("/thirdparties", { page, size: 3 }).expect(200)));
    expect(pages.map(ids)).toEqual([all.slice(0, 3), all.slice(3), []]);
    expect(pages.map(({ body: { content: _, ...figures } }) => figures)).toEqual([0, 1, 2].map((page) => ({ page, size: 3, totalElements: 4, totalPages: 2 })));
  });

  it("filters by each criterion, and by several together", async () => {
    const world = await makeWorld();
    const { active, procedure, struckOff, abroad } = await makePortfolio(world);
    const found = async (query: Record<string, string>) => ids(await world.get("/thirdparties", query).expect(200));
    expect(await found({ name: "NOVALUNE systeme" })).toEqual([active]);
    expect(await found({ siret: novalune })).toEqual([active]);
    expect(await found({ siren: novalune.slice(0, 9) })).toEqual([active]);
    expect(await found({ status: "COLLECTIVE_PROCEDURE" })).toEqual([procedure]);
    expect(await found({ status: "STRUCK_OFF", countryCode: "FR" })).toEqual([struckOff]);
    expect(await found({ countryCode: "DE" })).toEqual([abroad]);
    expect(await found({ archived: "false" })).toEqual([active, procedure, struckOff, abroad]);
    expect(await found({ archived: "true" })).toEqual([]);
    expect(await found({ status: "ACTIVE", countryCode: "DE", name: "nobody" })).toEqual([]);
  });

  it("combines the event filter with its own", async () => {
    const world = await makeWorld();
    const { abroad } = await makePortfolio(world);
    const query = { eventNames: "THIRD_PARTY_ARCHIVED, THIRD_PARTY_ADDED", ...today, countryCode: "DE" };
    expect(ids(await world.get("/thirdparties", query).expect(200))).toEqual([abroad]);
  });

  it("says everything that is wrong with a query at once", async () => {
    const world = await makeWorld();
    const response = await world.get("/thirdparties", { page: -1, size: 101, status: "DEAD", countryCode: "fr", archived: "yes", siret: "123" });
    expectProblem(response, {
      status: 400,
      code: "VALIDATION_ERROR",
      detail: expect.stringMatching(/^6 things are wrong: /),
      errors: [
        inQuery("page", "a whole number from 0 to 1000000", "-1", "INVALID_PAGE"),
        inQuery("size", "a whole number from 1 to 100", "101", "INVALID_PAGE"),
        inQuery("siret", expect.anything(), "123", "INVALID_IDENTIFIER"),
        inQuery("status", "one of ACTIVE, COLLECTIVE_PROCEDURE, STRUCK_OFF", "DEAD"),
        inQuery("countryCode", expect.stringContaining("ISO 3166-1"), "fr"),
        inQuery("archived", "one of true, false", "yes"),
      ],
    });
  });
});

describe("thirdparties.create", () => {
  refusesWhatAllRefuse("thirdparties.create");

  it("adds a company by its SIRET, retrieves its identity, opens dossiers and journals it", async () => {
    const world = await makeWorld();
    const response = await world.post("/thirdparties", { companyIdType: "CIT001", companyIdValue: novalune, thirdpartyCode: "FRN-1" }).expect(201);
    const { thirdpartyId } = response.body;
    expect(response.body).toMatchObject({
      accountId: world.accountId,
      companyIdType: "CIT001",
      companyIdValue: novalune,
      thirdpartyCode: "FRN-1",
      name: "Novalune Systèmes",
      siren: "219966488",
      siret: novalune,
      tva: "FR37219966488",
      activityCode: "6201Z",
      addressCountryCode: "FR",
      status: "ACTIVE",
      archived: false,
      source: "FR_REFERENCE",
      creationDate: "2026-01-15T09:00:00.000",
    });
    expect(response.headers.location).toBe(`${world.base}/thirdparties/${thirdpartyId}`);
    expect((await world.get(`/thirdparties/${thirdpartyId}`).expect(200)).body).toEqual(response.body);
    const dossiers = await world.dossiersOf(thirdpartyId);
    expect(dossiers.map(({ dossierTypeCode, origin }) => [dossierTypeCode, origin])).toEqual([
      ["ONBOARDING", "RULE"],
      ["CYBERSECURITY", "RULE"],
    ]);
    expect(await world.happenedTo("thirdparties", "THIRD_PARTY_ADDED")).toEqual([thirdpartyId]);
    expect(await world.happenedTo("thirdparties", "THIRD_PARTY_INFORMATION_UPDATED")).toEqual([thirdpartyId]);
    expect(await world.happenedTo("dossiers", "DOSSIER_ADDED")).toEqual(dossiers.map(({ dossierId }) => dossierId));
    expect(await world.happenedTo("documents", "DOCUMENT_ADDED")).toEqual(dossiers.flatMap(({ documents }) => documents.map(({ documentId }) => documentId)));
  });

  it("adds a company by its VAT number and by its DUNS", async () => {
    const world = await makeWorld();
    const vat = await world.post("/thirdparties", { companyIdType: "CIT002", companyIdValue: identifier("VAT", "active") }).expect(201);
    const duns = await world.post("/thirdparties", { companyIdType: "CIT003", companyIdValue: identifier("DUNS", "active") }).expect(201);
    expect(vat.body).toMatchObject({ tva: identifier("VAT", "active"), addressCountryCode: "DE", siret: null, source: "INTL_REFERENCE", status: "ACTIVE" });
    expect(duns.body).toMatchObject({ duns: identifier("DUNS", "active"), addressCountryCode: "GB", siret: null, source: "INTL_REFERENCE", status: "ACTIVE" });
  });

  it("invites the contacts that come with a company", async () => {
    const world = await makeWorld();
    const id = await world.add(novalune, { contacts: [{ email: "claire@novalune.example", firstName: "Claire", lastName: "Martin" }] });
    expect(await world.happenedTo("thirdparties", "THIRD_PARTY_CONTACT_INVITED")).toEqual([id]);
  });

  it("says everything that is wrong with a body at once, and stores nothing", async () => {
    const world = await makeWorld();
    const before = await world.state();
    const response = await world.post("/thirdparties", { companyIdType: "CIT001", companyIdValue: "21996648800022", thirdpartyCode: "", nickname: "Nova" });
    expectProblem(response, {
      status: 400,
      code: "VALIDATION_ERROR",
      detail: expect.stringMatching(/^3 things are wrong: /),
      errors: expect.arrayContaining([
        expect.objectContaining({ in: "body", pointer: "/companyIdValue", code: "INVALID_IDENTIFIER", received: '"21996648800022"' }),
        inBody("/thirdpartyCode", "at least 1 character", ""),
        inBody("/nickname", "no such property", "Nova"),
      ]),
    });
    expect(await world.state()).toEqual(before);
  });

  it("names the identifier types when it gets another", async () => {
    const world = await makeWorld();
    const response = await world.post("/thirdparties", { companyIdType: "CIT004", companyIdValue: novalune }).expect(400);
    expect(response.body.errors).toEqual([expect.objectContaining({ pointer: "/companyIdType", received: '"CIT004"' })]);
    expect(response.body.detail).toContain("CIT001");
  });

  it("does not find a company that the provider does not know", async () => {
    const world = await makeWorld();
    const value = identifier("SIRET", "unknown");
    const response = await world.post("/thirdparties", { companyIdType: "CIT001", companyIdValue: value });
    expectProblem(response, { status: 404, code: "COMPANY_NOT_FOUND", detail: `The reference provider knows no company with SIRET ${value}.` });
  });

  it("refuses a company that is there already, under whichever number", async () => {
    const world = await makeWorld();
    const thirdpartyId = await world.add(identifier("VAT", "active"), { companyIdType: "CIT002" });
    const { duns, name } = (await world.get(`/thirdparties/${thirdpartyId}`)).body;
    const before = await world.state();
    const response = await world.post("/thirdparties", { companyIdType: "CIT003", companyIdValue: duns });
    expectProblem(response, {
      status: 409,
      code: "THIRD_PARTY_ALREADY_EXISTS",
      detail: `${name} is in the portfolio already, as third party ${thirdpartyId}.`,
      thirdpartyId,
    });
    expect(await world.state()).toEqual(before);
  });

  it.each([
    ["the SIREN in a French VAT number", "FR83404833048", "404833048"],
    ["a Portuguese registry number", "PT519901231", "519901231"],
  ])("takes a DUNS of the same digits as %s for another company's", async (_, tva, duns) => {
    const world = await makeWorld();
    await world.post("/thirdparties", { companyIdType: "CIT002", companyIdValue: tva }).expect(201);
    const { body } = await world.post("/thirdparties/search", { searchBy: "DUNS", value: duns }).expect(200);
    expect(body.content).toMatchObject([{ duns, alreadyInPortfolio: false, thirdpartyId: null }]);
    await world.post("/thirdparties", { companyIdType: "CIT003", companyIdValue: duns }).expect(201);
  });

  it("adds a company once, however many ask at the same time", async () => {
    const world = await makeWorld();
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.post("/thirdparties", { companyIdType: "CIT001", companyIdValue: novalune })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });

  it.each([
    ["down", 503, "PROVIDER_UNAVAILABLE", "The reference provider is out of service; try again later."],
    ["timeout", 504, "PROVIDER_TIMEOUT", "The reference provider did not answer in time; try again later."],
  ] as const)("passes on that the provider is %s", async (wanted, status, code, detail) => {
    const world = await makeWorld();
    const response = await world.post("/thirdparties", { companyIdType: "CIT001", companyIdValue: identifier("SIRET", wanted) });
    expectProblem(response, { status, code, detail });
  });
});

describe("thirdparties.search", () => {
  refusesWhatAllRefuse("thirdparties.search");

  it("finds third parties by any of the named events, bounds included", async () => {
    const world = await makeWorld();
    const first = await world.add();
    await world.advance("P1D");
    const second = await world.add(identifier("SIRET", "active"));
    const found = async (from: string, to: string, eventNames = "THIRD_PARTY_ARCHIVED,THIRD_PARTY_ADDED") =>
      ids(await world.get("/thirdparties/search", { eventNames, eventOccurrenceStartDate: from, eventOccurrenceEndDate: to }).expect(200));
    expect(await found("2026-01-15T00:00:00", "2026-01-16T23:59:59")).toEqual([first, second]);
    expect(await found("2026-01-15T09:00:00", "2026-01-15T09:00:00")).toEqual([first]);
    expect(await found("2026-01-15T09:00:00.000", "2026-01-15T09:00:00.000")).toEqual([first]);
    expect(await found("2026-01-15T09:00:00.001", "2026-01-16T08:59:59.999")).toEqual([]);
    expect(await found("2026-01-16T09:00:00", "2026-01-16T09:00:00")).toEqual([second]);
    expect(await found("2026-01-15T00:00:00", "2026-01-16T23:59:59", "THIRD_PARTY_ARCHIVED")).toEqual([]);
  });

  it("pages and filters what it finds", async () => {
    const world = await makeWorld();
    const { active, procedure, struckOff, abroad } = await makePortfolio(world);
    const query = { eventNames: "THIRD_PARTY_ADDED", ...today };
    const page = await world.get("/thirdparties/search", { ...query, page: 1, size: 3 }).expect(200);
    expect([ids(page), page.body.totalElements, page.body.totalPages]).toEqual([[abroad], 4, 2]);
    expect(ids(await world.get("/thirdparties/search", { ...query, countryCode: "FR" }))).toEqual([active, procedure, struckOff]);
  });

  it("wants all three parameters", async () => {
    const world = await makeWorld();
    const response = await world.get("/thirdparties/search").expect(400);
    expect(response.body.errors.map(({ name }: { name: string }) => name)).toEqual(["eventNames", "eventOccurrenceStartDate", "eventOccurrenceEndDate"]);
  });

  it("names the culprit: an unknown event, one of another resource, a start after the end, a zone", async () => {
    const world = await makeWorld();
    const detail = async (query: Record<string, string>) =>
      (await world.get("/thirdparties/search", { eventNames: "THIRD_PARTY_ADDED", ...today, ...query }).expect(400)).body;
    expect(await detail({ eventNames: "THIRD_PARTY_ADED" })).toMatchObject({
      code: "UNKNOWN_EVENT_NAME",
      detail: 'eventNames "THIRD_PARTY_ADED" is no event type; did you mean THIRD_PARTY_ADDED?',
    });
    expect(await detail({ eventNames: "THIRD_PARTY_ADDED,DOSSIER_ADDED" })).toMatchObject({
      code: "UNKNOWN_EVENT_NAME",
      detail: "eventNames DOSSIER_ADDED is an event of another resource type; filter it through dossiers/search.",
    });
    expect((await detail({ eventOccurrenceStartDate: "2026-02-01T00:00:00" })).code).toBe("INVALID_EVENT_FILTER");
    expect((await detail({ eventOccurrenceStartDate: "2026-02-30T00:00:00" })).code).toBe("INVALID_EVENT_FILTER");
    expect((await detail({ eventOccurrenceStartDate: "2026-01-01T00:00:00Z" })).detail).toContain("zone");
  });
});

describe("thirdparties.find", () => {
  refusesWhatAllRefuse("thirdparties.find");

  it("finds by name what is in the portfolio first, then what the directory lists", async () => {
    const world = await makeWorld();
    const search = { searchBy: "NAME", value: "NOVALUNE" };
    const before = await world.post("/thirdparties/search", search).expect(200);
    expect(before.body.content).toContainEqual(expect.objectContaining({ name: "Novalune Systèmes", alreadyInPortfolio: false, thirdpartyId: null }));
    const thirdpartyId = await world.add();
    const after = await world.post("/thirdparties/search", search).expect(200);
    expect(after.body.content[0]).toMatchObject({ name: "Novalune Systèmes", alreadyInPortfolio: true, thirdpartyId });
    expect(after.body.totalElements).toBe(before.body.totalElements);
  });

  it.each([
    ["Novalune Systèmes SAS", novalune, "CIT001"],
    ["Doriltal Gruppe AG", "DE999001010", "CIT002"],
  ])("finds %s by its legal form too, before and after it is added", async (value, companyIdValue, companyIdType) => {
    const world = await makeWorld();
    const search = async () => (await world.post("/thirdparties/search", { searchBy: "NAME", value }).expect(200)).body;
    const before = await search();
    expect(before).toMatchObject({ totalElements: 1, content: [{ companyIdValue, alreadyInPortfolio: false }] });
    const thirdpartyId = await world.add(companyIdValue, { companyIdType });
    expect(await search()).toEqual({ ...before, content: [{ ...before.content[0], alreadyInPortfolio: true, thirdpartyId }] });
  });

  it("pages from the portfolio into the directory without a gap", async () => {
    const world = await makeWorld();
    await makePortfolio(world);
    const search = async (page: number, size: number) =>
      (await world.post(`/thirdparties/search?page=${page}&size=${size}`, { searchBy: "NAME", value: "no" }).expect(200)).body;
    const all = await search(0, 100);
    const pages = await Promise.all(Array.from({ length: Math.ceil(all.totalElements / 3) }, (_, page) => search(page, 3)));
    expect(all.content.filter(({ alreadyInPortfolio }: { alreadyInPortfolio: boolean }) => alreadyInPortfolio).length).toBeGreaterThan(0);
    expect(pages.flatMap(({ content }) => content)).toEqual(all.content);
    expect(new Set(pages.map(({ totalElements }) => totalElements))).toEqual(new Set([all.content.length]));
  });

  it("shows a company that has changed since it was added as the portfolio knows it, under its old name too", async () => {
    const world = await makeWorld();
    const thirdpartyId = await world.add();
    const sandbox = await world.sandbox.world(world.accountId);
    await sandbox.change(thirdpartyId, { type: "PLATFORM", name: "test" }, (draft) => updateInformation(draft, { name: "Stellune" }, "TEST"));
    for (const [searchBy, value] of [
      ["NAME", "stellune"],
      ["NAME", "novalune"],
      ["SIRET", novalune],
    ])
      expect((await world.post("/thirdparties/search", { searchBy, value, countryCode: "FR" }).expect(200)).body.content).toMatchObject([
        { name: "Stellune", alreadyInPortfolio: true, thirdpartyId },
      ]);
  });

  it("finds one company by SIRET, VAT number, DUNS and registry number, ready to be added", async () => {
    const world = await makeWorld();
    const german = (await world.post("/thirdparties/search", { searchBy: "VAT", value: identifier("VAT", "active") }).expect(200)).body.content[0];
    const french = (await world.post("/thirdparties/search", { countryCode: "FR", searchBy: "SIRET", value: novalune }).expect(200)).body.content[0];
    expect(french).toMatchObject({
      name: "Novalune Systèmes",
      companyIdType: "CIT001",
      companyIdValue: novalune,
      source: "FR_REFERENCE",
      alreadyInPortfolio: false,
    });
    expect((await world.post("/thirdparties/search", { searchBy: "VAT", value: french.tva })).body.content).toEqual([french]);
    expect((await world.post("/thirdparties/search", { searchBy: "DUNS", value: german.duns })).body.content).toMatchObject([{ name: german.name }]);
    expect((await world.post("/thirdparties/search", { searchBy: "LOCAL_ID", countryCode: "DE", value: german.localId })).body.content).toMatchObject([
      { name: german.name },
    ]);
    const { companyIdType, companyIdValue } = german;
    const added = await world.post("/thirdparties", { companyIdType, companyIdValue }).expect(201);
    expect(added.body.name).toBe(german.name);
  });

  it.each([
    ["LU", "B123456"],
    ["GB", "01234567"],
    ["GB", "NI123456"],
    ["NL", "12345678"],
    ["US", "12-3456789"],
    ["IE", "123456"],
    ["AT", "FN 56247 t"],
    ["DE", "München HRB 42243"],
    ["PL", "0000123456"],
    ["CH", "CHE-499.901.233"],
    ["BE", "0799.012.358"],
    ["KE", "C-12345"],
    ["IT", "MI - 9912345"],
  ])("finds a company of %s by %s, adds it and finds it again with the same numbers", async (countryCode, value) => {
    const world = await makeWorld();
    const search = async (by: object) => (await world.post("/thirdparties/search", by).expect(200)).body.content[0];
    const hit = await search({ searchBy: "LOCAL_ID", countryCode, value });
    if (countryCode !== "KE" && countryCode !== "IT") expect(hit.localId).toBe(value);
    const { companyIdType, companyIdValue, tva, duns, localId } = hit;
    const { body } = await world.post("/thirdparties", { companyIdType, companyIdValue }).expect(201);
    expect(body).toMatchObject({ companyIdType, companyIdValue, tva, duns, localId, name: hit.name });
    const again = { ...hit, alreadyInPortfolio: true, thirdpartyId: body.thirdpartyId };
    expect(await search({ searchBy: "LOCAL_ID", countryCode, value })).toEqual(again);
    expect(await search({ searchBy: "LOCAL_ID", countryCode, value: localId })).toEqual(again);
    expect(await search({ searchBy: "DUNS", value: duns })).toEqual(again);
  });

  it("finds every establishment by SIREN, the head office first", async () => {
    const world = await makeWorld();
    const { body } = await world.post("/thirdparties/search", { countryCode: "FR", searchBy: "SIREN", value: novalune.slice(0, 9) }).expect(200);
    expect(body.totalElements).toBe(body.content.length);
    expect(body.content.map(({ headOffice }: { headOffice: boolean }) => headOffice)).toEqual(body.content.map((_: unknown, index: number) => index === 0));
    expect(new Set(body.content.map(({ siren }: { siren: string }) => siren))).toEqual(new Set([novalune.slice(0, 9)]));
  });

  it("answers an empty page when nothing matches, and pages when much does", async () => {
    const world = await makeWorld();
    const none = { content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 };
    expect((await world.post("/thirdparties/search", { searchBy: "NAME", value: "no such company anywhere" }).expect(200)).body).toEqual(none);
    expect(
      (await world.post("/thirdparties/search", { countryCode: "FR", searchBy: "SIRET", value: identifier("SIRET", "unknown") }).expect(200)).body,
    ).toEqual(none);
    const all = await world.post("/thirdparties/search?size=100", { searchBy: "NAME", value: "a" }).expect(200);
    const second = await world.post("/thirdparties/search?size=2&page=1", { searchBy: "NAME", value: "a" }).expect(200);
    expect(second.body.content).toEqual(all.body.content.slice(2, 4));
  });

  it.each([
    ["a SIRET outside France", { searchBy: "SIRET", countryCode: "DE", value: novalune }],
    ["a SIREN outside France", { searchBy: "SIREN", countryCode: "BE", value: "219966488" }],
    ["a registry number of France", { searchBy: "LOCAL_ID", countryCode: "FR", value: "219966488" }],
    ["a registry number without a country", { searchBy: "LOCAL_ID", value: "219966488" }],
    ["a registry number of another form", { searchBy: "LOCAL_ID", countryCode: "DE", value: "???" }],
    ["a number with a wrong check digit", { searchBy: "SIRET", countryCode: "FR", value: "21996648800022" }],
    ["nothing to search by", { countryCode: "FR", value: "x" }],
    ["an unknown way to search", { searchBy: "PHONE", value: "0102030405" }],
    ["no value", { searchBy: "NAME" }],
    ["an empty value", { searchBy: "NAME", value: "" }],
  ])("refuses %s", async (_, search) => {
    const world = await makeWorld();
    const response = await world.post("/thirdparties/search", search).expect(400);
    expect(response.body.errors).not.toHaveLength(0);
    expect(["INVALID_SEARCH", "INVALID_IDENTIFIER", "VALIDATION_ERROR"]).toContain(response.body.code);
  });

  it.each([
    ["down", 503, "PROVIDER_UNAVAILABLE", "The reference provider is out of service; try again later."],
    ["timeout", 504, "PROVIDER_TIMEOUT", "The reference provider did not answer in time; try again later."],
  ] as const)("passes on that the provider is %s", async (wanted, status, code, detail) => {
    const world = await makeWorld();
    const response = await world.post("/thirdparties/search", { countryCode: "FR", searchBy: "SIRET", value: identifier("SIRET", wanted) });
    expectProblem(response, { status, code, detail });
  });
});

describe("thirdparties.get", () => {
  refusesWhatAllRefuse("thirdparties.get");

  it("answers the identity with executives and establishments", async () => {
    const world = await makeWorld();
    const id = await world.add();
    const { body } = await world.get(`/thirdparties/${id}`).expect(200);
    expect(body).toMatchObject({ thirdpartyId: id, name: "Novalune Systèmes", siret: novalune });
    expect(body.ceo).toBe(`${body.executives[0].lastName} ${body.executives[0].firstName}`);
    expect(body.establishments).toContainEqual(expect.objectContaining({ siret: novalune }));
    const [listed] = (await world.get("/thirdparties")).body.content;
    const { executives: _, establishments: __, ...rest } = body;
    expect(listed).toEqual(rest);
  });

  it("answers to HEAD with the same headers and no body", async () => {
    const world = await makeWorld();
    const id = await world.add();
    const get = await world.call("get", `/thirdparties/${id}`).expect(200);
    const head = await world.call("head", `/thirdparties/${id}`).expect(200);
    expect([head.headers["content-length"], head.headers["content-type"]]).toEqual([get.headers["content-length"], get.headers["content-type"]]);
    expect(head.text ?? "").toBe("");
  });

  it("refuses an id that is no number", async () => {
    const world = await makeWorld();
    expectProblem(await world.get("/thirdparties/novalune"), {
      status: 400,
      code: "VALIDATION_ERROR",
      detail: "id must be a whole number from 1 to 999999999.",
      errors: [inPath("id", "a whole number from 1 to 999999999", "novalune")],
    });
  });

  it("does not find a third party of another account", async () => {
    const world = await makeWorld();
    const other = await makeWorld();
    const id = await other.add();
    expectProblem(await world.get(`/thirdparties/${id}`), {
      status: 404,
      code: "THIRD_PARTY_NOT_FOUND",
      detail: `There is no third party ${id} in this account.`,
    });
  });

  it("says what the number is when it is something else's", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, responseId, fileId } = await world.answered();
    const detail = async (id: number) => (await world.get(`/thirdparties/${id}`).expect(404)).body.detail;
    expect(await detail(dossierId)).toBe(`There is no third party ${dossierId} in this account: ${dossierId} is a dossierId.`);
    expect(await detail(documentId)).toBe(
      `There is no third party ${documentId} in this account: ${documentId} is a documentId; its latest responseId is ${responseId}.`,
    );
    expect(await detail(responseId)).toBe(`There is no third party ${responseId} in this account: ${responseId} is a responseId, of document ${documentId}.`);
    expect(await detail(fileId)).toBe(
      `There is no third party ${fileId} in this account: ${fileId} is the id of an evidence (a fileId) of document ${documentId}; its responseId is ${responseId}.`,
    );
  });
});
