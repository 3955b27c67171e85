import { join } from "node:path";
import type { Moment } from "../../domain/time.ts";
import type { Disk } from "./disk.ts";
import { fileName } from "./names.ts";

/** The last use of an account is the time of its account file, which also changes when the file is written. */
export class LastUses {
  readonly #folder: string;
  readonly #disk: Disk;
  /** As far as they were asked for. */
  readonly #known = new Map<string, Moment>();

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  #path(accountId: string): string {
    return join(this.#folder, `${fileName(accountId)}.json`);
  }
  async of(accountIds: readonly string[]): Promise<Map<string, Moment>> {
    for (const accountId of accountIds)
      if (!this.#known.has(accountId))
        this.#known.set(accountId, (await this.#disk.time(this.#path(accountId))) ?? Date.now());
    return new Map(accountIds.map((accountId) => [accountId, this.#known.get(accountId) as Moment]));
  }
  set(accountId: string, usedAt: Moment): void {
    this.#known.set(accountId, usedAt);
  }
  /** Gives the account file the time of the last use, which it loses when it is written again. */
  async keep(accountId: string): Promise<void> {
    const usedAt = this.#known.get(accountId);
    if (usedAt !== undefined) await this.#disk.setTime(this.#path(accountId), usedAt);
  }
  forget(accountId: string): void {
    this.#known.delete(accountId);
  }
}
