import { rate, type Shot } from "./load.ts";
import { size } from "./servers.ts";

// Many short turns rather than few long ones: what else happens on the machine then falls on all alike.
export const seconds = 2;
export const rounds = process.argv.includes("--quick") ? 2 : 7;

/** Requests per second of each shot, in every round. */
export type Rates<Name extends string> = Record<Name, number[]>;

/** The same load on all, in turn, several times. */
export async function compare<Name extends string>(shots: Record<Name, Shot>): Promise<Rates<Name>> {
  const named = Object.entries(shots) as [Name, Shot][];
  const rates = Object.fromEntries(named.map(([name]) => [name, [] as number[]])) as Rates<Name>;
  for (const [, shot] of named) await rate(shot, seconds);
  for (let round = 0; round < rounds; round++)
    for (const [name, shot] of named) rates[name].push(await rate(shot, seconds));
  return rates;
}

/** The same, where all must send as many bytes as the first. */
export async function compareAlike<Name extends string>(shots: Record<Name, Shot>): Promise<Rates<Name>> {
  const sizes = await Promise.all(Object.values<Shot>(shots).map(size));
  if (new Set(sizes).size > 1) throw new Error(`${Object.keys(shots)} send ${sizes} bytes`);
  return compare(shots);
}

/** Round by round. */
export const ratios = (ours: readonly number[], theirs: readonly number[]): number[] =>
  ours.map((rate, round) => rate / (theirs[round] as number));
