import { expect, it } from "vitest";
import type { SeenLog } from "../../src/store/store.ts";
import { RequestNews } from "../../src/team/request-news.ts";

/** The log of all servers, to which a test adds requests by their numbers. */
function log(...numbers: number[]) {
  const seen = {
    last: async () => Math.max(0, ...numbers),
    since: async (after: number, but: readonly number[]) =>
      numbers
        .filter((number) => number > after && !but.includes(number))
        .sort((one, other) => one - other)
        .map((number) => ({ number, text: `request ${number}` })),
  };
  return { numbers, news: new RequestNews(seen as unknown as SeenLog) };
}

it("tells each request once, also one whose number is visible after those of later ones", async () => {
  const { numbers, news } = log(1, 2);
  expect(await news.look()).toEqual([]);
  numbers.push(3, 5);
  expect(await news.look()).toEqual(["request 3", "request 5"]);
  numbers.push(4, 6);
  expect(await news.look()).toEqual(["request 4", "request 6"]);
  expect(await news.look()).toEqual([]);
});

it("tells nothing of what happened while nobody wanted to know", async () => {
  const { numbers, news } = log(1);
  await news.look();
  news.forget();
  numbers.push(2);
  expect(await news.look()).toEqual([]);
  numbers.push(3);
  expect(await news.look()).toEqual(["request 3"]);
});

it("goes on after a crash of the database, which numbers its requests anew", async () => {
  const { numbers, news } = log(1_000);
  await news.look();
  numbers.splice(0);
  for (let looks = 0; looks < 20; looks++) expect(await news.look()).toEqual([]);
  numbers.push(1);
  expect(await news.look()).toEqual(["request 1"]);
});

it("gives the news to one of two that look at the same moment", async () => {
  const { numbers, news } = log(1);
  await news.look();
  numbers.push(2);
  expect(await Promise.all([news.look(), news.look()])).toEqual([["request 2"], []]);
});
