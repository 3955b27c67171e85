import { weigh } from "../../contract/check-digits.ts";
import { compact, isDuns, isLocalId, isVat } from "../../contract/identifiers.ts";
import { austrianLetters, completed, display, fill, serialOf } from "./numbers.ts";
import { describedTerritories, type Territory } from "./territories.ts";

/**
 * Registry numbers outside our own blocks. A company is added by a VAT number or a DUNS, so each registry number has
 * one from which it can be read back: the number is a position in its register, and the VAT number or DUNS contains
 * that position. Registers with more numbers than fit are missing here.
 */
interface Register {
  territory: string;
  /** The position of a compact registry number; undefined when it is not of this register. */
  read: (number: string) => number | undefined;
  /** The number at a position, as its country writes it; undefined for a gap. */
  write: (position: number) => string | undefined;
}
/** A template as in territories.json; the position replaces its hashes. */
type InVat = Register & { vat: string };
/** The number of positions, in the part of the DUNS range that neither France nor our own blocks use. */
type InDuns = Register & { size: number };

const padded = (length: number) => (position: number) => String(position).padStart(length, "0");

const numeric = (pattern: RegExp) => (number: string) => {
  const position = pattern.exec(number)?.[1];
  return position === undefined ? undefined : Number(position);
};

const million = 1_000_000;

/** Numbers that are one of several prefixes and then digits: 10^digits positions for each prefix. */
function prefixed(prefixes: readonly string[], digits: number, between: string): Omit<InDuns, "territory"> {
  const each = 10 ** digits;
  const keys = prefixes.map((prefix) => compact(prefix + between));
  const tail = new RegExp(`^\\d{1,${digits}}$`);
  return {
    read(number) {
      const at = keys.findIndex((key) => number.startsWith(key) && tail.test(number.slice(key.length)));
      return at < 0 ? undefined : at * each + Number(number.slice((keys[at] as string).length));
    },
    write: (position) => `${prefixes[Math.floor(position / each)]}${between}${padded(digits)(position % each)}`,
    size: prefixes.length * each,
  };
}

/** The letter after an Austrian number is its check. */
const austrianLetter = (position: number) =>
  austrianLetters[weigh(padded(6)(position), [6, 4, 14, 15, 10, 1]) % 17] as string;

function readAustrian(number: string): number | undefined {
  const [, digits, letter] = /^(?:FN)?(\d{1,6})([A-Z])$/.exec(number) ?? [];
  return letter?.toLowerCase() === austrianLetter(Number(digits)) ? Number(digits) : undefined;
}

const courts =
  describedTerritories.find(({ code }) => code === "DE")?.cities.flatMap(({ register }) => register ?? []) ?? [];
const german = prefixed(courts, 6, " HRB ");
const writeGerman = (position: number) => german.write(position)?.replace(/ 0+(?=\d)/, " ");

const inVat: readonly InVat[] = [
  { territory: "AT", vat: "ATU0######.", read: readAustrian, write: (at) => `FN ${at} ${austrianLetter(at)}` },
  { territory: "CY", vat: "CY19######@", read: numeric(/^HE(\d{1,6})$/), write: (at) => `HE ${at}` },
  { territory: "DE", vat: "DE1#######.", read: german.read, write: writeGerman },
  { territory: "EE", vat: "EE########.", read: numeric(/^(\d{8})$/), write: padded(8) },
  { territory: "IE", vat: "IE#######@", read: numeric(/^(\d{1,7})$/), write: String },
  { territory: "LU", vat: "LU######..", read: numeric(/^B(\d{1,6})$/), write: (at) => `B${at}` },
  { territory: "NL", vat: "NL########.B??", read: numeric(/^(\d{8})$/), write: padded(8) },
  // Of the ten digits the register has used eight at most in twenty years.
  { territory: "PL", vat: "PL########?.", read: numeric(/^00(\d{8})$/), write: padded(10) },
  { territory: "SI", vat: "SI#######.", read: numeric(/^(\d{7})000$/), write: (at) => `${padded(7)(at)}000` },
  { territory: "XI", vat: "XI0######..", read: numeric(/^NI(\d{6})$/), write: (at) => `NI${padded(6)(at)}` },
];

