import type { Moment } from "../../domain/time.ts";
import { AccountExists, TooManyAccounts } from "../failures.ts";
import { KeyedQueue } from "../serial-queue.ts";
import type { Storage, Store } from "../store.ts";
import { MemorySnapshots } from "./snapshots.ts";
import { MemoryStore } from "./store.ts";
import { Tables } from "./tables.ts";

export function memoryStorage(): Storage {
  const stores = new Map<string, Store>();
  const snapshots = new MemorySnapshots();
  const uses = new Map<string, Moment>();
  const queue = new KeyedQueue();
  return {
    place: "memory, no data on disk",
    snapshots,
    async accounts(unusedSince = Number.POSITIVE_INFINITY) {
      const all = [...stores.keys()].sort().map((accountId) => [accountId, uses.get(accountId) as Moment] as const);
      return new Map(all.filter(([, usedAt]) => usedAt < unusedSince));
    },
    async noteUse(accountId, usedAt) {
      if (stores.has(accountId)) uses.set(accountId, usedAt);
    },
    async open(accountId) {
      return stores.get(accountId);
    },
    create(accountId, state, resetPoint = "seed", most = Number.POSITIVE_INFINITY) {
      return queue.run(accountId, async () => {
        if (stores.has(accountId)) throw new AccountExists(accountId);
        if (stores.size >= most) throw new TooManyAccounts(stores.size);
        const store = new MemoryStore(await Tables.made(state), resetPoint === "this" ? state : null);
        stores.set(accountId, store);
        uses.set(accountId, Date.now());
        return store;
      });
    },
    delete(accountId, unusedSince = Number.POSITIVE_INFINITY) {
      return queue.run(accountId, async () => {
        if ((uses.get(accountId) ?? 0) >= unusedSince) return false;
        snapshots.deleteAll(accountId);
        uses.delete(accountId);
        return stores.delete(accountId);
      });
    },
    async close() {},
  };
}
