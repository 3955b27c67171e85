import { format } from "../../domain/time.ts";
import type { World } from "../../world/world.ts";
import type { Copy } from "./snapshots.ts";

const mostKept = 4;
const mostBytes = 64 * 1024 * 1024;

/**
 * The worlds that were deleted last, in memory, so that a deletion by mistake has a way back. A world
 * without a request is not kept, nor one that is shared, because another server may have written to it.
 */
export class DeletedWorlds {
  readonly #kept = new Map<string, { copy: Copy; bytes: number }>();

  /** Keeps a world as it is: what is under way in it does not hold up its deletion. */
  async keep(world: World | undefined): Promise<void> {
    if (!world) return;
    const { accountId, clock, frozen, store } = world;
    this.#kept.delete(accountId);
    const state = await store.dump().catch(() => undefined);
    if (!state) return;
    const copy = { takenAt: format(clock), running: !frozen, state };
    this.#kept.set(accountId, { copy, bytes: store.bytes });
    const total = () => [...this.#kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    while (this.#kept.size > mostKept || total() > mostBytes) this.#kept.delete([...this.#kept.keys()][0] as string);
  }
  get(accountId: string): Copy | undefined {
    return this.#kept.get(accountId)?.copy;
  }
  accounts(): string[] {
    return [...this.#kept.keys()];
  }
}
