import type { Moment } from "../../domain/time.ts";
import type { Life, Lives } from "../store.ts";

export class MemoryLives implements Lives {
  readonly #accounts = new Map<string, Life>();

  async get(accountId: string): Promise<Life | undefined> {
    return this.#accounts.get(accountId);
  }
  async put(accountId: string, life: Life): Promise<void> {
    this.#accounts.set(accountId, life);
  }
  async ended(now: Moment): Promise<string[]> {
    return [...this.#accounts].filter(([, { endsAt }]) => endsAt !== null && endsAt <= now).map(([id]) => id);
  }
  delete(accountId: string): void {
    this.#accounts.delete(accountId);
  }
}
