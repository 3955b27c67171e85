import { hostname } from "node:os";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  askToEnd,
  codeOfSignal,
  identityOf,
  isAlive,
  type ProcessFiles,
  parents,
  watchedParent,
} from "../../src/system/processes.ts";
import { systemOf } from "../../src/system/system.ts";

/** The files of /proc by their paths; every other one is missing. */
const proc = (texts: Record<string, string>): ProcessFiles => {
  const text = (path: string) => {
    if (texts[path] === undefined) throw new Error(`ENOENT: ${path}`);
    return texts[path];
  };
  return { text, link: text };
};
const noProc = proc({});
const fields = (state: string) => `712 (a) b) ${state} 700 ${"0 ".repeat(17)}98765 0`;
const linux = (state: string) =>
  proc({ "/proc/712/stat": fields(state), "/proc/sys/kernel/random/boot_id": "b\n", "/proc/self/ns/pid": "pid:[1]" });

describe("what is known of a process", () => {
  it.each([
    ["runs on Linux", linux("S"), { started: "98765", boot: "b", space: "pid:[1]" }],
    ["is a zombie", linux("Z"), { started: null, boot: "b", space: "pid:[1]" }],
    ["is dead", linux("X"), { started: null, boot: "b", space: "pid:[1]" }],
    ["runs on macOS or Windows, which have no /proc", noProc, { started: null, boot: null, space: null }],
  ])("of one that %s is its start, its boot and its name space, or null", (_, files, expected) => {
    expect(identityOf(712, files)).toEqual({ pid: 712, host: hostname(), ...expected });
  });

  it("is read from /proc where there is one", () => {
    const { started, boot, space } = identityOf(process.pid);
    const wanted = process.platform === "linux" ? expect.any(String) : null;
    expect({ started, boot, space }).toEqual({ started: wanted, boot: wanted, space: wanted });
  });

  it("npm is watched above the shell that it may have put between; without /proc the parent alone", () => {
    const [shells, others] = [
      ["sh", "bash", "busybox"],
      ["npm exec tiers-s", "a) b", "fish", "shx", "busyboxes", "abusybox"],
    ];
    const above = (names: string[], watched: string) => names.map((name) => [name, watched]);
    const commands = Object.fromEntries([...above(shells, "712 700"), ...above(others, "712")]);
    for (const [command, watched] of Object.entries(commands))
      expect([command, parents(712, proc({ "/proc/712/stat": `712 (${command}) S 700 712 1 0` }))]).toEqual([
        command,
        watched,
      ]);
    expect(parents(712, noProc)).toBe("712");
  });

  it("a process that is not ours is alive, and one that was never there is not", () => {
    expect([isAlive(1), isAlive(process.pid), isAlive(2 ** 22 + 1)]).toEqual([true, true, false]);
  });

  it("the parent has ended when its process is gone, and when another one has taken its place", () => {
    const { ppid } = process;
    const under = (pid: number) => void Object.defineProperty(process, "ppid", { get: () => pid, configurable: true });
    onTestFinished(() => under(ppid));
    const [hasEnded, kill] = [watchedParent(), vi.spyOn(process, "kill")];
    expect(hasEnded()).toBe(false);
    expect(kill).toHaveBeenCalledWith(ppid, 0);
    under(process.pid);
    expect(hasEnded()).toBe(true);
    under(ppid);
    kill.mockImplementation(() => {
      throw Object.assign(new Error("kill"), { code: "ESRCH" });
    });
    expect(hasEnded()).toBe(true);
  });

  it("a process that may not be asked is alive, and one that is asked to end gets SIGTERM", () => {
    const kill = vi.spyOn(process, "kill").mockReturnValue(true);
    expect([askToEnd(712, systemOf("linux")), kill.mock.calls]).toEqual([true, [[712, "SIGTERM"]]]);
    kill.mockImplementation(() => {
      throw Object.assign(new Error("kill"), { code: "EPERM" });
    });
    expect(isAlive(712)).toBe(true);
  });

  it("a signal that ended a process gives the exit code of a shell", () => {
    expect([codeOfSignal("SIGINT"), codeOfSignal("SIGTERM"), codeOfSignal("SIGKILL")]).toEqual([130, 143, 137]);
  });
});
