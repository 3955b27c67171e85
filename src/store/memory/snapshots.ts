import type { Snapshot, SnapshotSummary, Snapshots } from "../store.ts";

/** Snapshots that last as long as the process. */
export class MemorySnapshots implements Snapshots {
  #accounts = new Map<string, Map<string, Snapshot>>();

  async list(accountId: string): Promise<SnapshotSummary[]> {
    return [...(this.#accounts.get(accountId)?.values() ?? [])]
      .map(({ name, takenAt, state }) => ({ name, takenAt, events: state.events.length, damage: null }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }
  async get(accountId: string, name: string): Promise<Snapshot | undefined> {
    return this.#accounts.get(accountId)?.get(name);
  }
  async put(accountId: string, snapshot: Snapshot): Promise<void> {
    const account = this.#accounts.get(accountId) ?? new Map<string, Snapshot>();
    this.#accounts.set(accountId, account.set(snapshot.name, snapshot));
  }
  async delete(accountId: string, name: string): Promise<boolean> {
    return this.#accounts.get(accountId)?.delete(name) ?? false;
  }
  deleteAll(accountId: string): void {
    this.#accounts.delete(accountId);
  }
}
