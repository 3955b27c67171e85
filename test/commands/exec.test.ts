import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { readArguments, Usage } from "../../src/commands/command.ts";
import { exec, refusal, variables } from "../../src/commands/exec.ts";
import { commandHelp } from "../../src/commands/help.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { failure, run } from "./invoked.ts";

const read = (...args: string[]) => readArguments(exec, args, { PORT: "80", HOST: "::", SANDBOX_DATA: "kept" });

describe("the command line of exec", () => {
  it("exec is silent, in memory and on a free port, whatever the variables of other programs say", () => {
    const values = { port: 0, host: "127.0.0.1", data: null, log: "silent", seed: "portfolio" };
    expect(read("--", "npm", "test")).toMatchObject({ argument: "npm", others: ["test"], values });
  });

  it("exec reads the options of start before --, and gives every word after it to the command", () => {
    expect(read("--port", "4700", "--data", "d", "--", "vitest", "--port", "1", "--", "--help")).toMatchObject({
      help: false,
      argument: "vitest",
      others: ["--port", "1", "--", "--help"],
      values: { port: 4700, data: "d" },
    });
    expect(read("--help", "--", "vitest")).toEqual({ help: true });
  });

  it.each([
    [[], "exec needs -- COMMAND."],
    [["--seed", "empty", "--"], "exec needs -- COMMAND."],
    [["npm", "test"], 'exec takes its command after --, got "npm" before it.'],
    [["--sed", "empty", "--", "npm"], "There is no option --sed. Did you mean --seed?"],
    [["--port", "--", "npm"], "--port needs a value: --port N."],
  ])("exec refuses the words %j: %s", (args, sentence) => {
    expect(() => read(...args)).toThrow(new Usage(sentence));
  });

  it("exec refuses an empty command, which an unset variable of a shell makes", async () => {
    const refused = new Usage("exec needs a command after --, got an empty word.");
    expect(await failure(run(exec, ["--", ""]))).toEqual(refused);
  });

  it("the help of exec shows where the command stands, and what it finds in its environment", () => {
    const help = commandHelp(exec, 100);
    expect(help).toContain("Usage: tiers-sandbox exec [options] -- COMMAND");
    for (const name of Object.keys(variables({ url: "", token: "", key: null }))) expect(help).toContain(name);
  });
});

it("the variables of exec name no key where there is none", () => {
  expect(variables({ url: "http://127.0.0.1:1", token: "t", key: null })).toEqual({
    TIERS_SANDBOX_URL: "http://127.0.0.1:1",
    TIERS_SANDBOX_TOKEN: "t",
    TIERS_SANDBOX_KEY: "",
    SANDBOX_URL: "http://127.0.0.1:1",
  });
});

it("exec explains a whole line that was given as one word", () => {
  const missing = Object.assign(new Error("spawn ENOENT"), { code: "ENOENT" });
  expect(refusal("npm test", missing)).toBe(
    'exec cannot find the command "npm test", neither on the PATH nor as a file. ' +
      "There is no shell: give each word apart, or sh -c with the line.",
  );
});

it("a script that npm installed is run by cmd.exe on Windows, with each word quoted, and a program is not", () => {
  const folder = temporaryFolder();
  for (const name of ["vitest.CMD", "python.EXE"]) writeFileSync(join(folder, name), "");
  vi.spyOn(process, "platform", "get").mockReturnValue("win32");
  const load = createRequire(import.meta.url);
  for (const path of Object.keys(load.cache)) if (/cross-spawn|which|isexe/.test(path)) delete load.cache[path];
  const { _parse: parse } = load("cross-spawn") as {
    _parse: (file: string, words: string[], options: object) => { command: string; args: string[] };
  };
  const options = { env: { PATH: folder, PATHEXT: ".EXE;.CMD" } };
  expect(parse("vitest", ["run", "a & b", "%PATH%"], { ...options })).toMatchObject({
    command: process.env.comspec ?? "cmd.exe",
    args: ["/d", "/s", "/c", '"vitest ^"run^" ^"a^ ^&^ b^" ^"^%PATH^%^""'],
  });
  expect(parse("python", ["a & b"], { ...options })).toMatchObject({ command: "python", args: ["a & b"] });
  vi.restoreAllMocks();
});
