import { describe, expect, it } from "vitest";
import type { CollectiveProcedure, Company } from "../../../src/directory/company.ts";
import { foundedBefore, inOfficeSince } from "../../../src/directory/days.ts";
import { directory } from "../../../src/directory/name-search.ts";
import type { ThirdpartyRow } from "../../../src/domain/rows.ts";
import { secondBirthday } from "../../../src/domain/thirdparty/indicators.ts";
import { format } from "../../../src/domain/time.ts";
import { addToPortfolio } from "../../../src/world/operations.ts";
import { unsettled } from "../../support/invariants.ts";
import { advance, companies, type Desk, granted, quietWorld } from "../../support/worlds.ts";
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
  it("the client adds the third party, the provider its identity, and the platform the rest", async () => {
    const one = await addCompany(firstCompany(isActive));
    const { events } = await one.world.store.dump();
    const by = (name: RegExp) => [
      ...new Set(
        events.filter(({ eventName }) => name.test(eventName)).map(({ actor }) => `${actor.type} ${actor.name}`),
      ),
    ];
    expect(by(/^THIRD_PARTY_(ADDED|CONTACT_INVITED)$/)).toEqual(["CLIENT tester"]);
    expect(by(/^THIRD_PARTY_INFORMATION_UPDATED$/)).toEqual(["PROVIDER reference provider"]);
    expect(by(/^(DOSSIER_|DOCUMENT_|THIRD_PARTY_(INDICATOR|CALCULATED|.*_ACTIVATED))/)).toEqual(["PLATFORM platform"]);
  });
});
