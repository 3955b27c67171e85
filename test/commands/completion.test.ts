import { describe, expect, it } from "vitest";
import { command, flag, option, optional, secret } from "../../src/commands/command.ts";
import { completion } from "../../src/commands/completion.ts";
import { run } from "./invoked.ts";

const rest = { examples: [], run: async () => {} };
const start = command({
  ...{ name: "start", summary: "Start it: here.", ...rest },
  options: {
    auth: option<string>({ takes: "MODE", fallback: "on", choices: ["on", "off"] }, "A user's [mode]."),
    data: optional<string>({ takes: "DIR" }, "Folder."),
    key: secret("KEY", "Secret."),
  },
});
const clock = command({
  ...{ name: "clock", summary: "Move it.", takes: "[WORD]", ...rest },
  choices: async () => ["advance", "set"],
  options: { file: optional<string>({ takes: "FILE" }, "A file."), now: optional<string>({ takes: "T" }, "When.") },
});
const fresh = command({
  ...{ name: "fresh", summary: "Begin.", ...rest },
  options: { hard: flag("Without a way back.") },
});
const script = (shell: string) =>
  run(
    completion(async () => [start, clock, fresh]),
    [shell],
  );
const between = (text: string, from: string, to: string) => text.split(from)[1]?.split(to)[0]?.split("\n");

describe("the script of a shell", () => {
  it("of bash has the words of every command, and the values of every option that takes one", async () => {
    const text = await script("bash");
    expect(between(text, 'case "$name" in\n', "\n  esac")).toEqual([
      '    start) words="--json --auth --data --help" ;;',
      '    clock) words="--json --file --now --help advance set" ;;',
      '    fresh) words="--json --hard --help" ;;',
    ]);
    expect(between(text, 'case "$name $before" in\n', "\n  esac")).toEqual([
      '    "start --auth") words="on off" ;;',
      '    "start --data") kind=-f ;;',
      '    "clock --file") kind=-f ;;',
      '    "clock --now") words="" ;;',
    ]);
    expect(text).toContain('    case " start clock fresh " in *" $each "*) name="$each"; break ;; esac\n');
    expect(text).toContain('then words="start clock fresh help --version $words"; fi\n');
  });

  it("of zsh describes every command and option, and escapes what zsh reads", async () => {
    const text = await script("zsh");
    expect(between(text, "commands=(\n", "\n  )")).toEqual([
      "    'start:Start it: here.'",
      "    'clock:Move it.'",
      "    'fresh:Begin.'",
    ]);
    const json = "'*--json[Print JSON, for programs.]'";
    const help = "'*--help[Show the help.]'";
    expect(between(text, 'case "$name" in\n', "\n  esac")).toEqual([
      `    start) _arguments ${json} '*--auth[A user'\\''s \\[mode\\].]:value:(on off)' ` +
        `'*--data[Folder.]:file:_files' ${help} '*:file:_files' ;;`,
      `    clock) _arguments ${json} '*--file[A file.]:file:_files' '*--now[When.]:value:' ${help} ` +
        "'*:argument:(advance set)' ;;",
      `    fresh) _arguments ${json} '*--hard[Without a way back.]' ${help} '*:file:_files' ;;`,
    ]);
  });

  it("of fish completes commands first, and the options of start where none is named", async () => {
    const first = "complete -c tiers-sandbox -f -n 'not __fish_seen_subcommand_from start clock fresh' -a";
    const of = (name: string) => `complete -c tiers-sandbox -n '__fish_seen_subcommand_from ${name}'`;
    const ofStart = "complete -c tiers-sandbox -n 'not __fish_seen_subcommand_from clock fresh'";
    const [json, help] = ["-l json -d 'Print JSON, for programs.'", "-l help -d 'Show the help.'"];
    expect((await script("fish")).split("\n")).toEqual([
      "# Fish completion of tiers-sandbox: tiers-sandbox completion fish | source",
      `${first} start -d 'Start it: here.'`,
      ...[json, "-l auth -x -a 'on off' -d 'A user'\\''s [mode].'", "-l data -r -F -d 'Folder.'", help].map(
        (line) => `${ofStart} ${line}`,
      ),
      `${first} clock -d 'Move it.'`,
      ...["-f -a 'advance set'", json, "-l file -r -F -d 'A file.'", "-l now -x -d 'When.'", help].map(
        (line) => `${of("clock")} ${line}`,
      ),
      `${first} fresh -d 'Begin.'`,
      ...[json, "-l hard -d 'Without a way back.'", help].map((line) => `${of("fresh")} ${line}`),
    ]);
  });
});
