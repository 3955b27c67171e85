/** Something that holds a file open between uses, and can do without. */
interface Resting {
  rest(): Promise<void>;
}

/** Keeps the files of the worlds that are written to open, but not those of thousands of worlds. */
export class Handles {
  #most: number;
  /** Least recently used first. */
  #open = new Set<Resting>();

  constructor(most: number) {
    this.#most = most;
  }

  used(user: Resting): void {
    this.#open.delete(user);
    this.#open.add(user);
    const [oldest] = this.#open;
    if (this.#open.size <= this.#most || oldest === undefined) return;
    this.#open.delete(oldest);
    // What was written is safe already, and nobody should wait for this, or hear of it.
    oldest.rest().catch(() => {});
  }

  gone(user: Resting): void {
    this.#open.delete(user);
  }
}
