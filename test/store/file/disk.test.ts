import { constants, readdirSync, readFileSync, readlinkSync, write, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { diskOf, makeFolders, calls as real, realDisk } from "../../../src/store/file/disk.ts";
import { type System, system, systemOf } from "../../../src/system/system.ts";
import { temporaryFolder } from "./folders.ts";

const dsync = constants.O_DSYNC;

/** The flags of this process's open files on a path, as the kernel has them. */
const flagsOf = (path: string) =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path
        ? [Number.parseInt(/^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8"))?.[1] ?? "", 8)]
        : [];
    } catch {
      return [];
    }
  });

describe("a file on the real disk", () => {
  it("bytes are written at a position of a file and replace those that were there", async () => {
    const path = join(temporaryFolder(), "file");
    const made = await realDisk.open(path, "w");
    await made.write(Buffer.from("one two"), 0);
    await made.sync();
    await made.close();
    const file = await realDisk.open(path, "r+");
    await file.keep(Buffer.from("three"), 4);
    expect(String(await file.read(0, 100))).toBe("one three");
    await file.close();
    expect(readFileSync(path, "utf8")).toBe("one three");
  });

  it("a write that fails rejects with the error of the system", async () => {
    const path = join(temporaryFolder(), "file");
    await (await realDisk.open(path, "w")).close();
    const file = await realDisk.open(path, "r");
    await expect(file.write(Buffer.from("x"), 0)).rejects.toMatchObject({ code: "EBADF", syscall: "write" });
    await expect(file.keep(Buffer.from("x"), 0)).rejects.toMatchObject({ code: "EBADF" });
    await file.close();
  });

  it("a folder in the place of a file is refused by its name", async () => {
    const folder = temporaryFolder();
    await expect(realDisk.open(folder, "r")).rejects.toThrow(`${folder}: it is a folder, not a file`);
  });

  it.runIf(process.platform === "linux")(
    "a folder is made with those above it, unless one that is there refuses",
    async () => {
      const folder = join(temporaryFolder(), "a", "b", "c");
      await makeFolders(realDisk, folder);
      await makeFolders(realDisk, folder);
      expect(readdirSync(folder)).toEqual([]);
      await expect(makeFolders(realDisk, "/proc/x")).rejects.toMatchObject({ code: "ENOENT" });
      writeFileSync(join(folder, "file"), "");
      await expect(makeFolders(realDisk, join(folder, "file", "d"))).rejects.toMatchObject({ code: "ENOTDIR" });
      await expect(makeFolders(realDisk, join(folder, "file"))).rejects.toMatchObject({ code: "EEXIST" });
    },
  );

  it.runIf(process.platform === "linux")(
    "a file that is changed in place is opened so that every write syncs",
    async () => {
      const path = join(temporaryFolder(), "file");
      const made = await realDisk.open(path, "w");
      const [plain = -1] = flagsOf(path);
      await made.close();
      const file = await realDisk.open(path, "r+");
      const [synced = -1] = flagsOf(path);
      await file.close();
      expect({ plain: plain & dsync, synced: synced & dsync }).toEqual({ plain: 0, synced: dsync });
    },
  );
});

/** A disk that records the calls that keep bytes; its clock moves only by `perWrite` at each write. */
function observed(over: Partial<typeof real> = {}, os: System = { ...system, dsync }) {
  const calls: string[] = [];
  const clock = { at: 0, perWrite: 0 };
  const noted = <F extends (...values: never[]) => unknown>(name: string, call: F) =>
    ((...values: Parameters<F>) => {
      calls.push(name);
      if (name.startsWith("write")) clock.at += clock.perWrite;
      return call(...values);
    }) as unknown as F;
  const disk = diskOf(
    {
      now: () => clock.at,
      write: noted("write", over.write ?? write),
      writeSync: noted("writeSync", over.writeSync ?? writeSync),
      fdatasync: noted("fdatasync", real.fdatasync),
      fsync: noted("fsync", real.fsync),
      rename: over.rename ?? real.rename,
    },
    os,
  );
  const path = join(temporaryFolder(), "file");
  writeFileSync(path, "");
  /** The system calls of a piece of work. */
  const asked = async (work: () => Promise<unknown>) => {
    calls.length = 0;
    await work();
    return [...calls];
  };
  return { disk, path, clock, asked };
}
const bytes = (length: number) => Buffer.alloc(length, "0123456789");
const syncing = dsync !== undefined;

