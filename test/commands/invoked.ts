import { afterEach } from "vitest";
import { type AnyCommand, invoke } from "../../src/commands/command.ts";
import { commandHelp } from "../../src/commands/help.ts";
import { endings } from "../../src/system/system.ts";

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
export async function run(...invoked: Parameters<typeof begin>): Promise<string> {
  const { printed, ended } = begin(...invoked);
  await ended;
  // How often progress is shown depends on how busy the machine is.
  return printed.filter((text) => !text.endsWith("% done")).join("\n");
}

export const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error("The command did not fail.")),
    (error: Error) => error,
  );

/** After each test of a file, only those listen to signals that did before. */
export function forgetSignals(): void {
  const before = new Map(endings.map((signal) => [signal, process.listeners(signal)]));
  afterEach(() => {
    for (const signal of endings)
      for (const listener of process.listeners(signal))
        if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
  });
}
