import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { quietWorld } from "../support/worlds.ts";

const run = promisify(execFile);
/** What a process of its own exports, by its hash. */
async function exported(seed: string, randomSeed: number, timezone: string): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ["--import", "tsx", "scripts/export-seed.ts", seed, String(randomSeed)],
    {
      maxBuffer: 2 ** 28,
      env: { ...process.env, TZ: timezone },
    },
  );
  expect(stdout.length).toBeGreaterThan(1_000_000);
  return createHash("sha256").update(stdout).digest("hex");
}

describe("a second account of the same day", () => {
  it("has the rows of the first: the story is told once", async () => {
    const eventsOf = async (accountId: string) => {
      const world = await quietWorld({ seed: "portfolio", randomSeed: 31, accountId });
      return (await world.store.dump()).events;
    };
    const [first, second] = [await eventsOf("first"), await eventsOf("second")];
    expect(second.length).toBeGreaterThan(5_000);
    expect(second.every((event, at) => event === first[at])).toBe(true);
  });
});

describe("the same random seed and clock", () => {
  it("make the same world in two processes, byte for byte; another seed makes another", {
    timeout: 120_000,
  }, async () => {
    const [one, same, other] = await Promise.all([
      exported("portfolio", 1, "Europe/Paris"),
      exported("portfolio", 1, "Pacific/Auckland"),
      exported("portfolio", 2, "Europe/Paris"),
    ]);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  it("make the same world for every account of the day, but for its name and its clock", async () => {
    const [one, other] = [
      await quietWorld({ seed: "portfolio", accountId: "one" }),
      await quietWorld({ seed: "portfolio", accountId: "other", now: "2026-01-15T00:00:00" }),
    ];
    const [mine, theirs] = [await one.store.dump(), await other.store.dump()];
    expect(JSON.stringify(theirs.events).length).toBeGreaterThan(100_000);
    expect(JSON.stringify(mine.thirdparties)).toBe(
      JSON.stringify(theirs.thirdparties).replaceAll('"accountId":"other"', '"accountId":"one"'),
    );
  });
});
