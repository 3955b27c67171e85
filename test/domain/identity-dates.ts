import fc from "fast-check";
import { expect } from "vitest";
import { directory } from "../../src/directory/name-search.ts";
import { testIdentifiers } from "../../src/directory/test-identifiers.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { addToPortfolio } from "../../src/world/operations.ts";
import type { World } from "../../src/world/world.ts";
import { quietWorld } from "../support/worlds.ts";

const types = { SIRET: "CIT001", VAT: "CIT002", DUNS: "CIT003" } as const;
const staged = testIdentifiers.map(({ kind, value }) => ({ companyIdType: types[kind], companyIdValue: value }));
const numbers = [
  ...directory().map(({ companyIdType, companyIdValue }) => ({ companyIdType, companyIdValue })),
  ...staged,
];

/** Expects no date of an identity to be after today or before the creation of the company. */
export async function expectPossibleDates(numRuns: number): Promise<void> {
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
        const added = await addToPortfolio(world, number, "tester");
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
    { numRuns },
  );
}
