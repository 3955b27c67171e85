/**
 * Builds small faults into the source, one at a time, and lets the tests find them:
 *
 *     npm run mutants [-- FOLDER…] [--seed N] [--count N]     a sample of each folder, or of those named
 *     npm run mutants -- --all FOLDER                         all mutants of a folder, for a night
 *     npm run mutants -- --changed                            at most 30 on the lines that differ, in two minutes
 *
 * The tests of the nearest folder have the first look, and the fast suite the second; with --own there is no second.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { changedLines, isOn } from "./mutants/changed.ts";
import { isEquivalent } from "./mutants/equivalent.ts";
import { type Folder, folders } from "./mutants/folders.ts";
import { keyOf, type Mutant, sampleOf } from "./mutants/mutant.ts";
import { judge, mutantsOf, type Status } from "./mutants/stryker.ts";

const { values, positionals } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string" },
    all: { type: "boolean", default: false },
    changed: { type: "boolean", default: false },
    own: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const seed = Number(values.seed);
const fastSuite = { patterns: ["test/**/*.test.ts"] };
const mostChanged = 30;
const secondsForChanged = 120;

interface Outcome {
  folder: string;
  judged: number;
  found: number;
  goal: number;
  survivors: Mutant[];
}

const isFound = (status: Status | undefined) => status === "Killed" || status === "Timeout";
const isJudged = (status: Status | undefined) => status !== undefined && !/Error$|Ignored/.test(status);
const lineOf = ({ file, start, mutator, original, replacement }: Mutant) =>
  `  ${file}:${start.line}:${start.column} ${mutator}\n    - ${onOneLine(original)}\n    + ${onOneLine(replacement)}`;
const onOneLine = (text: string) => text.replace(/\s+/g, " ").slice(0, 150);

function measured(folder: Folder): Outcome {
  const mutants = mutantsOf(folder.files).filter((mutant) => !isEquivalent(mutant));
  const drawn = values.all ? mutants : sampleOf(mutants, Number(values.count ?? folder.count), seed);
  const first = judge(drawn, { patterns: folder.nearest, withSlow: folder.withSlow });
  const left = drawn.filter((mutant) => isJudged(first.get(keyOf(mutant))) && !isFound(first.get(keyOf(mutant))));
  const second =
    folder.isJudgedByAll && !values.own && left.length > 0 ? judge(left, fastSuite) : new Map<string, Status>();
  const survivors = left.filter((mutant) => !isFound(second.get(keyOf(mutant))));
  const judged = drawn.filter((mutant) => isJudged(first.get(keyOf(mutant)))).length;
  return { folder: folder.name, judged, found: judged - survivors.length, goal: folder.goal, survivors };
}

const percent = ({ found, judged }: Outcome) => (judged === 0 ? 100 : (100 * found) / judged);

function show(outcome: Outcome): void {
  const { folder, judged, found, goal, survivors } = outcome;
  const mark = percent(outcome) >= goal ? "ok   " : "below";
  console.log(
    `\n${mark} ${folder}: ${found} of ${judged} found, ${percent(outcome).toFixed(1)} % (at least ${goal} %)`,
  );
  for (const survivor of survivors) console.log(lineOf(survivor));
}

function sampled(): void {
  const all = folders();
  const unknown = positionals.find((name) => !all.some((folder) => folder.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no folder ${unknown}: ${all.map(({ name }) => name).join(", ")}.`);
  const outcomes = all
    .filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    .map((folder) => {
      const outcome = measured(folder);
      show(outcome);
      mkdirSync("reports", { recursive: true });
      writeFileSync(`reports/mutants-${folder.name}-${seed}.json`, JSON.stringify(outcome, null, 2));
      return outcome;
    });
  console.log("\n| Folder | Mutants | Found | Goal |\n|---|---|---|---|");
  for (const outcome of outcomes)
    console.log(`| ${outcome.folder} | ${outcome.judged} | ${percent(outcome).toFixed(1)} % | ${outcome.goal} % |`);
}

/** Survivors of a change are for its author to read: nothing here makes CI fail. */
function changed(): void {
  const lines = changedLines();
  const touched = folders().flatMap((folder) => ({ ...folder, files: folder.files.filter((file) => lines.has(file)) }));
  const began = performance.now();
  for (const folder of touched.filter(({ files }) => files.length > 0)) {
    const mutants = mutantsOf(folder.files).filter((mutant) => isOn(lines)(mutant) && !isEquivalent(mutant));
    const drawn = sampleOf(mutants, Math.ceil(mostChanged / touched.length), seed);
    const left = secondsForChanged - (performance.now() - began) / 1_000;
    if (drawn.length === 0 || left < 10) continue;
    const statuses = judge(drawn, { patterns: folder.nearest }, left);
    const survivors = drawn.filter((mutant) => statuses.get(keyOf(mutant)) === "Survived");
    console.log(`${folder.name}: ${survivors.length} of ${statuses.size} changes of the source are found by no test.`);
    for (const survivor of survivors) console.log(lineOf(survivor));
  }
}

if (values.changed) changed();
else sampled();
