import { onTestFinished } from "vitest";
import { type Disk, type OpenFile, realDisk } from "../../../src/store/file/disk.ts";
import { dice } from "../samples.ts";

const base = (path: string) => path.slice(path.lastIndexOf("/") + 1);

export interface Call {
  verb: keyof OpenFile | keyof Disk;
  file: string;
  bytes: number;
}

/** Keeps bytes in two calls, so that a fault can come between them. */
async function writeThenSync(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  await file.write(bytes, position);
  await file.sync();
}

/** The error of a call, after `written` of its bytes; with `stops` it never returns, as in a process that is killed. */
export interface Fault {
  code: string;
  written?: number;
  stops?: () => void;
}

/** The real disk, with a record of every call; `fault` may delay a call or make it fail. */
export function watchedDisk(fault: (call: Call) => Fault | undefined | Promise<Fault | undefined> = () => undefined): {
  disk: Disk;
  calls: Call[];
  /** Closes the files that a stopped operation left open, as the end of its process and that of the test do. */
  closeAll(): Promise<void>;
} {
  const calls: Call[] = [];
  const left = new Set<OpenFile>();
  const record = async (verb: Call["verb"], path: string, bytes = 0, partly?: (written: number) => Promise<void>) => {
    const call = { verb, file: base(path), bytes };
    calls.push(call);
    const wrong = await fault(call);
    if (wrong === undefined) return;
    await partly?.(wrong.written ?? 0);
    if (wrong.stops) {
      wrong.stops();
      return new Promise<void>(() => {});
    }
    throw Object.assign(new Error(`${wrong.code}: simulated, ${verb} '${call.file}'`), {
      code: wrong.code,
      syscall: verb,
    });
  };
  const watched = (path: string, file: OpenFile): OpenFile => ({
    read: (position, length, into) => file.read(position, length, into),
    async write(bytes, position) {
      await record("write", path, bytes.length, (written) => file.write(bytes.subarray(0, written), position));
      await file.write(bytes, position);
    },
    keep(bytes, position) {
      return writeThenSync(this as OpenFile, bytes, position);
    },
    truncate: (length) => record("truncate", path, length).then(() => file.truncate(length)),
    sync: () => record("sync", path).then(() => file.sync()),
    async close() {
      await record("close", path);
      left.delete(file);
      await file.close();
    },
  });
  const onPath = (verb: "makeFolder" | "removeFolder" | "remove" | "syncFolder") => (path: string) =>
    record(verb, path).then(() => realDisk[verb](path));
  const disk: Disk = {
    ...realDisk,
    makeFolder: onPath("makeFolder"),
    removeFolder: onPath("removeFolder"),
    remove: onPath("remove"),
    syncFolder: onPath("syncFolder"),
    rename: (from, to) => record("rename", to).then(() => realDisk.rename(from, to)),
    async open(path, flags) {
      await record("open", path);
      const file = await realDisk.open(path, flags);
      left.add(file);
      return watched(path, file);
    },
  };
  const closeAll = async () => {
    for (const file of left) await file.close();
    left.clear();
  };
  onTestFinished(closeAll);
  return { disk, calls, closeAll };
}

/** The real disk, on which reads of some files fail while `broken` is set. */
export function unreadableDisk(isMeant: (path: string) => boolean = () => true) {
  const control = { broken: false };
  const disk: Disk = {
    ...realDisk,
    async open(path, flags) {
      const file = await realDisk.open(path, flags);
      const read = file.read.bind(file);
      file.read = async (...place) => {
        if (control.broken && isMeant(path))
          throw Object.assign(new Error("EIO: simulated, read"), { code: "EIO", syscall: "read" });
        return read(...place);
      };
      return file;
    },
  };
  return { disk, control };
}

interface Inode {
  /** The bytes that the program reads. */
  seen: Buffer;
  /** The bytes that survive a power cut. */
  synced: Buffer;
}

const sector = 512;

/**
 * A disk in memory whose power fails. Of bytes that were not synced any sectors survive; of names that were not synced,
 * the first ones do. It has one folder.
 */
