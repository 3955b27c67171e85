import { describe, expect, it } from "vitest";
import type { Company } from "../../../src/directory/company.ts";
import { resolve } from "../../../src/directory/reference-providers.ts";
import { Draft, emptyFolder } from "../../../src/domain/draft.ts";
import { addThirdparty } from "../../../src/domain/thirdparty/thirdparties.ts";
import { client, companies, quietWorld } from "../../support/worlds.ts";

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
    const begin = draft.events.slice(0, 5);
    expect(begin.map(({ eventName, actor }) => `${actor.type} ${actor.name} ${eventName.slice(12)}`)).toEqual([
      "CLIENT tester ADDED",
      "PROVIDER reference provider INFORMATION_UPDATED",
      "PLATFORM platform FINANCIAL_STRENGTH_ACTIVATED",
      "CLIENT tester CONTACT_INVITED",
      "CLIENT tester CONTACT_INVITED",
    ]);
    expect(new Set(draft.events.slice(5).map(({ actor }) => actor.type))).toEqual(new Set(["PLATFORM"]));
    expect(draft.actor).toEqual(client);
    expect([begin[0]?.payload, begin[1]?.payload]).toEqual([companies.cleaner, { source: "FR_REFERENCE" }]);
    const [creationDate, lastUpdateDate] = draft.events.map(({ occurredAt }) => occurredAt);
    const own = { thirdpartyId: 924_000, accountId: "quiet", thirdpartyCode: "X", ...companies.cleaner };
    expect(row).toMatchObject({ ...own, creationDate, lastUpdateDate, archived: false, archivedDate: null });
    const { legalForm, category, greffe, bank, bases, sanctioned } = french;
    expect(row.internal).toEqual({
      ...{ legalForm, category, greffe, bank, bases, sanctioned, owner: null, tags: [] },
      monitoring: row.internal.monitoring,
    });
    expect([french.capital, row.capital]).toEqual([expect.any(Number), french.capital]);
    expect((await added({ capital: null })).row.capital).toBeNull();
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
    ["keeps the accounts that the portfolio knows", { turnover: 5, lastBalanceSheetDate: "2020-12-31" }, "2020-12-31"],
    ["has those of the time before without them", {}, "2021-12-31"],
    ["has those of the time before without a day", { turnover: 5 }, "2021-12-31"],
    ["has those of the time before without a turnover", { lastBalanceSheetDate: "2020-12-31" }, "2021-12-31"],
  ])("a company that was struck off %s", async (_what, accounts, lastBalanceSheetDate) => {
    const { row } = await added({ status: "STRUCK_OFF", struckOffOn: "2023-06-01", ...accounts });
    const turnover = "turnover" in accounts && lastBalanceSheetDate === "2020-12-31" ? 5 : expect.any(Number);
    expect(row).toMatchObject({ turnover, lastBalanceSheetDate, internal: { struckOffOn: "2023-06-01" } });
  });
  it("dates that were drawn after today are moved before it, but not before the foundation", async () => {
    const [head] = french.executives;
    const executives = ["2014-03-04", "2027-03-04", "2021-01-02"].map((since) => ({ ...head, since })) as never;
    const procedure = { type: "LIQUIDATION_JUDICIAIRE", court: "Lyon", daysOpen: 800 } as const;
    const drawn = { dateCreation: "2036-05-06", executives, collectiveProcedure: procedure };
    const { row } = await added({ ...drawn, status: "COLLECTIVE_PROCEDURE" });
    expect(row).toMatchObject({
      dateCreation: "2016-05-06",
      executives: ["2016-05-06", "2016-05-06", "2021-01-02", "2023-11-07"].map((since) => ({ since })),
      collectiveProcedure: { openingDate: "2023-11-07" },
      lastBalanceSheetDate: "2022-12-31",
    });
  });
  const [last, eve] = ["2025-12-01", "2025-11-30"];
  const [left, stays] = [
    { workforce: 0, workforceRangeCode: "NN" },
    { workforce: 30, workforceRangeCode: "21" },
  ];
  it.each([
    ["LIQUIDATION_JUDICIAIRE", eve, {}, left],
    ["LIQUIDATION_JUDICIAIRE", last, {}, stays],
    ["LIQUIDATION_JUDICIAIRE", eve, { recorded: true }, stays],
    [
      "LIQUIDATION_JUDICIAIRE",
      eve,
      { workforce: null, workforceRangeCode: null },
      { workforce: null, workforceRangeCode: null },
    ],
    ["REDRESSEMENT_JUDICIAIRE", eve, {}, stays],
  ] as const)("in %s since %s a company with %j has the staff %j", async (type, openingDate, more, staff) => {
    const collectiveProcedure = { type, openingDate, court: "Lyon" };
    const { row, draft } = await added({
      ...stays,
      collectiveProcedure,
      status: "COLLECTIVE_PROCEDURE",
      ...more,
    } as Partial<Company>);
    expect(row).toMatchObject(staff);
    expect(draft.all("contacts")).toEqual([]);
  });
  it("a company is struck off after the last appointment of an executive", async () => {
    const [executive] = french.executives;
    const appointed = ["2010-01-01", "2026-01-10", "2012-01-01"].map((since) => ({ ...executive, since })) as never;
    const { row } = await added({ status: "STRUCK_OFF", executives: appointed });
    expect(row.internal.struckOffOn).toBe("2026-01-10");
  });
});
