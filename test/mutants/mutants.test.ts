import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Equivalent, equivalents, isEquivalent, timesIn } from "../../scripts/mutants/equivalent.ts";
import { folders } from "../../scripts/mutants/folders.ts";
import { isOn, type Mutant, sampleOf } from "../../scripts/mutants/mutant.ts";

const mutant = (nth: number, more: Partial<Mutant> = {}): Mutant => ({
  file: "src/domain/time.ts",
  start: { line: nth, column: 1 },
  end: { line: nth, column: 9 },
  mutator: "EqualityOperator",
  original: `a < ${nth}`,
  replacement: `a <= ${nth}`,
  line: `if (a < ${nth})`,
  isStatic: nth % 2 === 0,
  ...more,
});
const many = Array.from({ length: 200 }, (_, nth) => mutant(nth));

describe("a sample of mutants", () => {
  it("has a tenth of static ones, and is the same for a seed", () => {
    const drawn = sampleOf(many, 50, 1);
    expect({ all: drawn.length, static: drawn.filter(({ isStatic }) => isStatic).length }).toEqual({
      all: 50,
      static: 5,
    });
    expect(sampleOf([...many].reverse(), 50, 1)).toEqual(drawn);
    expect(sampleOf(many, 50, 2)).not.toEqual(drawn);
  });
  it("stays as it is when lines move", () => {
    const moved = many.map((each) => ({ ...each, start: { line: each.start.line + 7, column: 3 } }));
    const originals = (sample: Mutant[]) => sample.map(({ original }) => original);
    expect(originals(sampleOf(moved, 50, 1))).toEqual(originals(sampleOf(many, 50, 1)));
  });
  it("has all there are where there are fewer", () => {
    expect(sampleOf(many.slice(0, 6), 50, 1)).toHaveLength(6);
  });
});

it("a mutant is on changed lines when all of its lines have changed", () => {
  const changed = new Map([["src/domain/time.ts", new Set([3, 4])]]);
  const lines = (from: number, to: number) => mutant(from, { end: { line: to, column: 2 } });
  const cases = [lines(3, 3), lines(3, 4), lines(4, 5), lines(2, 3), mutant(3, { file: "src/domain/draft.ts" })];
  expect(cases.map(isOn(changed))).toEqual([true, true, false, false, false]);
});

describe("mutants that are judged equivalent", () => {
  it("each names one place of its file, and says why", () => {
    const stale = equivalents.filter(({ file, line, nth, original, reason }) => {
      const there = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
      const places = there.filter((each) => each.trim() === line).length;
      const times = timesIn(line, original);
      const isOne = places === 1 && (nth === undefined ? times === 1 : times > 1 && nth <= times);
      return !isOne || !/^[A-Z].{20,}\.$/.test(reason);
    });
    expect(stale).toEqual([]);
  });
  it("are told from others of the same text and from others of the same place", () => {
    const second = equivalents.find(({ nth }) => nth === 2) as Equivalent;
    const at = (nth: number) => second.line.split(second.original, nth).join(second.original).length + 3;
    const one = mutant(1, { ...second, line: `  ${second.line}`, start: { line: 1, column: at(2) } });
    const others = [{ replacement: "another" }, { line: "elsewhere" }, { start: { line: 1, column: at(3) } }];
    expect(isEquivalent(one)).toBe(true);
    expect(others.filter((other) => isEquivalent({ ...one, ...other }))).toEqual([]);
  });
});

it("every folder of the source has mutants and tests that judge them", () => {
  const empty = folders().filter(({ files, nearest }) => files.length === 0 || nearest.length === 0);
  expect(empty.map(({ name }) => name)).toEqual([]);
});
