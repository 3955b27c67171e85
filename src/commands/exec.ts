import type { ChildProcess } from "node:child_process";
import { resolve as absolute } from "node:path";
import spawn from "cross-spawn";
import { bundleFolder } from "../client/environment.ts";
import type { Place } from "../client/problem.ts";
import type { RunningSandbox } from "../start.ts";
import { codeOfSignal } from "../system/processes.ts";
import { system } from "../system/system.ts";
import { type Command, type Environment, type Invocation, optional, quoted, Usage } from "./command.ts";
import { whenNpmEnds } from "./ending.ts";
import { ask } from "./running-sandbox.ts";
import { inMemoryUnlessNamed, optionsOf, startOptions, startServer, tokenLifetime } from "./server.ts";

/** PORT, HOST and SANDBOX_DATA may be meant for the command, or for the sandbox that its user works with. */
const { port, host, data, database, log, ...others } = startOptions;
const options = {
  port: { ...port, environment: "", fallback: 0, shown: "any free one" },
  host: { ...host, environment: "" },
  data: { ...data, environment: "", shown: "none: in memory" },
  database: { ...database, environment: "" },
  ...others,
  log: { ...log, fallback: "silent" as const },
  coverage: optional<string>(
    { takes: "DIR", environment: "TIERS_SANDBOX_COVERAGE" },
    "Folder to add a file to, for tiers-sandbox coverage DIR: what the command used of the contract.",
  ),
  bundles: optional<string>(
    { takes: "DIR", environment: "TIERS_SANDBOX_BUNDLES", shown: "tiers-sandbox-bundles" },
    "Folder for a bundle of each account when the command fails, for tiers-sandbox open; off writes none.",
  ),
};

/** Without --json: it prints nothing, and the output is the command's. */
export const exec: Command<typeof options> = {
  name: "exec",
  summary: "Run a command, such as a test run, with a sandbox of its own.",
  takes: "-- COMMAND",
  words: [1, Number.POSITIVE_INFINITY],
  details: [
    "The sandbox listens on a free port, with no data on disk unless --data names a folder. When it is ready, the " +
      "command runs, without a shell, and finds it by TIERS_SANDBOX_URL, TIERS_SANDBOX_TOKEN (which opens the " +
      "account demo for a day) and TIERS_SANDBOX_KEY (of the control plane; empty where it needs none). " +
      "SANDBOX_URL is set too, for the other commands of tiers-sandbox.",
    "SIGINT, SIGTERM, SIGHUP, SIGQUIT and others that end a process are passed on. The sandbox ends after the " +
      "command, with its exit code, or 128 and the number of the signal that ended it; 127 when there is no such " +
      "command, 126 when it cannot be run.",
    "When the command fails, the world and the requests of each account that received any are written to a bundle, " +
      "which tiers-sandbox open serves again; a run that a signal to exec has interrupted leaves none.",
  ],
  examples: [
    ["exec -- npm test", "A test run in any language, with a sandbox that ends with it."],
    ["exec --coverage contract-coverage -- npm test", "And then: tiers-sandbox coverage contract-coverage."],
    ["exec --seed empty --now 2026-01-15T09:00:00 --freeze -- pytest -x", "What follows -- is the command's."],
    ["exec -- sh -c 'curl $TIERS_SANDBOX_URL/health'", "With a shell, which reads variables."],
  ],
  options,
  run,
};

