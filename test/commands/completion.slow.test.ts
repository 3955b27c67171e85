import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EventName } from "../../contract/events.ts";
import { answer } from "../../src/commands/answer.ts";
import { clock } from "../../src/commands/clock.ts";
import type { AnyCommand } from "../../src/commands/command.ts";
import { completion } from "../../src/commands/completion.ts";
import { exec } from "../../src/commands/exec.ts";
import { start } from "../../src/commands/start.ts";
import { trigger } from "../../src/commands/trigger.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { failure, run } from "./invoked.ts";

const commands: AnyCommand[] = [start, exec, clock, trigger, answer];
const script = (shell: string) =>
  run(
    completion(async () => commands),
    [shell],
  );
const isInstalled = (shell: string) => spawnSync(shell, ["-c", "exit"]).status === 0;

describe.skipIf(!isInstalled("bash"))("the completion of bash", () => {
  /** What bash offers for the last word of a line. */
  async function offered(...line: string[]): Promise<string[]> {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "answer.pdf"), "");
    const words = ["tiers-sandbox", ...line].map((word) => `'${word}'`).join(" ");
    const ask = `\nCOMP_WORDS=(${words}); COMP_CWORD=${line.length}; _tiers_sandbox; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const out = execFileSync("bash", ["--norc", "-c", (await script("bash")) + ask], { cwd: folder, encoding: "utf8" });
    return out.split("\n").filter(Boolean);
  }

  it("bash completes commands, and the options of start without one", async () => {
    expect(await offered("cl")).toEqual(["clock"]);
    expect(await offered("--me")).toEqual(["--memory"]);
    expect(await offered("--memory", "--po")).toEqual(["--port"]);
    expect(await offered("")).toEqual(expect.arrayContaining(["start", "trigger", "answer", "help"]));
  });

  it("bash completes the options and the words of a command", async () => {
    expect(await offered("clock", "adv")).toEqual(["advance"]);
    expect(await offered("trigger", "--thi")).toEqual(["--thirdparty"]);
    expect(await offered("trigger", "THIRD_PARTY_ESG_")).toEqual(
      EventName.options.filter((name) => name.startsWith("THIRD_PARTY_ESG_")),
    );
  });

  it("bash completes the values of an option: its choices, files, or nothing", async () => {
    expect(await offered("--auth", "")).toEqual(["strict", "lenient", "off"]);
    expect(await offered("answer", "--outcome", "re")).toEqual(["review"]);
    expect(await offered("answer", "--file", "ans")).toEqual(["answer.pdf"]);
    expect(await offered("answer", "--issue-date", "")).toEqual([]);
  });

  it("bash completes the options of exec before --, and programs and files after it", async () => {
    expect(await offered("exec", "--see")).toEqual(["--seed"]);
    expect(await offered("exec", "--", "--see")).toEqual([]);
    expect(await offered("exec", "--", "bas")).toContain("bash");
    expect(await offered("exec", "--", "cat", "ans")).toContain("answer.pdf");
  });

  it("bash reads the script without a complaint", async () => {
    expect(spawnSync("bash", ["--norc", "-eu", "-c", await script("bash")], { encoding: "utf8" })).toMatchObject({
      status: 0,
      stderr: "",
    });
  });
});

describe.skipIf(!isInstalled("zsh"))("the completion of zsh", () => {
  it("zsh reads the script without a complaint", async () => {
    const text = `autoload -Uz compinit && compinit -D\n${await script("zsh")}`;
    expect(spawnSync("zsh", ["-f", "-c", text], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });
});

describe.skipIf(!isInstalled("fish"))("the completion of fish", () => {
  it("fish completes commands, options and values", async () => {
    const offered = async (line: string) => {
      const text = `${await script("fish")}\ncomplete -C ${JSON.stringify(line)}`;
      const out = execFileSync("fish", ["--no-config", "-c", text], { encoding: "utf8" });
      return out.split("\n").map((row) => row.split("\t")[0]);
    };
    expect(await offered("tiers-sandbox cl")).toContain("clock");
    expect(await offered("tiers-sandbox clock adv")).toContain("advance");
    expect(await offered("tiers-sandbox --auth len")).toContain("lenient");
  });
});

describe("the scripts of the other shells", () => {
  it("zsh and fish get every command, option and choice", async () => {
    const [zsh, fish] = [await script("zsh"), await script("fish")];
    expect(zsh).toContain("'*--outcome[What the automatic check will find\\: valid, review, invalid or pending.]");
    expect(zsh).toContain("    'clock:Read an account'\\''s clock");
    expect(fish).toContain("-l auth -x -a 'strict lenient off' -d 'strict, lenient (any JWT, no signature) or off.'");
    for (const { name } of commands)
      expect([zsh.includes(`    ${name}) `), fish.includes(`-a ${name} `)]).toEqual([true, true]);
    expect((await failure(script("zhs"))).message).toBe(
      'completion knows bash, zsh, fish, got "zhs". Did you mean zsh?',
    );
  });
});
