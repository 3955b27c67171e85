import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Chance, chance } from "../../src/directory/chance.ts";

const person = (draw: Chance) => draw.fake((faker) => `${faker.person.firstName()} ${faker.person.lastName()}`);

describe("chance", () => {
  it("draws the same for the same seed and key, whatever was drawn before", () => {
    const first = [chance(1, "company", "219966488").float(), person(chance(1, "company", "219966488"))];
    for (let other = 0; other < 50; other++) person(chance(1, "other", other));
    expect([chance(1, "company", "219966488").float(), person(chance(1, "company", "219966488"))]).toEqual(first);
  });

  it("keeps two draws apart that take turns", () => {
    const alone = [chance(1, "a"), chance(1, "b")].map((draw) => [person(draw), draw.int(0, 1e6), person(draw)]);
    const [a, b] = [chance(1, "a"), chance(1, "b")];
    const turns = [[person(a)], [person(b)]] as (string | number)[][];
    turns[1]?.push(b.int(0, 1e6));
    turns[0]?.push(a.int(0, 1e6));
    turns[0]?.push(person(a));
    turns[1]?.push(person(b));
    expect(turns).toEqual(alone);
  });

  it("draws otherwise for another seed, another key and the same letters cut elsewhere", () => {
    const draws = [
      chance(1, "ab", "c"),
      chance(2, "ab", "c"),
      chance(1, "abd"),
      chance(1, "a", "bc"),
      chance(1 + 2 ** 32, "ab", "c"),
    ];
    expect(new Set(draws.map((draw) => draw.float())).size).toBe(draws.length);
  });

  it("spreads neighbouring keys evenly", () => {
    const counts = Array.from({ length: 10 }, () => 0);
    for (let key = 0; key < 20_000; key++) counts[chance(1, "even", key).int(0, 9)]! += 1;
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });

  it("stays within bounds and reaches them", () => {
    const draw = chance(1, "bounds");
    expect(new Set(Array.from({ length: 200 }, () => draw.int(3, 6)))).toEqual(new Set([3, 4, 5, 6]));
    expect(new Set(Array.from({ length: 50 }, () => draw.pick(["x", "y"])))).toEqual(new Set(["x", "y"]));
    expect([draw.bool(0), draw.bool(1)]).toEqual([false, true]);
    expect(draw.digits(8)).toMatch(/^\d{8}$/);
    expect(() => draw.pick([])).toThrow("empty");
  });

  it("weighs", () => {
    const draw = chance(1, "weights");
    const heavy = Array.from({ length: 10_000 }, () =>
      draw.weighted([
        ["light", 1],
        ["heavy", 9],
      ]),
    ).filter((value) => value === "heavy");
    expect(Math.abs(heavy.length - 9000)).toBeLessThan(150);
  });

  it("gives Faker a date that does not move", () => {
    expect(chance(1, "date").fake((faker) => faker.defaultRefDate().toISOString())).toBe("2020-01-01T00:00:00.000Z");
  });

  it("draws thirty thousand keys in well under a second", () => {
    const start = performance.now();
    for (let key = 0; key < 30_000; key++) chance(1, "speed", key).int(1, 6);
    expect(performance.now() - start).toBeLessThan(900);
  });
});

it("no file of the directory asks the machine for the time or for dice", () => {
  const folder = new URL("../../src/directory/", import.meta.url);
  const culprits = readdirSync(folder).filter((file) =>
    /Date\.now|new Date\(\)|Math\.random|randomUUID/.test(readFileSync(new URL(file, folder), "utf8")),
  );
  expect(culprits).toEqual([]);
});
