import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import { Damaged, WriteFailed } from "../../../src/store/failures.ts";
import { realDisk } from "../../../src/store/file/disk.ts";
import { FileSnapshots } from "../../../src/store/file/snapshots.ts";
import { emptyState } from "../../../src/store/memory/tables.ts";
import type { Snapshot } from "../../../src/store/store.ts";
import { event, world } from "../samples.ts";
import { unreadableDisk, watchedDisk } from "./disks.ts";
import { temporaryFolder } from "./folders.ts";

const taken = (name: string, state: State): Snapshot => ({
  name,
  takenAt: "2026-01-15T09:00:00.000",
  running: false,
  state,
});
const one = taken("one", world());

const opened = () => {
  const folder = temporaryFolder();
  const read = () => new FileSnapshots(folder, realDisk);
  return { folder, path: join(folder, "snapshots/demo/one.world"), snapshots: read(), read };
};

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
    const { snapshots, read } = opened();
    const events = Array.from({ length: 4_000 }, (_, at) => event(at + 1, 1));
    const large = taken("large", { ...emptyState(), events });
    let found: Snapshot | undefined;
    const longest = await longestText(async () => {
      await snapshots.put("demo", large);
      await snapshots.list("demo");
      found = await read().get("demo", "large");
    });
    expect({ isTheSame: isDeepStrictEqual(found, large) }).toEqual({ isTheSame: true });
    expect(JSON.stringify(large).length).toBeGreaterThan(1 << 20);
    expect(longest).toBeLessThan(1 << 17);
  });

  it("lists a snapshot that was changed as damaged, and refuses to read it", async () => {
    const { path, snapshots } = opened();
    await snapshots.put("demo", one);
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100);
    writeFileSync(path, bytes);
    expect(await snapshots.list("demo")).toEqual([
      { name: "one", takenAt: null, events: null, damage: "it was changed since the sandbox wrote it" },
    ]);
    await expect(snapshots.get("demo", "one")).rejects.toThrow(Damaged);
  });

  it("does not call a snapshot damaged that cannot be read", async () => {
    const folder = temporaryFolder();
    const { disk, control } = unreadableDisk((path) => path.endsWith(".world"));
    const snapshots = new FileSnapshots(folder, disk);
    await snapshots.put("demo", one);
    control.broken = true;
    await expect(snapshots.list("demo")).rejects.toThrow("EIO");
    await expect(new FileSnapshots(folder, disk).get("demo", "one")).rejects.toThrow("EIO");
  });

  it.each<[what: string, before: Snapshot[], work: (snapshots: FileSnapshots) => Promise<unknown>]>([
    ["takes a first snapshot", [], (snapshots) => snapshots.put("demo", one)],
    ["replaces a snapshot", [{ ...one, takenAt: "2025" }], (snapshots) => snapshots.put("demo", one)],
    ["deletes a snapshot", [one], (snapshots) => snapshots.delete("demo", "one")],
  ])(
    "a call of the disk that fails while it %s leaves what was there, or does no harm",
    async (_what, before, work) => {
      const summaries = before.map(({ name, takenAt }) => ({ name, takenAt, events: 4, damage: null }));
      const refused: string[] = [];
      for (let nth = 0, isOver = false; !isOver; nth++) {
        const { disk, calls } = watchedDisk(() => (calls.length === nth + 1 ? { code: "EIO" } : undefined));
        const { folder, read } = opened();
        for (const snapshot of before) await read().put("demo", snapshot);
        const error: unknown = await work(new FileSnapshots(folder, disk)).then(
          () => null,
          (reason) => reason,
        );
        isOver = calls.length <= nth;
        if (error === null) continue;
        const { verb = "none" } = calls[nth] ?? {};
        refused.push(verb);
        const left = await read().list("demo");
        expect({ verb, error, left }).toEqual({ verb, error: expect.any(WriteFailed), left: summaries });
      }
      expect(refused).toEqual(expect.arrayContaining(["rename", "syncFolder"]));
    },
  );

  it("reads a snapshot once while its file stays as it is", async () => {
    const { snapshots, read } = opened();
    await snapshots.put("demo", one);
    const first = await snapshots.get("demo", "one");
    expect([await snapshots.get("demo", "one"), first]).toEqual([one, one]);
    expect((await snapshots.get("demo", "one"))?.state.events).toBe(first?.state.events);
    await read().put("demo", { ...one, takenAt: "2026-02-01T00:00:00.000" });
    expect((await snapshots.get("demo", "one"))?.takenAt).toBe("2026-02-01T00:00:00.000");
  });

  it("passes over files that are no snapshots, and a snapshot that is deleted while it is listed", async () => {
    const { path, snapshots } = opened();
    await snapshots.put("demo", one);
    for (const name of ["two.world.tmp", "three.world.old", "a name.world", "notes.txt"])
      writeFileSync(join(dirname(path), name), "");
    expect((await snapshots.list("demo")).map(({ name }) => name)).toEqual(["one"]);
    const disk = { ...realDisk, list: async () => ["gone.world"] };
    expect(await new FileSnapshots(dirname(path), disk).list("demo")).toEqual([]);
  });

  it("lists a snapshot of an earlier version with what to do, refuses to read it, and deletes it", async () => {
    const { path, snapshots } = opened();
    await snapshots.put("demo", one);
    const former = join(dirname(path), "former.json");
    for (const file of [former, join(dirname(path), "one.json")])
      writeFileSync(file, '{ "format": "tiers-sandbox/world@1" }');
    const damage =
      "an earlier version of tiers-sandbox took it; export that world with that version, and import it here";
    expect(await snapshots.list("demo")).toEqual([
      { name: "former", takenAt: null, events: null, damage },
      { name: "one", takenAt: one.takenAt, events: 4, damage: null },
    ]);
    await expect(snapshots.get("demo", "former")).rejects.toThrow(damage);
    expect(readFileSync(former, "utf8")).toBe('{ "format": "tiers-sandbox/world@1" }');
    expect([await snapshots.delete("demo", "former"), await snapshots.delete("demo", "former")]).toEqual([true, false]);
    expect(await snapshots.list("demo")).toHaveLength(1);
  });
});
