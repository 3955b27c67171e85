import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import { realDisk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { MemoryStore } from "../../../src/store/memory/store.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import type { Store } from "../../../src/store/store.ts";
import { change, comment, commit, put, step, world } from "../samples.ts";
import { type Fault, watchedDisk } from "./disks.ts";
import { contents, leftBehind, temporaryFolder } from "./folders.ts";

const small = 2_000;

/** The world after the first steps, from a store in memory. */
async function afterSteps(steps: number, from: State = world()): Promise<State> {
  const store = new MemoryStore(new Tables(from));
  for (let nth = 0; nth < steps; nth++) await commit(store, step(nth));
  return store.dump();
}

async function reopened(folder: string): Promise<State | undefined> {
  const storage = await fileStorage(folder);
  const state = await (await storage.open("demo"))?.dump();
  await storage.close();
  return state;
}

describe("an account on disk", () => {
  it("a change that cannot be written as JSON is refused and not applied, and later writes go on", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    const store = await storage.create("demo", world());
    const unwritable = { ...comment(1, 924_000, "x"), toJSON: () => assert.fail("too long for a string") };
    await expect(commit(store, change({ put: [put("comments", unwritable)] }))).rejects.toThrow("too long");
    expect(await store.dump()).toEqual(world());
    await commit(store, step(0));
    await storage.close();
    expect(await reopened(folder)).toEqual(await afterSteps(1));
  });

  it("a closed account is read again, and leaves no write-ahead log", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    const store = await storage.create("demo", world());
    for (let nth = 0; nth < 10; nth++) await commit(store, step(nth));
    await storage.close();
    expect([await reopened(folder), Object.keys(contents(folder))]).toEqual([
      await afterSteps(10),
      ["demo.events-1.jsonl", "demo.json"],
    ]);
  });

  it("a new account survives a process that dies right after its creation", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    await storage.create("demo", world());
    expect(await reopened(leftBehind(folder))).toEqual(world());
    await storage.close();
  });

  it("all acknowledged writes survive when the process dies", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    const store = await storage.create("demo", world());
    for (let nth = 0; nth < 10; nth++) {
      await commit(store, step(nth));
    }
    expect(await reopened(leftBehind(folder))).toEqual(await afterSteps(10));
    await storage.close();
  });

  it("writes go on after each of several stops and crashes", async () => {
    let folder = temporaryFolder();
    const first = await fileStorage(folder);
    await first.create("demo", world());
    await first.close();
    for (let nth = 0; nth < 6; nth++) {
      const storage = await fileStorage(folder);
      const store = await storage.open("demo");
      await commit(store as Store, step(nth));
      const next = leftBehind(folder);
      await storage.close();
      if (nth % 2 === 0) folder = next;
    }
    expect(await reopened(folder)).toEqual(await afterSteps(6));
  });

  it("an account is read once when several callers open it at the same time", async () => {
    const folder = temporaryFolder();
    const before = await fileStorage(folder);
    await before.create("demo", world());
    await before.close();
    const storage = await fileStorage(folder);
    const [one, other] = await Promise.all([storage.open("demo"), storage.open("demo")]);
    expect(one).toBe(other);
    await storage.close();
  });

  it("a loaded world survives a crash with the commits after it and without those before it", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    const store = await storage.create("demo", world());
    await commit(store, change({ put: [put("comments", comment(1, 924_000, "replaced by the load"))] }));
    await Promise.all([store.load(world(3)), commit(store, step(0))]);
    expect(await reopened(leftBehind(folder))).toEqual(await afterSteps(1, world(3)));
    await storage.close();
  });

  it("a log that could not be removed after a load does not bring back its changes", async () => {
    const { disk } = watchedDisk(({ verb, file }) =>
      verb === "remove" && file === "demo.log" && unremovable ? { code: "EPERM" } : undefined,
    );
    let unremovable = false;
    const folder = temporaryFolder();
    const storage = await fileStorage(folder, { disk });
    const store = await storage.create("demo", world());
    await commit(store, step(0));
    unremovable = true;
    await store.load(world(3));
    expect([Object.keys(contents(folder)), await reopened(leftBehind(folder))]).toEqual([
      ["demo.events-2.jsonl", "demo.json", "demo.log", "sandbox.lock"],
      world(3),
    ]);
    await commit(store, step(1));
    expect(await reopened(leftBehind(folder))).toEqual(await store.dump());
    unremovable = false;
    await storage.close();
  });

  it("the log of a deleted account is ignored even after a crash in the middle of a new creation", async () => {
    const source = temporaryFolder();
    const before = await fileStorage(source);
    const store = await before.create("demo", world());
    await commit(store, step(0));
    const log = contents(source)["demo.log"] as string;
    await before.close();

    const folder = temporaryFolder();
    writeFileSync(join(folder, "demo.log"), log, "latin1");
    let placed = "";
    const { disk } = watchedDisk(({ verb }) => {
      if (verb === "remove" && contents(folder)["demo.json"] !== undefined) placed ||= leftBehind(folder);
      return undefined;
    });
    const storage = await fileStorage(folder, { disk });
    await storage.create("demo", world(3));
    await storage.close();
    expect(await reopened(placed)).toEqual(world(3));
  });

  it("the log of a deleted account is ignored when the account is created again", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    const store = await storage.create("demo", world());
    await commit(store, step(0));
    const log = contents(folder)["demo.log"] as string;
    await storage.delete("demo");
    expect(Object.keys(contents(folder))).toEqual(["sandbox.lock"]);
    writeFileSync(join(folder, "demo.log"), log, "latin1");
    expect([...(await storage.accounts()).keys()]).toEqual([]);
    await storage.create("demo", world(3));
    expect(await reopened(leftBehind(folder))).toEqual(world(3));
    await storage.close();
  });

  it("an account whose log is folded again and again loses no write", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder, { foldAt: small });
    const store = await storage.create("demo", world());
    const folded = new Set<number>();
    for (let nth = 0; nth < 300; nth++) {
      await commit(store, step(nth));
      if (nth % 20 === 0) {
        folded.add(JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")).changes);
        expect(await reopened(leftBehind(folder))).toEqual(await afterSteps(nth + 1));
      }
    }
    expect(folded.size).toBeGreaterThan(5);
    await storage.close();
    expect(await reopened(folder)).toEqual(await afterSteps(300));
  });

  /** An account whose log is being folded: the fold waits at a call until it is released. */
  async function heldFold(heldVerb: string, heldFile: string) {
    let [hold, release] = [async () => {}, () => {}];
    const { disk } = watchedDisk(async ({ verb, file }) => {
      if (verb === heldVerb && file === heldFile) await hold();
      return undefined;
    });
    const folder = temporaryFolder();
    const storage = await fileStorage(folder, { disk, foldAt: small });
    const store = await storage.create("demo", world());
    let isFolding = false;
    const folding = new Promise<void>((begun) => {
      hold = () => new Promise((resolve) => (begun(), (isFolding = true), (release = resolve)));
    });
    const written: Promise<unknown>[] = [];
    // A write that comes during the fold waits for it.
    while (!isFolding) {
      written.push(commit(store, step(written.length)));
      await Promise.race([written.at(-1), folding]);
    }
    hold = async () => {};
    return { folder, storage, store, written, release: () => release() };
  }

  it.each([
    ["write", "demo.json.tmp"],
    ["rename", "demo.json"],
  ])("a loaded world is not overwritten by a fold that was already running (%s %s)", async (verb, file) => {
    const { folder, storage, store, written, release } = await heldFold(verb, file);
    const loading = store.load(world(3));
    release();
    await Promise.all([...written, loading]);
    await commit(store, step(1));
    expect(await reopened(leftBehind(folder))).toEqual(await store.dump());
    await storage.close();
    expect(await reopened(folder)).toEqual(await store.dump());
  });

  it("writes wait while the log is folded, reads do not, and none is lost", async () => {
    const { folder, storage, store, written, release } = await heldFold("sync", "demo.json.tmp");
    const { next: before } = (await store.get("sequences", "step")) as { next: number };
    while (written.length < before + 5) written.push(commit(store, step(written.length)));
    expect(await store.get("sequences", "step")).toMatchObject({ next: before });
    expect(await reopened(leftBehind(folder))).toEqual(await afterSteps(before));
    release();
    await Promise.all(written);
    expect(await reopened(leftBehind(folder))).toEqual(await afterSteps(before + 5));
    await storage.close();
  });

  it("a fold leaves out a change that could not be kept", async () => {
    let write: (file: string) => Promise<Fault | undefined> = async () => undefined;
    const { disk, calls } = watchedDisk(async ({ verb, file }) => (verb === "write" ? write(file) : undefined));
    const folder = temporaryFolder();
    const storage = await fileStorage(folder, { disk, foldAt: 1 });
    const store = await storage.create("demo", world());
    let lost: Promise<unknown> = Promise.resolve();
    write = async (file) => {
      if (file !== "demo.log") return undefined;
      write = async (file) => (file === "demo.log" ? { code: "ENOSPC" } : undefined);
      lost = expect(commit(store, step(7))).rejects.toThrow("ENOSPC");
      return undefined;
    };
    await commit(store, step(0));
    await lost;
    write = async () => undefined;
    const folded = () => calls.filter(({ verb, file }) => verb === "rename" && file === "demo.json").length === 2;
    while (!folded()) await turn();
    await commit(store, step(1));
    expect(await reopened(leftBehind(folder))).toEqual(await afterSteps(2));
    await storage.close();
  });

  it("the changes of a write that throws never reach the disk", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    const store = await storage.create("demo", world());
    const failing = store.write(async () => {
      for (const nth of [0, 1]) await store.commit(step(nth));
      throw new Error("a rule failed");
    });
    await expect(failing).rejects.toThrow("a rule failed");
    await commit(store, step(0));
    expect(await reopened(leftBehind(folder))).toEqual(await afterSteps(1));
    await storage.close();
    expect(await reopened(folder)).toEqual(await afterSteps(1));
  });

  it("writes and folds without trouble report nothing", async () => {
    const reports: string[] = [];
    const folder = temporaryFolder();
    const storage = await fileStorage(folder, { report: (message) => reports.push(message), foldAt: small });
    const store = await storage.create("demo", world());
    for (let nth = 0; nth < 50; nth++) {
      await commit(store, step(nth));
    }
    await storage.close();
    expect(reports).toEqual([]);
  });

  it("a closed account refuses changes, and a closed storage opens nothing", async () => {
    const storage = await fileStorage(temporaryFolder());
    const store = await storage.create("demo", world());
    await storage.close();
    await expect(commit(store, step(0))).rejects.toThrow("demo.json is closed");
    await expect(storage.open("demo")).rejects.toThrow("is closed");
  });
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

  it("the account file has the same bytes whatever order its rows came in", async () => {
    const texts = [];
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
    ]) {
      const folder = temporaryFolder();
      const storage = await fileStorage(folder);
      const store = await storage.create("demo", world());
      for (const nth of order)
        await commit(store, change({ put: [put("comments", comment(1 + nth, 924_000, `${nth}`))] }));
      await storage.close();
      texts.push(contents(folder)["demo.json"]);
    }
    expect(texts[0]).toBe(texts[1]);
  });

  it("the account file and the events file have the same bytes after they were read and written again", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    const store = await storage.create("demo", world(70));
    await commit(store, step(1));
    await storage.close();
    const before = contents(folder);
    const again = await fileStorage(folder);
    const opened = await again.open("demo");
    await opened?.load(await opened.dump());
    await again.close();
    const withoutChecksum = (text = "") => text.replace(/^ {2}"checksum": "\w+"/m, "");
    expect(withoutChecksum(contents(folder)["demo.json"])).toBe(
      withoutChecksum(
        before["demo.json"]
          ?.replace('"changes": 2,', '"changes": 3,')
          .replace('"file": 1,', '"file": 2,')
          .replace('"loads": 1,', '"loads": 2,'),
      ),
    );
    expect(contents(folder)["demo.events-2.jsonl"]).toBe(before["demo.events-1.jsonl"]);
  });

  it("all files of an account are readable by their owner alone", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    const store = await storage.create("demo", world());
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

  it("half-made files are removed when the account is opened", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    const store = await storage.create("demo", world());
    await commit(store, step(0));
    const left = leftBehind(folder);
    await storage.close();
    const halfMade = ["demo.json.tmp", "demo.log.tmp", "demo.events-2.jsonl", "demo.events-0.jsonl"];
    for (const name of halfMade) writeFileSync(join(left, name), "{");
    const again = await fileStorage(left);
    const state = await (await again.open("demo"))?.dump();
    expect([Object.keys(contents(left)), state]).toEqual([
      ["demo.events-1.jsonl", "demo.json", "demo.log", "sandbox.lock"],
      await afterSteps(1),
    ]);
    await again.close();
  });

  it("the account file may be edited by hand, in any layout and any order", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    await storage.create("demo", world());
    await storage.close();
    const path = join(folder, "demo.json");
    const { format, checksum, state, ...head } = JSON.parse(readFileSync(path, "utf8"));
    const reordered = { comments: state.comments.toReversed(), ...state };
    const edited = JSON.stringify({ state: reordered, ...head, format }, null, "\t");
    writeFileSync(path, edited.replaceAll("\n", "\r\n"));
    expect(await reopened(folder)).toEqual(world());
  });
});
