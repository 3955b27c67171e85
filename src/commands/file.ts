import { readFile, writeFile } from "node:fs/promises";
import { Failure, optional } from "./command.ts";

export const outOption = optional<string>({ takes: "FILE", short: "o" }, "File to write; the terminal without it.");

export const read = (file: string): Promise<Buffer<ArrayBuffer>> =>
  readFile(file).catch((error: Error) => {
    throw new Failure(`${file} cannot be read: ${error.message}`);
  });

export const write = (file: string, text: string): Promise<void> =>
  writeFile(file, text).catch((error: Error) => {
    throw new Failure(`${file} cannot be written: ${error.message}`);
  });

type Outputs = Record<"print" | "say", (text: string) => void>;

export async function printOrWrite(text: string, file: string | undefined, { print, say }: Outputs): Promise<void> {
  if (file === undefined) return print(text);
  await write(file, `${text}\n`);
  say(`Wrote ${file}.`);
}
