import { FolderLost, WriteFailed } from "../failures.ts";

type Step = () => Promise<void>;

/**
 * Steps back after a failure, which a broken disk may refuse as well: they are taken again before anything else is done
 * in the same place, so that an operation that was refused is absent.
 */
export class Repairs {
  #pending = new Map<string, Step>();

  /** Takes a step back now, or later if that fails. */
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
