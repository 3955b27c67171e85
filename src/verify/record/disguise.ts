import { createHmac } from "node:crypto";
import { mod97 } from "../../../contract/check-digits.ts";
import { compact, frenchVatKey, isFrenchVat, isSiren, isSiret, isVat } from "../../../contract/identifiers.ts";
import { isIban } from "../../directory/banks.ts";
import { wordsIn } from "../../domain/accents.ts";

const vowels = "aeiouy";
const consonants = "bcdfghjklmnpqrstvwxz";
const digits = "0123456789";
const isVowel = (letter: string) => vowels.includes(letter);

/** So many candidates have a right check digit among them, whatever the country. */
const mostTries = 5_000;

/**
 * Replaces values by made ones of the same form: the same value becomes the same one wherever it stands, under one
 * key. Words are replaced one by one, so that a name in a sentence is the name of the record.
 */
export class Disguise {
  readonly #key: string;
  readonly #known = new Map<string, string>();

  constructor(key: string) {
    this.#key = key;
  }

  bytes(kind: string, value: string): Buffer {
    return createHmac("sha256", this.#key).update(`${kind}\0${value}`).digest();
  }

  text(value: string): string {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const made = this.#email(value) ?? this.#identifier(value) ?? this.#words(value);
    this.#known.set(value, made);
    return made;
  }

  number(value: number): number {
    const text = String(Math.abs(value));
    const made = /^\d+(\.\d+)?$/.test(text) ? Number(text.replace(/\d+/g, (run) => this.#digits(run))) : 1;
    return value < 0 ? -made : made;
  }

  /** A text that people wrote, as a whole. */
  free(value: string): string {
    const filler = "Texte remplacé. ";
    return filler
      .repeat(Math.ceil(value.length / filler.length))
      .slice(0, value.length)
      .replace(/ $/, ".");
  }

  uuid(value: string): string {
    const hex = this.bytes("uuid", value).toString("hex");
    return value.replace(/[0-9a-f]/gi, (_, at: number) => hex[at % hex.length] as string);
  }

  fileName(value: string): string {
    const [, stem = value, extension = ""] =
      /^(.*?)(\.(?:pdf|png|jpe?g|gif|tiff?|webp|zip|docx?|xlsx?|odt|ods|csv|txt|xml|json|html?|eml|p7m))?$/is.exec(
        value,
      ) ?? [];
    return `${this.text(stem)}${extension}`;
  }

  /** A day up to two years away, written in the same way. */
  day(value: string): string {
    const french = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(value);
    const [year, month, of] = french ? [french[3], french[2], french[1]] : value.split("-");
    const time = Date.UTC(Number(year), Number(month) - 1, Number(of));
    if (Number.isNaN(time)) return this.text(value);
    const away = (this.bytes("day", value).readUInt16BE() % 1460) - 730 || 1;
    const made = new Date(time + away * 86_400_000).toISOString().slice(0, 10);
    return french ? made.split("-").reverse().join("/") : made;
  }

  coin = (value: string): boolean => (this.bytes("coin", value)[0] as number) % 2 === 0;

  #words(value: string): string {
    return value.replace(/[\p{L}\p{M}]+|\d+/gu, (run) => (/^\d/.test(run) ? this.#digits(run) : this.#word(run)));
  }

  /** Vowels for vowels, capitals for capitals; the same for a word with and without its accents. */
  #word(word: string): string {
    const [plain = word.toLowerCase()] = wordsIn(word, /.+/g);
    const letters = [...word.normalize("NFC")];
    for (let attempt = 0; ; attempt++) {
      const bytes = this.bytes(`word ${attempt}`, plain);
      const made = letters.map((letter, at) => {
        const from = isVowel(plain[at] ?? "") ? vowels : consonants;
        const chosen = from[(bytes[at % bytes.length] as number) % from.length] as string;
        return letter === letter.toUpperCase() ? chosen.toUpperCase() : chosen;
      });
      if (made.join("").toLowerCase() !== plain || attempt > 20) return made.join("");
    }
  }

  #digits(run: string, attempt = 0): string {
    const bytes = this.bytes(`digits ${attempt}`, run);
    const made = [...run].map((digit, at) => {
      const value = (bytes[at % bytes.length] as number) % 10;
      return at === 0 && digit !== "0" && value === 0 ? "7" : digits[value];
    });
    return made.join("") === run && attempt < 20 ? this.#digits(run, attempt + 1) : made.join("");
  }

  #email(value: string): string | undefined {
    const [, local, host] = /^([^\s@]+)@([^\s@]+)$/.exec(value) ?? [];
    if (local === undefined || host === undefined) return undefined;
    const name = host.split(".").slice(0, -1).join(".") || host;
    return `${this.#words(local)}@${this.#words(name)}.example`.replace(/[^\w.%+'@-]/g, "x");
  }

  /** A number with check digits, with the spaces that it was written with. */
  #identifier(value: string): string | undefined {
    const plain = compact(value);
    const made = this.#compact(plain);
    if (made === undefined || plain.length !== made.length) return undefined;
    let at = 0;
    return plain === value ? made : value.replace(/[A-Z0-9]/gi, () => made[at++] as string);
  }

  #compact(plain: string): string | undefined {
    if (isSiren(plain)) return this.#tried(plain, isSiren);
    if (isSiret(plain)) {
      const siren = this.#compact(plain.slice(0, 9)) ?? this.#tried(plain.slice(0, 9), isSiren);
      return this.#tried(plain.slice(9), (nic) => isSiret(siren + nic), siren);
    }
    if (isFrenchVat(plain)) {
      const siren = this.#compact(plain.slice(4)) as string;
      return `FR${frenchVatKey(siren)}${siren}`;
    }
    const country = plain.slice(0, 2);
    if (isIban(plain)) {
      const keyed = (bban: string) => `${country}${String(98 - mod97(`${bban}${country}00`)).padStart(2, "0")}${bban}`;
      const bban = this.#tried(plain.slice(4), (made) => isIban(keyed(made)));
      return isIban(keyed(bban)) ? keyed(bban) : undefined;
    }
    return isVat(plain) ? country + this.#tried(plain.slice(2), (rest) => isVat(country + rest)) : undefined;
  }

  /** The first candidate of the same form that passes; behind a prefix, with it. */
  #tried(value: string, passes: (made: string) => boolean, prefix = ""): string {
    for (let attempt = 0; attempt < mostTries; attempt++) {
      const bytes = this.bytes(`identifier ${attempt}`, value);
      const made = [...value].map((sign, at) => {
        const byte = bytes[at % bytes.length] as number;
        if (/\d/.test(sign)) return digits[byte % 10];
        return /[A-Z]/.test(sign) ? (vowels + consonants)[byte % 26]?.toUpperCase() : sign;
      });
      if (made.join("") !== value && passes(made.join(""))) return prefix + made.join("");
    }
    return prefix + this.#digits(value);
  }
}
