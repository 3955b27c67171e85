import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import { bundleFormat } from "../src/control/bundle.ts";
import { manifestOf } from "../src/control/read-bundle.ts";
import { compiledCommand } from "./support/compiled-command.ts";
import { environment } from "./support/package.ts";

const main = compiledCommand();

interface Step {
  if?: string;
  run?: string;
  env?: Record<string, string>;
}
const action = parse(readFileSync("action.yml", "utf8")) as {
  inputs: Record<string, { default: string }>;
  runs: { steps: Step[] };
};

let project: string;
let variables: Record<string, string>;
const path = (name: string) => join(project, name);

/** A project that has the command installed, and the files that GitHub gives a step. */
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "tiers-sandbox-action-"));
  variables = {};
  mkdirSync(path("node_modules/.bin"), { recursive: true });
  writeFileSync(path("package.json"), '{ "private": true }');
  const command = `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`;
  writeFileSync(path("node_modules/.bin/tiers-sandbox"), command, { mode: 0o755 });
  for (const name of ["env", "output"]) writeFileSync(path(name), "");
});
afterEach(async () => {
  if (variables.TIERS_SANDBOX_URL) await fetch(`${variables.TIERS_SANDBOX_URL}/_sandbox/stop`, { method: "POST" });
  rmSync(project, { recursive: true, force: true });
});

const linesOf = (name: string) =>
  Object.fromEntries(
    readFileSync(path(name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const),
  );

/** Runs the shell parts of the action with bash, as a runner does, and gives later steps the variables. */
async function use(inputs: Record<string, string>) {
  const given = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: fallback }]) => [name, inputs[name] ?? fallback]),
  );
  const filled = (text: string) => text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => given[name] ?? "");
  let code = 0;
  let said = "";
  for (const { if: condition, run, env = {} } of action.runs.steps) {
    if (run === undefined || condition !== `inputs.step == '${given.step}'`) continue;
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
    const files = { RUNNER_TEMP: project, GITHUB_ENV: path("env"), GITHUB_OUTPUT: path("output") };
    const options = { cwd: project, env: { ...environment, ...variables, ...files, ...own } };
    await new Promise<void>((done) => {
      const words = ["--noprofile", "--norc", "-eo", "pipefail", "-c", run];
      execFile("bash", words, options, (error, stdout, stderr) => {
        code = error ? Number(error.code) : 0;
        said += stdout + stderr;
        done();
      });
    });
  }
  variables = { ...variables, ...linesOf("env") };
  return { code, said };
}

it("a sandbox runs on after the step of the action, and later steps reach it by variables and outputs", async () => {
  const { code, said } = await use({ options: "--seed empty --now 2026-01-15T09:00:00 --freeze" });
  expect({ code, said }).toMatchObject({
    code: 0,
    said: expect.stringContaining("A sandbox runs at http://127.0.0.1:"),
  });
  const { url, token } = linesOf("output");
  expect(said).toContain(`::add-mask::${token}\n`);
  expect(variables).toEqual({
    TIERS_SANDBOX_URL: url,
    TIERS_SANDBOX_TOKEN: token,
    TIERS_SANDBOX_KEY: "",
    SANDBOX_URL: url,
  });
  const service = `${url}/api/v1/account/demo`;
  const listed = await fetch(`${service}/thirdparties`, { headers: { authorization: `Bearer ${token}` } });
  expect(await listed.json()).toMatchObject({ content: [] });
  const clock = await fetch(`${url}/_sandbox/accounts/demo/clock`);
  expect(await clock.json()).toMatchObject({ now: "2026-01-15T09:00:00.000", frozen: true });

  const failed = await use({ step: "failed", bundles: "kept" });
  expect(failed).toMatchObject({
    code: 0,
    said: expect.stringContaining("tiers-sandbox open kept/demo.zip serves it"),
  });
  expect(readdirSync(path("kept")).sort()).toEqual(["demo.zip", "sandbox.log"]);
  expect(manifestOf(readFileSync(path("kept/demo.zip")))).toMatchObject({ format: bundleFormat, accountId: "demo" });
});

it("a sandbox that cannot start fails the step with its reason, and what tests wrote is kept", async () => {
  const { code, said } = await use({ options: "--seed *.json" });
  expect(code).toBe(1);
  expect(said).toMatch(/There is no seed \\"\*\.json/);
  expect(said).toContain("::error::tiers-sandbox has not started.");
  expect(existsSync(path("env")) && linesOf("env")).toEqual({});

  const failed = await use({ step: "failed" });
  expect(failed).toMatchObject({ code: 0, said: expect.stringContaining("::warning::The sandbox does not answer") });
  expect(readdirSync(path("tiers-sandbox-bundles"))).toEqual(["sandbox.log"]);
});
