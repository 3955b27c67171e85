import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Damaged } from "../../../src/store/failures.ts";
import { bodiesOf, entryLines, headerLine, textOf } from "../../../src/store/file/record.ts";
import { recover } from "../../../src/store/file/recover.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import type { Store } from "../../../src/store/store.ts";
import { change, comment, commit, event, put, sequence, step, world } from "../samples.ts";
import { contents, temporaryFolder } from "./folders.ts";
import { reread } from "./fragile.ts";

/** A log of three changes, each a batch of its own, and the end of each of its lines. */
let log: Buffer;
let ends: number[];
let files: Record<string, string>;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "tiers-sandbox-"));
  const storage = await fileStorage(folder);
  const store = await storage.create("demo", world());
  const events = [event(51_000_000, 1)];
  for (const next of [1, 2, 3])
    await commit(store, change({ put: [put("sequences", sequence("step", next))], events: next === 2 ? events : [] }));
  files = contents(folder);
  log = readFileSync(join(folder, "demo.log"));
  ends = [...log].flatMap((byte, at) => (byte === 0x0a ? [at + 1] : []));
  await storage.close();
  rmSync(folder, { recursive: true });
});

/** The account file and its events, without a log. */
function placeAccount(folder: string): void {
  for (const name of ["demo.json", "demo.events-1.jsonl"])
    writeFileSync(join(folder, name), files[name] as string, "latin1");
}

const read = (bytes: Buffer) => recover("demo.log", bytes);
/** Lines of changes that are each a write of their own, written together. */
const linesOf = (first: number, texts: string[]) =>
  Buffer.concat([
    ...entryLines(
      first,
      texts.map((text) => ({ text, left: 0 })),
    ),
  ]);

describe("a write-ahead log that was cut off", () => {
  it("a log is good up to its last whole line, wherever it was cut off", () => {
    const cuts = Array.from({ length: log.length - (ends[0] as number) + 1 }, (_, nth) => (ends[0] as number) + nth);
    const found = cuts.map((cut) => {
      const { after, entries, length, torn } = read(log.subarray(0, cut));
      return [cut, after, entries.map(({ change }) => change).join(), length, torn].join(" ");
    });
    const expected = cuts.map((cut) => {
      const lines = ends.findLastIndex((end) => end <= cut);
      const end = ends[lines] as number;
      return [cut, 1, [2, 3, 4].slice(0, lines).join(), end, cut - end].join(" ");
    });
    expect(found).toEqual(expected);
  });

  it("a torn log is cut at its good end and reported once, and writes go on", async () => {
    const folder = temporaryFolder();
    placeAccount(folder);
    writeFileSync(join(folder, "demo.log"), log.subarray(0, -7));
    const reports: string[] = [];
    const storage = await fileStorage(folder, { report: (message) => reports.push(message) });
    const store = (await storage.open("demo")) as Store;
    const sound = log.subarray(0, ends[2]).toString("latin1");
    expect([contents(folder)["demo.log"], (await store.get("sequences", "step"))?.next]).toEqual([sound, 2]);
    await commit(store, step(50));
    expect(await reread(folder)).toEqual(await store.dump());
    await storage.close();
    const torn = log.length - 7 - (ends[2] as number);
    expect(reports).toEqual([
      `${join(folder, "demo.log")}: a write was cut off by a crash before it was answered; ` +
        `its ${torn} bytes were dropped`,
    ]);
  });

  it("a log is good up to the missing sectors of its last write, even if later sectors reached the disk", () => {
    const body = '"put":[],"remove":[],"events":[]}';
    const together = (first: number, count: number) => linesOf(first, Array(count).fill(body));
    const bytes = Buffer.concat([headerLine(0), together(1, 10), together(11, 30)]);
    bytes.fill(0, 1024, 2048);
    const { entries } = read(bytes);
    expect(entries.map((entry) => entry.change)).toEqual(Array.from({ length: entries.length }, (_, nth) => 1 + nth));
    expect(entries.length).toBeGreaterThanOrEqual(10);
    expect(entries.length).toBeLessThan(40);
  });
});

