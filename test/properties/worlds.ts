import { readdirSync } from "node:fs";
import { day, format, parse } from "../../src/domain/time.ts";
import { closedDayChecks } from "../support/closed-days.ts";
import { invariants, wrongs } from "../support/invariants.ts";
import type { Check } from "../support/look.ts";
import { nowOf } from "../support/model.ts";
import { purchases } from "../support/pieces.ts";
import { found, longProbes, probes, type Reader, remaking } from "../support/probes.ts";
import { workingHourChecks } from "../support/working-hours.ts";
import { advance, quietWorld, start, type Wish } from "../support/worlds.ts";

/** The worlds that are delivered, and their lives of several years. */
export const seeds = readdirSync("seeds").map((file) => file.replace(/\.json$/, ""));

/** The invariants of a world that no client has changed. */
export const storyInvariants: Readonly<Record<string, Check>> = {
  ...invariants,
  "the client buys no more than the supplier sells": purchases,
  ...closedDayChecks,
  ...workingHourChecks,
};

export interface Life extends Pick<Wish, "people" | "history"> {
  seed: string;
  randomSeed: number;
  years: number;
  size?: number | null;
  /** Whether the world is made a second time and compared. */
  twice?: boolean;
  read: Reader;
}

interface Lived {
  complaints: string[];
  /** The rows at the end. */
  thirdparties: number;
  documents: number;
  evidences: number;
  events: number;
}

/** Worlds begin on different days of the year and at different hours. */
const startOf = (randomSeed: number) => format(parse(start) + randomSeed * (11 * day + 3_600_000));

/** Makes a world and lets it live; looks at its rows when it is made and after each year, and probes it at the end. */
export async function live({ years, size = null, twice = false, read, ...wish }: Life): Promise<Lived> {
  const world = await quietWorld({ ...wish, size, now: startOf(wish.randomSeed) });
  const complaints: string[] = [];
  const look = async () => {
    const broken = wrongs(await world.store.dump(), nowOf(world), storyInvariants);
    complaints.push(...broken.map((complaint) => `${nowOf(world)} ${complaint}`));
  };
  await look();
  for (let year = 0; year < years; year++) {
    await advance(world, "P1Y");
    await look();
  }
  complaints.push(...(await found(world, { ...probes, ...longProbes(read), ...(twice && remaking) })));
  const { thirdparties, documents, events } = await world.store.dump();
  return {
    complaints,
    thirdparties: thirdparties.length,
    documents: documents.length,
    evidences: documents.reduce((sum, { evidences }) => sum + evidences.length, 0),
    events: events.length,
  };
}
