import { FolderLost, WriteFailed } from "../failures.ts";

type Step = () => Promise<void>;

/**
 * Undoes operations that failed halfway. A broken disk may refuse the undo as well: it is tried again before the next
 * operation in the same place, so that a refused operation leaves nothing.
 */
export class Repairs {
  #pending = new Map<string, Step>();

  /** Runs the undo now, or later if it fails. */
  async undo(place: string, step: Step): Promise<void> {
    try {
      await step();
    } catch {
      this.#pending.set(place, step);
    }
  }

  async settle(place: string): Promise<void> {
    const step = this.#pending.get(place);
    if (!step) return;
    try {
      await step();
    } catch (error) {
      throw error instanceof FolderLost ? error : new WriteFailed(place, error);
    }
    this.#pending.delete(place);
  }

  async settleAll(): Promise<void> {
    for (const place of [...this.#pending.keys()]) await this.settle(place);
  }
}
