import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import { Damaged } from "../../../src/store/failures.ts";
import { realDisk } from "../../../src/store/file/disk.ts";
import { FileSnapshots } from "../../../src/store/file/snapshots.ts";
import { emptyState } from "../../../src/store/memory/tables.ts";
import type { Snapshot } from "../../../src/store/store.ts";
import { event } from "../samples.ts";
import { temporaryFolder } from "./folders.ts";

const events = Array.from({ length: 10_000 }, (_, at) => event(at + 1, 1));
const state: State = { ...emptyState(), events };
const large: Snapshot = { name: "large", takenAt: "2026-01-15T09:00:00.000", running: false, state };

const snapshotsIn = (folder: string) => new FileSnapshots(folder, realDisk);

/** The longest text that is parsed or made while something runs, in characters. */
async function longestText(work: () => Promise<unknown>): Promise<number> {
  const parse = vi.spyOn(JSON, "parse");
  const stringify = vi.spyOn(JSON, "stringify");
  onTestFinished(() => void vi.restoreAllMocks());
  await work();
  const texts = [...parse.mock.calls.map(([text]) => text), ...stringify.mock.results.map(({ value }) => value)];
  return texts.reduce((longest: number, text) => Math.max(longest, String(text).length), 0);
}

describe("snapshots in files", () => {
  it("takes, lists and reads a large snapshot in small pieces, and it comes back whole", async () => {
    const folder = temporaryFolder();
    const snapshots = snapshotsIn(folder);
    let found: Snapshot | undefined;
    const longest = await longestText(async () => {
      await snapshots.put("demo", large);
      await snapshots.list("demo");
      found = await snapshots.get("demo", "large");
    });
    expect(found).toEqual(large);
    expect(JSON.stringify(large).length).toBeGreaterThan(1 << 20);
    expect(longest).toBeLessThan(1 << 17);
  });

  it.each([
    ["is empty", () => Buffer.alloc(0)],
    ["holds null", () => Buffer.from("null")],
    ["is cut off", (bytes: Buffer) => bytes.subarray(0, -5)],
    ["has a bit turned in its head", (bytes: Buffer) => turned(bytes, 10)],
    ["has a bit turned in its last chunk", (bytes: Buffer) => turned(bytes, bytes.length - 100)],
  ])("lists a snapshot that %s as damaged, and refuses to read it", async (_, damage) => {
    const folder = temporaryFolder();
    const snapshots = snapshotsIn(folder);
    await snapshots.put("demo", large);
    const path = join(folder, "snapshots/demo/large.world");
    writeFileSync(path, damage(readFileSync(path)));
    expect(await snapshots.list("demo")).toEqual([
      { name: "large", takenAt: null, events: null, damage: expect.any(String) },
    ]);
    await expect(snapshots.get("demo", "large")).rejects.toThrow(Damaged);
  });

  it("the first line of a snapshot file is JSON that says when it was taken", async () => {
    const folder = temporaryFolder();
    await snapshotsIn(folder).put("demo", large);
    const [line] = readFileSync(join(folder, "snapshots/demo/large.world"), "latin1").split("\n");
    expect(JSON.parse(line as string)).toMatchObject({
      format: "tiers-sandbox/packed@1",
      counts: { events: 10_000 },
      meta: { takenAt: large.takenAt, running: false },
    });
  });

  it("lists a snapshot of an earlier version with what to do, refuses to read it, and deletes it", async () => {
    const folder = temporaryFolder();
    const snapshots = snapshotsIn(folder);
    await snapshots.put("demo", large);
    const path = join(folder, "snapshots/demo/former.json");
    writeFileSync(path, '{ "format": "tiers-sandbox/world@1" }');
    const damage = expect.stringContaining("an earlier version of tiers-sandbox took it");
    expect(await snapshots.list("demo")).toEqual([
      { name: "former", takenAt: null, events: null, damage },
      { name: "large", takenAt: large.takenAt, events: 10_000, damage: null },
    ]);
    await expect(snapshots.get("demo", "former")).rejects.toThrow(Damaged);
    expect(readFileSync(path, "utf8")).toBe('{ "format": "tiers-sandbox/world@1" }');
    expect(await snapshots.delete("demo", "former")).toBe(true);
    expect(await snapshots.list("demo")).toHaveLength(1);
  });
});

function turned(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes;
}
