import type { AnyCommand, CommandOptions, Option } from "./command.ts";

const columns = (rows: readonly (readonly [string, string])[]) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
};

const fallbackOf = ({ shown, fallback }: Option<unknown>): string => {
  const text = shown ?? (typeof fallback === "boolean" ? "" : String(fallback ?? ""));
  return text === "" ? "" : ` (${text})`;
};

const spelled = (name: string, { takes, short, environmentOnly, environment, repeatable }: Option<unknown>) =>
  environmentOnly
    ? (environment ?? "")
    : `${short ? `-${short}, ` : ""}--${name}${takes ? ` ${takes}` : ""}${repeatable ? "…" : ""}`;

function optionsHelp(options: CommandOptions, ...more: (readonly [string, string])[]): string {
  const rows = Object.entries(options).map(([name, each]): [string, string] => [
    spelled(name, each),
    `${each.summary}${fallbackOf(each)}${each.environment && !each.environmentOnly ? ` [${each.environment}]` : ""}`,
  ]);
  return columns([...rows, ["-h, --help", "Show this."], ...more]);
}

export const commandHelp = ({ name, summary, takes, options }: AnyCommand): string =>
  [
    summary,
    `Usage: tiers-sandbox ${name} [options]${takes ? ` ${takes}` : ""}`,
    `Options (default) [environment variable]\n${optionsHelp(options)}`,
  ].join("\n\n");

export function generalHelp(commands: readonly AnyCommand[], version: string): string {
  const startOptions = optionsHelp(commands[0]?.options ?? {}, ["-v, --version", "Show the version."]);
  return [
    `tiers-sandbox ${version}: a third-party evaluation service on your own machine.`,
    "Usage: tiers-sandbox [command] [options]\n       tiers-sandbox <command> --help",
    `Commands\n${columns(commands.map(({ name, summary, takes }) => [`${name}${takes ? ` ${takes}` : ""}`, summary]))}`,
    `Options of ${commands[0]?.name}, the command when none is named (default) [environment variable]\n${startOptions}`,
  ].join("\n\n");
}