export class PowerDisk implements Disk {
  #next: (below: number) => number;
  #names = new Map<string, Inode>();
  #syncedNames = new Map<string, Inode>();
  #pendingNames: ((names: Map<string, Inode>) => void)[] = [];
  #callsLeft: number;

  constructor(seed: number, callsLeft: number, before?: PowerDisk) {
    this.#next = dice(seed);
    this.#callsLeft = callsLeft;
    if (before !== undefined) this.#names = new Map(before.#survivors());
    this.#syncedNames = new Map(this.#names);
  }

  get dead(): boolean {
    return this.#callsLeft <= 0;
  }

  async makeFolder(): Promise<void> {}
  async removeFolder(): Promise<void> {}

  list(): Promise<string[]> {
    return this.#do(() => [...this.#names.keys()]);
  }

  async open(path: string, flags: "r" | "r+" | "w"): Promise<OpenFile> {
    const inode = await this.#do(() => {
      const fresh: Inode = { seen: Buffer.alloc(0), synced: Buffer.alloc(0) };
      if (flags === "w") this.#rename((names) => names.set(base(path), fresh));
      return this.#names.get(base(path));
    });
    if (inode === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
    return {
      read: (position, length, into = Buffer.alloc(length)) =>
        this.#do(() =>
          into.subarray(0, inode.seen.copy(into, 0, position, Math.min(position + length, inode.seen.length))),
        ),
      write: (bytes, position) =>
        this.#do(() => {
          const grown = Buffer.alloc(Math.max(inode.seen.length, position + bytes.length));
          inode.seen.copy(grown);
          grown.set(bytes, position);
          inode.seen = grown;
        }),
      keep(bytes, position) {
        return writeThenSync(this as OpenFile, bytes, position);
      },
      truncate: (length) =>
        this.#do(() => {
          inode.seen = Buffer.from(inode.seen.subarray(0, length));
        }),
      sync: () =>
        this.#do(() => {
          inode.synced = inode.seen;
        }),
      close: () => this.#do(() => {}),
    };
  }

  rename(from: string, to: string): Promise<void> {
    return this.#do(() =>
      this.#rename((names) => {
        const inode = names.get(base(from));
        if (inode !== undefined) names.set(base(to), inode);
        names.delete(base(from));
      }),
    );
  }

  remove(path: string): Promise<void> {
    return this.#do(() => this.#rename((names) => names.delete(base(path))));
  }

  async time(): Promise<number> {
    return 0;
  }
  async setTime(): Promise<void> {}

  syncFolder(): Promise<void> {
    return this.#do(() => {
      this.#syncedNames = new Map(this.#names);
      this.#pendingNames = [];
    });
  }

  #rename(step: (names: Map<string, Inode>) => void): void {
    step(this.#names);
    this.#pendingNames.push(step);
  }

  /** The call during which the power fails takes effect or not, and never returns; later calls never begin. */
  async #do<T>(effect: () => T): Promise<T> {
    this.#callsLeft--;
    if (this.#callsLeft > 0 || (this.#callsLeft === 0 && this.#next(2) === 0)) {
      const result = effect();
      await Promise.resolve();
      if (this.#callsLeft > 0) return result;
    }
    return new Promise(() => {});
  }

  #survivors(): Map<string, Inode> {
    const names = new Map(this.#syncedNames);
    for (const step of this.#pendingNames.slice(0, this.#next(this.#pendingNames.length + 1))) step(names);
    return new Map([...names].map(([name, inode]) => [name, this.#survivor(inode)]));
  }

  #survivor({ seen, synced }: Inode): Inode {
    const length =
      synced.length + (this.#next(3) === 0 ? 0 : Math.round(((seen.length - synced.length) * this.#next(5)) / 4));
    const left = Buffer.alloc(length);
    synced.copy(left);
    for (let at = 0; at < length; at += sector)
      if (this.#next(2) === 0) seen.copy(left, at, at, Math.min(at + sector, length, seen.length));
    return { seen: left, synced: left };
  }
}
