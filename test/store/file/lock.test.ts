import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FolderLost, WriteFailed } from "../../../src/store/failures.ts";
import { holderOf, type Identify, lock, type Pace } from "../../../src/store/file/lock.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { commit, step, world } from "../samples.ts";
import { contents, temporaryFolder } from "./folders.ts";
import { reread } from "./fragile.ts";

const lockOf = (folder: string) => join(folder, "sandbox.lock");

/** A clock that does not wait: it counts the milliseconds, and `during` happens at each wait. */
function counted(during: (waited: number) => void = () => {}) {
  const beats: { milliseconds: number; work: () => unknown }[] = [];
  const found = { waited: 0, beats };
  const pace: Pace = {
    async wait(milliseconds) {
      found.waited += milliseconds;
      during(found.waited);
    },
    every(milliseconds, work) {
      beats.push({ milliseconds, work });
      return () => beats.pop();
    },
  };
  return { pace, found };
}

/** The outcome of opening a folder whose lock says something else. */
async function openedWith(edit: (mine: object) => object | string, during: (path: string) => void = () => {}) {
  const folder = temporaryFolder();
  const storage = await fileStorage(folder);
  const mine = JSON.parse(readFileSync(lockOf(folder), "utf8"));
  await storage.close();
  const edited = edit(mine);
  writeFileSync(lockOf(folder), typeof edited === "string" ? edited : JSON.stringify(edited));
  const { pace, found } = counted(() => during(lockOf(folder)));
  const said: string[] = [];
  const short = (text: string) => text.replaceAll(folder, "…").replaceAll(String(process.pid), "PID");
  const outcome = await fileStorage(folder, { pace, report: (message) => said.push(short(message)) }).then(
    async (opened) => (await opened.close(), "open"),
    (error: Error) => short(error.message),
  );
  return { outcome, waited: found.waited, said };
}

const container = `process PID in another container (${hostname()})`;
const waiting = (name: string) => `… is locked by ${name}. Waiting 10 seconds for a sign of life.`;
const taken = (name: string) => `… was locked by ${name}, which gave no sign of life: the lock is taken over.`;

describe.runIf(process.platform === "linux")("a lock of another process", () => {
  const unnamed = "a process that …/sandbox.lock does not name";
  it.each<[string, string, (mine: object) => object | string]>([
    ["in another container", container, (mine) => ({ ...mine, space: "another" })],
    ["on another machine", "process PID on elsewhere", (mine) => ({ ...mine, host: "elsewhere", boot: "another" })],
    ["of an earlier boot", `process PID on ${hostname()}`, (mine) => ({ ...mine, boot: "an earlier one" })],
    ...["", "null", '{"pid":1}', '{"pid":0,"host":"x"}'].map((text): [string, string, () => string] => [
      `of the text ${JSON.stringify(text)}`,
      unnamed,
      () => text,
    ]),
  ])("a lock %s that rests for ten seconds is taken over, and both are said", async (_, name, edit) => {
    expect(await openedWith(edit)).toEqual({ outcome: "open", waited: 10_000, said: [waiting(name), taken(name)] });
  });

  it("a lock that is touched meanwhile is respected", async () => {
    let waits = 0;
    const touch = (path: string) => void (++waits === 15 && utimesSync(path, 1, 1));
    expect(await openedWith((mine) => ({ ...mine, space: "another" }), touch)).toEqual({
      outcome: `… is in use by ${container}, which is alive. Stop it, or choose another folder`,
      waited: 7_500,
      said: [waiting(container)],
    });
  });

  it("a lock whose process names itself meanwhile is judged by that name", async () => {
    let mine: object = {};
    const forget = (own: object) => {
      mine = own;
      return "";
    };
    const { outcome } = await openedWith(forget, (path) => writeFileSync(path, JSON.stringify(mine)));
    expect(outcome).toBe("… is in use by this very process (PID)");
  });

  it("a lock whose pid now belongs to a later process is taken over at once", async () => {
    expect([await openedWith((mine) => mine), await openedWith((mine) => ({ ...mine, started: "1" }))]).toEqual([
      { outcome: "… is in use by this very process (PID)", waited: 0, said: [] },
      { outcome: "open", waited: 0, said: [] },
    ]);
  });
});

/** As macOS and Windows answer: neither the start of a process nor the boot is shown. */
const withoutProc: Identify = (pid) => ({ pid, host: hostname(), started: null, boot: null, space: null });

