/**
 * Builds small faults into the source, one at a time, and lets the tests find them:
 *
 *     npm run mutants [-- FOLDER…] [--seed N] [--count N]     a sample of each folder, or of those named
 *     npm run mutants -- --all FOLDER                         all mutants of a folder, for a night
 *     npm run mutants -- --changed                            at most 30 on the lines that differ, in two minutes
 *
 * The tests of the nearest folder have the first look, and the fast suite the second; with --own there is no second.
 * The scores of whole samples are kept in docs/mutants.json, with --as under another name than that of their seed.
 */
import { changedLines } from "./mutants/changed.ts";
import { isEquivalent } from "./mutants/equivalent.ts";
import { type Folder, folders } from "./mutants/folders.ts";
import { isOn, keyOf, type Mutant, sampleOf } from "./mutants/mutant.ts";
import { keep, percent, type Score } from "./mutants/scores.ts";
import { type Judgment, judge, mutantsOf, type Status } from "./mutants/stryker.ts";
import { optionsOf } from "./options.ts";

const { values, positionals } = optionsOf(
  { seed: 1, count: undefined, all: false, changed: false, own: false, as: undefined },
  { allowPositionals: true },
);
const { seed } = values;
const fastSuite = { patterns: ["test/**/*.test.ts"] };
/** Why mutants of a change are not judged. */
const reasons: Record<Judgment["end"], string> = {
  whole: "Stryker made nothing of them.",
  failed: "Stryker failed, mostly because a test of the folder fails without a mutant: see its output above.",
  "out of time": "the time was too short.",
};
const mostChanged = 30;
const secondsForChanged = 120;

/** What the tests of the nearest folder made of a sample. */
interface Look {
  folder: Folder;
  judged: readonly Mutant[];
  left: readonly Mutant[];
  end: Judgment["end"];
}

/** With a RuntimeError the tests do not even run. */
const found: readonly (Status | undefined)[] = ["Killed", "Timeout", "RuntimeError"];
const isFound = (status: Status | undefined) => found.includes(status);
const isJudged = (status: Status | undefined) => isFound(status) || status === "Survived" || status === "NoCoverage";
const lineOf = ({ file, start, mutator, original, replacement }: Mutant) =>
  `  ${file}:${start.line}:${start.column} ${mutator}\n    - ${onOneLine(original)}\n    + ${onOneLine(replacement)}`;
const onOneLine = (text: string) => text.replace(/\s+/g, " ").slice(0, 150);

/** What the tests of the nearest folder make of mutants, in so many seconds if they are limited. */
function look(folder: Folder, drawn: readonly Mutant[], withSlow: boolean, seconds?: number): Look {
  const { statuses, end } = judge(drawn, { patterns: folder.nearest, withSlow }, seconds);
  const judged = drawn.filter((mutant) => isJudged(statuses.get(keyOf(mutant))));
  return { folder, judged, left: judged.filter((mutant) => !isFound(statuses.get(keyOf(mutant)))), end };
}

/** A score of less than was drawn would say less than it seems to. */
function assertWhole(end: Judgment["end"], unjudged: readonly Mutant[]): void {
  if (end !== "whole") throw new Error("Stryker failed: see its output above.");
  if (unjudged.length > 0) throw new Error(`Stryker judged all but these:\n${unjudged.map(lineOf).join("\n")}`);
}

function firstLook(folder: Folder): Look {
  const mutants = mutantsOf(folder.files).filter((mutant) => !isEquivalent(mutant));
  const drawn = values.all ? mutants : sampleOf(mutants, Number(values.count ?? folder.count), seed);
  const first = look(folder, drawn, folder.withSlow);
  const { judged, left, end } = first;
  assertWhole(
    end,
    drawn.filter((mutant) => !judged.includes(mutant)),
  );
  console.log(`${folder.name}: ${judged.length - left.length} of ${judged.length} found by the tests of the folder`);
  return first;
}

/** The whole suite takes long to start, so it looks at what is left of all folders at once. */
function secondLook(looks: readonly Look[]): (mutant: Mutant) => boolean {
  const left = looks.flatMap((look) => (look.folder.isJudgedByAll ? look.left : []));
  if (values.own || left.length === 0) return () => false;
  const { statuses, end } = judge(left, fastSuite);
  assertWhole(end, []);
  return (mutant) => isFound(statuses.get(keyOf(mutant)));
}

function show({ folder: { name, goal }, judged, left }: Look, survivors: readonly Mutant[]): Score {
  const { length: mutants } = judged;
  const score = { seed, mutants, own: mutants - left.length, found: mutants - survivors.length };
  const mark = percent(score.found, score) >= goal ? "ok   " : "below";
  console.log(`\n${mark} ${name}: ${score.found} of ${score.mutants} found, at least ${goal} % are expected`);
  for (const survivor of survivors) console.log(lineOf(survivor));
  return score;
}

function sampled(): void {
  const all = folders();
  const unknown = positionals.find((name) => !all.some((folder) => folder.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no folder ${unknown}: ${all.map(({ name }) => name).join(", ")}.`);
  const looks = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name)).map(firstLook);
  const isFoundByAll = secondLook(looks);
  const isWhole = !values.all && !values.own && values.count === undefined;
  for (const look of looks) {
    const survivors = look.left.filter((mutant) => !isFoundByAll(mutant));
    const score = show(look, survivors);
    if (isWhole) keep(look.folder.name, values.as ?? `seed ${seed}`, score);
  }
}

/** Survivors of a change are for its author to read: nothing here makes CI fail. */
function changed(): void {
  const lines = changedLines();
  const files = folders().flatMap((folder) => folder.files.filter((file) => lines.has(file)));
  const mutants = mutantsOf(files).filter((mutant) => isOn(lines)(mutant) && !isEquivalent(mutant));
  const drawn = sampleOf(mutants, mostChanged, seed);
  console.log(`${mutants.length} mutants are on the lines that changed; ${drawn.length} of them are tried.`);
  const began = performance.now();
  for (const folder of folders()) {
    const own = drawn.filter(({ file }) => folder.files.includes(file));
    const left = secondsForChanged - (performance.now() - began) / 1_000;
    if (own.length === 0) continue;
    const none = { judged: [], left: [], end: "out of time" } as const;
    const { judged, left: survivors, end } = left > 10 ? look(folder, own, false, left) : none;
    console.log(`${folder.name}: ${survivors.length} of ${judged.length} are found by no test of the folder`);
    if (judged.length < own.length) console.log(`  ${own.length - judged.length} are not judged: ${reasons[end]}`);
    for (const survivor of survivors) console.log(lineOf(survivor));
  }
}

if (values.changed) changed();
else sampled();
