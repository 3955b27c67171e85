import type { AnyCommand, CommandOptions, Option } from "./command.ts";

/** A text cut into lines at its spaces; a longer word has a line of its own. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

const leastRight = 24;
/** Two columns; where the left one leaves too little room, the right text stands below it. */
export function columns(rows: readonly (readonly [string, string])[], width: number): string[] {
  const longest = Math.max(...rows.map(([left]) => left.length));
  const left = Math.min(longest, Math.max(8, width - 4 - leastRight));
  return rows.flatMap(([name, text]) => {
    const lines = wrapped(text, Math.max(leastRight, width - left - 4));
    const first = name.length > left ? [`  ${name}`] : [`  ${name.padEnd(left)}  ${lines.shift() ?? ""}`.trimEnd()];
    return [...first, ...lines.map((line) => `${" ".repeat(left + 4)}${line}`)];
  });
}
const table = (rows: readonly (readonly [string, string])[], width: number) => columns(rows, width).join("\n");
const paragraph = (text: string, width: number) => wrapped(text, width).join("\n");

const fallbackOf = ({ shown, fallback }: Option<unknown>): string => {
  const text = shown ?? (typeof fallback === "boolean" ? "" : String(fallback ?? ""));
  return text === "" ? "" : ` (${text})`;
};

const spelled = (name: string, { takes, short, environmentOnly, environment, repeatable }: Option<unknown>) =>
  environmentOnly
    ? (environment ?? "")
    : `${short ? `-${short}, ` : ""}--${name}${takes ? ` ${takes}` : ""}${repeatable ? "…" : ""}`;

function optionRows(options: CommandOptions): [string, string][] {
  const rows = Object.entries(options).map(([name, each]): [string, string] => [
    spelled(name, each),
    `${each.summary}${fallbackOf(each)}${each.environment && !each.environmentOnly ? ` [${each.environment}]` : ""}`,
  ]);
  // --json is of every command, and least worth reading.
  const [json, others] = [rows.filter(([name]) => name === "--json"), rows.filter(([name]) => name !== "--json")];
  return [...others, ...json, ["-h, --help", "Show this."]];
}

const exampleRows = ({ examples }: AnyCommand) =>
  examples.map(([line, purpose]): [string, string] => [`tiers-sandbox ${line}`.trimEnd(), purpose]);
const exampleLines = (described: AnyCommand, width: number) =>
  exampleRows(described).flatMap(([line, purpose]) => [
    `  ${line}`,
    ...wrapped(purpose, width - 6).map((text) => `      ${text}`),
  ]);

const usageOf = ({ name, takes }: AnyCommand) => `tiers-sandbox ${name} [options]${takes ? ` ${takes}` : ""}`;

/** The help of a command, for programs. */
export const commandData = (described: AnyCommand) => ({
  name: described.name,
  summary: described.summary,
  usage: usageOf(described),
  details: described.details ?? [],
  examples: exampleRows(described).map(([line, purpose]) => ({ line, purpose })),
  options: Object.entries(described.options).map(
    ([name, { environmentOnly, short, takes, environment, choices, summary }]) => ({
      ...(!environmentOnly && { flag: `--${name}` }),
      ...{ short, takes, environment: environment || undefined, choices, summary },
    }),
  ),
});

export const commandHelp = (described: AnyCommand, width: number): string => {
  const { summary, details = [], options } = described;
  return [
    paragraph(summary, width),
    `Usage: ${usageOf(described)}`,
    ...details.map((text) => paragraph(text, width)),
    `Examples\n${exampleLines(described, width).join("\n")}`,
    `Options (default) [environment variable]\n${table(optionRows(options), width)}`,
  ].join("\n\n");
};

export function generalHelp(commands: readonly AnyCommand[], version: string, width: number): string {
  const [first] = commands as [AnyCommand];
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  const startRows: [string, string][] = [...optionRows(first.options), ["-v, -V, --version", "Show the version."]];
  const title = `Options of ${first.name}, the command when none is named (default) [environment variable]`;
  return [
    paragraph(`tiers-sandbox ${version}: a local, stateful stand-in for a supplier-evaluation API.`, width),
    "Usage: tiers-sandbox [command] [options]\n       tiers-sandbox <command> --help",
    `Commands\n${table(rows, width)}`,
    `Examples\n${table(
      commands.slice(0, 6).flatMap((each) => exampleRows(each).slice(0, 1)),
      width,
    )}`,
    `${paragraph(title, width)}\n${table(startRows, width)}`,
  ].join("\n\n");
}
