import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "./folders.ts";

/** A name space of pids of its own, as a container has. */
const unshare = ["--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child"];
const works = spawnSync("unshare", [...unshare, "true"]).status === 0;

interface Container {
  child: ChildProcess;
  /** The next line that it prints. */
  line(): Promise<string>;
  /** Asks it to write, and returns what became of that. */
  write(): Promise<string>;
  signal(signal: NodeJS.Signals): void;
  end(): Promise<void>;
}

/** A server on the folder in a container; see holder.ts for how it watches the lock of another. */
function container(folder: string, watch: "touched" | "silent"): Container {
  const holder = ["--import", "tsx", join(import.meta.dirname, "holder.ts"), folder, watch];
  const child = spawn("unshare", [...unshare, process.execPath, ...holder], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const inside = () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim());
  return {
    child,
    line,
    async write() {
      child.stdin?.write("write\n");
      return line();
    },
    signal: (signal) => void process.kill(inside(), signal),
    async end() {
      const exit = once(child, "exit");
      child.stdin?.end();
      await exit;
    },
  };
}

describe.runIf(works)("the lock of a folder that containers share", () => {
  it("a container that was killed does not keep the next one from the folder", async () => {
    const folder = temporaryFolder();
    const killed = container(folder, "touched");
    expect([await killed.line(), await killed.write()]).toEqual(["open", "written"]);
    const exit = once(killed.child, "exit");
    killed.signal("SIGKILL");
    await exit;
    expect(existsSync(join(folder, "sandbox.lock"))).toBe(true);
    const next = container(folder, "silent");
    expect([await next.line(), await next.write()]).toEqual(["open", "written"]);
    await next.end();
  });

  it("a container is refused while another one lives on the folder", async () => {
    const folder = temporaryFolder();
    const first = container(folder, "touched");
    expect(await first.line()).toBe("open");
    expect(await container(folder, "touched").line()).toMatch(/^FolderHeld: .* in another container .* which is alive/);
    expect(await first.write()).toBe("written");
    await first.end();
  });

  it("a container that was paused while another one took the folder writes nothing more", async () => {
    const folder = temporaryFolder();
    const paused = container(folder, "touched");
    expect([await paused.line(), await paused.write()]).toEqual(["open", "written"]);
    paused.signal("SIGSTOP");
    const next = container(folder, "silent");
    expect(await next.line()).toBe("open");
    paused.signal("SIGCONT");
    expect(await paused.write()).toMatch(/^WriteFailed: .* another server has taken it/);
    expect(await next.write()).toBe("written");
    await next.end();
  });
});
