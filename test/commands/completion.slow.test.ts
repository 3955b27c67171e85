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
import { run } from "./invoked.ts";

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

  const esg = EventName.options.filter((name) => name.startsWith("THIRD_PARTY_ESG_"));
  it.each([
    [["cl"], ["clock"]],
    [["--me"], ["--memory"]],
    [["--memory", "--po"], ["--port"]],
    [[""], expect.arrayContaining(["start", "trigger", "answer", "help"])],
    [["clock", "adv"], ["advance"]],
    [["trigger", "--thi"], ["--thirdparty"]],
    [["trigger", "THIRD_PARTY_ESG_"], esg],
    [
      ["--auth", ""],
      ["strict", "lenient", "off"],
    ],
    [["answer", "--outcome", "re"], ["review"]],
    [["answer", "--file", "ans"], ["answer.pdf"]],
    [["answer", "--issue-date", ""], []],
    [["exec", "--see"], ["--seed"]],
    [["exec", "--", "--see"], []],
    [["exec", "--", "bas"], expect.arrayContaining(["bash"])],
    [["exec", "--", "cat", "ans"], expect.arrayContaining(["answer.pdf"])],
  ])("bash completes the last of the words %j", async (line, expected) => {
    expect(await offered(...line)).toEqual(expected);
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
