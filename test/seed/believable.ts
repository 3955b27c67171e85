import { expect } from "vitest";
import { territories } from "../../src/directory/territories.ts";
import { attributeDefinitions, labels } from "../../src/domain/configuration.ts";
import type { ThirdpartyRow } from "../../src/domain/rows.ts";
import { quietWorld, type Wish } from "../support/worlds.ts";

/** Expectations of a world that a buyer believes. */

const rateOf = (currency: string | null) => territories.find((territory) => territory.currency === currency)?.rate ?? 1;

/** Expects the client to buy at most a third of each turnover, and the dependency to be right. */
export async function expectFairPurchases(wish: Wish): Promise<void> {
  const { thirdparties, attributes } = await (await quietWorld(wish)).store.dump();
  const valueOf = (row: ThirdpartyRow, label: string) =>
    attributes.find((attribute) => attribute.thirdpartyId === row.thirdpartyId && attribute.label === label)?.values[0];
  const shares = thirdparties.flatMap((row) => {
    const { name, turnover, turnoverCurrency } = row;
    const amount = valueOf(row, labels.amount) as number | undefined;
    if (turnover === null || amount === undefined) return [];
    const percent = (100 * amount * rateOf(turnoverCurrency)) / turnover;
    return { name, percent, told: (valueOf(row, labels.dependency) ?? percent) as number };
  });
  expect(shares.length).toBeGreaterThan(2);
  expect(shares.filter(({ percent, told }) => percent > 100 / 3 || Math.abs(percent - told) > 1)).toEqual([]);
}

/** Expects a value of every required attribute for every third party. */
export async function expectRequiredAttributes(wish: Wish): Promise<void> {
  const { thirdparties, attributes } = await (await quietWorld(wish)).store.dump();
  const set = new Set(attributes.map(({ thirdpartyId, label }) => `${thirdpartyId} ${label}`));
  const required = attributeDefinitions.flatMap((attribute) => (attribute.required ? [attribute.label] : []));
  expect(required).toEqual([labels.category, labels.criticality]);
  const wanted = thirdparties.flatMap(({ thirdpartyId }) => required.map((label) => `${thirdpartyId} ${label}`));
  expect(wanted.filter((one) => !set.has(one))).toEqual([]);
}
