import { closeSync, writeSync } from "node:fs";
import { openForOwner } from "../system/owners-file.ts";
import { Failure } from "./command.ts";

const end = Buffer.from("\n]}}\n");

/** A HAR that is whole after each entry, so that a process that is killed leaves what it has seen. */
export class HarFile {
  readonly #file: number;
  #at: number;
  #isFirst = true;

  constructor(path: string, creator: { name: string; version: string }) {
    const head = Buffer.from(
      `${JSON.stringify({ log: { version: "1.2", creator, pages: [], entries: [] } }).slice(0, -3)}`,
    );
    try {
      this.#file = openForOwner(path);
    } catch (error) {
      throw new Failure(`${path} cannot be written: ${(error as Error).message}`);
    }
    writeSync(this.#file, Buffer.concat([head, end]), 0, head.length + end.length, 0);
    this.#at = head.length;
  }

  add(entry: object): void {
    const text = Buffer.from(`${this.#isFirst ? "\n" : ",\n"}${JSON.stringify(entry)}`);
    writeSync(this.#file, Buffer.concat([text, end]), 0, text.length + end.length, this.#at);
    this.#at += text.length;
    this.#isFirst = false;
  }

  close(): void {
    closeSync(this.#file);
  }
}
