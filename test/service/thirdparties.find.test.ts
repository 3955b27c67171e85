import { describe, expect, it } from "vitest";
import type { ThirdpartyDetail } from "../../contract/thirdparties.ts";
import type { Company } from "../../src/directory/company.ts";
import { directory } from "../../src/directory/name-search.ts";
import { updateInformation } from "../../src/domain/thirdparty/identity.ts";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { inBody } from "../support/problems.ts";
import { identifier, makeWorld, novalune, type TestWorld } from "../support/sandbox.ts";
import { expectRefused } from "./refused.ts";

type Establishment = ThirdpartyDetail["establishments"][number];

/** A page of what a search finds. */
const searched = async (world: TestWorld, search: object, query: Record<string, number> = {}) =>
  (await world.post("/thirdparties/search", search).query(query).expect(200)).body;
const found = async (world: TestWorld, search: object) => (await searched(world, search)).content;
const inFrance = (searchBy: string, value: unknown) => ({ searchBy, value, countryCode: "FR" });
const novaluneUnit = inFrance("SIREN", "219966488");

async function rename(world: TestWorld, thirdpartyId: number, name: string): Promise<void> {
  const sandbox = await world.sandbox.worlds.openOrCreate(world.accountId);
  await sandbox.write(() =>
    sandbox.change(thirdpartyId, { type: "PLATFORM", name: "test" }, (draft) =>
      updateInformation(draft, { name }, "TEST"),
    ),
  );
}

describe("thirdparties.find by name", () => {
  refusesWhatAllRefuse("thirdparties.find");

  it.each([
    ["Novalune Systèmes SAS", novalune, "CIT001"],
    ["Doriltal Gruppe AG", "DE999001010", "CIT002"],
  ])("finds %s by name and legal form, before and after it is added", async (value, companyIdValue, companyIdType) => {
    const world = await makeWorld();
    const before = await searched(world, { searchBy: "NAME", value });
    expect(before).toMatchObject({ totalElements: 1, content: [{ companyIdValue, alreadyInPortfolio: false }] });
    const thirdpartyId = await world.add(companyIdValue, { companyIdType });
    expect(await searched(world, { searchBy: "NAME", value })).toEqual({
      ...before,
      content: [{ ...before.content[0], alreadyInPortfolio: true, thirdpartyId }],
    });
  });

  it("pages from the portfolio into the directory without a gap", async () => {
    const world = await makeWorld();
    const own = [await world.add(novalune), await world.add("21996648800047")];
    const search = (page: number, size: number) => searched(world, { searchBy: "NAME", value: "no" }, { page, size });
    const all = await search(0, 100);
    expect(all.content.slice(0, 2).map(({ thirdpartyId }: ThirdpartyDetail) => thirdpartyId)).toEqual(own);
    for (const size of [1, 3]) {
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(all.totalElements / size) }, (_, page) => search(page, size)),
      );
      expect(pages.flatMap(({ content }) => content)).toEqual(all.content);
      expect(new Set(pages.map(({ totalElements }) => totalElements))).toEqual(new Set([all.content.length]));
    }
  });

  it("shows a renamed company as the portfolio has it, whether searched by the new or the old name", async () => {
    const world = await makeWorld();
    const thirdpartyId = await world.add();
    await rename(world, thirdpartyId, "Stellune");
    for (const search of [inFrance("NAME", "stellune"), inFrance("NAME", "novalune"), inFrance("SIRET", novalune)])
      expect(await found(world, search)).toMatchObject([{ name: "Stellune", alreadyInPortfolio: true, thirdpartyId }]);
  });
});

