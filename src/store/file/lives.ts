import { join } from "node:path";
import type { Moment } from "../../domain/time.ts";
import { MemoryLives } from "../memory/lives.ts";
import { SerialQueue } from "../serial-queue.ts";
import type { Life, Lives } from "../store.ts";
import { type Disk, openIfThere, wholeFile } from "./disk.ts";
import { lifeOf } from "./interrupted.ts";
import { accountOf, fileName, temporary } from "./names.ts";

const extension = lifeOf("");

/** A small file beside each account file that has an end. Not synced: a world that lives on a little is no loss. */
export class FileLives implements Lives {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #turns = new SerialQueue();
  #read: MemoryLives | undefined;

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  #run<T>(work: (lives: MemoryLives) => Promise<T>): Promise<T> {
    return this.#turns.run(async () => {
      this.#read ??= await this.#readAll();
      return work(this.#read);
    });
  }
  async #readAll(): Promise<MemoryLives> {
    const lives = new MemoryLives();
    for (const name of await this.#disk.list(this.#folder)) {
      const accountId = name.endsWith(extension) ? accountOf(name.slice(0, -extension.length)) : undefined;
      const life = accountId === undefined ? undefined : await this.#readOne(name);
      if (accountId !== undefined && life) await lives.put(accountId, life);
    }
    return lives;
  }
  /** One that is damaged begins anew. */
  async #readOne(name: string): Promise<Life | undefined> {
    const file = await openIfThere(this.#disk, join(this.#folder, name), "r");
    const text = file && (await wholeFile(file).finally(() => file.close())).toString();
    try {
      const { ttl, usedAt, endsAt } = JSON.parse(text ?? "null");
      const isWhole = (value: unknown) => Number.isSafeInteger(value);
      const fits = (ttl === null || typeof ttl === "string") && isWhole(usedAt) && (endsAt === null || isWhole(endsAt));
      return fits ? { ttl, usedAt, endsAt } : undefined;
    } catch {
      return undefined;
    }
  }

  get(accountId: string): Promise<Life | undefined> {
    return this.#run((lives) => lives.get(accountId));
  }
  put(accountId: string, life: Life): Promise<void> {
    return this.#run(async (lives) => {
      const path = join(this.#folder, lifeOf(fileName(accountId)));
      const file = await this.#disk.open(temporary(path), "w");
      await file.write(Buffer.from(JSON.stringify(life)), 0).finally(() => file.close());
      await this.#disk.rename(temporary(path), path);
      await lives.put(accountId, life);
    });
  }
  ended(now: Moment): Promise<string[]> {
    return this.#run((lives) => lives.ended(now));
  }
  /** The file goes with the others of the account. */
  delete(accountId: string): void {
    this.#read?.delete(accountId);
  }
}
