import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { day, format, parse } from "../../src/domain/time.ts";
import { unsettled, wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { quietWorld } from "../support/worlds.ts";
import { expectBelievable } from "./believable.ts";
import { expectOtherSeedsComplete, expectPortfolioComplete, expectSound } from "./completeness.ts";

const run = promisify(execFile);
/** The hash of the world that a process of its own exports. */
async function exported(seed: string, randomSeed: number, timezone: string): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ["--import", "tsx", "scripts/export-seed.ts", seed, String(randomSeed)],
    { maxBuffer: 2 ** 28, env: { ...process.env, TZ: timezone } },
  );
  expect(stdout.length).toBeGreaterThan(100_000);
  return createHash("sha256").update(stdout).digest("hex");
}

it("makes the same world of a random seed in two processes and zones, and another of another seed", async () => {
  const zones = { 1: ["Europe/Paris", "Pacific/Auckland"], 2: ["Europe/Paris"] };
  const [one, same, other] = await Promise.all(
    Object.entries(zones).flatMap(([seed, all]) => all.map((zone) => exported("expiring", Number(seed), zone))),
  );
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});

/** Random seeds and dates: no seed world may depend on chance, leap days, weekdays or ends of months. */
const variations = [
  [7, "2028-02-29T23:59:59"],
  // With these two, chance once added a company before the script did, and reopened a dossier before the script did.
  [37, "2027-09-22T00:00:00"],
  [56, "2028-08-10T00:00:00"],
  // With this one, people archived a third party before its answer that a step decides on.
  [106, "2026-01-15T09:00:00"],
] as const;
const others = Array.from(
  { length: 2 },
  (_, at) => [at + 2, format(parse("2026-02-20T10:00:00") + at * 37 * day)] as const,
);

describe("a seed world of any random seed and date", () => {
  it.each([...variations, ...others])(
    "the portfolio holds every status and event (random seed %i, date %s)",
    expectPortfolioComplete,
  );
  it.each([[1, "2026-01-15T09:00:00"] as const, ...variations, ...others])(
    "the portfolio breaks no invariant (random seed %i, date %s)",
    (randomSeed, now) => expectSound("portfolio", randomSeed, now),
  );
  it.each(variations)("the other seeds hold what they promise (random seed %i, date %s)", expectOtherSeedsComplete);
});

describe("a world of a given size", () => {
  it("a world of a size has as many third parties as were asked for, and satisfies the invariants", async () => {
    const world = await quietWorld({ seed: "portfolio", size: 100 });
    const state = await world.store.dump();
    expect(state.thirdparties).toHaveLength(100);
    expect(new Set(state.thirdparties.map(({ duns }) => duns)).size).toBe(100);
    expect([...new Set(state.documents.map(({ statusCode }) => statusCode))]).toEqual(
      expect.arrayContaining(["ACTION_REQUIRED", "MISSING", "VALID"]),
    );
    expect([...wrongs(state, nowOf(world)), ...(await unsettled(world))]).toEqual([]);
  });
});

describe("a seed world that a buyer believes", () => {
  const worlds = [
    { seed: "portfolio", now: "2021-03-01T09:00:00" },
    { seed: "portfolio", now: "2027-11-15T09:00:00", randomSeed: 7 },
    { seed: "onboarding" },
    { seed: "expiring" },
    { seed: "empty", size: 100 },
  ];
  it.each(worlds)("has fair purchases, the right dependency and every required attribute, in %o", expectBelievable);
});
