/** Bytes by name, up to a number of them in all: those that were not asked for the longest go first. */
export class KeptBytes {
  #most: number;
  #kept = new Map<string, Buffer>();
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string, make: () => Buffer): Buffer {
    const known = this.#kept.get(name);
    const bytes = known ?? make();
    this.#kept.delete(name);
    this.#kept.set(name, bytes);
    if (!known) this.#length += bytes.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#length <= this.#most) break;
      this.#kept.delete(oldest);
      this.#length -= length;
    }
    return bytes;
  }
}
