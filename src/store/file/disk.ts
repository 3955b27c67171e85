import { existsSync, fdatasync, fsync, write, writeSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { patiently, toChange, toRead } from "../../system/files.ts";
import { ownersOnly, type System, system } from "../../system/system.ts";
import { Damaged } from "../failures.ts";
import { temporary } from "./names.ts";

export interface OpenFile {
  /** Returns fewer bytes only at the end of the file; they lie in `into` where that is given. */
  read(position: number, length: number, into?: Buffer): Promise<Buffer>;
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Writes, and resolves when the bytes would survive a crash of the machine. */
  keep(bytes: Uint8Array, position: number): Promise<void>;
  truncate(length: number): Promise<void>;
  /** Resolves when all that was written so far would survive a crash of the machine. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The calls that the store makes on a file system, so that tests can fail, interrupt and count them. */
export interface Disk {
  /** Its parent must be there. A folder that is there is no error. */
  makeFolder(folder: string): Promise<void>;
  /** With everything in it. A missing folder is no error. */
  removeFolder(folder: string): Promise<void>;
  list(folder: string): Promise<string[]>;
  open(file: string, flags: "r" | "r+" | "w"): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** A missing file is no error. */
  remove(file: string): Promise<void>;
  /** Makes renames, new files and removals in the folder last. */
  syncFolder(folder: string): Promise<void>;
  /** When the file was last written, or the time that it was given; undefined for a missing file. */
  time(file: string): Promise<number | undefined>;
  /** A missing file is no error. */
  setTime(file: string, milliseconds: number): Promise<void>;
}

const called = (call: (done: (error: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())));

export const calls = { write, writeSync, fdatasync, fsync, rename, now: () => performance.now() };
type Calls = typeof calls;

export const realDisk = diskOf(calls);

/** The file system of this machine; tests replace its calls, and what is known of the system. */
export function diskOf(calls: Calls, os: System = system): Disk {
  return {
    async makeFolder(folder) {
      try {
        await mkdir(folder, ownersOnly.folder);
      } catch (error) {
        const there = await stat(folder).catch(() => undefined);
        if (!there?.isDirectory()) throw error;
      }
    },
    removeFolder: (folder) => patiently(() => rm(folder, { recursive: true, force: true }), os),
    list: (folder) => readdir(folder),
    async open(file, flags) {
      if (flags === "r") return new RealFile(await openToRead(file, os), false, calls);
      const handle = await open(file, flags === "r+" ? toChange(os) : flags, ownersOnly.file);
      return new RealFile(handle, flags === "r+" && os.dsync !== undefined, calls);
    },
    rename: (from, to) => patiently(() => calls.rename(from, to), os),
    time: async (file) => (await ifThere(stat(file)))?.mtimeMs,
    setTime: async (file, milliseconds) => ifThere(utimes(file, milliseconds / 1000, milliseconds / 1000)),
    remove: (file) => patiently(() => rm(file, { force: true }), os),
    async syncFolder(folder) {
      if (!os.syncsFolders) return;
      const handle = await open(folder, "r");
      try {
        await called((done) => calls.fsync(handle.fd, done));
      } finally {
        await handle.close();
      }
    },
  };
}

async function openToRead(file: string, os: System): Promise<FileHandle> {
  const handle = await open(file, toRead(os));
  const there = await handle.stat();
  if (there.isFile()) return handle;
  await handle.close();
  throw new Damaged(file, "", `it is ${there.isDirectory() ? "a folder" : "a device or a pipe"}, not a file`);
}

/** Makes a folder and the folders above it. An existing folder that refuses, as /proc does, is an error. */
export async function makeFolders(disk: Disk, folder: string): Promise<void> {
  try {
    await disk.makeFolder(folder);
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || existsSync(above)) throw error;
    await makeFolders(disk, above);
    await disk.makeFolder(folder);
  }
}

/**
 * In milliseconds and bytes. A write through the thread pool takes longer than a quick disk takes for a few bytes.
 * After a slower write the next one uses the thread pool, so that a slow disk holds up no other request.
 */
const soon = 1;
const few = 1 << 16;

/** Writing and syncing use callbacks: a handle's promises would double the cost of a small write. */
class RealFile implements OpenFile {
  #handle: FileHandle;
  #syncs: boolean;
  #calls: Calls;
  /** Whether the last `keep` took less than `soon`. */
  #quick = false;

  /** `syncs`: every write is a sync as well. */
  constructor(handle: FileHandle, syncs: boolean, calls: Calls) {
    this.#handle = handle;
    this.#syncs = syncs;
    this.#calls = calls;
  }

  async read(position: number, length: number, bytes: Buffer = Buffer.allocUnsafe(length)): Promise<Buffer> {
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#handle.read(bytes, filled, length - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  write(bytes: Uint8Array, position: number): Promise<void> {
    const { fd } = this.#handle;
    return new Promise((resolve, reject) => {
      const from = (written: number) =>
        this.#calls.write(fd, bytes, written, bytes.length - written, position + written, (error, more) => {
          if (error) reject(error);
          else if (written + more < bytes.length) from(written + more);
          else resolve();
        });
      from(0);
    });
  }

  async keep(bytes: Uint8Array, position: number): Promise<void> {
    const begun = this.#calls.now();
    if (this.#syncs && this.#quick && bytes.length <= few) {
      for (let written = 0; written < bytes.length; )
        written += this.#calls.writeSync(this.#handle.fd, bytes, written, bytes.length - written, position + written);
    } else {
      await this.write(bytes, position);
      if (!this.#syncs) await this.sync();
    }
    this.#quick = this.#calls.now() - begun < soon;
  }

  truncate(length: number): Promise<void> {
    return this.#handle.truncate(length);
  }

  sync(): Promise<void> {
    return called((done) => this.#calls.fdatasync(this.#handle.fd, done));
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Writes and syncs a new file. A failure leaves no file. */
export async function writeNew(disk: Disk, path: string, write: (file: OpenFile) => Promise<void>): Promise<void> {
  try {
    const file = await disk.open(path, "w");
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await disk.remove(path).catch(() => {});
    throw error;
  }
}

export const writeChunks = (disk: Disk, path: string, parts: AsyncIterable<Buffer>): Promise<void> =>
  writeNew(disk, path, async (file) => {
    let position = 0;
    for await (const part of parts) {
      await file.write(part, position);
      position += part.length;
    }
  });

/** Puts the temporary file of a path in its place, in one step: a crash leaves the old file or the new one. */
export async function placeFile(disk: Disk, path: string): Promise<void> {
  try {
    await disk.rename(temporary(path), path);
  } catch (error) {
    await disk.remove(temporary(path)).catch(() => {});
    throw error;
  }
  await disk.syncFolder(dirname(path));
}

/** Undefined when the file or folder is missing. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
export const openIfThere = (disk: Disk, file: string, flags: "r" | "r+") => ifThere(disk.open(file, flags));

/** The bytes of a file up to `end`. A chunk is overwritten by the next one. */
export async function* chunks(file: OpenFile, end = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(1 << 20);
  for (let position = 0; position < end; ) {
    const chunk = await file.read(position, Math.min(buffer.length, end - position), buffer);
    if (chunk.length === 0) return;
    yield chunk;
    position += chunk.length;
  }
}

export async function joined(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of bytes) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}
