import { expect, it } from "vitest";
import { isWorkingMoment } from "../../../src/directory/calendar.ts";
import { apart, office } from "../../../src/domain/people/moments.ts";
import { day, minute, parse } from "../../../src/domain/time.ts";
import { desk } from "../../support/worlds.ts";
import { draftOf } from "../stage.ts";

it("thousands of papers for one moment find times of their own, each after few tries", async () => {
  const draft = draftOf(await desk("cleaner"));
  const wish = draft.now + day;
  let tries = 0;
  for (let subject = 1; subject <= 2_000; subject++) {
    const chance = draft.context.chance("slot", subject);
    const int = (min: number, max: number) => {
      tries += 1;
      return chance.int(min, max);
    };
    draft.schedule("ANSWER", apart(draft, "ANSWER", office, wish, [3, 25], { ...chance, int }), subject);
  }
  const times = draft
    .all("jobs")
    .flatMap(({ kind, dueAt }) => (kind === "ANSWER" ? parse(dueAt) : []))
    .sort((a, b) => a - b);
  expect(times[0]).toBe(wish);
  expect(times.filter((at, nth) => !isWorkingMoment("FR", at) || at - (times[nth - 1] ?? 0) < 2 * minute)).toEqual([]);
  expect(tries).toBeLessThan(2_000 * 100);
});