async function run(invocation: Invocation<typeof options>) {
  const { values: all, argument, others: args, environment, logStyle, byNpm, say } = invocation;
  const { coverage, bundles: wish, ...values } = all;
  if (argument === "") throw new Usage("exec needs a command after --, got an empty word.");
  const wanted = await optionsOf(inMemoryUnlessNamed(values), logStyle);
  const bundles = bundleFolder(wish);
  let isInterrupted = false;
  let child: ChildProcess | undefined;
  const pass = (signal: NodeJS.Signals) => {
    isInterrupted = true;
    if (child === undefined) process.exit(codeOfSignal(signal));
    if (!isSentToAll(signal, process.stdin.isTTY === true)) child.kill(signal);
  };
  for (const signal of system.caught) process.on(signal, pass);
  const sandbox = await startServer(wanted);
  const token = await sandbox.token(["demo"], tokenLifetime);
  const place = { url: sandbox.url, key: wanted.sandboxKey };
  // Another folder may be the command's own when it runs.
  const folders = { TIERS_SANDBOX_BUNDLES: bundles === undefined ? "off" : absolute(bundles) };
  const env = { ...environment, ...variables({ ...place, token }), ...folders };
  child = started(argument, args, env);
  if (byNpm) whenNpmEnds(() => child?.kill());
  const code = await codeOf(child, argument, say);
  for (const signal of system.caught) process.off(signal, pass);
  process.exitCode = code;
  await writeCoverage(sandbox, coverage, say);
  if (code !== 0 && !isInterrupted && bundles !== undefined)
    await writeBundles(place, bundles, say).catch((error: Error) => {
      say(`No bundle can be written to ${bundles}: ${error.message}`);
    });
  await sandbox.close();
}

/** Writes a bundle of each account that received requests, under a name of this run. */
async function writeBundles(place: Place, folder: string, say: (text: string) => void): Promise<void> {
  const { bundleLine, keepBundle } = await import("../client/bundle-folder.ts");
  const run = new Date().toISOString().replace(/\W/g, "");
  for (const { accountId } of (await ask(place, "accounts.list")).content) {
    const { content } = await ask(place, "requests.list", { query: { accountId, limit: 1 } });
    if (content.length === 0) continue;
    const bytes = await ask({ ...place, account: accountId }, "accounts.bundle");
    say(bundleLine(await keepBundle(`${accountId}-${run}`, bytes, folder)));
  }
}

/** Writes the coverage where it is asked for. An error in writing does not hide the exit code of the command. */
async function writeCoverage(sandbox: RunningSandbox, folder: string | undefined, say: (text: string) => void) {
  const { keepCoverage } = await import("../client/coverage-folder.ts");
  await keepCoverage(sandbox, folder).catch((error: Error) => {
    say(`The coverage cannot be written to ${folder}: ${error.message}`);
    process.exitCode ||= 1;
  });
}

export const variables = ({ url, token, key }: { url: string; token: string; key: string | null }) => ({
  TIERS_SANDBOX_URL: url,
  TIERS_SANDBOX_TOKEN: token,
  // Empty instead of left out: a key of another sandbox must not get through, and `set -u` of a shell may stay.
  TIERS_SANDBOX_KEY: key ?? "",
  SANDBOX_URL: url,
});

/**
 * A terminal sends Ctrl-C and Ctrl-\\ to the command too, which would take a second one for impatience.
 * They cannot be distinguished from a kill of exec alone.
 */
export const isSentToAll = (signal: NodeJS.Signals, isTerminal: boolean, { shared, signalsOthers } = system) =>
  shared.includes(signal) && (isTerminal || !signalsOthers);

function started(file: string, args: readonly string[], env: Environment): ChildProcess {
  // On Windows many commands are scripts, which need a shell and its rules of quoting.
  const child = spawn(file, args, { stdio: "inherit", env: { ...env } });
  // A fault of the sandbox must not leave the command behind.
  process.once("exit", () => child.kill());
  return child;
}

/** The exit code of a process, as a shell gives it. */
const codeOf = (child: ChildProcess, file: string, say: (text: string) => void) =>
  new Promise<number>((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? codeOfSignal(signal as NodeJS.Signals)));
    child.on("error", (error: NodeJS.ErrnoException) => {
      say(refusal(file, error));
      // With a pid, it is a signal that could not be passed on.
      if (child.pid === undefined) resolve(error.code === "ENOENT" ? 127 : 126);
    });
  });

export function refusal(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code !== "ENOENT") return `exec cannot run ${quoted(file)}: ${message}.`;
  const advice = /\s/.test(file) ? " There is no shell: give each word apart, or sh -c with the line." : "";
  return `exec cannot find the command ${quoted(file)}, neither on the PATH nor as a file.${advice}`;
}
