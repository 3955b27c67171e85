/**
 * Kills a process that writes, again and again, and checks the folder that it leaves: every acknowledged change is
 * there, the others are whole or absent, and none is missing in between.
 *
 *     npx tsx scripts/crash.ts --rounds 200 [--seed N] [--tmpfs]
 *
 * `--tmpfs` fills a small disk as well, where the system allows to mount one.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { WriteFailed } from "../src/store/failures.ts";
import { realDisk } from "../src/store/file/disk.ts";
import { fileStorage } from "../src/store/file/file.ts";
import { MemoryStore } from "../src/store/memory/memory.ts";
import { Tables } from "../src/store/memory/tables.ts";
import { commit, dice, step, world } from "../test/store/samples.ts";

const folding = { least: 30_000, most: 30_000 };
const roundsInOneFolder = 10;

export interface Tally {
  rounds: number;
  acknowledged: number;
  /** Changes that were not acknowledged but survived. */
  unacknowledged: number;
  /** Rounds in which the writer was killed before the account was open. */
  killedAtStart: number;
  /** Rounds that left a half-made file: a fold or a load was running. */
  halfMade: number;
}

export async function crash(rounds: number, seed: number): Promise<Tally> {
  const next = dice(seed);
  const root = mkdtempSync(join(tmpdir(), "tiers-sandbox-crash-"));
  const tally: Tally = { rounds, acknowledged: 0, unacknowledged: 0, killedAtStart: 0, halfMade: 0 };
  try {
    const writer = await bundled(root);
    let life = await begin(root, 0);
    for (let round = 0; round < rounds; round++) {
      if (round % roundsInOneFolder === 0) life = await begin(root, round);
      try {
        const printed = await oneLife(writer, life.folder, next);
        if (!printed.ready) tally.killedAtStart++;
        const { found, halfMade } = await inspect(root, life, printed);
        tally.halfMade += halfMade;
        tally.acknowledged += printed.acknowledged;
        tally.unacknowledged += found;
      } catch (error) {
        throw new Error(`round ${round} of seed ${seed} failed`, { cause: error });
      }
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return tally;
}

/** A data folder, and the world that must be in it after the first steps. */
interface Life {
  folder: string;
  model: MemoryStore;
  steps: number;
  created: boolean;
}
async function begin(root: string, round: number): Promise<Life> {
  return { folder: join(root, `life-${round}`), model: new MemoryStore(new Tables(world())), steps: 0, created: false };
}

/** The lines that a writer has printed. */
interface Printed {
  ready: boolean;
  acknowledged: number;
  last: number;
}

/** Runs the writer until it dies: at a random moment, or at a given call to the disk. */
async function oneLife(writer: string, folder: string, next: (below: number) => number): Promise<Printed> {
  const kind = next(4);
  const dieAt = kind < 2 ? 1 + next(kind === 0 ? 60 : 400) : 0;
  const child = spawn(process.execPath, [writer, folder, String(folding.least), String(dieAt), String(next(1 << 30))], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printed: Printed = { ready: false, acknowledged: 0, last: -1 };
  const kill = (delay: number) => void setTimeout(() => child.kill("SIGKILL"), delay);
  if (kind === 2) kill(next(250));
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    if (line === "ready") {
      printed.ready = true;
      if (kind === 3) kill(next(150));
      return;
    }
    const nth = Number(line);
    assert.ok(Number.isSafeInteger(nth), `the writer printed ${line}`);
    printed.acknowledged++;
    printed.last = Math.max(printed.last, nth);
  });
  const [[code, signal]] = await Promise.all([once(child, "exit"), once(lines, "close")]);
  assert.deepEqual([code, signal], [null, "SIGKILL"], "the writer ended by itself");
  return printed;
}

/** Checks a copy, because opening a folder changes it, and the next writer must start from the killed one's files. */
async function inspect(root: string, life: Life, printed: Printed): Promise<{ found: number; halfMade: number }> {
  const copy = join(root, "copy");
  rmSync(copy, { recursive: true, force: true });
  if (existsSync(life.folder)) cpSync(life.folder, copy, { recursive: true });
  else await realDisk.makeFolder(copy);
  const halfMade = (await realDisk.list(copy)).some((name) => name.endsWith(".tmp")) ? 1 : 0;
  const storage = await fileStorage(copy, { folding });
  try {
    const store = await storage.open("demo");
    if (printed.ready || life.created) assert.ok(store, "the world is gone");
    if (store === undefined) return { found: 0, halfMade };
    life.created = true;
    const there = (await store.get("sequences", "step"))?.next ?? 0;
    assert.ok(
      there > printed.last,
      `change ${printed.last} was acknowledged, and the world ends before change ${there}`,
    );
    assert.ok(there >= life.steps, `the world went back from change ${life.steps} to ${there}`);
    const found = there - Math.max(life.steps, printed.last + 1);
    for (; life.steps < there; life.steps++) await commit(life.model, step(life.steps));
    assert.deepStrictEqual(await store.dump(), await life.model.dump());
    return { found, halfMade };
  } finally {
    await storage.close();
  }
}

/** Bundles the writer into one file, which starts in a tenth of the time. */
async function bundled(root: string): Promise<string> {
  const outfile = join(root, "writer.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "../test/store/file/writer.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
  });
  return outfile;
}

/** Fills a disk of 3 MB, makes room and writes on, several times. */
async function fullDisk(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tiers-sandbox-full-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", folder], { stdio: "pipe" });
  } catch (error) {
    rmSync(folder, { recursive: true });
    return `no small disk could be mounted here: ${(error as Error).message.split("\n")[0]}`;
  }
  let refused = 0;
  let kept = 0;
  try {
    const storage = await fileStorage(folder, { folding: { least: 400_000, most: 400_000 } });
    const store = await storage.create("demo", world());
    const model = new MemoryStore(new Tables(world()));
    for (let round = 0; round < 20; round++) {
      rmSync(join(folder, "ballast"), { force: true });
      if (round % 2 === 0) fill(join(folder, "ballast"), 40_000);
      for (const each of [store, model]) await each.load(world());
      for (let nth = 0; nth < 400; nth++) {
        try {
          await commit(store, step(kept));
          await commit(model, step(kept));
          kept++;
        } catch (error) {
          assert.ok(error instanceof WriteFailed && error.full, String(error));
          refused++;
        }
      }
      assert.deepStrictEqual(await store.dump(), await model.dump());
    }
    rmSync(join(folder, "ballast"), { force: true });
    await storage.close();
    const again = await fileStorage(folder);
    assert.deepStrictEqual(await (await again.open("demo"))?.dump(), await model.dump());
    await again.close();
  } finally {
    execFileSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true });
  }
  assert.ok(refused > 0, "the disk was never full");
  return `a full disk refused ${refused} changes and undid them, and kept ${kept}`;
}

/** Fills the disk until about `room` bytes are free. */
function fill(file: string, room: number): void {
  let size = 0;
  try {
    for (; ; size += 4096) appendFileSync(file, Buffer.alloc(4096));
  } catch {
    truncateSync(file, Math.max(0, size - room));
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      tmpfs: { type: "boolean", default: false },
    },
  });
  console.log(await crash(Number(values.rounds), Number(values.seed)));
  if (values.tmpfs) console.log(await fullDisk());
}
