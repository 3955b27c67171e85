import { parseArgs } from "node:util";
import { nearest } from "../../contract/nearest.ts";
import type { LogStyle } from "../sandbox/log.ts";

/** One option, as data: `--name`, or an environment variable, or what it is without either. */
export interface Option<T> {
  summary: string;
  /** What it takes, as the help shows it; a switch takes nothing. */
  takes?: string;
  short?: string;
  environment?: string;
  /** A secret: other users of the machine can read a command line. */
  environmentOnly?: boolean;
  /** May come several times; its environment variable separates by commas. */
  repeatable?: boolean;
  fallback: T;
  /** What the help shows in place of the fallback. */
  shown?: string;
  /** From one text, or from all of them when repeatable. Throws what is wrong, as the end of a sentence. */
  parse?: (text: string) => T extends readonly (infer Item)[] ? Item : T;
}

export type CommandOptions = Record<string, Option<unknown>>;
export type ValuesOf<O> = { [K in keyof O]: O[K] extends Option<infer T> ? T : never };
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Invocation<O> {
  values: ValuesOf<O>;
  argument: string;
  /** What follows the argument, where a command takes more than one word. */
  others: readonly string[];
  version: string;
  /** Whether what is printed may be coloured. */
  colour: boolean;
  /** How log lines look where they go. */
  logStyle: LogStyle;
  print(text: string): void;
  /** For what is said beside the result. */
  say(text: string): void;
}

/** One command, as data. What is slow to load is imported by `run`. */
export interface Command<O extends CommandOptions = CommandOptions> {
  name: string;
  summary: string;
  /** The name of the one argument that it needs. */
  takes?: string;
  /** How many words it takes at least and at most, when that is not one. */
  words?: readonly [least: number, most: number];
  options: O;
  /** Resolves when the command is done. */
  run(invocation: Invocation<O>): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list holds commands of different options.
export type AnyCommand = Command<any>;

export const command = <const O extends CommandOptions>(described: Command<O>): Command<O> => described;
export const option = <T>(described: Option<T>): Option<T> => described;

/** The command line is wrong: exit code 2. */
export class Usage extends Error {}
/** It was right, and did not work out: exit code 1. */
export class Failure extends Error {}

const help = { type: "boolean", short: "h" } as const;

export function readArguments(described: AnyCommand, args: readonly string[], environment: Environment) {
  const options: CommandOptions = described.options;
  const flags = Object.entries(options).filter(([, { environmentOnly }]) => !environmentOnly);
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: {
      help,
      ...Object.fromEntries(
        flags.map(([name, { takes, short }]) => [
          name,
          { type: takes ? ("string" as const) : ("boolean" as const), ...(short && { short }) },
        ]),
      ),
    },
  });

  const given = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    if (token.name === "help") return { help: true as const };
    given.set(token.name, [...(given.get(token.name) ?? []), flagValue(options, token)]);
  }
  const [least, most] = described.words ?? (described.takes ? [1, 1] : [0, 0]);
  const surplus = words[most];
  if (surplus !== undefined)
    throw new Usage(
      `${described.name} takes ${["no argument", "one argument"][most] ?? described.takes}, and ${quoted(surplus)} came.`,
    );
  if (words.length < least) throw new Usage(`${described.name} needs ${described.takes}.`);

  const values = Object.entries(options).map(([name, each]) => [
    name,
    valueOf(name, each, given.get(name), environment),
  ]);
  return {
    help: false as const,
    argument: words[0] ?? "",
    ...(most > 1 && { others: words.slice(1) }),
    values: Object.fromEntries(values) as Record<string, unknown>,
  };
}

interface FlagToken {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function flagValue(options: CommandOptions, { name, rawName, value, inlineValue }: FlagToken): string {
  const known = Object.hasOwn(options, name) ? options[name] : undefined;
  if (known?.environmentOnly)
    throw new Usage(`${rawName} would show a secret to everyone on this machine: set ${known.environment} instead.`);
  if (!known) throw new Usage(`There is no option ${rawName}.${suggestion(rawName, ["--help", ...flagsOf(options)])}`);
  if (!known.takes) {
    if (value !== undefined) throw new Usage(`${rawName} takes no value, and ${quoted(value)} came.`);
    return "";
  }
  // A value that looks like the next option is one that was forgotten; -60 is a number.
  if (value === undefined || value === "" || (!inlineValue && /^-(?!\d)/.test(value)))
    throw new Usage(`${rawName} needs a value: ${rawName} ${known.takes}.`);
  return value;
}

function valueOf(
  name: string,
  each: Option<unknown>,
  given: readonly string[] | undefined,
  environment: Environment,
): unknown {
  const { takes, repeatable, fallback, parse = (text: string) => text } = each;
  if (given && !takes) return true;
  const set = each.environment === undefined ? undefined : environment[each.environment];
  const source = given ? `--${name}` : each.environment;
  // An empty variable counts as none: that is how shells and compose files unset one.
  const texts =
    given ??
    (set
      ? repeatable
        ? set
            .split(",")
            .map((text) => text.trim())
            .filter((text) => text !== "")
        : [set]
      : undefined);
  if (!texts) return fallback;
  try {
    return repeatable ? texts.map((text) => parse(text)) : parse(texts.at(-1) as string);
  } catch (error) {
    throw new Usage(`${source} ${error instanceof Error ? error.message : error}`);
  }
}

const flagsOf = (options: CommandOptions) =>
  Object.keys(options)
    .filter((name) => !options[name]?.environmentOnly)
    .map((name) => `--${name}`);

export const quoted = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

export function suggestion(word: string, valid: readonly string[]): string {
  const near = nearest(word, valid);
  return near === undefined ? "" : ` Did you mean ${near}?`;
}
