import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { world } from "../samples.ts";
import { contents, temporaryFolder } from "./folders.ts";

/** A name space of pids of its own, as a container has. */
const unshare = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child"];
const [unshares, ...options] = unshare as [string, ...string[]];
const works = spawnSync(unshares, [...options, "true"]).status === 0;

/** A server on the folder, in a container or not; see holder.ts for how it watches the lock of another. */
function server(folder: string, watch: "real" | "touched" | "silent" = "real") {
  const node = [process.execPath, "--import", "tsx", join(import.meta.dirname, "holder.ts"), folder, watch];
  const [command, ...words] = (watch === "real" ? node : [...unshare, ...node]) as [string, ...string[]];
  const child: ChildProcess = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const inside = () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim());
  return {
    pid: child.pid,
    /** The next line that it prints. */
    line,
    /** Asks it to write, and returns what became of that. */
    async write() {
      child.stdin?.write("write\n");
      return line();
    },
    signal: (signal: NodeJS.Signals) => void process.kill(watch === "real" ? (child.pid as number) : inside(), signal),
    async ended(end: () => void = () => child.stdin?.end()) {
      const exit = once(child, "exit");
      end();
      await exit;
    },
  };
}
const lockOf = (folder: string) => join(folder, "sandbox.lock");

describe("the lock of a folder", () => {
  it("a second process is refused with the pid of the first, until that has stopped", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    await storage.create("demo", world());
    const before = contents(folder);
    const held = (pid?: number) =>
      `FolderHeld: ${folder} is in use by another tiers-sandbox, process ${pid}. Stop it, or choose another folder`;
    expect([await server(folder).line(), contents(folder)]).toEqual([held(process.pid), before]);
    await storage.close();
    const other = server(folder);
    expect(await other.line()).toBe("open");
    expect(await fileStorage(folder).catch(String)).toBe(held(other.pid));
    await other.ended();
    expect(existsSync(lockOf(folder))).toBe(false);
    await (await fileStorage(folder)).close();
  });

  it("the lock of a killed process goes to only one of several processes", async () => {
    const folder = temporaryFolder();
    const killed = server(folder);
    await killed.line();
    await killed.ended(() => killed.signal("SIGKILL"));
    expect(existsSync(lockOf(folder))).toBe(true);
    const others = await Promise.all([1, 2, 3].map(() => server(folder).line()));
    expect(others.filter((line) => line === "open")).toHaveLength(1);
  });
});

describe.runIf(works)("the lock of a folder that containers share", () => {
  it("a container that was killed does not keep the next one from the folder", async () => {
    const folder = temporaryFolder();
    const killed = server(folder, "touched");
    expect([await killed.line(), await killed.write()]).toEqual(["open", "written"]);
    await killed.ended(() => killed.signal("SIGKILL"));
    expect(existsSync(lockOf(folder))).toBe(true);
    const next = server(folder, "silent");
    expect([await next.line(), await next.write()]).toEqual(["open", "written"]);
    await next.ended();
  });

  it("a container is refused while another one lives on the folder", async () => {
    const folder = temporaryFolder();
    const first = server(folder, "touched");
    expect(await first.line()).toBe("open");
    expect(await server(folder, "touched").line()).toMatch(/^FolderHeld: .* in another container .* which is alive/);
    expect(await first.write()).toBe("written");
    await first.ended();
  });

  it("a container that was paused while another one took the folder writes nothing more", async () => {
    const folder = temporaryFolder();
    const paused = server(folder, "touched");
    expect([await paused.line(), await paused.write()]).toEqual(["open", "written"]);
    paused.signal("SIGSTOP");
    const next = server(folder, "silent");
    expect(await next.line()).toBe("open");
    paused.signal("SIGCONT");
    expect(await paused.write()).toMatch(/^WriteFailed: .* another server has taken it/);
    expect(await next.write()).toBe("written");
    await next.ended();
  });
});
