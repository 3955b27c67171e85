import { describe, expect, it } from "vitest";
import { quietWorld } from "../support/worlds.ts";
import { expectOtherSeedsComplete, expectPortfolioComplete, expectValidNumbers } from "./completeness.ts";

const start = "2026-01-15T09:00:00";

describe("a seed world", () => {
  it("holds every status and event when it is the portfolio", () => expectPortfolioComplete(1, start));

  it("holds what its description promises when it is another seed", () => expectOtherSeedsComplete(1, start));

  it.each(["portfolio", "onboarding", "expiring"])("of %s holds numbers that independent validators accept", (seed) =>
    quietWorld({ seed })
      .then(({ store }) => store.dump())
      .then(expectValidNumbers),
  );
});

describe("worlds of one seed and one day", () => {
  it("share their rows, because the script runs once", async () => {
    const eventsOf = async (accountId: string) => {
      const world = await quietWorld({ seed: "portfolio", randomSeed: 31, accountId });
      return (await world.store.dump()).events;
    };
    const [first, second] = [await eventsOf("first"), await eventsOf("second")];
    expect(second.length).toBeGreaterThan(5_000);
    expect(second.every((event, at) => event === first[at])).toBe(true);
  });

  it("worlds of one seed are equal for all accounts, but for the account's name and clock", async () => {
    const [one, other] = [
      await quietWorld({ seed: "portfolio", accountId: "one" }),
      await quietWorld({ seed: "portfolio", accountId: "other", now: "2026-01-15T00:00:00" }),
    ];
    const [oneState, otherState] = [await one.store.dump(), await other.store.dump()];
    expect(JSON.stringify(otherState.events).length).toBeGreaterThan(100_000);
    expect(JSON.stringify(oneState.thirdparties)).toBe(
      JSON.stringify(otherState.thirdparties).replaceAll('"accountId":"other"', '"accountId":"one"'),
    );
  });
});
