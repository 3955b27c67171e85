import { describe, expect, it } from "vitest";
import type { CollectiveProcedure, Company } from "../../../src/directory/company.ts";
import { foundedBefore, inOfficeSince } from "../../../src/directory/days.ts";
import { directory } from "../../../src/directory/name-search.ts";
import { resolve } from "../../../src/directory/reference-providers.ts";
import { Draft, emptyFolder } from "../../../src/domain/draft.ts";
import type { ThirdpartyRow } from "../../../src/domain/rows.ts";
import { secondBirthday } from "../../../src/domain/thirdparty/indicators.ts";
import { addThirdparty } from "../../../src/domain/thirdparty/thirdparties.ts";
import { format } from "../../../src/domain/time.ts";
import { addToPortfolio } from "../../../src/world/operations.ts";
import { unsettled } from "../../support/invariants.ts";
import { advance, client, companies, type Desk, granted, quietWorld } from "../../support/worlds.ts";
import { expectPossibleDates } from "../identity-dates.ts";
import { addCompany, firstCompany, isActive } from "../stage.ts";

describe("a young company", () => {
  const young = firstCompany(
    (company) =>
      isActive(company) && (company.dateCreation ?? "") > "2024-03-01" && (company.dateCreation ?? "") < "2025-12-01",
  );
  const financial = (one: Desk) => one.folder.indicators.find(({ calculationId }) => calculationId === 102)?.score;

  it("a young company gets a better financial score on its second birthday", async () => {
    const one = await addCompany(young);
    const due = format(secondBirthday(young.dateCreation as string));
    expect(due.slice(5)).toBe(`${young.dateCreation?.slice(5)}T00:05:00.000`);
    expect(one.folder.jobs.filter(({ kind }) => kind === "BIRTHDAY")).toMatchObject([
      { dueAt: due, subjectId: one.thirdpartyId },
    ]);
    const points = () =>
      one.thirdparty.internal.bases.financial - (financial(one) as number) - (one.thirdparty.turnover === null ? 5 : 0);
    expect(points()).toBe(10);
    await one.world.runDueJobs(Date.parse(`${due}Z`));
    await one.world.setClock(Date.parse(`${due}Z`), true);
    await one.reread();
    expect(points()).toBe(0);
    expect(await unsettled(one.world)).toEqual([]);
  });
  it("only a young company has a birthday job, and only one", async () => {
    const one = await addCompany(young);
    await advance(one.world, "P2Y");
    expect((await one.reread()).folder.jobs.filter(({ kind }) => kind === "BIRTHDAY")).toEqual([]);
    const old = await addCompany(firstCompany((company) => isActive(company) && (company.dateCreation ?? "") < "2020"));
    expect(old.folder.jobs.filter(({ kind }) => kind === "BIRTHDAY")).toEqual([]);
  });
  it.each([
    ["2026-11-15", "2025-12-31"],
    ["2033-05-01", "2031-12-31"],
    ["2047-09-01", "2046-12-31"],
  ])("a young company and current annual accounts exist on %s too", async (today, closed) => {
    const [year, rest] = [Number(today.slice(0, 4)), today.slice(4)];
    const isYoung = ({ dateCreation }: Company) => foundedBefore(today, dateCreation) > `${year - 1}${rest}`;
    const one = await addCompany(
      firstCompany((company) => isActive(company) && isYoung(company)),
      `${today}T09:00:00`,
    );
    const { dateCreation, executives, lastBalanceSheetDate, turnover } = one.thirdparty;
    expect(dateCreation! > `${year - 1}${rest}` && dateCreation! <= today).toBe(true);
    expect(executives.filter(({ since }) => since < dateCreation! || since > today)).toEqual([]);
    expect(one.folder.jobs.filter(({ kind }) => kind === "BIRTHDAY")).toHaveLength(1);
    expect(turnover === null).toBe(lastBalanceSheetDate === null);
    const old = await addCompany(
      firstCompany((company) => isActive(company) && company.dateCreation < "2020" && company.usualTurnover !== null),
      `${today}T09:00:00`,
    );
    expect(old.thirdparty.lastBalanceSheetDate).toBe(closed);
  });
});