describe("the write-ahead log of a write of several buffers", () => {
  const bodies = [..."abcde"].flatMap((letter) =>
    bodiesOf([textOf(change({ put: [put("comments", comment(31_000_000, 924_000, letter.repeat(1_000)))] }))]),
  );
  const header = headerLine(1);
  const buffers = [...entryLines(2, bodies, 3_000)];
  const large = Buffer.concat([header, ...buffers]);
  const between = header.length + (buffers[0] as Buffer).length;

  it("a log of several buffers is read whole, as one batch", () => {
    expect(buffers).toHaveLength(2);
    expect(read(large).entries.map(({ change, batch }) => ({ change, batch }))).toEqual(
      [2, 3, 4, 5, 6].map((change) => ({ change, batch: 2 })),
    );
  });

  it("a log that was cut off in any of its buffers, or between two, is torn and not damaged", () => {
    const cuts = [header.length + 1, 2_000, between - 1, between, between + 1, large.length - 1];
    const whole = (cut: number) => [...large.subarray(header.length, cut)].filter((byte) => byte === 0x0a).length;
    const found = cuts.map((cut) => read(large.subarray(0, cut)));
    expect(found.map(({ length, torn }) => length + torn)).toEqual(cuts);
    expect(found.map(({ entries }) => entries.length)).toEqual(cuts.map(whole));
  });

  it("the changes of one write are all there or all torn", () => {
    const lines = [
      ...entryLines(
        2,
        bodiesOf(["a", "b", "c"].map((name) => textOf(change({ put: [put("sequences", sequence(name, 1))] })))),
      ),
    ];
    const bytes = Buffer.concat([header, ...lines]);
    const ends = [...bytes].flatMap((byte, at) => (byte === 0x0a ? [at + 1] : []));
    expect(ends.map((end) => read(bytes.subarray(0, end)).entries.length)).toEqual([0, 0, 0, 3]);
  });

  it("a log whose second buffer lacks sectors before its end is torn and not damaged", () => {
    const bytes = Buffer.from(large);
    const hole = 512 * Math.ceil(between / 512);
    bytes.fill(0, hole, hole + 512);
    expect(read(bytes).entries.map(({ change }) => change)).toEqual([2, 3, 4]);
  });
});

describe("a damaged write-ahead log", () => {
  it("a log is refused when any of its bytes has flipped or become zero", () => {
    const accepted: string[] = [];
    const bytes = Buffer.from(log);
    for (const [at, sound] of log.entries())
      for (const flip of [0x01, 0x20, 0xff, sound]) {
        bytes[at] = sound ^ flip;
        try {
          read(bytes);
          accepted.push(`byte ${at}, flipped by ${flip}`);
        } catch (error) {
          if (!(error instanceof Damaged)) throw error;
        }
        bytes[at] = sound;
      }
    expect(accepted).toEqual([]);
  });

  it("a log is refused when a line is missing, doubled or in another place", () => {
    const [header, ...lines] = log.toString("utf8").split(/(?<=\n)/);
    const text = (...order: number[]) => Buffer.from([header, ...order.map((nth) => lines[nth])].join(""));
    for (const [order, place] of [
      [[0, 2, 3], "line 3: change 4 stands where change 3 should be"],
      [[0, 1, 1], "line 4: change 3 stands where change 4 should be"],
      [[1, 0], "line 2: change 3 stands where change 2 should be"],
    ] as const)
      expect(() => read(text(...order))).toThrow(`demo.log, ${place}. The file was left as it is.`);
  });

  it("a log is refused when sectors before its last write are missing", () => {
    const body = '"put":[],"remove":[],"events":[]}';
    const lines = Array.from({ length: 40 }, (_, nth) => linesOf(1 + nth, [body]));
    const bytes = Buffer.concat([headerLine(0), ...lines]);
    bytes.fill(0, 1024, 2048);
    expect(() => read(bytes)).toThrow("its checksum does not match");
  });

  it.each([
    ["is empty", () => Buffer.alloc(0), "line 1: the file is empty"],
    ["lost its beginning", () => log.subarray(ends[0]), "line 1: it does not begin as a log"],
    ["is cut within its first line", () => log.subarray(0, 20), "line 1: it does not begin as a log"],
    [
      "is of another version",
      () => headerLine(0, "tiers-sandbox/log@2"),
      "line 1: another tiers-sandbox wrote it (this one reads tiers-sandbox/log@1)",
    ],
    [
      "has an event that does not fit",
      () => Buffer.concat([headerLine(0), linesOf(1, ['"put":[],"remove":[],"events":[{"eventId":"one"}]}'])]),
      "line 2, /events/0/eventId: Invalid input: expected number, received string",
    ],
    ["begins after a later change", () => headerLine(7), "line 1: it begins after change 7, but "],
  ])("a log that %s is refused, and no file is changed", async (_, bytes, reason) => {
    const folder = temporaryFolder();
    placeAccount(folder);
    writeFileSync(join(folder, "demo.log"), bytes());
    const before = contents(folder);
    const storage = await fileStorage(folder);
    await expect(storage.open("demo")).rejects.toThrow(`${join(folder, "demo.log")}, ${reason}`);
    await storage.close();
    expect(contents(folder)).toEqual(before);
  });
});
