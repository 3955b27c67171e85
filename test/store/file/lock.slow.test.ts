import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileStorage } from "../../../src/store/file/file.ts";
import { world } from "../samples.ts";
import { contents, temporaryFolder } from "./folders.ts";

/** Another process that opens the folder, and the first thing it says. */
async function otherProcess(folder: string): Promise<{ child: ChildProcess; says: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "holder.ts"), folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [says] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line")) as [string];
  return { child, says };
}
const lockOf = (folder: string) => join(folder, "sandbox.lock");
const gone = async (child: ChildProcess, how: () => void) => {
  const exit = once(child, "exit");
  how();
  await exit;
};

describe("the lock of a folder", { timeout: 30_000 }, () => {
  it("keeps another process out, which says who is in", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    await storage.create("demo", world());
    const before = contents(folder);
    const { says } = await otherProcess(folder);
    expect([says, contents(folder)]).toEqual([
      `FolderHeld: ${folder} is in use by another tiers-sandbox, process ${process.pid}. Stop it, or choose another folder`,
      before,
    ]);
    await storage.close();
  });

  it("keeps us out while another process is in, and lets us in when it has stopped", async () => {
    const folder = temporaryFolder();
    const { child, says } = await otherProcess(folder);
    expect(says).toBe("open");
    await expect(fileStorage(folder)).rejects.toThrow(
      `${folder} is in use by another tiers-sandbox, process ${child.pid}.`,
    );
    await gone(child, () => child.stdin?.end());
    expect(existsSync(lockOf(folder))).toBe(false);
    await (await fileStorage(folder)).close();
  });

  it("is taken over from a process that was killed", async () => {
    const folder = temporaryFolder();
    const { child } = await otherProcess(folder);
    await gone(child, () => child.kill("SIGKILL"));
    expect(existsSync(lockOf(folder))).toBe(true);
    const storage = await fileStorage(folder);
    expect(JSON.parse(readFileSync(lockOf(folder), "utf8")).pid).toBe(process.pid);
    await storage.close();
    expect(contents(folder)).toEqual({});
  });

  it("is given to one of several who find it left behind", async () => {
    const folder = temporaryFolder();
    const { child } = await otherProcess(folder);
    await gone(child, () => child.kill("SIGKILL"));
    const others = await Promise.all([otherProcess(folder), otherProcess(folder), otherProcess(folder)]);
    expect(others.filter(({ says }) => says === "open")).toHaveLength(1);
  });

  it("keeps out a second storage of the same process", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    await expect(fileStorage(folder)).rejects.toThrow(`${folder} is in use by this very process (${process.pid})`);
    await storage.close();
  });

  const edited = async (over: object) => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    const mine = JSON.parse(readFileSync(lockOf(folder), "utf8"));
    await storage.close();
    writeFileSync(lockOf(folder), JSON.stringify({ ...mine, ...over }));
    return fileStorage(folder).then(
      async (opened) => (await opened.close(), "open"),
      (error: Error) => error.message.replaceAll(folder, "…"),
    );
  };

  it.runIf(process.platform === "linux")("is not mistaken for that of a later process with the same pid", async () => {
    expect([await edited({}), await edited({ started: "1" }), await edited({ boot: "an earlier boot" })]).toEqual([
      `… is in use by this very process (${process.pid})`,
      "open",
      "open",
    ]);
  });

  it("is respected where the holder cannot be seen from here", async () => {
    expect([
      await edited({ host: `not-${hostname()}`, boot: "another machine" }),
      await edited({ space: "another container" }),
    ]).toEqual([
      `… is in use by process ${process.pid} on not-${hostname()}. If that one is gone for good, delete …/sandbox.lock`,
      `… is in use by process ${process.pid} in another container (${hostname()}). If that one is gone for good, delete …/sandbox.lock`,
    ]);
  });

  it("is taken over when its owner died before it wrote its name", async () => {
    const folder = temporaryFolder();
    writeFileSync(lockOf(folder), "");
    await (await fileStorage(folder)).close();
    expect(contents(folder)).toEqual({});
  });
});
