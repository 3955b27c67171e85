import { createRequire } from "node:module";
import type { Faker } from "@faker-js/faker";

/** Draws that depend on the seed and the key alone: draws for other keys do not change them. */
export interface Chance {
  /** From 0 included to 1 excluded. */
  float(): number;
  /** Both bounds included. */
  int(min: number, max: number): number;
  bool(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  weighted<T>(from: readonly (readonly [value: T, weight: number])[]): T;
  /** As `weighted`, from a long table. */
  from<T>(table: Table<T>): T;
  digits(count: number): string;
  /** The Faker draws from this chance inside the callback only. */
  fake<T>(draw: (faker: Faker) => T): T;
}

/** Values with their weights, for `weighted`. */
export const weights = <const T>(...pairs: (readonly [value: T, weight: number])[]) => pairs;

/** Values with the running sums of their weights, which a draw searches by halves. */
export interface Table<T> {
  values: readonly T[];
  sums: readonly number[];
}

export function tableOf(counts: Readonly<Record<string, number>>): Table<string> {
  let sum = 0;
  return { values: Object.keys(counts), sums: Object.values(counts).map((count) => (sum += count)) };
}

export const chance = (seed: number, ...key: readonly (string | number)[]): Chance =>
  new Draws(seed, key.length === 1 ? String(key[0]) : key.join("\u001f"));

// One Faker serves every key: seeding its own generator costs more than drawing a whole company.
let source: () => number = () => 0;
let shared: Faker | undefined;
/** Faker is loaded at the first draw: a world that is read from disk has its names already. */
function makeFaker(): Faker {
  const { faker: bare } = createRequire(import.meta.url)("@faker-js/faker/locale/base") as { faker: Faker };
  const faker = new (bare.constructor as typeof Faker)({
    locale: bare.rawDefinitions,
    randomizer: { next: () => source(), seed: () => {} },
  });
  faker.setDefaultRefDate("2020-01-01T00:00:00.000Z");
  return faker;
}

/**
 * Four lanes of a multiply-and-rotate hash (cyrb128), so that similar keys give unrelated draws, feed sfc32, whose
 * first draws only mix its state. A class, because a world makes a million of them, most for one draw.
 */
class Draws implements Chance {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: number, text: string) {
    let a = 1779033703 ^ seed;
    let b = 3144134277 | 0;
    let c = 1013904242 ^ Math.floor(seed / 2 ** 32);
    let d = 2773480762 | 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const first = b ^ Math.imul(a ^ code, 597399067);
      b = c ^ Math.imul(b ^ code, 2869860233);
      c = d ^ Math.imul(c ^ code, 951274213);
      d = first ^ Math.imul(d ^ code, 2716044179);
      a = first;
    }
    a = Math.imul(a ^ (a >>> 16), 597399067);
    b = Math.imul(b ^ (b >>> 16), 2869860233);
    c = Math.imul(c ^ (c >>> 16), 951274213);
    d = Math.imul(d ^ (d >>> 16), 2716044179);
    // As `float` does, without the fields: most are made for one draw.
    for (let stir = 0; stir < 12; stir++) {
      const sum = (a + b + d) | 0;
      d = (d + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
    }
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#d = d;
  }

  float(): number {
    const b = this.#b;
    const c = this.#c;
    const sum = (this.#a + b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = b ^ (b >>> 9);
    this.#b = (c + (c << 3)) | 0;
    this.#c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }
  int(min: number, max: number): number {
    return min + Math.floor(this.float() * (max - min + 1));
  }
  bool(probability: number): boolean {
    return this.float() < probability;
  }
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error("cannot pick from an empty list");
    return from[this.int(0, from.length - 1)] as T;
  }
  weighted<T>(from: readonly (readonly [value: T, weight: number])[]): T {
    let rest = this.float() * from.reduce((total, [, weight]) => total + weight, 0);
    const hit =
      from.find(([, weight]) => {
        rest -= weight;
        return rest < 0;
      }) ?? from.at(-1);
    if (!hit) throw new Error("cannot pick from an empty list");
    return hit[0];
  }
  from<T>({ values, sums }: Table<T>): T {
    if (values.length === 0) throw new Error("cannot pick from an empty list");
    const goal = this.float() * (sums.at(-1) as number);
    let [low, high] = [0, values.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) > goal) high = middle;
      else low = middle + 1;
    }
    return values[low] as T;
  }
  digits(count: number): string {
    return Array.from({ length: count }, () => this.int(0, 9)).join("");
  }
  fake<T>(draw: (faker: Faker) => T): T {
    const outer = source;
    source = () => this.float();
    try {
      shared ??= makeFaker();
      return draw(shared);
    } finally {
      source = outer;
    }
  }
}
