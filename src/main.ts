#!/usr/bin/env node
import { createRequire } from "node:module";
import { type AnyCommand, type Environment, quoted, readArguments, suggestion, Usage } from "./commands/command.ts";
import { start } from "./commands/start.ts";
import { printableLines, printableStyled } from "./domain/printable.ts";
import { logStyle } from "./sandbox/log.ts";

/** Only the default command is loaded at once. */
const commands: Record<string, () => Promise<AnyCommand>> = {
  start: async () => start,
  token: async () => (await import("./commands/token.ts")).token,
  reset: async () => (await import("./commands/reset.ts")).reset,
  clock: async () => (await import("./commands/clock.ts")).clock,
  scenario: async () => (await import("./commands/scenario.ts")).scenario,
  trigger: async () => (await import("./commands/trigger.ts")).trigger,
  answer: async () => (await import("./commands/answer.ts")).answer,
  events: async () => (await import("./commands/events.ts")).events,
  export: async () => (await import("./commands/export.ts")).exportWorld,
  import: async () => (await import("./commands/import.ts")).importWorld,
  verify: async () => (await import("./commands/verify.ts")).verify,
  openapi: async () => (await import("./commands/openapi.ts")).openapi,
  seeds: async () => (await import("./commands/seeds.ts")).seeds,
};

const { version } = createRequire(import.meta.url)("tiers-sandbox/package.json") as { version: string };
const { colour } = logStyle(process.stdout.isTTY === true, process.env);
const forLog = logStyle(process.stderr.isTTY === true, process.env);
// A file or a program gets every byte, a terminal no control characters.
const forOutput = (text: string) => (colour ? printableStyled(text) : printableLines(text));
const print = (text: string) => void process.stdout.write(`${process.stdout.isTTY ? forOutput(text) : text}\n`);
const say = (text: string) => void process.stderr.write(`${process.stderr.isTTY ? printableLines(text) : text}\n`);

async function main(args: readonly string[], environment: Environment): Promise<void> {
  const [first = "", ...others] = args;
  if (first === "--help" || first === "-h" || (first === "help" && others.length === 0)) {
    const { generalHelp } = await import("./commands/help.ts");
    return print(generalHelp(await Promise.all(Object.values(commands).map((load) => load())), version));
  }
  if (first === "--version" || first === "-v") return print(version);
  if (first === "help") return main([...others.slice(0, 1), "--help"], environment);

  const named = first !== "" && !first.startsWith("-");
  if (named && !Object.hasOwn(commands, first))
    throw new Usage(`There is no command ${quoted(first)}.${suggestion(first, Object.keys(commands))}`);
  const chosen = (await commands[named ? first : start.name]?.()) as AnyCommand;
  const read = readArguments(chosen, named ? others : args, environment);
  if (read.help) return print((await import("./commands/help.ts")).commandHelp(chosen));
  await chosen.run({
    values: read.values,
    argument: read.argument,
    others: read.others,
    version,
    colour,
    logStyle: forLog,
    print,
    say,
  });
}

// `tiers-sandbox openapi | head` closes the pipe early, which is no failure.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

/** Errors of these classes are bugs, which can be reported only with their place. */
const bugs = [TypeError, ReferenceError, RangeError];
const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return bugs.some((kind) => error instanceof kind) ? (error.stack ?? error.message) : error.message;
};

main(process.argv.slice(2), process.env)
  .catch((error) => {
    process.exitCode = error instanceof Usage ? 2 : 1;
    say(sentenceOf(error));
    if (process.exitCode === 2) say("See tiers-sandbox --help.");
  })
  // A handle that is still open must not keep the command from ending.
  .finally(() => setTimeout(() => process.exit(), 1_000).unref());