describe("thirdparties.find of a company that the gazette has announcements of", () => {
  const happened = async (...families: string[]) => {
    const world = await makeWorld();
    const thirdpartyId = await world.add();
    for (const family of families) {
      const event = `THIRD_PARTY_LEGAL_ANNOUNCEMENT_${family}`;
      await world.control("post", "/occurrences", { event, thirdpartyId }).expect(201);
    }
    const detail = (await world.get(`/thirdparties/${thirdpartyId}`).expect(200)).body as ThirdpartyDetail;
    return { world, detail };
  };
  const placed = ({ siret, headOffice, addressPostCode, addressCity }: Establishment) => ({
    siret,
    headOffice,
    addressPostCode,
    addressCity,
  });

  it("finds by SIREN every establishment of an announced company once, and each of them by SIRET", async () => {
    const { world, detail } = await happened("CREATION", "TRANSFERT", "CREATION");
    const places = await found(world, novaluneUnit);
    expect(places[0]).toMatchObject({ siret: detail.siret, headOffice: true });
    expect(places.map(placed)).toEqual(expect.arrayContaining(detail.establishments.map(placed)));
    expect(places).toHaveLength(detail.establishments.length);
    for (const place of places) expect(await found(world, inFrance("SIRET", place.siret))).toEqual([place]);
    for (const [searchBy, value] of Object.entries({ VAT: detail.tva, DUNS: detail.duns }))
      expect(await found(world, inFrance(searchBy, value))).toEqual([places[0]]);
    const { thirdpartyId } = detail;
    for (const { siret, ...place } of places)
      expect(place).toMatchObject(
        [detail.siret, novalune].includes(siret)
          ? { alreadyInPortfolio: true, thirdpartyId }
          : { alreadyInPortfolio: false },
      );
  });

  it("adds an announced establishment at its own address, under the current name of the company", async () => {
    const { world, detail } = await happened("CREATION");
    await rename(world, detail.thirdpartyId, "Stellune");
    const names = (await found(world, novaluneUnit)).map(({ name }: { name: string }) => name);
    expect(new Set(names)).toEqual(new Set(["Stellune"]));
    const { headOffice: _, closed: __, ...place } = detail.establishments.at(-1) as Establishment;
    const added = await world.get(`/thirdparties/${await world.add(place.siret as string)}`).expect(200);
    const { executives, establishments } = detail;
    expect(added.body).toMatchObject({ ...place, name: "Stellune", executives, establishments });
  });

  it("shows an unmanaged establishment as the register has it, by unit, number and name", async () => {
    const world = await makeWorld();
    const [thirdpartyId, unmanaged] = [await world.add(), await world.add("21996648800047")];
    for (const [event, id] of [
      ["THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED", unmanaged],
      ["THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", thirdpartyId],
    ])
      await world.control("post", "/occurrences", { event, thirdpartyId: id }).expect(201);
    for (const search of [novaluneUnit, inFrance("SIRET", "21996648800047"), inFrance("NAME", "Novalune Systèmes")]) {
      const ofUnit = (await found(world, search)).filter(({ siren }: { siren: string }) => siren === "219966488");
      expect(new Set(ofUnit.map(({ status }: { status: string }) => status))).toEqual(new Set(["STRUCK_OFF"]));
      expect(ofUnit).toContainEqual(
        expect.objectContaining({ thirdpartyId: unmanaged, source: "UNMANAGED", closed: true }),
      );
    }
  });
});

