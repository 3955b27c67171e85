import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRegularFile } from "../../src/seed/regular-file.ts";
import { temporaryFolder } from "../store/file/folders.ts";

describe("a file that a command is given", () => {
  it("is read whole, whatever size the system states", () => {
    const file = join(temporaryFolder(), "world.json");
    for (const text of ["", "{}", "é".repeat(100_000)]) {
      writeFileSync(file, text);
      expect(readRegularFile(file).toString()).toBe(text);
    }
    if (process.platform === "linux") expect(readRegularFile("/proc/self/cmdline").length).toBeGreaterThan(0);
  });

  it("is refused by its path when it is a folder or a device", () => {
    const folder = join(temporaryFolder(), "world.json");
    mkdirSync(folder);
    expect(() => readRegularFile(folder)).toThrow(`${folder} is a folder: give a regular file.`);
    for (const device of process.platform === "win32" ? [] : ["/dev/zero", "/dev/null"])
      expect(() => readRegularFile(device)).toThrow(`${device} is a device: give a regular file.`);
    expect(() => readRegularFile(join(folder, "absent"))).toThrow(/ENOENT.*absent/);
  });
});
