import { dirname } from "node:path";
import { SerialQueue } from "../serial-queue.ts";
import type { Disk, OpenFile } from "./disk.ts";
import { temporary } from "./names.ts";
import { type Body, entryLines, headerLine } from "./record.ts";

/** The changes since the account file was written, one line each, only ever appended. */
export class WriteAheadLog {
  #disk: Disk;
  #path: string;
  #file: OpenFile | undefined;
  /** How many bytes are known to be on disk; bytes behind them are void. */
  #length: number;
  /** Void bytes may lie behind `#length`. */
  #untidy: boolean;
  /** The folder may still name another file. */
  #unnamed = false;
  /** The file is not closed in the middle of an append. */
  readonly #queue = new SerialQueue();

  private constructor(disk: Disk, path: string, length: number, untidy: boolean) {
    this.#disk = disk;
    this.#path = path;
    this.#length = length;
    this.#untidy = untidy;
  }

  /** A new log, which replaces one that may be there. */
  static async create(disk: Disk, path: string, after: number): Promise<WriteAheadLog> {
    const log = new WriteAheadLog(disk, path, 0, false);
    await log.#become(headerLine(after));
    return log;
  }

  /** A log that was read. */
  static continued(disk: Disk, path: string, length: number, torn: boolean): WriteAheadLog {
    return new WriteAheadLog(disk, path, length, torn);
  }

  /** Whether the file on disk ends with its last known change. */
  get isTidy(): boolean {
    return !this.#untidy && !this.#unnamed;
  }
  get length(): number {
    return this.#length;
  }

  /** Writes and syncs the changes; when it throws, the file is as it was. */
  append(first: number, bodies: readonly Body[]): Promise<void> {
    return this.#queue.run(() => this.#append(first, bodies));
  }
  #append(first: number, bodies: readonly Body[]): Promise<void> {
    return this.#using(async (file) => {
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
        await this.#cut(file).catch(() => {});
        throw error;
      }
    });
  }

  /** Replaces the file by a copy, so that a process that has it open no longer writes to it. */
  async renew(): Promise<void> {
    await this.#become(await this.#using((file) => file.read(0, this.#length)));
  }

  /** Cuts off the void bytes that a crash left. */
  tidy(): Promise<void> {
    return this.#using(async () => {});
  }

  async #using<T>(work: (file: OpenFile) => Promise<T>): Promise<T> {
    await this.#syncName();
    this.#file ??= await this.#disk.open(this.#path, "r+");
    if (this.#untidy) await this.#cut(this.#file);
    return work(this.#file);
  }

  /** The next append opens the file again. All its writes are durable already, so a failure to close loses nothing. */
  close(): Promise<void> {
    return this.#queue.run(() => this.#close());
  }
  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => {});
  }

  async #cut(file: OpenFile): Promise<void> {
    await file.truncate(this.#length);
    await file.sync();
    this.#untidy = false;
  }

  async #syncName(): Promise<void> {
    if (this.#unnamed) await this.#disk.syncFolder(dirname(this.#path));
    this.#unnamed = false;
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
      // Windows does not replace a file that is open.
      await this.#close();
      await this.#disk.rename(fresh, this.#path);
    } catch (error) {
      await this.#disk.remove(fresh).catch(() => {});
      throw error;
    }
    this.#length = bytes.length;
    this.#unnamed = true;
    await this.#syncName();
  }
}
