/**
 * commands: the command line. Each file describes one command as data, with its options, help and examples, and runs
 * it; this one reads arguments and environment for all of them. A command starts a server or asks a running one over
 * HTTP, so that it holds no rule of the service and no state.
 */

import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearest } from "../../contract/nearest.ts";
import type { LogStyle } from "../sandbox/options.ts";

/** One option, as data: its value comes from `--name`, else from an environment variable, else from the fallback. */
export interface Option<T> {
  summary: string;
  /** The value's name in the help; a switch has none. */
  takes?: string;
  short?: string;
  environment?: string;
  /** For secrets: other users of the machine can read a command line. */
  environmentOnly?: boolean;
  /** The environment variable of a repeatable option separates its values by commas. */
  repeatable?: boolean;
  fallback: T;
  /** Shown by the help in place of the fallback. */
  shown?: string;
  /** The values that it may have, where there are few: for `parse`, the help and the completion of shells. */
  choices?: readonly string[];
  /** Reads one value. Throws the rest of a sentence that begins with the option's name. */
  parse?: (text: string) => T extends readonly (infer Item)[] ? Item : T;
}

export type CommandOptions = Record<string, Option<unknown>>;
export type ValuesOf<O> = { [K in keyof O]: O[K] extends Option<infer T> ? T : never };
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Invocation<O> {
  values: ValuesOf<O>;
  argument: string;
  /** The words after the argument. */
  others: readonly string[];
  version: string;
  /** Whether standard output may be coloured. */
  colour: boolean;
  logStyle: LogStyle;
  environment: Environment;
  /** Columns of the terminal. */
  width: number;
  /** Whether npx or `npm start` started the process. */
  byNpm: boolean;
  /** Writes to standard output. */
  print(text: string): void;
  /** Prints the data with --json, else the lines that people read. */
  show(data: unknown, lines: () => readonly string[]): void;
  /** Writes to standard error. */
  say(text: string): void;
  /** Writes to standard error what people want to know, and programs do not. */
  remark(text: string): void;
}

/** One command, as data. `run` imports what is slow to load. */
export interface Command<O extends CommandOptions = CommandOptions> {
  name: string;
  summary: string;
  /** Paragraphs of its help, between the usage and the options. */
  details?: readonly string[];
  /** Command lines that work, without the program's name. */
  examples: readonly (readonly [line: string, purpose: string])[];
  /** The name of its argument; `-- COMMAND` is taken only after `--`, with every word that follows. */
  takes?: string;
  /** The values of its argument that a shell completes. */
  choices?: () => Promise<readonly string[]>;
  /** The least and the most words that it takes; one when it has an argument, else none. */
  words?: readonly [least: number, most: number];
  options: O;
  run(invocation: Invocation<O>): Promise<void>;
}

/** A command of a list, whose options differ: `run` is a method, so the compiler takes a narrower invocation too. */
export type AnyCommand = Command;

const json = { summary: "Print JSON, for programs.", fallback: false };

/** Every command takes --json. */
export const command = <const O extends CommandOptions>(described: Command<O>): Command<O> => ({
  ...described,
  options: { json, ...described.options },
});
export const option = <T>(described: Omit<Option<T>, "summary">, summary: string): Option<T> => ({
  ...described,
  summary,
});
export const optional = <T>(described: Omit<Option<T>, "summary" | "fallback">, summary: string) =>
  ({ ...described, summary, fallback: undefined }) as Option<T | undefined>;
export const flag = (summary: string): Option<boolean> => ({ summary, fallback: false });
export const secret = (environment: string, summary: string): Option<string | null> => ({
  summary,
  environment,
  environmentOnly: true,
  fallback: null,
});

/** A wrong command line: exit code 2. */
export class Usage extends Error {}
/** A right command line whose work failed: exit code 1. */
export class Failure extends Error {}

/** What the process gives to every command. */
export type ProcessContext = Omit<
  Invocation<never>,
  "values" | "argument" | "others" | "environment" | "show" | "remark"
>;

/** Runs a command with its arguments. Returns false, and does nothing, where help is asked for. */
export async function invoke(
  described: AnyCommand,
  args: readonly string[],
  environment: Environment,
  context: ProcessContext,
): Promise<boolean> {
  const read = readArguments(described, args, environment);
  if (read.help) return false;
  const { print, say } = context;
  const show = (data: unknown, lines: () => readonly string[]) => {
    if (read.values.json) print(JSON.stringify(data, null, 2));
    else for (const line of lines()) print(line);
  };
  const remark = (text: string) => (read.values.json ? undefined : say(text));
  await described.run({ ...context, ...read, environment, show, remark });
  return true;
}

