import { compact, frenchVatKey, isLocalId, isSiren, isSiret, isVat } from "../../contract/identifiers.ts";
import { cityOf, type Territory, territories } from "./territories.ts";

/** The numbers of one company hang together so that each leads back to the others, with nothing stored. */
interface Numbers {
  tva: string | null;
  duns: string;
  localId: string;
}

const digits = Array.from("0123456789");
const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

export function ending(stem: string, passes: (value: string) => boolean): string | undefined {
  const digit = digits.find((candidate) => passes(stem + candidate));
  return digit && stem + digit;
}

function required(stem: string, passes: (value: string) => boolean): string {
  const number = ending(stem, passes);
  if (!number) throw new Error(`no check digit closes ${stem}`);
  return number;
}

// --- France: eight digits of the SIREN are free, and a DUNS that begins with 2 holds the same eight ---------------

/** The SIREN with these eight digits. */
export function sirenOf(body: string): string {
  return required(body, isSiren);
}

export function siretOf(siren: string, sequence: number): string {
  return required(siren + String(sequence).padStart(4, "0"), isSiret);
}

/** A SIREN that begins with 000 would have Monaco's VAT number, so it has none. */
export function frenchVatOf(siren: string): string | null {
  return siren.startsWith("000") ? null : `FR${frenchVatKey(siren)}${siren}`;
}

export function frenchDunsOf(siren: string): string {
  return `2${siren.slice(0, 8)}`;
}

export function sirenOfDuns(duns: string): string | undefined {
  return duns.startsWith("2") ? ending(duns.slice(1), isSiren) : undefined;
}

// --- elsewhere: a territory and a serial of five digits, which every number of the company contains ---------------

export const austrianLetters = "abdfghikmpstvwxyz";

/** The letter in a Spanish number tells the legal form, so it cannot be drawn apart. */
export const spanishLetter = (serial: number) => (serial % 10 < 7 ? "B" : "A");

const letterOf: Record<string, (serial: number) => string> = {
  ES: spanishLetter,
  AT: (serial) => austrianLetters[serial % austrianLetters.length] as string,
};

export const display: Record<string, (number: string) => string> = {
  BE: (n) => `${n.slice(0, 4)}.${n.slice(4, 7)}.${n.slice(7)}`,
  CH: (n) => `CHE-${n.slice(3, 6)}.${n.slice(6, 9)}.${n.slice(9)}`,
  SE: (n) => `${n.slice(0, 6)}-${n.slice(6, 10)}`,
};

/** Fills the open places of a template, left to right, with the first characters that pass the check. */
export function seal(template: string, passes: (value: string) => boolean): string {
  const fill = (text: string): string | undefined => {
    const at = text.search(/[?.@]/);
    if (at < 0) return passes(text) ? text : undefined;
    for (const character of text[at] === "@" ? letters : digits) {
      const filled = fill(text.slice(0, at) + character + text.slice(at + 1));
      if (filled) return filled;
    }
    return undefined;
  };
  const sealed = fill(template);
  if (!sealed) throw new Error(`no check digit closes ${template}`);
  return sealed;
}

export function numbersOf(territory: Territory, serial: number): Numbers {
  const { code, country, duns } = territory;
  const place = (template: string) =>
    template
      .replace("{register}", cityOf(territory, serial).register ?? "")
      .replace("{letter}", letterOf[code]?.(serial) ?? "")
      .replace("#####", String(serial).padStart(5, "0"));
  const tva = territory.vat && seal(place(territory.vat), isVat);
  const plain = place(territory.localId).replace("{vat}", tva?.slice(2) ?? "");
  const sealed = territory.localId.includes("?") ? seal(plain, (value) => isLocalId(country, value)) : plain;
  return { tva, duns: `99${String(duns.from + serial).padStart(7, "0")}`, localId: display[code]?.(sealed) ?? sealed };
}

/** In half of Europe the registry number is the VAT number without its prefix, so either gives the other. */
export function localIdOfVat({ code, localId }: Territory, tva: string): string | undefined {
  if (localId !== "{vat}") return undefined;
  return display[code]?.(tva.slice(2)) ?? tva.slice(2);
}

export function vatOfLocalId({ vat, localId }: Territory, value: string): string | undefined {
  if (localId !== "{vat}" || !vat) return undefined;
  return ["", "01"].map((tail) => vat.slice(0, 2) + compact(value) + tail).find(isVat);
}

/** The serial that the number contains, when it is the very number which that company has. */
export function serialOf(territory: Territory, kind: "tva" | "localId", value: string): number | undefined {
  const asked = compact(value);
  const found = asked.replace(/\D/g, "");
  for (let at = 0; at + 5 <= found.length; at++) {
    const serial = Number(found.slice(at, at + 5));
    if (serial >= territory.duns.size) continue;
    const candidate = numbersOf(territory, serial)[kind];
    if (candidate !== null && compact(candidate) === asked) return serial;
  }
  return undefined;
}

export function placeOfDuns(duns: string): { territory: Territory; serial: number } | undefined {
  if (!duns.startsWith("99")) return undefined;
  const number = Number(duns.slice(2));
  const territory = territories.find(
    (candidate) => number >= candidate.duns.from && number < candidate.duns.from + candidate.duns.size,
  );
  return territory && { territory, serial: number - territory.duns.from };
}
