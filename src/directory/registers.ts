import { compact, isDuns, isLocalId, isVat } from "../../contract/identifiers.ts";
import { austrianLetters, display, ending, seal, serialOf } from "./numbers.ts";
import { describedTerritories, type Territory } from "./territories.ts";

/**
 * Registry numbers outside our own blocks, counted through: a company is added by a VAT number or a DUNS, so each of these
 * numbers has one from which it can be read back. Registers that are larger than what would have to hold them are not here.
 */
interface Register {
  territory: string;
  /** The position of a compact registry number; none when it is not of this register. */
  read: (number: string) => number | undefined;
  /** The number at a position, as its country writes it; some registers leave places empty. */
  write: (position: number) => string | undefined;
}
/** A template as in territories.json; the position takes the place of its hashes. */
type InVat = Register & { vat: string };
/** So many numbers, in the part of the DUNS that neither France nor our own blocks use. */
type InDuns = Register & { size: number };

const padded = (length: number) => (position: number) => String(position).padStart(length, "0");

const numeric = (pattern: RegExp) => (number: string) => {
  const position = pattern.exec(number)?.[1];
  return position === undefined ? undefined : Number(position);
};

const million = 1_000_000;

/** Positions in a list of names, each with so many digits behind it. */
function lettered(names: readonly string[], digits: number, between: string): Pick<InDuns, "read" | "write" | "size"> {
  const each = 10 ** digits;
  const keys = names.map((name) => compact(name + between));
  return {
    read(number) {
      const at = keys.findIndex(
        (key) =>
          number.startsWith(key) && /^\d+$/.test(number.slice(key.length)) && number.length <= key.length + digits,
      );
      return at < 0 ? undefined : at * each + Number(number.slice((keys[at] as string).length));
    },
    write: (position) => `${names[Math.floor(position / each)]}${between}${padded(digits)(position % each)}`,
    size: names.length * each,
  };
}

/** The letter behind an Austrian number is its check. */
const austrianLetter = (position: number) => {
  const sum = Array.from(padded(6)(position), Number).reduce(
    (total, digit, at) => total + digit * ([6, 4, 14, 15, 10, 1][at] as number),
    0,
  );
  return austrianLetters[sum % 17] as string;
};
function readAustrian(number: string): number | undefined {
  const [, digits, letter] = /^(?:FN)?(\d{1,6})([A-Z])$/.exec(number) ?? [];
  return letter?.toLowerCase() === austrianLetter(Number(digits)) ? Number(digits) : undefined;
}

const courts =
  describedTerritories.find(({ code }) => code === "DE")?.cities.flatMap(({ register }) => register ?? []) ?? [];
const german = lettered(courts, 6, " HRB ");

const inVat: readonly InVat[] = [
  {
    territory: "AT",
    vat: "ATU0######.",
    read: readAustrian,
    write: (position) => `FN ${position} ${austrianLetter(position)}`,
  },
  { territory: "CY", vat: "CY19######@", read: numeric(/^HE(\d{1,6})$/), write: (position) => `HE ${position}` },
  {
    territory: "DE",
    vat: "DE1#######.",
    read: german.read,
    write: (position) => german.write(position)?.replace(/ 0+(?=\d)/, " "),
  },
  { territory: "EE", vat: "EE########.", read: numeric(/^(\d{8})$/), write: padded(8) },
  { territory: "IE", vat: "IE#######@", read: numeric(/^(\d{1,7})$/), write: String },
  { territory: "LU", vat: "LU######..", read: numeric(/^B(\d{1,6})$/), write: (position) => `B${position}` },
  { territory: "NL", vat: "NL########.B??", read: numeric(/^(\d{8})$/), write: padded(8) },
  // Ten digits, of which the register has not used more than eight in twenty years.
  { territory: "PL", vat: "PL########?.", read: numeric(/^00(\d{8})$/), write: padded(10) },
  {
    territory: "SI",
    vat: "SI#######.",
    read: numeric(/^(\d{7})000$/),
    write: (position) => `${padded(7)(position)}000`,
  },
  {
    territory: "XI",
    vat: "XI0######..",
    read: numeric(/^NI(\d{6})$/),
    write: (position) => `NI${padded(6)(position)}`,
  },
];

const hundred = Array.from({ length: 100 }, (_, at) => padded(2)(at));
const employers = lettered(
  hundred.filter((prefix) => prefix !== "99" && isLocalId("US", `${prefix}-0000000`)),
  7,
  "-",
);

const inDuns: readonly InDuns[] = [
  { territory: "US", ...employers },
  { territory: "GB", ...lettered(["SC", "OC", "SO", "NC", "FC", "LP", "SL", "IP", "RC", "SP"], 6, "") },
  // The companies of England and Wales have not got to 20 million yet, nor Swiss numbers to CHE-5.
  { territory: "GB", size: 20 * million, read: numeric(/^([01]\d{7})$/), write: padded(8) },
  {
    territory: "CH",
    size: 40 * million,
    read: (number) => (/^CHE[1-4]\d{8}$/.test(number) ? Number(number.slice(3, 11)) - 10 * million : undefined),
    write(position) {
      const number = ending(`CHE${10 * million + position}`, (candidate) => isLocalId("CH", candidate));
      return number && display.CH?.(number);
    },
  },
];

/** Where each begins, one behind the other. */
const begins = inDuns.map((_, at) => inDuns.slice(0, at).reduce((sum, { size }) => sum + size, 0));
const leads = hundred.filter((lead) => lead !== "99" && !lead.startsWith("2"));

const digits = (vat: string) => vat.split("#").length - 1;
const shapes = inVat.map(
  ({ vat }) =>
    new RegExp(
      `^${vat
        .replace(/#+/, `(\\d{${digits(vat)}})`)
        .replace(/(?<!\\)[?.]/g, "\\d")
        .replace("@", "[A-Z]")}$`,
    ),
);

/** The VAT number by which a company with this registry number is added. */
export function vatOfRegistered(territory: Territory, localId: string): string | undefined {
  for (const { territory: code, read, vat } of inVat) {
    const position = code === territory.code ? read(compact(localId)) : undefined;
    if (position === undefined) continue;
    return seal(
      vat.replace(/#+/, padded(digits(vat))(position)),
      (value) => isVat(value) && serialOf(territory, "tva", value) === undefined,
    );
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

/** The same by DUNS, where there are no VAT numbers. */
export function dunsOfRegistered(territory: Territory, localId: string): string | undefined {
  for (const [at, { territory: code, read }] of inDuns.entries()) {
    const position = code === territory.code ? read(compact(localId)) : undefined;
    if (position === undefined) continue;
    const place = (begins[at] as number) + position;
    const duns = `${leads[Math.floor(place / (10 * million))]}${padded(7)(place % (10 * million))}`;
    return isDuns(duns) ? duns : undefined;
  }
  return undefined;
}

export function registeredOfDuns(duns: string): { territory: Territory; localId: string } | undefined {
  const lead = leads.indexOf(duns.slice(0, 2));
  if (lead < 0) return undefined;
  const place = lead * 10 * million + Number(duns.slice(2));
  const at = begins.findLastIndex((begin) => begin <= place);
  const register = inDuns[at] as InDuns;
  const territory = describedTerritories.find(({ code }) => code === register.territory) as Territory;
  const localId = outside(territory, register.write(place - (begins[at] as number)));
  return localId === undefined ? undefined : { territory, localId };
}

/** Those inside our own blocks have their numbers already. */
const outside = (territory: Territory, localId: string | undefined) =>
  localId !== undefined && serialOf(territory, "localId", localId) === undefined ? localId : undefined;
