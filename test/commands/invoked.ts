import { type AnyCommand, invoke } from "../../src/commands/command.ts";
import { commandHelp } from "../../src/commands/help.ts";

/** Begins a command as main does: what it has printed so far, and its end. */
export function begin(command: AnyCommand, words: readonly string[], environment: Record<string, string> = {}) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const logStyle = { json: true, colour: false };
  const context = { version: "0", colour: false, width: 100, logStyle, byNpm: false, print, say: print };
  const ended = invoke(command, words, environment, context).then((done) => {
    if (!done) print(commandHelp(command, 100));
  });
  return { printed, ended };
}

/** Runs a command as main does. Resolves to the printed lines. */
export async function run(
  command: AnyCommand,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const { printed, ended } = begin(command, words, environment);
  await ended;
  // How often progress is shown depends on how busy the machine is.
  return printed.filter((text) => !text.endsWith("% done")).join("\n");
}

export const failure = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error("The command did not fail.");
};
