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
import { contents, leftBehind, temporaryFolder } from "./folders.ts";

/** A log of six changes, each a batch of its own, and the end of each of its lines. */
let log: Buffer;
let ends: number[];
let files: Record<string, string>;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "tiers-sandbox-"));
  const storage = await fileStorage(folder);
  const store = await storage.create("demo", world());
  for (let nth = 0; nth < 6; nth++) {
    await commit(
      store,
      change({ put: [put("sequences", sequence("step", nth + 1))], events: [event(51_000_000 + nth, nth)] }),
    );
  }
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

const wholeAt = (length: number) => ends.findLastIndex((end) => end <= length);

describe("a write-ahead log that was cut off", () => {
  it("a log is good up to its last whole line, wherever it was cut off", () => {
    for (let cut = ends[0] as number; cut <= log.length; cut++) {
      const { after, entries, length, torn } = read(log.subarray(0, cut));
      const lines = wholeAt(cut);
      expect([cut, after, entries.map((entry) => entry.change), length, torn]).toEqual([
        cut,
        1,
        [2, 3, 4, 5, 6, 7].slice(0, lines),
        ends[lines],
        cut - (ends[lines] as number),
      ]);
    }
  });

  it("a torn log is reported once, and writes go on", async () => {
    const folder = temporaryFolder();
    placeAccount(folder);
    writeFileSync(join(folder, "demo.log"), log.subarray(0, -7));
    const reports: string[] = [];
    const open = async (where: string, nth: number) => {
      const storage = await fileStorage(where, { report: (message) => reports.push(message) });
      const store = await storage.open("demo");
      await commit(store as Store, step(nth));
      const next = leftBehind(where);
      const sequences = (await store?.page("sequences", { offset: 0, limit: 9 }))?.rows.map((row) => row.next);
      await storage.close();
      return { next, sequences };
    };
    const first = await open(folder, 50);
    const second = await open(first.next, 51);
    const torn = log.length - 7 - (ends[5] as number);
    expect([reports, first.sequences, second.sequences]).toEqual([
      [
        `${join(folder, "demo.log")}: a write was cut off by a crash before it was answered; ` +
          `its ${torn} bytes were dropped`,
      ],
      [50_000_004, 51, 924_002],
      [50_000_004, 52, 924_002],
    ]);
  });

  it("a torn log is cut at its good end when the account is opened", async () => {
    const folder = temporaryFolder();
    placeAccount(folder);
    writeFileSync(join(folder, "demo.log"), log.subarray(0, -7));
    const storage = await fileStorage(folder);
    await storage.open("demo");
    expect(contents(folder)["demo.log"]).toBe(log.subarray(0, ends[5]).toString("latin1"));
    await storage.close();
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
    bodiesOf([textOf(change({ put: [put("comments", comment(31_000_000, 924_000, letter.repeat(3 << 20)))] }))]),
  );
  const header = headerLine(1);
  const buffers = [...entryLines(2, bodies)];
  const large = Buffer.concat([header, ...buffers]);
  const changesIn = (bytes: Buffer) => {
    const { entries, length, torn } = read(bytes);
    expect(length + torn).toBe(bytes.length);
    return entries.map((entry) => entry.change);
  };

  it("a log of several buffers is read whole, as one batch", () => {
    expect(buffers).toHaveLength(2);
    expect(read(large).entries.map((entry) => [entry.change, entry.batch])).toEqual(
      [2, 3, 4, 5, 6].map((nth) => [nth, 2]),
    );
  });

  it("a log that was cut off in any of its buffers, or between two, is torn and not damaged", () => {
    const between = header.length + (buffers[0] as Buffer).length;
    for (const cut of [header.length + 1, 7 << 20, between - 1, between, between + 1, large.length - 1]) {
      const found = changesIn(large.subarray(0, cut));
      expect(found, `cut at ${cut}`).toEqual([2, 3, 4, 5].slice(0, found.length));
    }
  });

  it("a log whose second buffer lacks sectors before its end is torn and not damaged", () => {
    const bytes = Buffer.from(large);
    const hole = 512 * Math.ceil((header.length + (buffers[0] as Buffer).length) / 512);
    bytes.fill(0, hole, hole + 4096);
    const found = changesIn(bytes);
    expect(found).toEqual([2, 3, 4, 5].slice(0, found.length));
  });
});

/** A log with one change. */
const logOf = (body: string) => Buffer.concat([headerLine(0), linesOf(1, [body])]);

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
    const refusal = (bytes: Buffer) => {
      try {
        return read(bytes).entries.length;
      } catch (error) {
        return (error as Error).message;
      }
    };
    const left = "The file was left as it is.";
    expect([text(0, 1, 2), text(0, 2, 3), text(0, 1, 1), text(1, 0)].map(refusal)).toEqual([
      3,
      `demo.log, line 3: change 4 stands where change 3 should be. ${left}`,
      `demo.log, line 4: change 3 stands where change 4 should be. ${left}`,
      `demo.log, line 2: change 3 stands where change 2 should be. ${left}`,
    ]);
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
    ["is filled with zeros", () => Buffer.alloc(log.length), "line 1: it does not begin as a log"],
    [
      "begins with a byte-order mark",
      () => Buffer.concat([Buffer.from("\ufeff"), log]),
      "line 1: it does not begin as a log",
    ],
    ["lost its beginning", () => log.subarray(ends[0]), "line 1: it does not begin as a log"],
    ["is cut within its first line", () => log.subarray(0, 20), "line 1: it does not begin as a log"],
    [
      "is of another version",
      () => headerLine(0, "tiers-sandbox/log@2"),
      "line 1: another tiers-sandbox wrote it (this one reads tiers-sandbox/log@1)",
    ],
    [
      "has a row that does not fit",
      () => logOf('"put":[{"collection":"sequences","row":{"name":"a","next":0}}],"remove":[],"events":[]}'),
      "line 2, /put/0/row/next: Too small",
    ],
    [
      "has a row with a field too many",
      () => logOf('"put":[{"collection":"sequences","row":{"name":"a","next":1,"step":1}}],"remove":[],"events":[]}'),
      "line 2, /put/0/row/step: is not a field that is known here",
    ],
    [
      "has a row of no collection",
      () => logOf('"put":[{"collection":"sequels","row":{}}],"remove":[],"events":[]}'),
      "line 2, /put/0/row: there is no collection sequels",
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
