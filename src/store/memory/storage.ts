import { AccountExists } from "../failures.ts";
import { KeyedQueue } from "../serial-queue.ts";
import type { Storage, Store } from "../store.ts";
import { MemoryLives } from "./lives.ts";
import { MemorySnapshots } from "./snapshots.ts";
import { MemoryStore } from "./store.ts";
import { Tables } from "./tables.ts";

export function memoryStorage(): Storage {
  const stores = new Map<string, Store>();
  const snapshots = new MemorySnapshots();
  const lives = new MemoryLives();
  const queue = new KeyedQueue();
  return {
    place: "memory, nothing is kept",
    snapshots,
    lives,
    async accounts() {
      return [...stores.keys()].sort();
    },
    async open(accountId) {
      return stores.get(accountId);
    },
    create(accountId, state, resetPoint = "seed") {
      return queue.run(accountId, async () => {
        if (stores.has(accountId)) throw new AccountExists(accountId);
        const store = new MemoryStore(await Tables.made(state), resetPoint === "this" ? state : null);
        stores.set(accountId, store);
        return store;
      });
    },
    delete(accountId) {
      return queue.run(accountId, async () => {
        snapshots.deleteAll(accountId);
        lives.delete(accountId);
        return stores.delete(accountId);
      });
    },
    async close() {},
  };
}
