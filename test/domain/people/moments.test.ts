import { expect, it } from "vitest";
import { isWorkingDay, isWorkingMoment } from "../../../src/directory/calendar.ts";
import { chance } from "../../../src/directory/chance.ts";
import { apart, office, ownMoment, workingDraw } from "../../../src/domain/people/moments.ts";
import { day, dayOf, minute, parse, second } from "../../../src/domain/time.ts";
import { desk } from "../../support/worlds.ts";
import { draftOf } from "../stage.ts";

it("a thousand papers for one moment find times of their own, each after few tries", async () => {
  const draft = draftOf(await desk("cleaner"));
  const wish = draft.now + day;
  let tries = 0;
  for (let subject = 1; subject <= 1_000; subject++) {
    const chance = draft.context.chance("slot", subject);
    const int = (min: number, max: number) => {
      tries += 1;
      return chance.int(min, max);
    };
    draft.schedule("ANSWER", apart(draft, office, wish, [3, 25], { ...chance, int }), subject);
  }
  const times = draft
    .all("jobs")
    .flatMap(({ kind, dueAt }) => (kind === "ANSWER" ? parse(dueAt) : []))
    .sort((a, b) => a - b);
  expect(times[0]! - wish).toBeLessThan(60 * minute);
  expect(times[0]! >= wish || times[0]! > draft.now).toBe(true);
  expect(times.filter((at, nth) => !isWorkingMoment("FR", at) || at - (times[nth - 1] ?? 0) < 2 * minute)).toEqual([]);
  expect(tries).toBeLessThan(1_000 * 100);
});

/** How many working days a moment comes after another one. */
function workingDaysBetween(from: number, to: number): number {
  let count = 0;
  for (let at = from + day; dayOf(at) <= dayOf(to); at += day) if (isWorkingDay("FR", dayOf(at))) count += 1;
  return count;
}

it.each([
  ["2026-03-03T07:00:00"],
  ["2026-03-03T09:00:00"],
  ["2026-03-03T16:59:00"],
  ["2026-03-03T20:00:00"],
  ["2026-03-06T18:30:00"],
  ["2026-03-07T12:00:00"],
])("what is done some working days after %s is done on that working day", (text) => {
  const from = parse(text);
  for (let key = 0; key < 200; key++) {
    const draws = chance(1, text, key);
    const days = draws.int(1, 10);
    const at = workingDraw(office, from, days, draws);
    expect([isWorkingMoment("FR", at), workingDaysBetween(from, at)]).toEqual([true, days]);
  }
});

it("papers of one day that do not fit in before the evening are done on that day all the same", async () => {
  const draft = draftOf(await desk("cleaner"));
  const wish = draft.now + 8 * day - minute;
  const evening = parse(`${dayOf(wish)}T16:55:00`);
  const days = Array.from({ length: 8 }, (_, subject) => {
    const at = apart(draft, office, evening, [2, 15], draft.context.chance("slot", subject));
    draft.schedule("DECIDE", at, subject + 1);
    return dayOf(at);
  });
  expect(new Set(days)).toEqual(new Set([dayOf(evening)]));
});

it("in each window of time every third party has a second of its own, which is another one each time", () => {
  const draws = (...key: readonly (string | number)[]) => chance(1, ...key);
  const from = parse("2026-03-03T09:00:00");
  const ids = Array.from({ length: 450 }, (_, at) => 924_000 + at);
  for (const nth of [0, 1, 2]) {
    const begin = from + nth * 450 * second;
    const moments = ids.map((id) => ownMoment(draws, id, begin));
    expect(new Set(moments.map((at) => Math.floor(at / second))).size).toBe(450);
    expect(moments.every((at) => at >= begin && at < begin + 450 * second)).toBe(true);
  }
  const seconds = Array.from({ length: 200 }, (_, at) => (ownMoment(draws, 924_007, from + at * day) / second) % 450);
  expect(new Set(seconds).size).toBeGreaterThan(120);
});
