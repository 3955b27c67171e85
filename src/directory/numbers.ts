import { compact, frenchVatKey, isLocalId, isSiren, isSiret, isVat } from "../../contract/identifiers.ts";
import { cityOf, type Territory, territories } from "./territories.ts";

const digits = "0123456789";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Fills the open places of a template, left to right, with the first characters that pass the check. */
export function fill(template: string, passes: (value: string) => boolean): string | undefined {
  const at = template.search(/[?.@]/);
  if (at < 0) return passes(template) ? template : undefined;
  for (const character of template[at] === "@" ? letters : digits) {
    const filled = fill(template.slice(0, at) + character + template.slice(at + 1), passes);
    if (filled) return filled;
  }
  return undefined;
}

export function completed(template: string, passes: (value: string) => boolean): string {
  const number = fill(template, passes);
  if (!number) throw new Error(`no check digit closes ${template}`);
  return number;
}

// --- France: a DUNS is 2 and the first eight digits of the SIREN --------------------------------------------------

export const sirenOf = (eightDigits: string): string => completed(`${eightDigits}.`, isSiren);

export const siretOf = (siren: string, sequence: number): string =>
  completed(`${siren}${String(sequence).padStart(4, "0")}.`, isSiret);

/** VAT numbers with 000 after the key are Monaco's, so a SIREN that begins with 000 has none. */
export const frenchVatOf = (siren: string): string | null =>
  siren.startsWith("000") ? null : `FR${frenchVatKey(siren)}${siren}`;

export const frenchDunsOf = (siren: string): string => `2${siren.slice(0, 8)}`;

export const sirenOfDuns = (duns: string): string | undefined =>
  duns.startsWith("2") ? fill(`${duns.slice(1)}.`, isSiren) : undefined;

// --- elsewhere: every number of a company contains its serial of five digits --------------------------------------

export const austrianLetters = "abdfghikmpstvwxyz";

/** The letter in a Spanish number says the legal form, so both follow from the serial. */
export const spanishLetter = (serial: number) => (serial % 10 < 7 ? "B" : "A");

const letterOf: Record<string, (serial: number) => string> = {
  ES: spanishLetter,
  AT: (serial) => austrianLetters[serial % austrianLetters.length] as string,
};

/** Registry numbers that their country writes in groups. */
export const display: Record<string, (number: string) => string> = {
  BE: (n) => `${n.slice(0, 4)}.${n.slice(4, 7)}.${n.slice(7)}`,
  CH: (n) => `CHE-${n.slice(3, 6)}.${n.slice(6, 9)}.${n.slice(9)}`,
  SE: (n) => `${n.slice(0, 6)}-${n.slice(6, 10)}`,
};

/** The numbers of a company. Each can be derived from each other one, so nothing needs to be stored. */
export function numbersOf(territory: Territory, serial: number) {
  const { code, country, duns } = territory;
  const place = (template: string) =>
    template
      .replace("{register}", cityOf(territory, serial).register ?? "")
      .replace("{letter}", letterOf[code]?.(serial) ?? "")
      .replace("#####", String(serial).padStart(5, "0"));
  const tva = territory.vat && completed(place(territory.vat), isVat);
  const open = place(territory.localId).replace("{vat}", tva?.slice(2) ?? "");
  const localId = territory.localId.includes("?") ? completed(open, (value) => isLocalId(country, value)) : open;
  return {
    tva,
    duns: `99${String(duns.from + serial).padStart(7, "0")}`,
    localId: display[code]?.(localId) ?? localId,
  };
}

/** In half of Europe the registry number is the VAT number without its prefix. */
export function localIdOfVat({ code, localId }: Territory, tva: string): string | undefined {
  if (localId !== "{vat}") return undefined;
  return display[code]?.(tva.slice(2)) ?? tva.slice(2);
}

export function vatOfLocalId({ vat, localId }: Territory, value: string): string | undefined {
  if (localId !== "{vat}" || !vat) return undefined;
  return ["", "01"].map((tail) => vat.slice(0, 2) + compact(value) + tail).find(isVat);
}

/** The serial that a number contains, if the company with that serial has this very number. */
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
