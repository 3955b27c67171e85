import { describe, expect, it } from "vitest";
import { Email } from "../../contract/shared.ts";
import { seedNames } from "../../src/seed/seed-file.ts";
import { quietWorld } from "../support/worlds.ts";
import { expectBelievable } from "./believable.ts";
import { expectOtherSeedsComplete, expectPortfolioComplete } from "./completeness.ts";

const start = "2026-01-15T09:00:00";
const stories = seedNames().filter((seed) => seed !== "empty");
const believable = [...stories.map((seed) => ({ seed })), { seed: "empty", size: 20 }];

describe("a seed world", () => {
  it("holds every status and event when it is the portfolio", () => expectPortfolioComplete(1, start));

  it("holds what its description promises when it is another seed", () => expectOtherSeedsComplete(1, start));
});

describe("a seed world that a buyer believes", () => {
  it.each(believable)("has fair purchases, the right dependency and every required attribute, in %o", expectBelievable);

  it.each(stories)("has contacts in %s that the contract accepts", async (seed) => {
    const { contacts } = await (await quietWorld({ seed })).store.dump();
    expect(contacts.map(({ email }) => email).filter((email) => !Email.safeParse(email).success)).toEqual([]);
  });
});

describe("worlds of one seed and one day", () => {
  it("share their rows, because the script runs once", async () => {
    const eventsOf = async (accountId: string) => {
      const world = await quietWorld({ seed: "portfolio", accountId });
      // The story ends at midnight; each account then catches up with its own clock.
      return (await world.store.dump()).events.filter(({ occurredAt }) => occurredAt < "2026-01-15");
    };
    const [first, second] = [await eventsOf("first"), await eventsOf("second")];
    expect(second.length).toBeGreaterThan(5_000);
    expect(second.every((event, at) => event === first[at])).toBe(true);
  });
});