describe("thirdparties.find by a number", () => {
  it("finds one company by SIRET, VAT number, DUNS and registry number, ready to be added", async () => {
    const world = await makeWorld();
    const [german] = await found(world, { searchBy: "VAT", value: identifier("VAT", "active") });
    const [french] = await found(world, inFrance("SIRET", novalune));
    expect(french).toMatchObject({
      name: "Novalune Systèmes",
      companyIdType: "CIT001",
      companyIdValue: novalune,
      countryCode: "FR",
      source: "FR_REFERENCE",
      alreadyInPortfolio: false,
    });
    expect(german).toMatchObject({ countryCode: "DE", headOffice: true, closed: false, thirdpartyId: null });
    expect(await found(world, { searchBy: "VAT", value: french.tva })).toEqual([french]);
    expect(await found(world, { searchBy: "DUNS", value: german.duns })).toEqual([german]);
    const byRegistry = { searchBy: "LOCAL_ID", countryCode: "DE", value: german.localId };
    expect(await found(world, byRegistry)).toEqual([german]);
    const { companyIdType, companyIdValue, name } = german;
    const { body } = await world.post("/thirdparties", { companyIdType, companyIdValue }).expect(201);
    expect(body.name).toBe(name);
  });

  it.each([
    ["GB", "NI123456"],
    ["US", "12-3456789"],
    ["AT", "FN 56247 t"],
    ["DE", "München HRB 42243"],
    ["KE", "C-12345"],
    ["IT", "MI - 9912345"],
  ])("finds a company of %s by %s, adds it and finds it again with the same numbers", async (countryCode, value) => {
    const world = await makeWorld();
    const search = async (by: object) => (await found(world, by))[0];
    const hit = await search({ searchBy: "LOCAL_ID", countryCode, value });
    if (countryCode !== "KE" && countryCode !== "IT") expect(hit.localId).toBe(value);
    const { companyIdType, companyIdValue, tva, duns, localId, name } = hit;
    const { body } = await world.post("/thirdparties", { companyIdType, companyIdValue }).expect(201);
    expect(body).toMatchObject({ companyIdType, companyIdValue, tva, duns, localId, name });
    const again = { ...hit, alreadyInPortfolio: true, thirdpartyId: body.thirdpartyId };
    expect(await search({ searchBy: "LOCAL_ID", countryCode, value })).toEqual(again);
    expect(await search({ searchBy: "LOCAL_ID", countryCode, value: localId })).toEqual(again);
    expect(await search({ searchBy: "DUNS", value: duns })).toEqual(again);
  });

  it("finds every establishment by SIREN, the head office first, page by page", async () => {
    const world = await makeWorld();
    const { content, totalElements } = await searched(world, novaluneUnit);
    expect(content.length).toBeGreaterThan(1);
    expect(content.map(({ headOffice, siren }: Company & Establishment) => ({ headOffice, siren }))).toEqual(
      content.map((_: unknown, at: number) => ({ headOffice: at === 0, siren: "219966488" })),
    );
    expect(await searched(world, novaluneUnit, { page: 1, size: 1 })).toEqual({
      content: [content[1]],
      page: 1,
      size: 1,
      totalElements,
      totalPages: content.length,
    });
  });

  it("says which establishments are closed, in a search and in the identity", async () => {
    const world = await makeWorld();
    const company = directory().find(
      ({ siren, status, establishments }) =>
        siren && status === "ACTIVE" && establishments.some(({ closed }) => closed),
    ) as Company;
    const closedOf = (places: readonly { siret: string | null; closed: boolean }[]) =>
      places.map(({ siret, closed }) => ({ siret, closed }));
    const expected = closedOf(company.establishments);
    expect(closedOf(await found(world, inFrance("SIREN", company.siren)))).toEqual(expected);
    const added = await world.get(`/thirdparties/${await world.add(company.siret as string)}`);
    expect(closedOf(added.body.establishments)).toEqual(expected);
  });

  it.each([
    ["the company is of another country", inFrance("VAT", identifier("VAT", "active"))],
    ["no name is like it", { searchBy: "NAME", value: "no such company anywhere" }],
    ["the reference provider does not know the number", inFrance("SIRET", identifier("SIRET", "unknown"))],
  ])("returns an empty page when %s", async (_, search) => {
    const page = { content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 };
    expect(await searched(await makeWorld(), search)).toEqual(page);
  });
});

describe("thirdparties.find refuses", () => {
  it.each([
    ["a SIRET outside France", { searchBy: "SIRET", countryCode: "DE", value: novalune }, "/countryCode"],
    ["a registry number of France", inFrance("LOCAL_ID", "219966488"), "/countryCode"],
    ["a registry number without a country", { searchBy: "LOCAL_ID", value: "219966488" }, "/countryCode"],
    ["a number with a wrong check digit", inFrance("SIRET", "21996648800022"), "/value"],
    ["an unknown way to search", { searchBy: "PHONE", value: "0102030405" }, "/searchBy"],
  ])("a search with %s", async (_, search, pointer) => {
    const world = await makeWorld();
    const { body } = await world.post("/thirdparties/search", search).expect(400);
    expect(body).toMatchObject({ code: "INVALID_SEARCH", errors: [{ pointer, code: "INVALID_SEARCH" }] });
  });

  it("a registry number that has another form, with an example", async () => {
    const world = await makeWorld();
    const search = { searchBy: "LOCAL_ID", countryCode: "DE", value: "900101" };
    const reason = "does not have the form of a registry number of DE.";
    const expected = expect.stringMatching(/^a registry number as DE writes it, such as .+ HRB \d+$/);
    const response = await world.post("/thirdparties/search", search);
    expect(response).toBeProblem({
      status: 400,
      code: "INVALID_SEARCH",
      detail: `900101 ${reason}`,
      errors: [{ ...inBody("/value", expected, "900101", "INVALID_SEARCH"), detail: `/value ${reason}` }],
    });
    const [, example] = /such as (.+)$/.exec(response.body.errors[0].expected) ?? [];
    expect(await found(world, { ...search, value: example })).toHaveLength(1);
  });

  it.each([
    ["down", 503, "PROVIDER_UNAVAILABLE", "The reference provider is out of service; try again later."],
    ["timeout", 504, "PROVIDER_TIMEOUT", "The reference provider did not answer in time; try again later."],
  ] as const)("what the reference provider cannot answer: %s", async (wanted, status, code, detail) => {
    const world = await makeWorld();
    const search = inFrance("SIRET", identifier("SIRET", wanted));
    await expectRefused(world, world.post("/thirdparties/search", search), { status, code, detail });
  });
});
