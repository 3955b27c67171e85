import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Company } from "../../src/directory/company.ts";
import { sirenOf, siretOf } from "../../src/directory/numbers.ts";
import { foundedBefore, inOfficeSince, openedOn } from "../../src/directory/profile.ts";
import { directory, resolve } from "../../src/directory/reference-providers.ts";
import { testIdentifiers } from "../../src/directory/test-identifiers.ts";
import { openTypedDossier } from "../../src/domain/dossiers.ts";
import { secondBirthday } from "../../src/domain/indicators.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { settle } from "../../src/domain/settle.ts";
import { format } from "../../src/domain/time.ts";
import { add } from "../../src/world/operations.ts";
import type { World } from "../../src/world/world.ts";
import { unsettled, wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { advance, Desk, granted, quietWorld } from "../support/worlds.ts";

/** The first French company of a kind. */
function first(suits: (company: Company) => boolean): Company {
  for (let serial = 1000; serial < 10_000; serial++) {
    const resolution = resolve({ by: "SIRET", value: siretOf(sirenOf(`2199${serial}`), 1) });
    if ("found" in resolution && suits(resolution.found)) return resolution.found;
  }
  throw new Error("there is no such company");
}
async function joined({ siret }: Company, now?: string): Promise<Desk> {
  const world = await quietWorld(now ? { now } : {});
  const contacts = [{ email: "a@b.example", firstName: "Ada", lastName: "Bé" }];
  const { result } = granted(
    await add(world, { companyIdType: "CIT001", companyIdValue: siret as string, contacts }, "tester"),
  );
  return new Desk(world, result.thirdpartyId).reread();
}
const ordinary = ({ status }: Company) => status === "ACTIVE";

describe("a young company", () => {
  const young = first(
    (company) =>
      ordinary(company) && (company.dateCreation ?? "") > "2024-03-01" && (company.dateCreation ?? "") < "2025-12-01",
  );
  const financial = (one: Desk) => one.folder.indicators.find(({ calculationId }) => calculationId === 102)?.score;

  it("is rated anew on the day it turns two", async () => {
    const one = await joined(young);
    const due = format(secondBirthday(young.dateCreation as string));
    expect(due.slice(5)).toBe(`${young.dateCreation?.slice(5)}T00:05:00.000`);
    expect(one.folder.jobs.filter(({ kind }) => kind === "BIRTHDAY")).toMatchObject([
      { dueAt: due, subjectId: one.thirdpartyId },
    ]);
    const points = () =>
      one.thirdparty.internal.bases.financial - (financial(one) as number) - (one.thirdparty.turnover === null ? 5 : 0);
    expect(points()).toBe(10);
    await one.world.happenUntil(Date.parse(`${due}Z`));
    await one.world.setClock(Date.parse(`${due}Z`), true);
    await one.reread();
    expect(points()).toBe(0);
    expect(await unsettled(one.world)).toEqual([]);
  });
  it("has its birthday once, and others have none", async () => {
    const one = await joined(young);
    await advance(one.world, "P2Y");
    expect((await one.reread()).folder.jobs.filter(({ kind }) => kind === "BIRTHDAY")).toEqual([]);
    const old = await joined(first((company) => ordinary(company) && (company.dateCreation ?? "") < "2020"));
    expect(old.folder.jobs.filter(({ kind }) => kind === "BIRTHDAY")).toEqual([]);
  });
  it.each([
    ["2026-11-15", "2025-12-31"],
    ["2033-05-01", "2031-12-31"],
    ["2047-09-01", "2046-12-31"],
  ])("is there on %s as on any day", async (today, closed) => {
    const [year, rest] = [Number(today.slice(0, 4)), today.slice(4)];
    const isYoung = ({ dateCreation }: Company) => foundedBefore(today, dateCreation) > `${year - 1}${rest}`;
    const one = await joined(
      first((company) => ordinary(company) && isYoung(company)),
      `${today}T09:00:00`,
    );
    const { dateCreation, executives, lastBalanceSheetDate, turnover } = one.thirdparty;
    expect(dateCreation! > `${year - 1}${rest}` && dateCreation! <= today).toBe(true);
    expect(executives.filter(({ since }) => since < dateCreation! || since > today)).toEqual([]);
    expect(one.folder.jobs.filter(({ kind }) => kind === "BIRTHDAY")).toHaveLength(1);
    expect(turnover === null).toBe(lastBalanceSheetDate === null);
    const old = await joined(
      first((company) => ordinary(company) && company.dateCreation < "2020" && company.turnover !== null),
      `${today}T09:00:00`,
    );
    expect(old.thirdparty.lastBalanceSheetDate).toBe(closed);
  });
  it("of the 29th of February turns two on the 28th", () => {
    expect(format(secondBirthday("2024-02-29"))).toBe("2026-02-28T00:05:00.000");
  });
});

describe("an identity", () => {
  const types = { SIRET: "CIT001", VAT: "CIT002", DUNS: "CIT003" } as const;
  const staged = testIdentifiers.map(({ kind, value }) => ({ companyIdType: types[kind], companyIdValue: value }));
  const numbers = [
    ...directory().map(({ companyIdType, companyIdValue }) => ({ companyIdType, companyIdValue })),
    ...staged,
  ];
  it("has no date after the day on which it is retrieved, nor any before there was a company", async () => {
    const worlds = new Map<string, Promise<World>>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...numbers),
        fc.integer({ min: 2003, max: 2045 }),
        fc.constantFrom("01-01", "06-01", "12-31"),
        async (number, year, day) => {
          const today = `${year}-${day}`;
          if (!worlds.has(today)) worlds.set(today, quietWorld({ now: `${today}T09:00:00` }));
          const world = (await worlds.get(today)) as World;
          const added = await add(world, number, "tester");
          if (isRefusal(added)) return;
          const { dateCreation, executives, collectiveProcedure, lastBalanceSheetDate } = added.result;
          const dates = [
            ...executives.map(({ since }) => since),
            collectiveProcedure?.openingDate,
            lastBalanceSheetDate,
          ].flatMap((date) => date ?? []);
          expect(
            [dateCreation as string, ...dates].filter((date) => date > today || date < (dateCreation as string)),
          ).toEqual([]);
        },
      ),
      { seed: 1, numRuns: 400 },
    );
  });
  it("is as it was drawn when all of it has happened", () => {
    expect(inOfficeSince("2018-06-01", "2011-03-04", "1999-01-02")).toBe("2011-03-04");
    expect(inOfficeSince("2018-06-01", "2019-03-04", "1990-01-02")).toBe("1999-03-04");
    expect(inOfficeSince("2018-06-01", "2019-03-04", "2001-01-02")).toBe("2001-01-02");
    expect(openedOn("2018-06-01", "2019-03-04", "1990-01-02")).toBe("2018-03-04");
    expect(openedOn("2026-01-15", "2019-03-04", "1990-01-02")).toBe("2019-03-04");
  });
});

describe("an association", () => {
  it("is asked for its statutes where others are for a Kbis", async () => {
    const one = await joined(first((company) => ordinary(company) && company.legalCategoryCode === "9220"));
    if (!one.folder.dossiers.some(({ dossierTypeCode }) => dossierTypeCode === "VIGILANCE"))
      await one.do((draft) => (openTypedDossier(draft, "VIGILANCE", { origin: "API" }), settle(draft)));
    for (const type of ["ONBOARDING", "VIGILANCE"]) {
      const { dossierId } = one.dossier(type);
      const codes = one.folder.documents
        .filter((row) => row.dossierId === dossierId)
        .map(({ documentCode }) => documentCode);
      expect(codes).toContain("STATUTS");
      expect(codes).not.toContain("KBIS");
    }
    expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
  });
});

describe("the coming of a third party", () => {
  it("is the client's doing, its identity the provider's, and what follows the platform's", async () => {
    const one = await joined(first(ordinary));
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
