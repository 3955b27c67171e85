import { describe, expect, it } from "vitest";
import type { ThirdpartyDetail } from "../../contract/thirdparties.ts";
import type { Company } from "../../src/directory/company.ts";
import { directory } from "../../src/directory/name-search.ts";
import { updateInformation } from "../../src/domain/thirdparty/identity.ts";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { identifier, makeWorld, novalune } from "../support/sandbox.ts";

type Establishment = ThirdpartyDetail["establishments"][number];

describe("thirdparties.find", () => {
  refusesWhatAllRefuse("thirdparties.find");

  it("finds by name the companies of the portfolio first, then those of the directory", async () => {
    const world = await makeWorld();
    const search = { searchBy: "NAME", value: "NOVALUNE" };
    const before = await world.post("/thirdparties/search", search).expect(200);
    expect(before.body.content).toContainEqual(
      expect.objectContaining({ name: "Novalune Systèmes", alreadyInPortfolio: false, thirdpartyId: null }),
    );
    const thirdpartyId = await world.add();
    const after = await world.post("/thirdparties/search", search).expect(200);
    expect(after.body.content[0]).toMatchObject({ name: "Novalune Systèmes", alreadyInPortfolio: true, thirdpartyId });
    expect(after.body.totalElements).toBe(before.body.totalElements);
  });

  it.each([
    ["Novalune Systèmes SAS", novalune, "CIT001"],
    ["Doriltal Gruppe AG", "DE999001010", "CIT002"],
  ])("finds %s by name and legal form, before and after it is added", async (value, companyIdValue, companyIdType) => {
    const world = await makeWorld();
    const search = async () => (await world.post("/thirdparties/search", { searchBy: "NAME", value }).expect(200)).body;
    const before = await search();
    expect(before).toMatchObject({ totalElements: 1, content: [{ companyIdValue, alreadyInPortfolio: false }] });
    const thirdpartyId = await world.add(companyIdValue, { companyIdType });
    expect(await search()).toEqual({
      ...before,
      content: [{ ...before.content[0], alreadyInPortfolio: true, thirdpartyId }],
    });
  });

  it("pages from the portfolio into the directory without a gap", async () => {
    const world = await makeWorld();
    await world.add(novalune);
    const search = async (page: number, size: number) =>
      (
        await world
          .post(`/thirdparties/search?page=${page}&size=${size}`, { searchBy: "NAME", value: "no" })
          .expect(200)
      ).body;
    const all = await search(0, 100);
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(all.totalElements / 3) }, (_, page) => search(page, 3)),
    );
    expect(
      all.content.filter(({ alreadyInPortfolio }: { alreadyInPortfolio: boolean }) => alreadyInPortfolio).length,
    ).toBeGreaterThan(0);
    expect(pages.flatMap(({ content }) => content)).toEqual(all.content);
    expect(new Set(pages.map(({ totalElements }) => totalElements))).toEqual(new Set([all.content.length]));
  });

  it("shows a renamed company as the portfolio has it, whether searched by the new or the old name", async () => {
    const world = await makeWorld();
    const thirdpartyId = await world.add();
    const sandbox = await world.sandbox.worlds.openOrCreate(world.accountId);
    await sandbox.write(() =>
      sandbox.change(thirdpartyId, { type: "PLATFORM", name: "test" }, (draft) =>
        updateInformation(draft, { name: "Stellune" }, "TEST"),
      ),
    );
    for (const [searchBy, value] of [
      ["NAME", "stellune"],
      ["NAME", "novalune"],
      ["SIRET", novalune],
    ])
      expect(
        (await world.post("/thirdparties/search", { searchBy, value, countryCode: "FR" }).expect(200)).body.content,
      ).toMatchObject([{ name: "Stellune", alreadyInPortfolio: true, thirdpartyId }]);
  });

  describe("a company that the gazette has announcements of", () => {
    const happened = async (...events: string[]) => {
      const world = await makeWorld();
      const thirdpartyId = await world.add();
      for (const event of events) await world.control("post", "/occurrences", { event, thirdpartyId }).expect(201);
      const search = async (searchBy: string, value: string) =>
        (await world.post("/thirdparties/search", { searchBy, value, countryCode: "FR" }).expect(200)).body.content;
      return {
        world,
        search,
        detail: (await world.get(`/thirdparties/${thirdpartyId}`).expect(200)).body as ThirdpartyDetail,
      };
    };
    const placed = ({ siret, headOffice, addressPostCode, addressCity }: Establishment) => ({
      siret,
      headOffice,
      addressPostCode,
      addressCity,
    });

    it("finds by SIREN every establishment of an announced company once, and each of them by SIRET", async () => {
      const { search, detail } = await happened(
        ...["CREATION", "TRANSFERT", "CREATION"].map((family) => `THIRD_PARTY_LEGAL_ANNOUNCEMENT_${family}`),
      );
      const places = await search("SIREN", detail.siren as string);
      expect(places[0]).toMatchObject({ siret: detail.siret, headOffice: true });
      expect(places.map(placed)).toEqual(expect.arrayContaining(detail.establishments.map(placed)));
      expect(places).toHaveLength(detail.establishments.length);
      for (const place of places) expect(await search("SIRET", place.siret)).toEqual([place]);
      for (const [searchBy, value] of Object.entries({ VAT: detail.tva, DUNS: detail.duns }))
        expect(await search(searchBy, value as string)).toEqual([places[0]]);
      const { thirdpartyId } = detail;
      for (const { siret, ...place } of places)
        expect(place).toMatchObject(
          [detail.siret, novalune].includes(siret)
            ? { alreadyInPortfolio: true, thirdpartyId }
            : { alreadyInPortfolio: false },
        );
    });

    it("adds an announced establishment at its own address, under the current name of the company", async () => {
      const { world, search, detail } = await happened("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION");
      const sandbox = await world.sandbox.worlds.openOrCreate(world.accountId);
      await sandbox.write(() =>
        sandbox.change(detail.thirdpartyId, { type: "PLATFORM", name: "test" }, (draft) =>
          updateInformation(draft, { name: "Stellune" }, "TEST"),
        ),
      );
      const opened = detail.establishments.at(-1) as Establishment;
      const names = (await search("SIREN", detail.siren as string)).map(({ name }: { name: string }) => name);
      expect(new Set(names)).toEqual(new Set(["Stellune"]));
      const { headOffice: _head, closed: _closed, ...place } = opened;
      const added = await world.get(`/thirdparties/${await world.add(opened.siret as string)}`).expect(200);
      expect(added.body).toMatchObject({
        ...place,
        name: "Stellune",
        executives: detail.executives,
        establishments: detail.establishments,
      });
    });

    it("shows the transferred head office, also when a sister that was added later has the old one", async () => {
      const world = await makeWorld();
      const [thirdpartyId] = [await world.add(), await world.add("21996648800047")];
      await world
        .control("post", "/occurrences", { event: "THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT", thirdpartyId })
        .expect(201);
      const { siren, siret } = (await world.get(`/thirdparties/${thirdpartyId}`).expect(200)).body;
      const { content } = (
        await world.post("/thirdparties/search", { searchBy: "SIREN", value: siren, countryCode: "FR" }).expect(200)
      ).body;
      expect(content.filter(({ headOffice }: { headOffice: boolean }) => headOffice)).toMatchObject([
        { siret, thirdpartyId },
      ]);
      expect(content[0].siret).toBe(siret);
    });

    it("shows an unmanaged establishment as the register has it, by unit, number and name", async () => {
      const world = await makeWorld();
      const [thirdpartyId, unmanaged] = [await world.add(), await world.add("21996648800047")];
      for (const [event, id] of [
        ["THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED", unmanaged],
        ["THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", thirdpartyId],
      ])
        await world.control("post", "/occurrences", { event, thirdpartyId: id }).expect(201);
      for (const [searchBy, value] of [
        ["SIREN", "219966488"],
        ["SIRET", "21996648800047"],
        ["NAME", "Novalune Systèmes"],
      ]) {
        const { body } = await world.post("/thirdparties/search", { searchBy, value, countryCode: "FR" }).expect(200);
        const ofUnit = body.content.filter(({ siren }: { siren: string }) => siren === "219966488");
        expect(new Set(ofUnit.map(({ status }: { status: string }) => status))).toEqual(new Set(["STRUCK_OFF"]));
        expect(ofUnit).toContainEqual(
          expect.objectContaining({ thirdpartyId: unmanaged, source: "UNMANAGED", closed: true }),
        );
      }
    });

    it("shows every establishment of a struck-off company as struck off", async () => {
      const { search, detail } = await happened("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION");
      const places = await search("SIREN", detail.siren as string);
      expect(places.map(({ status }: { status: string }) => status)).toEqual(places.map(() => "STRUCK_OFF"));
    });
  });

  it("finds one company by SIRET, VAT number, DUNS and registry number, ready to be added", async () => {
    const world = await makeWorld();
    const german = (
      await world.post("/thirdparties/search", { searchBy: "VAT", value: identifier("VAT", "active") }).expect(200)
    ).body.content[0];
    const french = (
      await world.post("/thirdparties/search", { countryCode: "FR", searchBy: "SIRET", value: novalune }).expect(200)
    ).body.content[0];
    expect(french).toMatchObject({
      name: "Novalune Systèmes",
      companyIdType: "CIT001",
      companyIdValue: novalune,
      source: "FR_REFERENCE",
      alreadyInPortfolio: false,
    });
    expect((await world.post("/thirdparties/search", { searchBy: "VAT", value: french.tva })).body.content).toEqual([
      french,
    ]);
    expect(
      (await world.post("/thirdparties/search", { searchBy: "DUNS", value: german.duns })).body.content,
    ).toMatchObject([{ name: german.name }]);
    expect(
      (await world.post("/thirdparties/search", { searchBy: "LOCAL_ID", countryCode: "DE", value: german.localId }))
        .body.content,
    ).toMatchObject([{ name: german.name }]);
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
    const { body } = await world
      .post("/thirdparties/search", { countryCode: "FR", searchBy: "SIREN", value: novalune.slice(0, 9) })
      .expect(200);
    expect(body.totalElements).toBe(body.content.length);
    expect(body.content.map(({ headOffice }: { headOffice: boolean }) => headOffice)).toEqual(
      body.content.map((_: unknown, index: number) => index === 0),
    );
    expect(new Set(body.content.map(({ siren }: { siren: string }) => siren))).toEqual(new Set([novalune.slice(0, 9)]));
  });

  it("says which establishments are closed, in a search and in the identity", async () => {
    const world = await makeWorld();
    const company = directory().find(
      ({ siren, status, establishments }) =>
        siren && status === "ACTIVE" && establishments.some(({ closed }) => closed),
    ) as Company;
    const search = { countryCode: "FR", searchBy: "SIREN", value: company.siren };
    const { body } = await world.post("/thirdparties/search", search).expect(200);
    const closedOf = (places: { siret: string; closed: boolean }[]) =>
      places.map(({ siret, closed }) => [siret, closed]);
    const expected = company.establishments.map(({ siret, closed }) => [siret, closed]);
    expect(closedOf(body.content)).toEqual(expected);
    const added = await world.get(`/thirdparties/${await world.add(company.siret as string)}`);
    expect(closedOf(added.body.establishments)).toEqual(expected);
  });

  it("returns an empty page when no company matches, and several pages when many do", async () => {
    const world = await makeWorld();
    const none = { content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 };
    expect(
      (await world.post("/thirdparties/search", { searchBy: "NAME", value: "no such company anywhere" }).expect(200))
        .body,
    ).toEqual(none);
    expect(
      (
        await world
          .post("/thirdparties/search", { countryCode: "FR", searchBy: "SIRET", value: identifier("SIRET", "unknown") })
          .expect(200)
      ).body,
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
  ])("refuses a search with %s", async (_, search) => {
    const world = await makeWorld();
    const response = await world.post("/thirdparties/search", search).expect(400);
    expect(response.body.errors).not.toHaveLength(0);
    expect(["INVALID_SEARCH", "INVALID_IDENTIFIER", "VALIDATION_ERROR"]).toContain(response.body.code);
  });

  it("names an example of a registry number, which is one of that country", async () => {
    const world = await makeWorld();
    const search = { searchBy: "LOCAL_ID", countryCode: "DE", value: "900101" };
    const { body } = await world.post("/thirdparties/search", search).expect(400);
    const { expected } = body.errors[0];
    expect(expected).toMatch(/^a registry number as DE writes it, such as .+ HRB \d+$/);
    const value = expected.replace(/.*such as /, "");
    expect((await world.post("/thirdparties/search", { ...search, value }).expect(200)).body.totalElements).toBe(1);
  });

  it.each([
    ["down", 503, "PROVIDER_UNAVAILABLE", "The reference provider is out of service; try again later."],
    ["timeout", 504, "PROVIDER_TIMEOUT", "The reference provider did not answer in time; try again later."],
  ] as const)("reports the failure of the reference provider: %s", async (wanted, status, code, detail) => {
    const world = await makeWorld();
    const response = await world.post("/thirdparties/search", {
      countryCode: "FR",
      searchBy: "SIRET",
      value: identifier("SIRET", wanted),
    });
    expect(response).toBeProblem({ status, code, detail });
  });
});
