#!/usr/bin/env node
/**
 * main: the command `tiers-sandbox`. It reads arguments and environment, loads the command that is named, prints, and
 * sets the exit code. No other file of the server reads either.
 */

import { randomUUID } from "node:crypto";
import { type AnyCommand, type Environment, invoke, quoted, suggestion, Usage } from "./commands/command.ts";
import { commands, everyCommand } from "./commands/table.ts";
import { markStylesBy, printed } from "./domain/printable.ts";
import { logStyle } from "./sandbox/log.ts";
import { version } from "./sandbox/version.ts";

const { colour } = logStyle(process.stdout.isTTY === true, process.env);
const forLog = logStyle(process.stderr.isTTY === true, process.env);
/** Lines of more columns are hard to read, and a pipe has none. */
const width = Math.min(process.stdout.columns || 100, 120);

const args = process.argv.slice(2);
/** What follows -- is of another program. */
const asJson = (args.includes("--") ? args.slice(0, args.indexOf("--")) : args).includes("--json");
// Nothing gets control characters but for our own colours: what a pipe is given may end on a terminal, too.
markStylesBy(randomUUID());
const print = (text: string) => void process.stdout.write(`${printed(text, { colour, asJson })}\n`);
const say = (text: string) => void process.stderr.write(`${printed(text, { colour: false, asJson })}\n`);
const json = (data: unknown) => JSON.stringify(data, null, 2);

/** The command whose help explains a mistake; undefined for the general help. */
let named: string | undefined;

async function main(args: readonly string[], environment: Environment): Promise<void> {
  const [first = "", ...others] = args;
  const [asked = "", further] = args.filter((word) => word !== "--json");
  if (asked === "--help" || asked === "-h" || (asked === "help" && further === undefined)) {
    const { commandData, generalHelp } = await import("./commands/help.ts");
    const all = await everyCommand();
    return print(asJson ? json({ version, commands: all.map(commandData) }) : generalHelp(all, version, width));
  }
  if (["--version", "-v", "-V"].includes(asked)) return print(asJson ? json({ version }) : version);
  if (first === "help") return main([...others.slice(0, 1), "--help"], environment);

  const isNamed = first !== "" && !first.startsWith("-");
  if (isNamed && !Object.hasOwn(commands, first))
    throw new Usage(`There is no command ${quoted(first)}.${suggestion(first, Object.keys(commands))}`);
  if (isNamed) named = first;
  const chosen = (await commands[named ?? "start"]?.()) as AnyCommand;
  const byNpm = ["exec", "start"].includes(environment.npm_command ?? "");
  const context = { version, colour, width, logStyle: forLog, byNpm, print, say };
  if (await invoke(chosen, isNamed ? others : args, environment, context)) return;
  const { commandData, commandHelp } = await import("./commands/help.ts");
  print(asJson ? json(commandData(chosen)) : commandHelp(chosen, width));
}

// `tiers-sandbox openapi | head` closes the pipe early, and a terminal may close before the sandbox has ended.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
  });

/** Errors of these classes are bugs, which can be reported only with their place. */
const bugs = [TypeError, ReferenceError, RangeError];
const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return bugs.some((kind) => error instanceof kind) ? (error.stack ?? error.message) : error.message;
};

main(args, process.env)
  .catch(async (error) => {
    process.exitCode = error instanceof Usage ? 2 : 1;
    if (asJson) {
      const { commandError } = await import("./commands/output.ts");
      return say(JSON.stringify(commandError(error, sentenceOf(error), named)));
    }
    say(sentenceOf(error));
    if (process.exitCode === 2) say(`See tiers-sandbox ${named === undefined ? "" : `${named} `}--help.`);
  })
  // A handle that is still open must not keep the command from ending.
  .finally(() => setTimeout(() => process.exit(), 1_000).unref());
