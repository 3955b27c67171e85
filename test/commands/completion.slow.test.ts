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
  it.each([
    ["cl", ["clock"]],
    ["--memory --po", ["--port"]],
    ["", expect.arrayContaining(["start", "trigger", "answer", "help"])],
    ["clock adv", ["advance"]],
    ["trigger THIRD_PARTY_ESG_", EventName.options.filter((name) => name.startsWith("THIRD_PARTY_ESG_"))],
    ["--auth ", ["strict", "lenient", "off"]],
    ["answer --outcome re", ["review"]],
    ["answer --file ans", ["answer.pdf"]],
    ["answer --issue-date ", []],
    ["exec --see", ["--seed"]],
    ["exec -- --see", []],
    ["exec -- bas", expect.arrayContaining(["bash"])],
    ["exec -- cat ans", expect.arrayContaining(["answer.pdf"])],
  ])("bash completes the last word of %j", async (line, expected) => {
    const words = line.split(" ");
    const folder = temporaryFolder();
    writeFileSync(join(folder, "answer.pdf"), "");
    const all = ["tiers-sandbox", ...words].map((word) => `'${word}'`).join(" ");
    const ask = `\nCOMP_WORDS=(${all}); COMP_CWORD=${words.length}; _tiers_sandbox; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const text = (await script("bash")) + ask;
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", text], { cwd: folder, encoding: "utf8" });
    expect([stdout.split("\n").filter(Boolean), stderr]).toEqual([expected, ""]);
  });
});

it.skipIf(!isInstalled("zsh"))("zsh reads the script without a complaint", async () => {
  const text = `autoload -Uz compinit && compinit -D\n${await script("zsh")}`;
  expect(spawnSync("zsh", ["-f", "-c", text], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
});

it.skipIf(!isInstalled("fish"))("fish completes commands, options and values", async () => {
  const lines = {
    "tiers-sandbox cl": "clock",
    "tiers-sandbox clock adv": "advance",
    "tiers-sandbox --auth len": "lenient",
  };
  for (const [line, word] of Object.entries(lines)) {
    const text = `${await script("fish")}\ncomplete -C ${JSON.stringify(line)}`;
    const out = execFileSync("fish", ["--no-config", "-c", text], { encoding: "utf8" });
    expect(out.split("\n").map((row) => row.split("\t")[0])).toContain(word);
  }
});
