import { expect } from "vitest";
import { territories } from "../../src/directory/territories.ts";
import { defaultConfiguration } from "../../src/domain/configuration.ts";
import type { ThirdpartyRow } from "../../src/domain/rows.ts";
import { quietWorld, type Wish } from "../support/worlds.ts";

const { attributes: definitions, roles } = defaultConfiguration;
const rateOf = (currency: string | null) => territories.find((territory) => territory.currency === currency)?.rate ?? 1;

/**
 * Expects a world that a buyer believes: the client buys at most a third of each turnover, the dependency is right, and
 * every third party has every required attribute.
 */
export async function expectBelievable(wish: Wish): Promise<void> {
  const { thirdparties, attributes } = await (await quietWorld(wish)).store.dump();
  const valueOf = (row: ThirdpartyRow, label: string | undefined) =>
    attributes.find((attribute) => attribute.thirdpartyId === row.thirdpartyId && attribute.label === label)?.values[0];
  const shares = thirdparties.flatMap((row) => {
    const { name, turnover, turnoverCurrency } = row;
    const amount = valueOf(row, roles.amount?.label) as number | undefined;
    if (turnover === null || amount === undefined) return [];
    const percent = (100 * amount * rateOf(turnoverCurrency)) / turnover;
    return { name, percent, told: (valueOf(row, roles.dependency?.label) ?? percent) as number };
  });
  expect(shares.length).toBeGreaterThan(2);
  expect(shares.filter(({ percent, told }) => percent > 100 / 3 || Math.abs(percent - told) > 1)).toEqual([]);
  const set = new Set(attributes.map(({ thirdpartyId, label }) => `${thirdpartyId} ${label}`));
  const required = definitions.flatMap((attribute) => (attribute.required ? [attribute.label] : []));
  expect(required).toEqual([roles.category?.label, roles.criticality?.label]);
  const wanted = thirdparties.flatMap(({ thirdpartyId }) => required.map((label) => `${thirdpartyId} ${label}`));
  expect(wanted.filter((one) => !set.has(one))).toEqual([]);
}
