import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { compiledProgram } from "../../support/compiled-command.ts";
import { world } from "../samples.ts";
import { contents, temporaryFolder } from "./folders.ts";

const holder = compiledProgram("test/store/file/holder.ts");
/** A name space of pids of its own, as a container has. */
const container = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child"];
const works = spawnSync(container[0] as string, [...container.slice(1), "true"]).status === 0;

/** A server on the folder, in a container or not, and the first line that it prints. */
function server(folder: string, within: readonly string[] = []) {
  const node = [process.execPath, holder, folder];
  const [command, ...words] = [...within, ...node] as [string, ...string[]];
  const child = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const line = once(createInterface({ input: child.stdout }), "line").then(([text]) => String(text));
  const inside = () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim());
  return {
    pid: child.pid,
    line,
    async ended(end: () => unknown) {
      const exit = once(child, "exit");
      end();
      await exit;
    },
    stop: () => child.stdin.end(),
    kill: () => process.kill(within.length > 0 ? inside() : (child.pid as number), "SIGKILL"),
  };
}
const lockOf = (folder: string) => join(folder, "sandbox.lock");

it("a second process is refused with the pid of the first, until that has stopped", async () => {
  const folder = temporaryFolder();
  const storage = await fileStorage(folder);
  await storage.create("demo", world());
  const before = contents(folder);
  const held = (pid?: number) =>
    `FolderHeld: ${folder} is in use by another tiers-sandbox, process ${pid}. ` +
    "Stop it (tiers-sandbox stop), or choose another folder (--data)";
  expect([await server(folder).line, contents(folder)]).toEqual([held(process.pid), before]);
  await storage.close();
  const other = server(folder);
  expect(await other.line).toBe("open");
  expect(await fileStorage(folder).catch(String)).toBe(held(other.pid));
  await other.ended(other.stop);
  expect(existsSync(lockOf(folder))).toBe(false);
  await (await fileStorage(folder)).close();
});

it("the lock of a killed process goes to only one of several processes", async () => {
  const folder = temporaryFolder();
  const killed = server(folder);
  await killed.line;
  await killed.ended(killed.kill);
  expect(existsSync(lockOf(folder))).toBe(true);
  const others = await Promise.all([1, 2, 3].map(() => server(folder).line));
  expect(others.filter((line) => line === "open")).toHaveLength(1);
});

it.runIf(works)(
  "a container is refused while another one lives on the folder, and not once it was killed",
  async () => {
    const folder = temporaryFolder();
    const first = server(folder, container);
    expect(await first.line).toBe("open");
    expect(await server(folder, container).line).toMatch(/^FolderHeld: .* in another container .* which is alive/);
    await first.ended(first.kill);
    expect(existsSync(lockOf(folder))).toBe(true);
    const next = server(folder, container);
    expect(await next.line).toBe("open");
    await next.ended(next.stop);
  },
);