describe("the identity of a new third party", () => {
  it("no date of an identity is after today or before the creation of the company", () => expectPossibleDates(60));
  it.each(["2004-06-01", "2026-01-15", "2044-12-31"])(
    "a procedure is some days to some years old on %s, for the test identifier too",
    async (today) => {
      const world = await quietWorld({ now: `${today}T09:00:00` });
      const inProcedure = directory().filter(({ status }) => status === "COLLECTIVE_PROCEDURE");
      const ages: number[] = [];
      for (const { companyIdType, companyIdValue } of [...inProcedure, companies.inProcedure]) {
        const outcome = granted(await addToPortfolio(world, { companyIdType, companyIdValue }, "tester"));
        const { openingDate } = outcome.result.collectiveProcedure as CollectiveProcedure;
        ages.push((Date.parse(today) - Date.parse(openingDate)) / 86_400_000);
      }
      expect(ages.length).toBeGreaterThan(4);
      expect(ages.filter((age) => age < 0 || age > 900)).toEqual([]);
    },
  );
  it("a company that is liquidated or struck off shows no accounts of a later year", async () => {
    const world = await quietWorld();
    const ended = directory().filter(
      ({ status, collectiveProcedure, siren }) =>
        siren && (status === "STRUCK_OFF" || collectiveProcedure?.type === "LIQUIDATION_JUDICIAIRE"),
    );
    const days: string[] = [];
    for (const { companyIdType, companyIdValue } of [...ended, companies.inProcedure, companies.struckOff]) {
      const { result } = granted(await addToPortfolio(world, { companyIdType, companyIdValue }, "tester"));
      const { internal, lastBalanceSheetDate } = (await world.store.get(
        "thirdparties",
        result.thirdpartyId,
      )) as ThirdpartyRow;
      const end = internal.struckOffOn ?? result.collectiveProcedure?.openingDate;
      expect((lastBalanceSheetDate ?? "") < (end ?? "")).toBe(true);
      days.push(...(lastBalanceSheetDate ? [lastBalanceSheetDate] : []));
    }
    expect(days.length).toBeGreaterThan(3);
  });
  it("drawn dates in the past stay, and later ones move before today", () => {
    expect(inOfficeSince("2018-06-01", "2011-03-04", "1999-01-02")).toBe("2011-03-04");
    expect(inOfficeSince("2018-06-01", "2019-03-04", "1990-01-02")).toBe("1999-03-04");
    expect(inOfficeSince("2018-06-01", "2019-03-04", "2001-01-02")).toBe("2001-01-02");
  });
});

describe("addThirdparty", () => {
  const french = (resolve({ by: "SIRET", value: companies.cleaner.companyIdValue }) as { found: Company }).found;
  const added = async (company: Partial<Company>, addition = {}) => {
    const world = await quietWorld();
    const draft = new Draft(emptyFolder, world.context(), client);
    const row = addThirdparty(draft, { ...french, ...company }, { ...companies.cleaner, ...addition } as never);
    return { draft, row };
  };
  it("the client adds and invites, the provider gives the identity, and the platform does the rest", async () => {
    const contacts = [{ email: "a@x.example" }, { email: "b@x.example" }];
    const { draft, row } = await added({}, { thirdpartyCode: "X", contacts });
    const begin = draft.events
      .slice(0, 5)
      .map(({ eventName, actor }) => `${actor.type} ${actor.name} ${eventName.slice(12)}`);
    expect(begin).toEqual([
      "CLIENT tester ADDED",
      "PROVIDER reference provider INFORMATION_UPDATED",
      "PLATFORM platform FINANCIAL_STRENGTH_ACTIVATED",
      "CLIENT tester CONTACT_INVITED",
      "CLIENT tester CONTACT_INVITED",
    ]);
    expect(new Set(draft.events.slice(5).map(({ actor }) => actor.type))).toEqual(new Set(["PLATFORM"]));
    expect(draft.actor).toEqual(client);
    expect(draft.events.slice(0, 2).map(({ payload }) => payload)).toEqual([
      companies.cleaner,
      { source: "FR_REFERENCE" },
    ]);
    const [creationDate, lastUpdateDate] = draft.events.map(({ occurredAt }) => occurredAt);
    const own = { thirdpartyId: 924_000, accountId: "quiet", thirdpartyCode: "X", ...companies.cleaner };
    expect(row).toMatchObject({ ...own, creationDate, lastUpdateDate, archived: false, archivedDate: null });
    expect(row.internal).toMatchObject({ legalForm: french.legalForm, owner: null, tags: [], sanctioned: false });
    expect("struckOffOn" in row.internal).toBe(false);
  });
  it.each([
    ["2024-01-15", 0],
    ["2024-01-16", 1],
    ["2010-01-01", 0],
  ])("a company of %s, known by then, has %i birthdays before it", async (dateCreation, count) => {
    const { draft } = await added({ dateCreation, recorded: true, executives: [] });
    expect(draft.all("jobs").filter(({ kind }) => kind === "BIRTHDAY")).toHaveLength(count);
  });
  it.each([
    [
      "keeps the accounts that the portfolio knows",
      { turnover: 5, lastBalanceSheetDate: "2020-12-31" },
      5,
      "2020-12-31",
    ],
    ["has those of the time before without them", {}, expect.any(Number), "2021-12-31"],
    [
      "has those of the time before without a turnover",
      { lastBalanceSheetDate: "2020-12-31" },
      expect.any(Number),
      "2021-12-31",
    ],
  ])("a company that was struck off %s", async (_what, accounts, turnover, lastBalanceSheetDate) => {
    const { row } = await added({ status: "STRUCK_OFF", struckOffOn: "2023-06-01", ...accounts });
    expect(row).toMatchObject({ turnover, lastBalanceSheetDate, internal: { struckOffOn: "2023-06-01" } });
  });
  it("a company is struck off after the last appointment of an executive", async () => {
    const [executive] = french.executives;
    const appointed = ["2010-01-01", "2026-01-10", "2012-01-01"].map((since) => ({ ...executive, since })) as never;
    const { row } = await added({ status: "STRUCK_OFF", executives: appointed });
    expect(row.internal.struckOffOn).toBe("2026-01-10");
  });
});
