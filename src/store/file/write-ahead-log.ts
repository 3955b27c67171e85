import { dirname } from "node:path";
import type { Disk, OpenFile } from "./disk.ts";
import { temporary } from "./names.ts";
import { type Body, entryLines, headerLine } from "./record.ts";

/** The changes since the account file was written, one line each, only ever appended. */
export class WriteAheadLog {
  #disk: Disk;
  #path: string;
  #file: OpenFile | undefined;
  /** How much is known to be on disk; bytes behind it are void. */
  #length: number;
  /** Void bytes may lie behind `#length`. */
  #untidy: boolean;
  /** The folder may still name another file. */
  #unnamed = false;

  private constructor(disk: Disk, path: string, length: number, untidy: boolean, file?: OpenFile) {
    this.#disk = disk;
    this.#path = path;
    this.#length = length;
    this.#untidy = untidy;
    this.#file = file;
  }

  /** A new log, in place of one that may be there. */
  static async create(disk: Disk, path: string, after: number): Promise<WriteAheadLog> {
    const log = new WriteAheadLog(disk, path, 0, false);
    try {
      await log.#become(headerLine(after));
    } catch (error) {
      await log.close().catch(() => {});
      throw error;
    }
    return log;
  }

  /** A log that was read. */
  static continued(disk: Disk, path: string, length: number, torn: boolean): WriteAheadLog {
    return new WriteAheadLog(disk, path, length, torn);
  }

  /** Whether the file on disk ends where its last known change does. */
  get isTidy(): boolean {
    return !this.#untidy && !this.#unnamed;
  }
  get length(): number {
    return this.#length;
  }

  /** Writes and syncs the changes; when it throws, the file is as it was. */
  async append(first: number, bodies: readonly Body[]): Promise<void> {
    const file = await this.#tidy();
    let length = this.#length;
    try {
      for (const bytes of entryLines(first, bodies)) {
        await file.keep(bytes, length);
        length += bytes.length;
      }
      this.#length = length;
    } catch (error) {
      this.#untidy = true;
      // When even this fails, the next append tries again before it writes.
      await this.#tidy().catch(() => {});
      throw error;
    }
  }

  /** Drops the changes before the position, which are in the account file by now. */
  async trim(position: number, after: number): Promise<void> {
    const file = await this.#tidy();
    const tail = await file.read(position, this.#length - position);
    await this.#become(Buffer.concat([headerLine(after), tail]));
  }

  /** Replaces the file by a copy, so that a process that has it open no longer writes to it. */
  async renew(): Promise<void> {
    const file = await this.#tidy();
    await this.#become(await file.read(0, this.#length));
  }

  /** Cuts off the void bytes that a crash or a failed write left. */
  async tidy(): Promise<void> {
    await this.#tidy();
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #tidy(): Promise<OpenFile> {
    this.#file ??= await this.#disk.open(this.#path, "r+");
    if (this.#unnamed) {
      await this.#disk.syncFolder(dirname(this.#path));
      this.#unnamed = false;
    }
    if (this.#untidy) {
      await this.#file.truncate(this.#length);
      await this.#file.sync();
      this.#untidy = false;
    }
    return this.#file;
  }

  async #become(bytes: Buffer): Promise<void> {
    const fresh = temporary(this.#path);
    try {
      const file = await this.#disk.open(fresh, "w");
      try {
        await file.keep(bytes, 0);
      } finally {
        await file.close();
      }
      // Windows does not rename a file over an open one.
      await this.close();
      await this.#disk.rename(fresh, this.#path);
    } catch (error) {
      await this.#disk.remove(fresh).catch(() => {});
      throw error;
    }
    this.#length = bytes.length;
    this.#unnamed = true;
    await this.#tidy();
  }
}
