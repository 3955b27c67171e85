#!/usr/bin/env node
import { createRequire } from "node:module";
import { answer } from "./commands/answer.ts";
import { clock } from "./commands/clock.ts";
import { type AnyCommand, type Environment, quoted, readArguments, suggestion, Usage } from "./commands/command.ts";
import { events } from "./commands/events.ts";
import { exportWorld } from "./commands/export.ts";
import { commandHelp, generalHelp } from "./commands/help.ts";
import { importWorld } from "./commands/import.ts";
import { openapi } from "./commands/openapi.ts";
import { reset } from "./commands/reset.ts";
import { seeds } from "./commands/seeds.ts";
import { start } from "./commands/start.ts";
import { token } from "./commands/token.ts";
import { trigger } from "./commands/trigger.ts";
import { verify } from "./commands/verify.ts";
import { logStyle } from "./http/log.ts";

/** The first is the one that runs when none is named. */
const commands: readonly [AnyCommand, ...AnyCommand[]] = [
  start,
  token,
  reset,
  clock,
  trigger,
  answer,
  events,
  exportWorld,
  importWorld,
  verify,
  openapi,
  seeds,
];

const { version } = createRequire(import.meta.url)("tiers-sandbox/package.json") as { version: string };
const { colour } = logStyle(process.stdout.isTTY === true, process.env);
const forLog = logStyle(process.stderr.isTTY === true, process.env);
const print = (text: string) => void process.stdout.write(`${text}\n`);
const say = (text: string) => void process.stderr.write(`${text}\n`);

async function main(args: readonly string[], environment: Environment): Promise<void> {
  const [first = "", ...others] = args;
  if (first === "--help" || first === "-h" || (first === "help" && others.length === 0)) return print(generalHelp(commands, version));
  if (first === "--version" || first === "-v") return print(version);
  if (first === "help") return main([...others.slice(0, 1), "--help"], environment);

  const named = first !== "" && !first.startsWith("-");
  const chosen = named ? commands.find(({ name }) => name === first) : commands[0];
  if (!chosen)
    throw new Usage(
      `There is no command ${quoted(first)}.${suggestion(
        first,
        commands.map(({ name }) => name),
      )}`,
    );
  const read = readArguments(chosen, named ? others : args, environment);
  if (read.help) return print(commandHelp(chosen));
  await chosen.run({ values: read.values, argument: read.argument, others: read.others ?? [], version, colour, logStyle: forLog, print, say });
}

// `tiers-sandbox openapi | head` closes the pipe early, and that is no failure.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

const mistakes = [TypeError, ReferenceError, RangeError];
const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  // A mistake of ours can be reported only with its place.
  return mistakes.some((kind) => error instanceof kind) ? (error.stack ?? error.message) : error.message;
};

try {
  await main(process.argv.slice(2), process.env);
} catch (error) {
  process.exitCode = error instanceof Usage ? 2 : 1;
  say(sentenceOf(error));
  if (process.exitCode === 2) say("See tiers-sandbox --help.");
}
// Nothing should be left running: if something is, it must not keep the command from ending.
setTimeout(() => process.exit(), 1_000).unref();
