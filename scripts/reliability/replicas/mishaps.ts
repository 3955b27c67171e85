import { setTimeout as wait } from "node:timers/promises";
import type { CuttingProxy } from "../../../test/support/cutting-proxy.ts";
import type { Postgres } from "../../../test/support/postgres.ts";
import type { Server } from "../disk/server.ts";

export interface Parts {
  postgres: Postgres;
  proxy: CuttingProxy;
  /** One that is killed is replaced in the list. */
  servers: Server[];
  start: () => Promise<Server>;
}

/** Longer than a turn of a server alone on an account may take, and than a server waits for a request. */
const longPause = 12_000;
const minute = 60_000;

/** What goes wrong in a round. */
export class Mishaps {
  /** How often each has happened. */
  readonly counts = new Map<string, number>();
  /** Whether a server of this round was paused for longer than it waits for a request. */
  hadLongPause = false;
  readonly #next: (below: number) => number;
  readonly #parts: Parts;
  #isLong = false;

  constructor(next: (below: number) => number, parts: Parts) {
    this.#next = next;
    this.#parts = parts;
  }

  /** One or two at once; with `isLong`, a pause of a minute. */
  async happen(isLong: boolean): Promise<void> {
    this.#isLong = isLong;
    this.hadLongPause = false;
    const kinds = Object.keys(this.#kinds);
    const first = isLong ? kinds.indexOf("pauses") : this.#next(kinds.length);
    const second = (first + 1 + this.#next(kinds.length - 1)) % kinds.length;
    // The database is stopped by one at a time.
    const isBoth = [first, second].every((nth) => kinds[nth]?.endsWith("of the database"));
    const drawn = [first, ...(this.#next(2) === 0 && !isBoth ? [second] : [])];
    const server = this.#next(3);
    // Two mishaps meet two servers.
    await Promise.all(drawn.map((kind, nth) => this.#bring(kinds[kind] as string, (server + nth) % 3)));
  }
  async #bring(kind: string, server: number): Promise<void> {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    await this.#kinds[kind]?.(server);
  }

  readonly #kinds: Record<string, (server: number) => Promise<void>> = {
    kills: async (nth) => {
      const { servers, start } = this.#parts;
      await servers[nth]?.kill();
      servers[nth] = await start();
    },
    pauses: async (nth) => {
      const { pid } = this.#parts.servers[nth] as Server;
      const length = this.#isLong ? minute : this.#next(6) === 0 ? longPause : this.#next(2_000);
      this.hadLongPause = length >= longPause;
      process.kill(pid, "SIGSTOP");
      await wait(length);
      process.kill(pid, "SIGCONT");
    },
    "stops of the database": async () => {
      await this.#parts.postgres.halt("SIGINT");
      await wait(this.#next(500));
      await this.#parts.postgres.resume();
    },
    "crashes of the database": async () => {
      await this.#parts.postgres.halt("SIGQUIT");
      await this.#parts.postgres.resume();
    },
    "cuts of all connections": async () => {
      for (let count = 1 + this.#next(4); count > 0; count--) {
        this.#parts.proxy.cut();
        await wait(this.#next(30));
      }
    },
    "swallowed answers": () => this.#parts.proxy.swallow(5 + this.#next(80)),
  };
}