const pairs = Array.from({ length: 100 }, (_, at) => padded(2)(at));
const employerPrefixes = pairs.filter((prefix) => prefix !== "99" && isLocalId("US", `${prefix}-0000000`));

const inDuns: readonly InDuns[] = [
  { territory: "US", ...prefixed(employerPrefixes, 7, "-") },
  { territory: "GB", ...prefixed(["SC", "OC", "SO", "NC", "FC", "LP", "SL", "IP", "RC", "SP"], 6, "") },
  // English and Welsh numbers are below 20 million so far, Swiss ones below CHE-5.
  { territory: "GB", size: 20 * million, read: numeric(/^([01]\d{7})$/), write: padded(8) },
  {
    territory: "CH",
    size: 40 * million,
    read: (number) => (/^CHE[1-4]\d{8}$/.test(number) ? Number(number.slice(3, 11)) - 10 * million : undefined),
    write(position) {
      const number = fill(`CHE${10 * million + position}.`, (candidate) => isLocalId("CH", candidate));
      return number && display.CH?.(number);
    },
  },
];

/** The first place of each register: they follow each other. */
const starts = inDuns.map((_, at) => inDuns.slice(0, at).reduce((sum, { size }) => sum + size, 0));
/** The first two digits of the DUNS that hold the places, ten million each. */
const prefixes = pairs.filter((prefix) => prefix !== "99" && !prefix.startsWith("2"));

const hashes = (vat: string) => vat.split("#").length - 1;
const shapes = inVat.map(({ vat }) => {
  const position = `(\\d{${hashes(vat)}})`;
  const pattern = vat.replace(/[?.]/g, "\\d").replace("@", "[A-Z]").replace(/#+/, position);
  return new RegExp(`^${pattern}$`);
});

/** The VAT number by which a company with this registry number is added. */
export function vatOfRegistered(territory: Territory, localId: string): string | undefined {
  for (const { territory: code, read, vat } of inVat) {
    const position = code === territory.code ? read(compact(localId)) : undefined;
    if (position === undefined) continue;
    const isFree = (value: string) => isVat(value) && serialOf(territory, "tva", value) === undefined;
    return completed(vat.replace(/#+/, padded(hashes(vat))(position)), isFree);
  }
  return undefined;
}

/** The registry number that a VAT number was made from. */
export function registeredOfVat(territory: Territory, tva: string): string | undefined {
  for (const [at, { territory: code, write }] of inVat.entries()) {
    const position = code === territory.code ? shapes[at]?.exec(tva)?.[1] : undefined;
    const localId = position === undefined ? undefined : outside(territory, write(Number(position)));
    if (localId !== undefined && vatOfRegistered(territory, localId) === tva) return localId;
  }
  return undefined;
}

/** The DUNS by which a company with this registry number is added, where there are no VAT numbers. */
export function dunsOfRegistered(territory: Territory, localId: string): string | undefined {
  for (const [at, { territory: code, read }] of inDuns.entries()) {
    const position = code === territory.code ? read(compact(localId)) : undefined;
    if (position === undefined) continue;
    const place = (starts[at] as number) + position;
    const duns = `${prefixes[Math.floor(place / (10 * million))]}${padded(7)(place % (10 * million))}`;
    return isDuns(duns) ? duns : undefined;
  }
  return undefined;
}

export function registeredOfDuns(duns: string): { territory: Territory; localId: string } | undefined {
  const prefix = prefixes.indexOf(duns.slice(0, 2));
  if (prefix < 0) return undefined;
  const place = prefix * 10 * million + Number(duns.slice(2));
  const at = starts.findLastIndex((start) => start <= place);
  const register = inDuns[at] as InDuns;
  const territory = describedTerritories.find(({ code }) => code === register.territory) as Territory;
  const localId = outside(territory, register.write(place - (starts[at] as number)));
  return localId === undefined ? undefined : { territory, localId };
}

/** A registry number inside our own block has a VAT number and a DUNS there already. */
const outside = (territory: Territory, localId: string | undefined) =>
  localId !== undefined && serialOf(territory, "localId", localId) === undefined ? localId : undefined;