describe.runIf(syncing)("a file that syncs with every write", () => {
  it("a file is written without another thread right after a quick write, and up to 64 KB", async () => {
    const { disk, path, clock, asked } = observed();
    const file = await disk.open(path, "r+");
    const ways = async (pairs: [milliseconds: number, length: number][]) => {
      const all = [];
      for (const [milliseconds, length] of pairs) {
        clock.perWrite = milliseconds;
        all.push(...(await asked(() => file.keep(bytes(length), 0))));
      }
      return all;
    };
    const [slow, sync] = ["write", "writeSync"];
    const quick = [0, 0.5, 1, 1, 0.5, 5, 0].map((milliseconds): [number, number] => [milliseconds, 10]);
    expect(await ways(quick)).toEqual([slow, sync, sync, slow, slow, sync, slow]);
    const sizes = [1, 65_536, 65_537, 65_536].map((length): [number, number] => [0, length]);
    expect(await ways(sizes)).toEqual([sync, sync, slow, sync]);
    await file.close();
  });

  it("a write without another thread rejects when there is no room", async () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const { disk, path, asked } = observed({
      writeSync: () => {
        throw full;
      },
    });
    const file = await disk.open(path, "r+");
    await file.keep(bytes(10), 0);
    expect(await asked(() => expect(file.keep(bytes(10), 10)).rejects.toBe(full))).toEqual(["writeSync"]);
    await file.close();
    expect(readFileSync(path, "utf8")).toBe("0123456789");
  });
});

describe("bytes that are kept", () => {
  it.each([
    ["changed in place without O_DSYNC", "r+" as const, undefined],
    ["created", "w" as const, dsync],
  ])("bytes kept in a file that is %s are synced after each write", async (_, flags, dsync) => {
    const { disk, path, asked } = observed({}, { ...system, dsync });
    const file = await disk.open(path, flags);
    for (let time = 0; time < 3; time++)
      expect(await asked(() => file.keep(bytes(10), 10 * time))).toEqual(["write", "fdatasync"]);
    expect(await asked(() => file.write(bytes(10), 0))).toEqual(["write"]);
    await file.close();
  });

  it.each(["r+", "w"] as const)("a call of sync syncs a file that was opened with %s", async (flags) => {
    const { disk, path, asked } = observed();
    const file = await disk.open(path, flags);
    expect(await asked(() => file.sync())).toEqual(["fdatasync"]);
    await file.close();
  });

  it.runIf(system.syncsFolders)("a folder is synced by one call of fsync, and on Windows by none", async () => {
    const { disk, path, asked } = observed();
    expect(await asked(() => disk.syncFolder(dirname(path)))).toEqual(["fsync"]);
    const windows = observed({}, systemOf("win32", {}));
    expect(await windows.asked(() => windows.disk.syncFolder(dirname(path)))).toEqual([]);
  });

  it("a file that another program has open for a moment is replaced all the same on Windows", async () => {
    let held = 2;
    const rename: typeof real.rename = async (from, to) => {
      if (held-- > 0) throw Object.assign(new Error("EPERM: operation not permitted, rename"), { code: "EPERM" });
      return real.rename(from, to);
    };
    const { disk, path } = observed({ rename }, systemOf("win32", {}));
    writeFileSync(`${path}.tmp`, "new");
    await disk.rename(`${path}.tmp`, path);
    expect(readFileSync(path, "utf8")).toBe("new");
  });

  it("all bytes are kept although the system writes seven at a time", async () => {
    const seven = (length: number) => Math.min(7, length);
    const { disk, path, asked } = observed({
      write: ((fd, buffer, offset, length, position, done) =>
        write(fd, buffer, offset, seven(length ?? 0), position, done)) as typeof write,
      writeSync: ((fd: number, buffer: Buffer, offset: number, length: number, position: number) =>
        writeSync(fd, buffer, offset, seven(length), position)) as typeof writeSync,
    });
    const file = await disk.open(path, "r+");
    const first = await asked(() => file.keep(bytes(30), 0));
    const second = await asked(() => file.keep(bytes(20), 30));
    await file.close();
    expect(readFileSync(path, "utf8")).toBe(`${bytes(30)}${bytes(20)}`);
    if (syncing) expect([first, second]).toEqual([Array(5).fill("write"), Array(3).fill("writeSync")]);
  });
});
