import { constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isSentToAll } from "../../src/commands/exec.ts";
import { identifying, isSameFile, patiently, toChange, toRead, userCaches } from "../../src/system/files.ts";
import { askToEnd } from "../../src/system/processes.ts";
import { endings, systemOf, terminalClosed } from "../../src/system/system.ts";
import { temporaryFolder } from "../store/file/folders.ts";

/** The flags of Node on each system. */
const linux = systemOf("linux", { O_DSYNC: 0o10000, O_NONBLOCK: 0o4000 });
const macOS = systemOf("darwin", { O_DSYNC: 0x400000, O_NONBLOCK: 4 });
const windows = systemOf("win32", {});
const { O_RDONLY, O_RDWR } = constants;
const unixSignals = [...endings, "SIGQUIT", "SIGUSR2", "SIGALRM", "SIGXCPU", "SIGABRT"];

const failing = (code: string) => Object.assign(new Error(code), { code });

/** Runs work that fails some times with a code; the outcome and the waits. */
async function tried(code: string, failures: number, os: typeof linux) {
  const waits: number[] = [];
  let calls = 0;
  const work = async () => {
    if (calls++ < failures) throw failing(code);
    return "done";
  };
  const outcome = await patiently(work, os, async (milliseconds) => waits.push(milliseconds)).catch(
    (error: Error) => error.message,
  );
  return { outcome, waits: waits.length };
}

describe("what is known of a system", () => {
  it.each([
    ["Linux", linux, { read: O_RDONLY | 0o4000, change: O_RDWR | 0o10000, folders: true, caught: unixSignals }],
    ["macOS", macOS, { read: O_RDONLY | 4, change: "r+", folders: true, caught: unixSignals }],
    ["Windows", windows, { read: O_RDONLY, change: "r+", folders: false, caught: [...endings] }],
    ["another one", systemOf("freebsd", {}), { read: O_RDONLY, change: "r+", folders: true, caught: unixSignals }],
  ])("files are opened, folders synced and signals caught as %s can", (_, os, expected) => {
    const { syncsFolders: folders, caught } = os;
    expect({ read: toRead(os), change: toChange(os), folders, caught }).toEqual(expected);
  });

  it("a rename that a virus scanner holds up is tried again on Windows for a second, and nowhere else", async () => {
    expect([
      await tried("EPERM", 3, windows),
      await tried("EACCES", 7, windows),
      await tried("EBUSY", 8, windows),
      await tried("ENOENT", 1, windows),
      await tried("EPERM", 1, macOS),
      await tried("EBUSY", 1, linux),
      await tried("EPERM", 0, linux),
    ]).toEqual([
      { outcome: "done", waits: 3 },
      { outcome: "done", waits: 7 },
      { outcome: "EBUSY", waits: 7 },
      { outcome: "ENOENT", waits: 0 },
      { outcome: "EPERM", waits: 0 },
      { outcome: "EBUSY", waits: 0 },
      { outcome: "done", waits: 0 },
    ]);
  });

  it("a file is the same by its number and its device, and on Windows by its long number alone", () => {
    const folder = temporaryFolder();
    const looks = [linux, macOS, windows].map((os) => typeof statSync(folder, identifying(os)).ino);
    expect([...looks, statSync(`${folder}/absent`, identifying(windows))]).toEqual([
      ...["number", "number", "bigint"],
      undefined,
    ]);
    const file = { ino: 7, dev: 1 };
    const others = [file, { ino: 7, dev: 2 }, { ino: 8, dev: 1 }];
    const same = (os: typeof linux) => others.map((other) => isSameFile(file, other, os));
    expect([same(linux), same(macOS), same(windows)]).toEqual([
      [true, false, false],
      [true, false, false],
      [true, true, false],
    ]);
  });

  it("caches are below the home folder, and a terminal that closes is among the endings", () => {
    expect(userCaches()).toBe(join(homedir(), ".cache"));
    expect(endings).toContain(terminalClosed);
  });

  it("a process of Windows is not ended by a signal, which would cut it off", () => {
    expect(askToEnd(process.pid, windows)).toBe(false);
  });

  it("a signal that the command gets by itself is not sent to it again", () => {
    const sent = (os: typeof linux, atTerminal: boolean) =>
      (["SIGINT", "SIGTERM", "SIGQUIT", "SIGBREAK"] as const).filter((signal) => isSentToAll(signal, atTerminal, os));
    expect([sent(linux, false), sent(linux, true), sent(macOS, true), sent(windows, false)]).toEqual([
      [],
      ["SIGINT", "SIGQUIT"],
      ["SIGINT", "SIGQUIT"],
      ["SIGINT", "SIGTERM", "SIGBREAK"],
    ]);
  });
});