describe("a lock on a system without /proc", () => {
  const minute = 60;
  const gone = 2 ** 22 + 1;
  it.each<[string, { pid: number; host?: string; ago: number }, string | RegExp, number, unknown]>([
    ["of a process that has ended is taken over at once", { pid: gone, ago: 0 }, "open", 0, undefined],
    ["that was touched of late is in use", { pid: 1, ago: 1 }, /in use by another tiers-sandbox, process 1\b/, 0, 1],
    ["that rests, of a pid that runs, is taken over", { pid: 1, ago: minute }, "open", 10_000, "elsewhere"],
    ["of another machine is taken over", { pid: 1, host: "other", ago: 0 }, "open", 10_000, "elsewhere"],
  ])("a lock %s", async (_, { pid, host = hostname(), ago }, expected, waited, holder) => {
    const folder = temporaryFolder();
    writeFileSync(lockOf(folder), JSON.stringify({ ...withoutProc(pid), host }));
    const touched = statSync(lockOf(folder)).mtimeMs / 1000 - ago;
    utimesSync(lockOf(folder), touched, touched);
    expect(holderOf(folder, withoutProc)).toBe(holder);
    const { pace, found } = counted();
    const outcome = await lock(folder, { report: () => {}, pace, identify: withoutProc }).then(
      (hold) => (hold.release(), "open"),
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(expected);
    expect(found.waited).toBe(waited);
  });
});

describe("a folder that is held", () => {
  it("the lock is touched every two seconds until the folder is let go", async () => {
    const folder = temporaryFolder();
    const { pace, found } = counted();
    const storage = await fileStorage(folder, { pace });
    utimesSync(lockOf(folder), 1, 1);
    expect(found.beats.map(({ milliseconds }) => milliseconds)).toEqual([2_000]);
    found.beats[0]?.work();
    expect(statSync(lockOf(folder)).mtimeMs).toBeGreaterThan(1_000);
    await storage.close();
    expect([found.beats, existsSync(lockOf(folder))]).toEqual([[], false]);
  });

  it.each(["was removed", "was taken by another process"])(
    "a folder that %s takes no change of any kind",
    async (how) => {
      const folder = temporaryFolder();
      const storage = await fileStorage(folder);
      const store = await storage.create("demo", world());
      await commit(store, step(0));
      const before = await store.dump();
      const text = readFileSync(lockOf(folder), "utf8");
      rmSync(how === "was removed" ? folder : lockOf(folder), { recursive: true });
      if (existsSync(folder)) writeFileSync(lockOf(folder), text);
      const left = existsSync(folder) ? contents(folder) : undefined;
      const snapshot = { name: "one", takenAt: "", running: false, state: world() };
      const refused = [
        () => commit(store, step(1)),
        () => store.load(world(2), "this"),
        () => storage.create("other", world()),
        () => storage.snapshots.put("demo", snapshot),
        () => storage.delete("demo"),
      ];
      for (const change of refused)
        await expect(change()).rejects.toMatchObject({ name: "WriteFailed", cause: expect.any(FolderLost) });
      expect(await store.dump()).toEqual(before);
      await expect(storage.accounts()).rejects.toThrow(FolderLost);
      await expect(storage.probe?.()).rejects.toThrow(FolderLost);
      await expect(storage.close()).rejects.toThrow(FolderLost);
      expect(existsSync(folder) ? contents(folder) : undefined).toEqual(left);
    },
  );

  it("a folder that is put back takes changes again", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    const store = await storage.create("demo", world());
    renameSync(folder, `${folder}-away`);
    await expect(commit(store, step(0))).rejects.toThrow("was removed, or another server has taken it");
    renameSync(`${folder}-away`, folder);
    await commit(store, step(0));
    await storage.close();
  });

  it("a change by a holder whose folder was taken is refused, and the new holder does not see it", async () => {
    const folder = temporaryFolder();
    const first = await fileStorage(folder);
    const store = await first.create("demo", world());
    await commit(store, step(0));
    const { ino } = statSync(join(folder, "demo.log"));
    writeFileSync(lockOf(folder), readFileSync(lockOf(folder), "utf8").replace(/"space":"[^"]*"/, '"space":"another"'));
    const second = await fileStorage(folder, counted());
    expect(await (await second.open("demo"))?.dump()).toEqual(await store.dump());
    // The new holder's log is another file than the one that the first holder has open.
    expect(statSync(join(folder, "demo.log")).ino).not.toBe(ino);
    await expect(commit(store, step(1))).rejects.toThrow(WriteFailed);
    await expect(first.close()).rejects.toThrow(FolderLost);
    expect((await reread(folder))?.sequences).toContainEqual({ name: "step", next: 1 });
    await second.close();
  });
});

describe("the holder of a folder", () => {
  it.runIf(process.platform === "linux").each<[string, (mine: object) => object | undefined, unknown]>([
    ["this process", (mine) => mine, process.pid],
    ["an earlier process with this pid", (mine) => ({ ...mine, started: "1" }), undefined],
    ["a process that has ended", (mine) => ({ ...mine, pid: 2 ** 22 + 1, started: null }), undefined],
    ["a process in another container", (mine) => ({ ...mine, space: "another" }), "elsewhere"],
    ["a process on another machine", (mine) => ({ ...mine, boot: "another" }), "elsewhere"],
    ["nothing that can be read", () => ({}), undefined],
    ["nothing", () => undefined, undefined],
  ])("of a folder whose lock names %s is known", async (_, edit, expected) => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    const text = readFileSync(lockOf(folder), "utf8");
    await storage.close();
    const edited = edit(JSON.parse(text));
    if (edited) writeFileSync(lockOf(folder), JSON.stringify(edited));
    expect(holderOf(folder)).toBe(expected);
  });
});
