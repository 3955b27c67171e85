import { type AnyCommand, type CommandOptions, command, type Option, quoted, suggestion, Usage } from "./command.ts";

/** A command as a shell completes it. */
interface Completed {
  name: string;
  summary: string;
  /** The values of its argument. */
  words: readonly string[];
  options: { flag: string; summary: string; takes: boolean; choices: readonly string[]; isFile: boolean }[];
}

const files = ["FILE", "DIR"];

async function completed({ name, summary, choices, options }: AnyCommand): Promise<Completed> {
  const flags = Object.entries(options as CommandOptions).filter(([, { environmentOnly }]) => !environmentOnly);
  return {
    name,
    summary,
    words: (await choices?.()) ?? [],
    options: [...flags, ["help", { summary: "Show the help.", fallback: false }] as [string, Option<unknown>]].map(
      ([flag, each]) => ({
        flag,
        summary: each.summary,
        takes: each.takes !== undefined,
        choices: each.choices ?? [],
        isFile: files.includes(each.takes ?? ""),
      }),
    ),
  };
}

const flagsOf = ({ options }: Completed) => options.map(({ flag }) => `--${flag}`).join(" ");
const firstWords = (all: readonly Completed[]) => all.map(({ name }) => name).join(" ");

/** The first known word is the command; without one, the options are those of start. */
function bash(all: readonly Completed[]): string {
  const words = all.map((each) => `    ${each.name}) words="${[flagsOf(each), ...each.words].join(" ")}" ;;`);
  const values = all.flatMap(({ name, options }) =>
    options
      .filter(({ takes }) => takes)
      .map(({ flag, choices, isFile }) =>
        isFile ? `    "${name} --${flag}") kind=-f ;;` : `    "${name} --${flag}") words="${choices.join(" ")}" ;;`,
      ),
  );
  return `# Bash completion of tiers-sandbox: source <(tiers-sandbox completion bash)
_tiers_sandbox() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local name=start words= kind=-W each
  if [[ " \${COMP_WORDS[*]:1:COMP_CWORD-1} " == *" -- "* ]]; then COMPREPLY=($(compgen -c -f -- "$word")); return; fi
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${firstWords(all)} " in *" $each "*) name="$each"; break ;; esac
  done
  case "$name" in
${words.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${firstWords(all)} help --version $words"; fi
  case "$name $before" in
${values.join("\n")}
  esac
  if [ "$kind" = -f ]; then COMPREPLY=($(compgen -f -- "$word"))
  else COMPREPLY=($(compgen -W "$words" -- "$word")); fi
}
complete -o filenames -F _tiers_sandbox tiers-sandbox`;
}

const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const described = (text: string) => text.replace(/[[\]:]/g, "\\$&");

function zsh(all: readonly Completed[]): string {
  const optionOf = ({ flag, summary, takes, choices, isFile }: Completed["options"][number]) => {
    const value = isFile ? ":file:_files" : choices.length > 0 ? `:value:(${choices.join(" ")})` : ":value:";
    return single(`*--${flag}[${described(summary)}]${takes ? value : ""}`);
  };
  const cases = all.map((each) => {
    const words = each.words.length > 0 ? ` ${single(`*:argument:(${each.words.join(" ")})`)}` : " '*:file:_files'";
    return `    ${each.name}) _arguments ${each.options.map(optionOf).join(" ")}${words} ;;`;
  });
  const names = all.map(({ name, summary }) => `    ${single(`${name}:${summary}`)}`);
  return `#compdef tiers-sandbox
# Zsh completion of tiers-sandbox: source <(tiers-sandbox completion zsh)
_tiers_sandbox() {
  local -a commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )) && [[ "$words[2]" != -* ]]; then _describe command commands; return; fi
  local name=start
  if [[ "$words[2]" != -* ]]; then name="$words[2]"; shift words; (( CURRENT-- )); fi
  case "$name" in
${cases.join("\n")}
  esac
}
compdef _tiers_sandbox tiers-sandbox`;
}

function fish(all: readonly Completed[]): string {
  const lines = all.flatMap((each) => {
    const seen = `__fish_seen_subcommand_from ${each.name}`;
    const condition = each.name === "start" ? `not __fish_seen_subcommand_from ${firstWords(all.slice(1))}` : seen;
    const begin = `complete -c tiers-sandbox -n ${single(condition)}`;
    const first = single(`not __fish_seen_subcommand_from ${firstWords(all)}`);
    return [
      `complete -c tiers-sandbox -f -n ${first} -a ${each.name} -d ${single(each.summary)}`,
      ...(each.words.length > 0 ? [`${begin} -f -a ${single(each.words.join(" "))}`] : []),
      ...each.options.map(({ flag, summary, takes, choices, isFile }) => {
        const value = takes
          ? isFile
            ? " -r -F"
            : ` -x${choices.length > 0 ? ` -a ${single(choices.join(" "))}` : ""}`
          : "";
        return `${begin} -l ${flag}${value} -d ${single(summary)}`;
      }),
    ];
  });
  return ["# Fish completion of tiers-sandbox: tiers-sandbox completion fish | source", ...lines].join("\n");
}

const shells: Record<string, (all: readonly Completed[]) => string> = { bash, zsh, fish };

/** Made from the table of all commands, which only the program knows. */
export const completion = (everyCommand: () => Promise<readonly AnyCommand[]>) =>
  command({
    name: "completion",
    summary: "Print a script with which a shell completes commands, options and event names.",
    takes: "SHELL",
    choices: async () => Object.keys(shells),
    examples: [
      ["completion bash", "Add source <(tiers-sandbox completion bash) to ~/.bashrc."],
      ["completion zsh", "Add source <(tiers-sandbox completion zsh) to ~/.zshrc."],
      ["completion fish", "Write it to a file in ~/.config/fish/completions."],
    ],
    options: {},
    async run({ argument: shell, show }) {
      const names = Object.keys(shells);
      const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
      if (!script)
        throw new Usage(`completion knows ${names.join(", ")}, got ${quoted(shell)}.${suggestion(shell, names)}`);
      const text = script(await Promise.all((await everyCommand()).map(completed)));
      show({ shell, script: text }, () => [text]);
    },
  });
