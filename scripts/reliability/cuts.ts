import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { State } from "../../src/domain/change.ts";
import type { Store } from "../../src/store/store.ts";
import { change, comment, commit, dice, put, sequence, world } from "../../test/store/samples.ts";
import { bundled } from "./build.ts";
import { difference } from "./disk/observed.ts";
import type { Opened } from "./disk/opened.ts";
import { add, edit, noOutcome, type Outcome, type Row } from "./row.ts";
import { copied, quickFolder } from "./server.ts";

const recover = "src/store/file/recover.ts";

export const cuts: Row = {
  what: "the write-ahead log cut off at every byte of its last ten writes, and at as many bytes of other logs",
  holds: "the world is as after the last whole write, a dropped rest is named, and the log goes on from there",
  full: 10_000,
  short: 150,
  planted: {
    "a part of a write is kept": [{ file: recover, from: "if (entry.left === undefined) whole", to: "whole" }],
    "a dropped rest is not named": {
      file: "src/store/file/account.ts",
      from: "    if (torn === 0) return;\n",
      to: "    return;\n",
    },
    "a dropped rest stays in the log": [
      { file: "src/store/file/write-ahead-log.ts", from: "if (this.#untidy) await this.#cut(this.#file);", to: "" },
      { file: recover, from: "length: whole.length,", to: "length: bytes.length," },
    ],
    "no checksum of a record": [
      edit(`src/store/checksummed-line.ts
        - if (sum !== crc32(line.subarray(blank.length))) return undefined;
        +`),
      edit(`${recover}
        - if (!rest.includes(newline)) return readLine(rest.subarray(0, -1)) === undefined;
        +`),
    ],
  },
  async run(attack) {
    const { opened }: { opened: Opened } = await import(await bundled(attack, "scripts/reliability/disk/opened.ts"));
    const root = quickFolder(attack, "cuts");
    const outcome = noOutcome();
    for (let nth = 0; outcome.count < attack.count; nth++) {
      const log = await makeLog(opened, mkdtempSync(join(root, "log-")), dice(attack.seed + nth));
      const step = Math.max(1, Math.floor((log.bytes.length - log.from) / Math.max(1, attack.count / 3)));
      for (let cut = log.from; cut < log.bytes.length && outcome.count < attack.count; cut += step, outcome.count++) {
        const failure = await cutAt(opened, log, cut, join(root, "cut"), outcome).catch(String);
        if (failure) outcome.failures.push(`log ${nth}, cut at byte ${cut} of ${log.bytes.length}: ${failure}`);
      }
      attack.say(`${outcome.count} cuts, ${outcome.failures.length} did not hold`);
    }
    return outcome;
  },
};

interface Log {
  folder: string;
  bytes: Buffer;
  /** Where the last writes begin. */
  from: number;
  /** The world before the log, and after each of its writes. */
  states: State[];
}

const name = "demo.log";

/** Ten and some writes of one to three small changes, some of them in one batch. */
async function makeLog({ fileStorage }: Opened, folder: string, next: (below: number) => number): Promise<Log> {
  const storage = await fileStorage(join(folder, "live"));
  const store = await storage.create("demo", world());
  const states = [await store.dump()];
  let changes = 0;
  const write = (many: number) =>
    store.write(async () => {
      for (let nth = 0; nth < many; nth++) await store.commit(small(changes++));
      states.push(await store.dump());
    });
  for (let writes = 0; writes < 14; ) {
    const together = 1 + next(3);
    await Promise.all(Array.from({ length: together }, () => write(1 + next(3))));
    writes += together;
  }
  cpSync(join(folder, "live"), join(folder, "left"), { recursive: true });
  rmSync(join(folder, "left/sandbox.lock"));
  await storage.close();
  const bytes = readFileSync(join(folder, "left", name));
  const ends = writesIn(bytes).slice(0, -10);
  return { folder: join(folder, "left"), bytes, from: (ends.at(-1) ?? 0) + 1, states };
}

const small = (nth: number) =>
  change({
    put: [
      put("comments", comment(31_500_000 + (nth % 3), 924_000, `Étape ${nth}\n"entre guillemets"`)),
      put("sequences", sequence("step", nth + 1)),
    ],
    events: [],
  });

/** Where the writes end that are there with all their changes. */
function writesIn(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start)) {
    const line = JSON.parse(bytes.toString("utf8", start, end)) as { change?: number; left?: number };
    if (line.change !== undefined && line.left === undefined) ends.push(end + 1);
  }
  return ends;
}

async function cutAt(
  opened: Opened,
  { folder, bytes, states }: Log,
  cut: number,
  place: string,
  outcome: Outcome,
): Promise<string | undefined> {
  const left = bytes.subarray(0, cut);
  const ends = writesIn(left);
  const expected = states[ends.length] as State;
  copied(folder, place);
  writeFileSync(join(place, name), left);
  const reports: string[] = [];
  const storage = await opened.fileStorage(place, { report: (message) => reports.push(message) });
  try {
    const store = (await storage.open("demo")) as Store;
    const wrong = difference(await store.dump(), expected);
    if (wrong) return wrong;
    // Before the first write there is a header.
    const whole = cut === (ends.at(-1) ?? bytes.indexOf(10) + 1);
    add(outcome, whole ? "at the end of a write" : "dropped rests");
    if (!whole && !reports.some((report) => report.includes(name))) return "the dropped rest was not named";
    if (cut % 5 > 0) return undefined;
    add(outcome, "written on");
    await commit(store, change({ put: [put("sequences", sequence("later", 1))] }));
    return difference((await reopened(opened, place))?.sequences, (await store.dump()).sequences);
  } finally {
    await storage.close();
  }
}

/** The world that a process would find if the present one were killed now. */
async function reopened({ fileStorage }: Opened, place: string): Promise<State | undefined> {
  const copy = `${place}-copy`;
  copied(place, copy);
  rmSync(join(copy, "sandbox.lock"), { force: true });
  const storage = await fileStorage(copy);
  try {
    return await (await storage.open("demo"))?.dump();
  } finally {
    await storage.close();
  }
}
