import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { codeOfSignal, identityOf, isAlive, type ProcessFiles, parents } from "../../src/system/processes.ts";

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
    ["runs on macOS or Windows, which have no /proc", noProc, { started: null, boot: null, space: null }],
  ])("of one that %s is its start, its boot and its name space, or null", (_, files, expected) => {
    expect(identityOf(712, files)).toEqual({ pid: 712, host: hostname(), ...expected });
  });

  it("npm is watched above the shell that it may have put between; without /proc the parent alone", () => {
    const commands = { sh: "712 700", bash: "712 700", "npm exec tiers-s": "712", "a) b": "712" };
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

  it("a signal that ended a process gives the exit code of a shell", () => {
    expect([codeOfSignal("SIGINT"), codeOfSignal("SIGTERM"), codeOfSignal("SIGKILL")]).toEqual([130, 143, 137]);
  });
});
