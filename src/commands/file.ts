import { writeFile } from "node:fs/promises";
import { readRegularFile } from "../seed/regular-file.ts";
import { writeForOwner } from "../system/owners-file.ts";
import { Failure, type Invocation, optional } from "./command.ts";

export const outOption = optional<string>({ takes: "FILE", short: "o" }, "File to write; the terminal without it.");

export function read(file: string): Buffer<ArrayBuffer> {
  try {
    return readRegularFile(file);
  } catch (error) {
    const { message } = error as Error;
    throw new Failure(message.startsWith(file) ? message : `${file} cannot be read: ${message}`);
  }
}

/** Replaces a file, by one for its owner alone where it holds data, or appends to it with the flag "a". */
export const write = (
  file: string,
  content: string | Uint8Array,
  { flag = "w", isData = false }: { flag?: "w" | "a"; isData?: boolean } = {},
): Promise<void> =>
  (isData ? writeForOwner(file, content) : writeFile(file, content, { flag })).catch((error: Error) => {
    throw new Failure(`${file} cannot be written: ${error.message}`);
  });

type Outputs = Pick<Invocation<never>, "print" | "show" | "remark">;

export async function printOrWrite(
  text: string,
  file: string | undefined,
  { print, show, remark }: Outputs,
  { isData = false }: { isData?: boolean } = {},
): Promise<void> {
  if (file === undefined) return print(text);
  const bytes = Buffer.from(`${text}\n`);
  await write(file, bytes, { isData });
  remark(`Wrote ${file}.`);
  show({ file, bytes: bytes.length }, () => []);
}
