/** Whether a portfolio goes on living: `npm run living -- --from 1 --to 21 --years 4`. Fails on the thresholds. */
import { temperOf, tempers } from "../src/domain/people/tempers.ts";
import { day, format, hour, parse } from "../src/domain/time.ts";
import type { World } from "../src/world/world.ts";
import { nowOf } from "../test/support/model.ts";
import { percent, validShares } from "../test/support/shares.ts";
import { advance, quietWorld } from "../test/support/worlds.ts";
import { optionsOf } from "./options.ts";

const { values } = optionsOf({ from: 1, to: 21, years: 4, seed: "portfolio" });

/** What must hold, each with its least and its most. */
const thresholds = {
  "supplier documents VALID, %": [55, 100],
  "dossiers older than six months VALID, %": [60, 75],
  "tempers seen": [Object.keys(tempers).length, Number.POSITIVE_INFINITY],
  "months without DOSSIER_STATUS_UPDATED_VALID": [0, 0],
  "INVALID over within six hours, %": [0, 5],
  "THIRD_PARTY_INDICATOR_UPDATED per third party and year": [0, 10.7],
} as const;
type Figures = Record<keyof typeof thresholds, number>;

async function figuresOf(world: World): Promise<Figures> {
  const { thirdparties, events } = await world.store.dump();
  const now = parse(nowOf(world));
  const begin = parse(world.origin.createdAt);
  const lately = events.filter(({ occurredAt }) => occurredAt >= format(begin));
  const named = (name: string) => lately.filter(({ eventName }) => eventName === name);
  const valid = new Set(named("DOSSIER_STATUS_UPDATED_VALID").map(({ occurredAt }) => occurredAt.slice(0, 7)));
  const months = new Set<string>();
  for (let at = begin; at < now - 31 * day; at += day) months.add(format(at).slice(0, 7));
  const next = new Map<number, string>();
  const short: unknown[] = [];
  for (const { eventName, dossierId, occurredAt } of lately.toReversed()) {
    if (!/^DOSSIER_STATUS_UPDATED_/.test(eventName) || dossierId === null) continue;
    const end = next.get(dossierId);
    if (eventName.endsWith("_INVALID") && end && parse(end) - parse(occurredAt) < 6 * hour) short.push(dossierId);
    next.set(dossierId, occurredAt);
  }
  const shares = await validShares(world);
  const years = (now - begin) / (365 * day);
  return {
    "supplier documents VALID, %": shares.documents,
    "dossiers older than six months VALID, %": shares.dossiers,
    "tempers seen": new Set(
      thirdparties.filter(({ archived }) => !archived).map((row) => temperOf(row, (...key) => world.chance(...key))),
    ).size,
    "months without DOSSIER_STATUS_UPDATED_VALID": [...months].filter((month) => !valid.has(month)).length,
    "INVALID over within six hours, %": percent(short, named("DOSSIER_STATUS_UPDATED_INVALID")),
    "THIRD_PARTY_INDICATOR_UPDATED per third party and year":
      named("THIRD_PARTY_INDICATOR_UPDATED").length / thirdparties.length / years,
  };
}

const names = Object.keys(thresholds) as (keyof Figures)[];
const table = new Map<string, Figures[]>();
for (let randomSeed = values.from; randomSeed <= values.to; randomSeed++) {
  const world = await quietWorld({ seed: values.seed, randomSeed });
  for (let year = 1; year <= values.years; year++) {
    await advance(world, "P1Y");
    if (year !== 1 && year !== values.years) continue;
    const figures = await figuresOf(world);
    const after = `after ${year} years`;
    table.set(after, [...(table.get(after) ?? []), figures]);
    console.log(`seed ${randomSeed} ${after}: ${names.map((name) => figures[name].toFixed(1)).join(" · ")}`);
  }
}
/** The middle one, or what is between the two in the middle. */
function median(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[Math.floor(index)] as number;
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
}
for (const [after, [first, ...others]] of table)
  for (const name of names) {
    const [least, most] = thresholds[name];
    const figures = [first as Figures, ...others].map((row) => row[name]);
    const held = [figures[0] as number, median(figures.length > 1 ? figures.slice(1) : figures)];
    const isHeld = held.every((figure) => figure >= least && figure <= most);
    console.log(
      `${isHeld ? "ok  " : "FAIL"} ${after}: ${name}: ${held.map((figure) => figure.toFixed(1)).join(", median ")}`,
    );
    if (!isHeld) process.exitCode = 1;
  }
