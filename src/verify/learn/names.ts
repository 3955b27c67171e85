import { ShortText } from "../../../contract/shared.ts";
import type { Observations } from "./observations.ts";

/** An address, a link, or a row of digits that is long enough to name a person or a company. */
const telling = /@|:\/\/|\d[\d .-]{7,}\d|\d{6}/;

/** Takes only names that can be of a configuration; counts those that it refuses. */
export class Names {
  readonly #private: readonly string[];
  readonly #refused = new Set<string>();

  constructor({ private: known }: Observations) {
    this.#private = [...known];
  }
  get refused(): number {
    return this.#refused.size;
  }

  /** Whether a text is a name, and holds nothing that is said of a third party. */
  isName(text: unknown): text is string {
    if (typeof text !== "string" || !ShortText.safeParse(text).success || text === "__proto__") return false;
    const plain = text.toLowerCase();
    if (!telling.test(text) && !this.#private.some((value) => holds(plain, value))) return true;
    this.#refused.add(text);
    return false;
  }
}

/** Whole words alone: a company that is called Plan does not forbid a plan. */
function holds(text: string, value: string): boolean {
  if (text === value) return value.length >= 8;
  const at = text.indexOf(value);
  if (at < 0 || value.length < 6) return false;
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  return !isLetter(text[at - 1]) && !isLetter(text[at + value.length]);
}