export function readArguments(described: AnyCommand, args: readonly string[], environment: Environment) {
  const { options } = described;
  const given = new Map<string, string[]>();
  const words: string[] = [];
  let open = !described.takes?.startsWith("--");
  for (const token of tokensOf(options, args)) {
    if (token.kind === "option-terminator") open = true;
    if (token.kind === "positional" && !open)
      throw new Usage(`${described.name} takes its command after --, got ${quoted(token.value)} before it.`);
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    if (token.name === "help") return { help: true as const };
    given.set(token.name, [...(given.get(token.name) ?? []), flagValue(options, token)]);
  }
  checkWords(described, words);
  const [argument = "", ...others] = words;
  const values: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(options)) values[name] = valueOf(name, each, given.get(name), environment);
  return { help: false as const, argument, others, values };
}

function tokensOf(options: CommandOptions, args: readonly string[]) {
  const flags = Object.entries(options).filter(([, { environmentOnly }]) => !environmentOnly);
  const parsed: NonNullable<ParseArgsConfig["options"]> = { help: { type: "boolean", short: "h" } };
  for (const [name, { takes, short }] of flags)
    parsed[name] = { type: takes ? "string" : "boolean", ...(short && { short }) };
  return parseArgs({ args: [...args], strict: false, tokens: true, options: parsed }).tokens;
}

function checkWords({ name, takes, words: range }: AnyCommand, words: readonly string[]): void {
  const [least, most] = range ?? (takes ? [1, 1] : [0, 0]);
  const surplus = words[most];
  const taken = ["no argument", "one argument"][most] ?? takes;
  if (surplus !== undefined) throw new Usage(`${name} takes ${taken}, got ${quoted(surplus)}.`);
  if (words.length < least) throw new Usage(`${name} needs ${takes}.`);
}

type FlagToken = Extract<ReturnType<typeof tokensOf>[number], { kind: "option" }>;

function flagValue(options: CommandOptions, { name, rawName, value, inlineValue }: FlagToken): string {
  const known = Object.hasOwn(options, name) ? options[name] : undefined;
  if (known?.environmentOnly)
    throw new Usage(`${rawName} would show a secret to everyone on this machine: set ${known.environment} instead.`);
  if (!known) {
    const named = Object.keys(options).filter((each) => !options[each]?.environmentOnly);
    const flags = ["help", ...named].map((each) => `--${each}`);
    throw new Usage(`There is no option ${rawName}.${suggestion(rawName, flags)}`);
  }
  if (!known.takes && value !== undefined) throw new Usage(`${rawName} takes no value, got ${quoted(value)}.`);
  if (!known.takes) return "";
  // A value that looks like an option is the next option, and the value is missing; -60 is a number.
  if (value === undefined || value === "" || (!inlineValue && /^-(?!\d)/.test(value)))
    throw new Usage(`${rawName} needs a value: ${rawName} ${known.takes}.`);
  return value;
}

function valueOf(
  name: string,
  { takes, repeatable, fallback, environment: variable = "", choices, ...described }: Option<unknown>,
  given: readonly string[] | undefined,
  environment: Environment,
): unknown {
  if (given && !takes) return true;
  // An empty variable counts as none: shells and compose files unset a variable that way.
  const set = environment[variable] ?? "";
  const listed = repeatable ? set.split(",").map((text) => text.trim()) : [set];
  const texts = given ?? listed.filter((text) => text !== "");
  if (texts.length === 0) return fallback;
  const parse = described.parse ?? (choices ? oneOf(choices) : (text: string) => text);
  try {
    return repeatable ? texts.map((text) => parse(text)) : parse(texts.at(-1) as string);
  } catch (error) {
    throw new Usage(`${given ? `--${name}` : variable} ${error instanceof Error ? error.message : error}`);
  }
}

const oneOf =
  (choices: readonly string[]) =>
  (text: string): string => {
    if (choices.includes(text)) return text;
    throw new Error(`must be one of ${choices.join(", ")}, got ${quoted(text)}.${suggestion(text, choices)}`);
  };

export const quoted = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** The mistake of a word that a command does not have. */
export const unknownWord = (command: string, word: string, known: readonly string[]) =>
  new Usage(`${command} has no ${quoted(word)}; it has ${known.join(", ")}.${suggestion(word, known)}`);

export function suggestion(word: string, valid: readonly string[]): string {
  const near = nearest(word, valid);
  return near === undefined ? "" : ` Did you mean ${near}?`;
}
