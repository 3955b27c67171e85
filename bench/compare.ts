import { isPinned, rate, type Shot } from "./load.ts";
import { size } from "./servers.ts";
import { undisturbed } from "./undisturbed.ts";

export const seconds = 2;
export const rounds = process.argv.includes("--quick") ? 2 : 7;

/** Requests per second of each shot, in every round. */
export type Rates<Name extends string> = Record<Name, number[]>;

/**
 * `together`: all at once on one core, which the system shares evenly between servers that have work, so that whatever
 * else happens on the machine falls on all alike. `in turn` is for servers of which one has helpers on other cores.
 */
export type Order = "together" | "in turn";

/** Requests per second, when the server has done what it had put off. */
export async function settledRate(shot: Shot, connections?: number): Promise<number> {
  const reached = await rate(shot, seconds, connections);
  await shot.settle?.();
  return reached;
}

/** The same load on all, several times. */
export async function compare<Name extends string>(
  shots: Record<Name, Shot>,
  order: Order = "together",
): Promise<Rates<Name>> {
  const named = Object.entries(shots) as [Name, Shot][];
  const rates = Object.fromEntries(named.map(([name]) => [name, [] as number[]])) as Rates<Name>;
  for (const [, shot] of named) await rate(shot, seconds);
  for (let round = 0; round < rounds; round++)
    if (order === "together" && isPinned)
      await Promise.all(named.map(async ([name, shot]) => rates[name].push(await settledRate(shot))));
    else for (const [name, shot] of named) rates[name].push(await undisturbed(() => settledRate(shot)));
  return rates;
}

/** The same, where all must send as many bytes as the first. */
export async function compareAlike<Name extends string>(
  shots: Record<Name, Shot>,
  order?: Order,
): Promise<Rates<Name>> {
  const sizes = await Promise.all(Object.values<Shot>(shots).map(size));
  if (new Set(sizes).size > 1) throw new Error(`${Object.keys(shots)} send ${sizes} bytes`);
  return compare(shots, order);
}

/** Round by round. */
export const ratios = (ours: readonly number[], theirs: readonly number[]): number[] =>
  ours.map((rate, round) => rate / (theirs[round] as number));
