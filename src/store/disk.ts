import { constants, fdatasync, write } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";

export interface OpenFile {
  /** Fewer bytes only at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Writes, and returns once it would survive a crash of the machine. */
  keep(bytes: Uint8Array, position: number): Promise<void>;
  truncate(length: number): Promise<void>;
  /** The same for all that was written so far. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** All that the store asks of a file system, so that tests can fill it up, cut its power and count what it is asked. */
export interface Disk {
  makeFolder(folder: string): Promise<void>;
  list(folder: string): Promise<string[]>;
  open(file: string, flags: "r" | "r+" | "w"): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** A file that is not there is fine. */
  remove(file: string): Promise<void>;
  /** Makes renames, new files and removals in the folder last. */
  syncFolder(folder: string): Promise<void>;
}

/** Linux writes and syncs in one call to a file that was opened for it. Elsewhere the flag is missing, or promises less than a sync. */
const dsync = process.platform === "linux" ? constants.O_DSYNC : undefined;

export const realDisk: Disk = {
  async makeFolder(folder) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  },
  list: (folder) => readdir(folder),
  async open(file, flags) {
    const syncs = flags === "r+" && dsync !== undefined;
    return new RealFile(await open(file, syncs ? constants.O_RDWR | dsync : flags, 0o600), syncs);
  },
  rename,
  remove: (file) => rm(file, { force: true }),
  async syncFolder(folder) {
    // Windows has no handle on a folder to sync, and keeps renames in order by itself.
    if (process.platform === "win32") return;
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

/** Writing and syncing go by callbacks: a handle's own promises cost a group of writes as much as all its bookkeeping. */
class RealFile implements OpenFile {
  #handle: FileHandle;
  #syncs: boolean;

  /** `syncs`: every write is a sync as well. */
  constructor(handle: FileHandle, syncs: boolean) {
    this.#handle = handle;
    this.#syncs = syncs;
  }

  async read(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
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
        write(fd, bytes, written, bytes.length - written, position + written, (error, more) => {
          if (error) reject(error);
          else if (written + more < bytes.length) from(written + more);
          else resolve();
        });
      from(0);
    });
  }

  async keep(bytes: Uint8Array, position: number): Promise<void> {
    await this.write(bytes, position);
    if (!this.#syncs) await this.sync();
  }

  truncate(length: number): Promise<void> {
    return this.#handle.truncate(length);
  }

  sync(): Promise<void> {
    return new Promise((resolve, reject) => fdatasync(this.#handle.fd, (error) => (error ? reject(error) : resolve())));
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Opens, or says that there is nothing to open. */
export async function openIfThere(disk: Disk, file: string, flags: "r" | "r+"): Promise<OpenFile | undefined> {
  try {
    return await disk.open(file, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Whole chunks from the start to the end. */
export async function* chunks(file: OpenFile, size = 1 << 20): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const chunk = await file.read(position, size);
    if (chunk.length > 0) yield chunk;
    if (chunk.length < size) return;
    position += chunk.length;
  }
}
