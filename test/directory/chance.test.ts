import { describe, expect, it } from "vitest";
import { type Chance, chance, tableOf } from "../../src/directory/chance.ts";

const person = (draw: Chance) =>
  draw.fake((faker) => `${faker.string.alphanumeric(9)} ${faker.string.alphanumeric(9)}`);

describe("chance", () => {
  it("draws the same for the same seed and key after any other draws", () => {
    const first = [chance(1, "company", "219966488").float(), person(chance(1, "company", "219966488"))];
    for (let other = 0; other < 50; other++) person(chance(1, "other", other));
    expect([chance(1, "company", "219966488").float(), person(chance(1, "company", "219966488"))]).toEqual(first);
  });

  it("keeps two chances independent when they alternate", () => {
    const alone = [chance(1, "a"), chance(1, "b")].map((draw) => [person(draw), draw.int(0, 1e6), person(draw)]);
    const [a, b] = [chance(1, "a"), chance(1, "b")];
    const turns = [[person(a)], [person(b)]] as (string | number)[][];
    turns[1]?.push(b.int(0, 1e6));
    turns[0]?.push(a.int(0, 1e6));
    turns[0]?.push(person(a));
    turns[1]?.push(person(b));
    expect(turns).toEqual(alone);
  });

  it("draws differently for another seed, another key and the same letters split elsewhere", () => {
    const draws = [
      chance(1, "ab", "c"),
      chance(2, "ab", "c"),
      chance(1, "abd"),
      chance(1, "a", "bc"),
      chance(1 + 2 ** 32, "ab", "c"),
    ];
    expect(new Set(draws.map((draw) => draw.float())).size).toBe(draws.length);
  });

  it("spreads the draws of consecutive keys evenly", () => {
    const counts = Array.from({ length: 10 }, () => 0);
    for (let key = 0; key < 20_000; key++) counts[chance(1, "even", key).int(0, 9)]! += 1;
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });

  it("stays within its bounds and reaches them", () => {
    const draw = chance(1, "bounds");
    expect(new Set(Array.from({ length: 200 }, () => draw.int(3, 6)))).toEqual(new Set([3, 4, 5, 6]));
    expect(new Set(Array.from({ length: 50 }, () => draw.pick(["x", "y"])))).toEqual(new Set(["x", "y"]));
    expect([draw.bool(0), draw.bool(1)]).toEqual([false, true]);
    expect(draw.digits(8)).toMatch(/^\d{8}$/);
    expect(() => draw.pick([])).toThrow("empty");
  });

  it("draws values in proportion to their weights", () => {
    const draw = chance(1, "weights");
    const heavy = Array.from({ length: 10_000 }, () =>
      draw.weighted([
        ["light", 1],
        ["heavy", 9],
      ]),
    ).filter((value) => value === "heavy");
    expect(Math.abs(heavy.length - 9000)).toBeLessThan(150);
  });

  it("draws from a table in proportion to its counts, and reaches the first and the last value", () => {
    const draw = chance(1, "table");
    const table = tableOf({ seldom: 1, often: 8, last: 1 });
    const draws = Array.from({ length: 10_000 }, () => draw.from(table));
    const shares = table.values.map((value) => draws.filter((one) => one === value).length);
    for (const [at, expected] of [1000, 8000, 1000].entries())
      expect(Math.abs((shares[at] as number) - expected)).toBeLessThan(150);
    expect(() => draw.from(tableOf({}))).toThrow("empty");
  });

  it("gives Faker a fixed reference date", () => {
    expect(chance(1, "date").fake((faker) => faker.defaultRefDate().toISOString())).toBe("2020-01-01T00:00:00.000Z");
  });
});
