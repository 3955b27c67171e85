import { constants, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { realDisk } from "../../src/store/disk.ts";
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
  it("is written at a position, whatever was there", async () => {
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

  it("holds all that was kept in it, little by little or much at once", async () => {
    const path = join(temporaryFolder(), "file");
    await (await realDisk.open(path, "w")).close();
    const file = await realDisk.open(path, "r+");
    let all = Buffer.alloc(0);
    for (const length of [1, 600, 9_600, 65_536, 65_537, 3_000_000, 600, 600, 1]) {
      const bytes = Buffer.alloc(length, `${length} `);
      await file.keep(bytes, all.length);
      all = Buffer.concat([all, bytes]);
      expect(readFileSync(path).equals(all), `after ${length} more bytes`).toBe(true);
    }
    await file.close();
  });

  it("says what is wrong with a write", async () => {
    const path = join(temporaryFolder(), "file");
    await (await realDisk.open(path, "w")).close();
    const file = await realDisk.open(path, "r");
    await expect(file.write(Buffer.from("x"), 0)).rejects.toMatchObject({ code: "EBADF", syscall: "write" });
    await expect(file.keep(Buffer.from("x"), 0)).rejects.toMatchObject({ code: "EBADF" });
    await file.close();
  });

  it.runIf(process.platform === "linux")("that is changed in place syncs with every write", async () => {
    const path = join(temporaryFolder(), "file");
    const made = await realDisk.open(path, "w");
    const [plain = -1] = flagsOf(path);
    await made.close();
    const file = await realDisk.open(path, "r+");
    const [synced = -1] = flagsOf(path);
    await file.close();
    expect({ plain: plain & dsync, synced: synced & dsync }).toEqual({ plain: 0, synced: dsync });
  });
});
