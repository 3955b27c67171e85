import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { world } from "../samples.ts";
import { contents, temporaryFolder } from "./folders.ts";

/** Another process that opens the folder, and the first line that it prints. */
async function otherProcess(folder: string): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "holder.ts"), folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line")) as [string];
  return { child, line };
}
const lockOf = (folder: string) => join(folder, "sandbox.lock");
const ended = async (child: ChildProcess, end: () => void) => {
  const exit = once(child, "exit");
  end();
  await exit;
};

describe("the lock of a folder", () => {
  it("a second process is refused with the pid of the first", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    await storage.create("demo", world());
    const before = contents(folder);
    const { line } = await otherProcess(folder);
    expect([line, contents(folder)]).toEqual([
      `FolderHeld: ${folder} is in use by another tiers-sandbox, process ${process.pid}. ` +
        "Stop it, or choose another folder",
      before,
    ]);
    await storage.close();
  });

  it("a folder that another process holds can be opened once that process has stopped", async () => {
    const folder = temporaryFolder();
    const { child, line } = await otherProcess(folder);
    expect(line).toBe("open");
    await expect(fileStorage(folder)).rejects.toThrow(
      `${folder} is in use by another tiers-sandbox, process ${child.pid}.`,
    );
    await ended(child, () => child.stdin?.end());
    expect(existsSync(lockOf(folder))).toBe(false);
    await (await fileStorage(folder)).close();
  });

  it("the lock of a killed process is taken over", async () => {
    const folder = temporaryFolder();
    const { child } = await otherProcess(folder);
    await ended(child, () => child.kill("SIGKILL"));
    expect(existsSync(lockOf(folder))).toBe(true);
    const storage = await fileStorage(folder);
    expect(JSON.parse(readFileSync(lockOf(folder), "utf8")).pid).toBe(process.pid);
    await storage.close();
    expect(contents(folder)).toEqual({});
  });

  it("a lock that was left behind goes to only one of several processes", async () => {
    const folder = temporaryFolder();
    const { child } = await otherProcess(folder);
    await ended(child, () => child.kill("SIGKILL"));
    const others = await Promise.all([otherProcess(folder), otherProcess(folder), otherProcess(folder)]);
    expect(others.filter(({ line }) => line === "open")).toHaveLength(1);
  });

  it("a second storage of the same process is refused", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    await expect(fileStorage(folder)).rejects.toThrow(`${folder} is in use by this very process (${process.pid})`);
    await storage.close();
  });
});
