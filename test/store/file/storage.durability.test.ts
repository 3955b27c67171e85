import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import { realDisk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { MemoryStore } from "../../../src/store/memory/store.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import { change, comment, commit, put, step, world } from "../samples.ts";
import { contents, leftBehind, temporaryFolder } from "./folders.ts";
import { fragile, reread } from "./fragile.ts";

/** Windows has rights of another kind. */
const hasRights = process.platform !== "win32";

const small = 2_000;

/** The world after the first steps, from a store in memory. */
async function afterSteps(steps: number): Promise<State> {
  const store = new MemoryStore(new Tables(world()));
  for (let nth = 0; nth < steps; nth++) await commit(store, step(nth));
  return store.dump();
}

describe("an account on disk", () => {
  it("a change that cannot be written as JSON is refused and not applied, and later writes go on", async () => {
    const { folder, storage, store } = await fragile();
    const unwritable = { ...comment(1, 924_000, "x"), toJSON: () => assert.fail("too long for a string") };
    await expect(commit(store, change({ put: [put("comments", unwritable)] }))).rejects.toThrow("too long");
    expect(await store.dump()).toEqual(world());
    await commit(store, step(0));
    await storage.close();
    expect(await reread(folder)).toEqual(await afterSteps(1));
  });

  it("the changes of a write that throws never reach the disk", async () => {
    const { folder, storage, store } = await fragile();
    const failing = store.write(async () => {
      for (const nth of [0, 1]) await store.commit(step(nth));
      throw new Error("a rule failed");
    });
    await expect(failing).rejects.toThrow("a rule failed");
    await commit(store, step(0));
    expect(await reread(folder)).toEqual(await afterSteps(1));
    await storage.close();
    expect(await reread(folder)).toEqual(await afterSteps(1));
  });

  it("the log of a deleted account is ignored when the account is created again", async () => {
    const { folder: source, storage: before, store } = await fragile();
    await commit(store, step(0));
    const folder = temporaryFolder();
    writeFileSync(join(folder, "demo.log"), contents(source)["demo.log"] as string, "latin1");
    await before.close();
    const storage = await fileStorage(folder);
    expect([...(await storage.accounts()).keys()]).toEqual([]);
    await storage.create("demo", world(3));
    expect(await reread(folder)).toEqual(world(3));
    await storage.close();
  });

  it("an edited events file with uncounted events of an interrupted fold is opened with each event once", async () => {
    const { control, folder, storage, store } = await fragile(1);
    let interrupted = "";
    control.fault = ({ verb, file }) => {
      if (verb === "open" && file === "demo.json.tmp") interrupted ||= leftBehind(folder);
      return undefined;
    };
    await commit(store, step(0));
    await storage.close();
    const path = join(interrupted, "demo.events-1.jsonl");
    writeFileSync(path, readFileSync(path, "utf8").replace('"name":"demo"', '"name":"other"'));
    const ids = (await reread(interrupted))?.events.map(({ eventId }) => eventId);
    expect(ids).toEqual([50_000_000, 50_000_001, 50_000_002, 50_000_003, 51_000_000, 51_000_001]);
  });

  it("a closed account refuses changes, and a closed storage opens nothing", async () => {
    const { storage, store, folder } = await fragile();
    await storage.close();
    await expect(commit(store, step(0))).rejects.toThrow("demo.json is closed");
    await expect(storage.open("demo")).rejects.toThrow(`${folder} is closed`);
    await storage.close();
  });

  it("a name that is no account id is neither opened, created nor deleted", async () => {
    const { folder, storage } = await fragile();
    const before = contents(folder);
    for (const name of ["", "a b", "../demo", "a".repeat(65)]) {
      expect([await storage.open(name), await storage.delete(name)]).toEqual([undefined, false]);
      await expect(storage.create(name, world())).rejects.toThrow(`${JSON.stringify(name)} is not an account id`);
    }
    expect(contents(folder)).toEqual(before);
    await storage.close();
  });

  it("a data folder is made where it is missing, and a file in its place is refused", async () => {
    const folder = join(temporaryFolder(), "a/b");
    const storage = await fileStorage(folder);
    expect([storage.place, await storage.probe?.()]).toEqual([folder, undefined]);
    if (hasRights) expect(statSync(folder).mode & 0o777).toBe(0o700);
    await storage.close();
    writeFileSync(join(folder, "file"), "");
    await expect(fileStorage(join(folder, "file"))).rejects.toThrow(
      `${join(folder, "file")} is a file, not a folder: name another data folder.`,
    );
  });

  it("a storage whose files refuse the time of a last use closes every account all the same", async () => {
    const folder = temporaryFolder();
    const reports: string[] = [];
    const refused = Object.assign(new Error("not the owner"), { code: "EPERM" });
    const disk = { ...realDisk, setTime: () => Promise.reject(refused) };
    const storage = await fileStorage(folder, { disk, report: (message) => reports.push(message) });
    for (const accountId of ["one", "two"]) await commit(await storage.create(accountId, world()), step(0));
    await storage.close();
    expect(reports).toEqual(["not the owner", "not the owner"]);
    expect(Object.keys(contents(folder)).filter((name) => name.endsWith(".log"))).toEqual([]);
  });
});

describe("a log that is folded into the account file", () => {
  it("an account whose log is folded again and again loses no write, and reports nothing", async () => {
    const { folder, reports, storage, store } = await fragile(small);
    const folded = new Set<number>();
    for (let nth = 0; nth < 60; nth++) {
      await commit(store, step(nth));
      folded.add(JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")).changes);
      if (nth % 15 === 0) expect(await reread(folder), `after step ${nth}`).toEqual(await afterSteps(nth + 1));
    }
    expect(folded.size).toBeGreaterThan(5);
    await storage.close();
    expect(await reread(folder)).toEqual(await afterSteps(60));
    expect(reports).toEqual([]);
  });

  it("a fold whose folder could not be synced is followed by one that keeps all events", async () => {
    const { control, folder, reports, storage, store } = await fragile(20_000);
    await store.load(world(2, 0));
    let [isPlaced, killed] = [false, ""];
    control.fault = ({ verb, file }) => {
      isPlaced ||= verb === "rename" && file === "demo.json";
      if (reports.length === 0) return verb === "syncFolder" && isPlaced ? { code: "EIO" } : undefined;
      if (verb === "write" && file === "demo.events-2.jsonl") killed ||= leftBehind(folder);
      return undefined;
    };
    for (let nth = 0; killed === ""; nth++) await commit(store, step(nth));
    const { events } = await store.dump();
    const found = (await reread(killed))?.events ?? [];
    expect(found.length).toBeGreaterThan(20);
    expect(found).toEqual(events.slice(0, found.length));
    await storage.close();
  });

  it("writes and loads wait while the log is folded, reads do not, and none is lost", async () => {
    const { control, folder, storage, store } = await fragile(small);
    let [isFolding, release] = [false, () => {}];
    const folding = new Promise<void>((begun) => {
      control.fault = async ({ verb, file }) => {
        if (isFolding || verb !== "sync" || file !== "demo.json.tmp") return undefined;
        isFolding = true;
        begun();
        await new Promise<void>((resolve) => (release = resolve));
        return undefined;
      };
    });
    const written: Promise<unknown>[] = [];
    while (!isFolding) {
      written.push(commit(store, step(written.length)));
      await Promise.race([written.at(-1), folding]);
    }
    const { next: before } = (await store.get("sequences", "step")) as { next: number };
    while (written.length < before + 5) written.push(commit(store, step(written.length)));
    expect(await store.get("sequences", "step")).toMatchObject({ next: before });
    expect(await reread(folder)).toEqual(await afterSteps(before));
    const loading = store.write(() => store.dump()).then((state) => store.load({ ...state, comments: [] }));
    release();
    await Promise.all([...written, loading]);
    expect(await reread(folder)).toEqual({ ...(await afterSteps(before + 5)), comments: [] });
    await storage.close();
  });
});

describe("the files of an account", () => {
  it("the account file is two-space JSON with rows in key order; the events file has one event a line", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    await storage.create("demo", world(1, 1));
    await storage.close();
    const text = readFileSync(join(folder, "demo.json"), "utf8");
    const { format, changes, events, resetsTo, loads, shape, checksum, state } = JSON.parse(text);
    const { events: rows, ...rest } = world(1, 1);
    expect([format, changes, loads, state]).toEqual(["tiers-sandbox/account@1", 1, 1, rest]);
    expect([events.checksum, checksum]).toEqual([0, 1].map(() => expect.stringMatching(/^[\da-f]{8}$/)));
    const oneLine = JSON.stringify(events).replace(/[{,:]/g, "$& ").replace("}", " }");
    const head = { format, changes, events: "HERE", resetsTo, loads, shape, checksum };
    expect(text).toBe(`${JSON.stringify({ ...head, state: rest }, null, 2)}\n`.replace('"HERE"', oneLine));
    const lines = readFileSync(join(folder, `demo.events-${events.file}.jsonl`), "utf8");
    expect(lines).toBe(rows.map((event) => `${JSON.stringify(event)}\n`).join(""));
  });

  it.runIf(hasRights)("all files of an account are readable by their owner alone", async () => {
    const { folder, storage, store } = await fragile();
    await commit(store, step(0));
    const modes = Object.keys(contents(folder)).map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]);
    await storage.close();
    expect(modes).toEqual([
      ["demo.events-1.jsonl", "600"],
      ["demo.json", "600"],
      ["demo.log", "600"],
      ["sandbox.lock", "600"],
    ]);
  });

  it("the account file may be edited by hand, in any layout and any order", async () => {
    const { folder, storage } = await fragile();
    await storage.close();
    const path = join(folder, "demo.json");
    const { format, checksum, state, ...head } = JSON.parse(readFileSync(path, "utf8"));
    const reordered = { comments: state.comments.toReversed(), ...state };
    const edited = JSON.stringify({ state: reordered, ...head, format }, null, "\t");
    writeFileSync(path, edited.replaceAll("\n", "\r\n"));
    expect(await reread(folder)).toEqual(world());
  });
});
