import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";

export interface OpenFile {
  /** Fewer bytes only at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
  write(bytes: Uint8Array, position: number): Promise<void>;
  truncate(length: number): Promise<void>;
  /** Returns once what was written would survive a crash of the machine. */
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

export const realDisk: Disk = {
  async makeFolder(folder) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  },
  list: (folder) => readdir(folder),
  async open(file, flags) {
    return new RealFile(await open(file, flags, 0o600));
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

class RealFile implements OpenFile {
  #handle: FileHandle;

  constructor(handle: FileHandle) {
    this.#handle = handle;
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

  async write(bytes: Uint8Array, position: number): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await this.#handle.write(bytes, written, bytes.length - written, position + written);
      written += bytesWritten;
    }
  }

  truncate(length: number): Promise<void> {
    return this.#handle.truncate(length);
  }

  sync(): Promise<void> {
    return this.#handle.datasync();
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
