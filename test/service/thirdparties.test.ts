import { describe, expect, it } from "vitest";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { inBody, inQuery } from "../support/problems.ts";
import { identifier, makeWorld, novalune, type TestWorld, today } from "../support/sandbox.ts";
import { expectRefused } from "./refused.ts";

const ids = (response: { body: { content: { thirdpartyId: number }[] } }) =>
  response.body.content.map(({ thirdpartyId }) => thirdpartyId);

/** Adds a French company of each status, and a German one. */
async function makePortfolio(world: TestWorld) {
  const active = await world.add(novalune);
  const procedure = await world.add(identifier("SIRET", "collective-procedure"));
  const struckOff = await world.add(identifier("SIRET", "struck-off"));
  const abroad = await world.add(identifier("VAT", "active"), { companyIdType: "CIT002" });
  return { active, procedure, struckOff, abroad };
}

describe("thirdparties.list", () => {
  refusesWhatAllRefuse("thirdparties.list");

  it("pages through the portfolio in the order of ids", async () => {
    const world = await makeWorld();
    const all = Object.values(await makePortfolio(world));
    const pages = await Promise.all([0, 1, 2].map((page) => world.get("/thirdparties", { page, size: 3 }).expect(200)));
    expect(pages.map(ids)).toEqual([all.slice(0, 3), all.slice(3), []]);
    expect(pages.map(({ body: { content: _, ...figures } }) => figures)).toEqual(
      [0, 1, 2].map((page) => ({ page, size: 3, totalElements: 4, totalPages: 2 })),
    );
  });

  it("filters by each criterion, and by several together", async () => {
    const world = await makeWorld();
    const { active, procedure, struckOff, abroad } = await makePortfolio(world);
    const queries: [query: Record<string, string>, expected: number[]][] = [
      [{ name: "NOVALUNE systeme" }, [active]],
      [{ siret: novalune }, [active]],
      [{ siren: novalune.slice(0, 9) }, [active]],
      [{ status: "COLLECTIVE_PROCEDURE" }, [procedure]],
      [{ status: "STRUCK_OFF", countryCode: "FR" }, [struckOff]],
      [{ countryCode: "DE" }, [abroad]],
      [{ archived: "false" }, [active, procedure, struckOff, abroad]],
      [{ archived: "true" }, []],
      [{ status: "ACTIVE", countryCode: "DE", name: "nobody" }, []],
    ];
    for (const [query, expected] of queries)
      expect([query, ids(await world.get("/thirdparties", query).expect(200))]).toEqual([query, expected]);
  });

  it("combines the event filter with the other filters", async () => {
    const world = await makeWorld();
    const { abroad } = await makePortfolio(world);
    const query = { eventNames: "THIRD_PARTY_ARCHIVED, THIRD_PARTY_ADDED", ...today, countryCode: "DE" };
    expect(ids(await world.get("/thirdparties", query).expect(200))).toEqual([abroad]);
  });

  it("a search whose window ends in the past gives the same pages, whatever joins between two requests", async () => {
    const world = await makeWorld();
    const all = Object.values(await makePortfolio(world));
    await world.control("post", "/clock", { advance: "PT1H" }).expect(200);
    const window = { eventOccurrenceStartDate: "2026-01-15T00:00:00", eventOccurrenceEndDate: "2026-01-15T09:30:00" };
    const pageOf = async (page: number) => {
      const query = { eventNames: "THIRD_PARTY_ADDED", ...window, page, size: 2 };
      return ids(await world.get("/thirdparties/search", query).expect(200));
    };
    const first = await pageOf(0);
    await world.add(identifier("SIRET", "sanctioned-executive"));
    expect([first, await pageOf(1), await pageOf(2)]).toEqual([all.slice(0, 2), all.slice(2), []]);
  });

  it("reports every error of a query at once", async () => {
    const world = await makeWorld();
    const wrong = { page: -1, size: 101, status: "DEAD", countryCode: "fr", archived: "yes", siret: "123" };
    expect(await world.get("/thirdparties", wrong)).toBeProblem({
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

  it("adds a company by its SIRET, retrieves its identity, opens its dossiers and records the events", async () => {
    const world = await makeWorld();
    const response = await world
      .post("/thirdparties", { companyIdType: "CIT001", companyIdValue: novalune, thirdpartyCode: "FRN-1" })
      .expect(201);
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
    expect(await world.happenedTo("documents", "DOCUMENT_ADDED")).toEqual(
      dossiers.flatMap(({ documents }) => documents.map(({ documentId }) => documentId)),
    );
  });

  it.each([
    ["CIT002", "VAT", "tva", "DE"],
    ["CIT003", "DUNS", "duns", "GB"],
  ] as const)("adds a company abroad by its %s, a %s number", async (companyIdType, kind, field, country) => {
    const world = await makeWorld();
    const companyIdValue = identifier(kind, "active");
    const { body } = await world.post("/thirdparties", { companyIdType, companyIdValue }).expect(201);
    const abroad = { addressCountryCode: country, siret: null, source: "INTL_REFERENCE", status: "ACTIVE" };
    expect(body).toMatchObject({ [field]: companyIdValue, ...abroad });
  });

  it("invites the contacts that come with a company, in the name of the caller", async () => {
    const world = await makeWorld();
    const id = await world.add(novalune, {
      contacts: [{ email: "claire@novalune.example", firstName: "Claire", lastName: "Martin" }],
    });
    expect(await world.happenedTo("thirdparties", "THIRD_PARTY_CONTACT_INVITED")).toEqual([id]);
    const { body } = await world.control("get", "/events?names=THIRD_PARTY_ADDED");
    expect(body.content).toMatchObject([{ thirdpartyId: id, actor: { type: "CLIENT", name: "tester" } }]);
  });

  it("reports every error of a body at once, and stores nothing", async () => {
    const world = await makeWorld();
    const wrong = { companyIdValue: "21996648800022", thirdpartyCode: "", nickname: "Nova" };
    await expectRefused(world, world.post("/thirdparties", { companyIdType: "CIT001", ...wrong }), {
      status: 400,
      code: "VALIDATION_ERROR",
      detail: expect.stringMatching(/^3 things are wrong: /),
      errors: expect.arrayContaining([
        inBody("/companyIdValue", "a valid SIRET", "21996648800022", "INVALID_IDENTIFIER"),
        inBody("/thirdpartyCode", "at least 1 character", ""),
        inBody("/nickname", "no such property", "Nova"),
      ]),
    });
  });

  it("refuses a company that is already in the portfolio under another number", async () => {
    const world = await makeWorld();
    const thirdpartyId = await world.add(identifier("VAT", "active"), { companyIdType: "CIT002" });
    const { duns, name } = (await world.get(`/thirdparties/${thirdpartyId}`)).body;
    await expectRefused(world, world.post("/thirdparties", { companyIdType: "CIT003", companyIdValue: duns }), {
      status: 409,
      code: "THIRD_PARTY_ALREADY_EXISTS",
      detail: `${name} is in the portfolio already, as third party ${thirdpartyId}.`,
      thirdpartyId,
    });
  });

  it.each([
    ["the SIREN in a French VAT number", "FR83404833048", "404833048"],
    ["a Portuguese registry number", "PT519901231", "519901231"],
  ])("accepts a DUNS with the digits of %s, which belongs to another company", async (_, tva, duns) => {
    const world = await makeWorld();
    await world.add(tva, { companyIdType: "CIT002" });
    const { body } = await world.post("/thirdparties/search", { searchBy: "DUNS", value: duns }).expect(200);
    expect(body.content).toMatchObject([{ duns, alreadyInPortfolio: false, thirdpartyId: null }]);
    await world.add(duns, { companyIdType: "CIT003" });
  });

  it("adds two companies that share a DUNS", async () => {
    const world = await makeWorld();
    const numbers = ["BE0213217975", "BE0231379939"];
    for (const number of numbers) await world.add(number, { companyIdType: "CIT002" });
    const { content } = (await world.get("/thirdparties")).body;
    expect(content.map(({ tva }: { tva: string }) => tva)).toEqual(numbers);
    expect(content[0].duns).toBe(content[1].duns);
  });

  it("adds a company once when twenty requests come at the same time", async () => {
    const world = await makeWorld();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.post("/thirdparties", { companyIdType: "CIT001", companyIdValue: novalune }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });

  it.each([
    [
      "unknown",
      404,
      "COMPANY_NOT_FOUND",
      `The reference provider knows no company with SIRET ${identifier("SIRET", "unknown")}.`,
    ],
    ["down", 503, "PROVIDER_UNAVAILABLE", "The reference provider is out of service; try again later."],
    ["timeout", 504, "PROVIDER_TIMEOUT", "The reference provider did not answer in time; try again later."],
  ] as const)("reports what the reference provider answers: %s", async (wanted, status, code, detail) => {
    const world = await makeWorld();
    const request = world.post("/thirdparties", {
      companyIdType: "CIT001",
      companyIdValue: identifier("SIRET", wanted),
    });
    await expectRefused(world, request, { status, code, detail });
  });
});

describe("thirdparties.search", () => {
  refusesWhatAllRefuse("thirdparties.search");

  it("finds third parties by any of the named events, including those at the bounds", async () => {
    const world = await makeWorld();
    const first = await world.add();
    await world.advance("P1D");
    const second = await world.add(identifier("SIRET", "active"));
    const found = async (from: string, to: string, eventNames = "THIRD_PARTY_ARCHIVED,THIRD_PARTY_ADDED") =>
      ids(
        await world
          .get("/thirdparties/search", { eventNames, eventOccurrenceStartDate: from, eventOccurrenceEndDate: to })
          .expect(200),
      );
    expect(await found("2026-01-15T00:00:00", "2026-01-16T23:59:59")).toEqual([first, second]);
    expect(await found("2026-01-15T09:00:00", "2026-01-15T09:00:00")).toEqual([first]);
    expect(await found("2026-01-15T09:00:00.000", "2026-01-15T09:00:00.000")).toEqual([first]);
    expect(await found("2026-01-15T09:00:00.001", "2026-01-16T08:59:59.999")).toEqual([]);
    expect(await found("2026-01-16T09:00:00", "2026-01-16T09:00:00")).toEqual([second]);
    expect(await found("2026-01-15T00:00:00", "2026-01-16T23:59:59", "THIRD_PARTY_ARCHIVED")).toEqual([]);
  });

  it("pages and filters the third parties that it finds", async () => {
    const world = await makeWorld();
    const { active, procedure, struckOff, abroad } = await makePortfolio(world);
    const query = { eventNames: "THIRD_PARTY_ADDED", ...today };
    const page = await world.get("/thirdparties/search", { ...query, page: 1, size: 3 }).expect(200);
    expect({ ...page.body, content: ids(page) }).toEqual({
      content: [abroad],
      page: 1,
      size: 3,
      totalElements: 4,
      totalPages: 2,
    });
    const french = async (more: Record<string, number>) => {
      const { body } = await world.get("/thirdparties/search", { ...query, countryCode: "FR", ...more }).expect(200);
      return { found: ids({ body }), total: body.totalElements };
    };
    expect(await french({})).toEqual({ found: [active, procedure, struckOff], total: 3 });
    expect(await french({ page: 1, size: 2 })).toEqual({ found: [struckOff], total: 3 });
  });
});

describe("thirdparties.get", () => {
  refusesWhatAllRefuse("thirdparties.get");

  it("returns the identity with executives and establishments", async () => {
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
});
