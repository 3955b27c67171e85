import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { foldingEarly } from "../../scripts/reliability/disk/points.ts";
import { hasStrace } from "../../scripts/reliability/interruptions.ts";
import { withoutWorst } from "../../scripts/reliability/neighbours/worst.ts";
import * as replicas from "../../scripts/reliability/replicas.ts";
import { type Outcome, type Row, runRow } from "../../scripts/reliability/row.ts";
import { rows } from "../../scripts/reliability/rows.ts";
import { revealing } from "../../scripts/reliability/server.ts";
import { programs } from "../support/postgres.ts";

/** What the short form of a row shows, and more than how many of what it must have done to show it. */
const shown: Record<string, [title: string, done: Record<string, number>]> = {
  kills: [
    "a server that is killed at random moments loses no answered write and does nothing by halves",
    { "answered writes": 50 },
  ],
  syscalls: ["an operation whose server is killed at a call to the disk is whole or absent", { killed: 10 }],
  cuts: [
    "a log that was cut off at any byte gives the world after its last whole write, and says so",
    { "dropped rests": 100 },
  ],
  flips: ["a bit that was turned in a file of the data folder changes nothing without a word", { "kinds of file": 5 }],
  faults: ["a disk that fails, is full, writes too little or is slow makes no operation half", {}],
  interruptions: ["a write that a signal interrupts is repeated", { operations: 2 }],
  fuzz: [
    "answers fuzzed requests on both planes as the contract says, and stores nothing of a refused one",
    // Enough of the requests get past the first checks.
    Object.fromEntries([200, 201, 204, 400, 404].map((status) => [`answers with ${status}`, 5])),
  ],
  neighbours: ["leaves turns of the event loop to others while any operation serves its worst requests", {}],
  odd: [
    "a world with an odd value is refused with its place, or works, and never stops the server",
    { "taken by its rules": 5, "refused by its rules": 5 },
  ],
  moves: ["a clock that is moved far stands at the end of a part, whatever happens on its way", { stopped: 0 }],
  raw: ["answers every abuse of HTTP as is written beside it, and stays alive", {}],
  tokens: ["lets no forged, mutated, expired or foreign token or link in", {}],
  soak: ["serves reads, writes and followers without an error, keeps its memory and folds its logs", {}],
  connections: ["serves busy connections among 2,000 idle ones and slow ones", {}],
  stops: ["a server that is stopped answers every request that was sent before", { "answered requests": 1_000 }],
  replicas: [
    "three servers and a database that are killed, paused and cut off lose no answered write and do none twice",
    { "answered writes": 100 },
  ],
};
const missing = { interruptions: !hasStrace, replicas: !programs } as Record<string, boolean>;

/** A row as the suite runs it: few attacks, always the same. */
const shortForm = (row: Row): Promise<Outcome> =>
  runRow(row, { count: row.short, seed: 1, node: process.execPath, edits: [], say: () => {} });

for (const [name, [title, done]] of Object.entries(shown))
  it.skipIf(missing[name])(title, async () => {
    const { failures, figures } = await shortForm(rows[name] as Row);
    expect(failures).toEqual([]);
    for (const [figure, count] of Object.entries(done))
      expect([figure, figures[figure]]).toSatisfy(([, many]) => many > count);
  });

it("every row but the matrix has a short form here", () => {
  expect(Object.keys(rows)).toEqual([...Object.keys(shown), "matrix"]);
});

it("has a worst request for every operation of both planes that takes a query or a body", () => {
  expect(withoutWorst).toEqual([]);
});

it("can make every edit, of a row itself or of a planted fault, in the sources as they are", () => {
  const planted = Object.values(rows).flatMap((row) => Object.values(row.planted).flat());
  const edits = [revealing, foldingEarly, replicas.foldingEarly, ...planted];
  const absent = edits.filter(({ file, from }) => !readFileSync(file, "utf8").includes(from));
  expect(absent).toEqual([]);
});
