import { compact, isDuns, isLocalId, isSiren, isSiret, isVat, vatCountry } from "../../contract/identifiers.ts";
import { chance } from "./chance.ts";
import type { Company, Establishment } from "./company.ts";
import { atEstablishment, frenchCompany, givenSirens, legalForms, sirenBehind } from "./french.ts";
import { internationalCompany } from "./international.ts";
import { localIdOfVat, numbersOf, placeOfDuns, serialOf, sirenOf, vatOfLocalId } from "./numbers.ts";
import { plain } from "./plain.ts";
import { dunsOfRegistered, registeredOfDuns, registeredOfVat, vatOfRegistered } from "./registers.ts";
import { describedTerritories, type Territory, territories, territoriesOf } from "./territories.ts";
import { stagedForSerial, stagedForSiren } from "./test-identifiers.ts";

export interface Lookup {
  by: "SIREN" | "SIRET" | "VAT" | "DUNS" | "LOCAL_ID";
  /** Compact, but for LOCAL_ID, which may be written as its country does. */
  value: string;
  /** Needed for LOCAL_ID alone. */
  countryCode?: string | undefined;
}

export type Resolution = { found: Company } | { unknown: true } | { provider: "timeout" | "down" };

const unknown: Resolution = { unknown: true };

/**
 * The company behind an identifier, always the same one. A number outside our own blocks is one more number of a company
 * inside them; what a search shows of it leads back to what it showed, by the number that it offers for adding.
 */
export function resolve({ by, value, countryCode }: Lookup): Resolution {
  return lookups[by](value, countryCode);
}

const lookups: Record<Lookup["by"], (value: string, countryCode: string | undefined) => Resolution> = {
  SIREN: (value) => (isSiren(value) ? french(value) : unknown),
  SIRET: (value) =>
    isSiret(value) ? seen(french(value.slice(0, 9)), (company) => atEstablishment(company, value)) : unknown,
  VAT(value) {
    if (!isVat(value)) return unknown;
    const country = vatCountry(value);
    if (country === "FR") return seen(french(value.slice(4)), (company) => ({ ...company, tva: value }));
    const territory = territories.find((candidate) => candidate.country === country && candidate.vat);
    if (!territory) return unknown;
    const serial = serialOf(territory, "tva", value);
    if (serial !== undefined) return international(territory, serial);
    const numbers = { ...postable("CIT002", value), tva: value };
    const localId = registeredOfVat(territory, value);
    if (localId) return likeOne(territory, "localId", localId, { ...numbers, localId });
    const same = localIdOfVat(territory, value);
    return likeOne(territory, "tva", value, same ? { ...numbers, localId: same } : numbers);
  },
  DUNS(value) {
    if (!isDuns(value)) return unknown;
    const siren = sirenBehind(value);
    if (siren) return seen(french(siren), (company) => ({ ...company, duns: value }));
    const place = placeOfDuns(value);
    if (place) return international(place.territory, place.serial);
    const numbers = { ...postable("CIT003", value), duns: value };
    const registered = registeredOfDuns(value);
    if (registered)
      return likeOne(registered.territory, "localId", registered.localId, { ...numbers, localId: registered.localId });
    const territory = chance(0, "duns", value).pick(describedTerritories);
    return seen(international(territory, anySerial(territory, "duns", value)), (company) => ({
      ...company,
      ...numbers,
    }));
  },
  LOCAL_ID(value, countryCode) {
    if (!countryCode || !isLocalId(countryCode, value)) return unknown;
    const candidates = territoriesOf(countryCode);
    for (const territory of candidates) {
      const serial = serialOf(territory, "localId", value);
      if (serial !== undefined) return international(territory, serial);
      const tva = vatOfLocalId(territory, value) ?? vatOfRegistered(territory, value);
      if (tva) return lookups.VAT(tva, countryCode);
      const duns = dunsOfRegistered(territory, value);
      if (duns) return lookups.DUNS(duns, countryCode);
    }
    const territory = candidates.find((candidate) => kin(candidate, "localId", value)) ?? candidates[0];
    return territory ? likeOne(territory, "localId", value, {}) : unknown;
  },
};

function seen(resolution: Resolution, from: (company: Company) => Company): Resolution {
  return "found" in resolution ? { found: from(resolution.found) } : resolution;
}

function french(siren: string): Resolution {
  const staged = stagedForSiren(siren);
  return staged?.fails ? failed(staged.fails) : { found: frenchCompany(siren, staged?.traits) };
}

function international(territory: Territory, serial: number): Resolution {
  const staged = stagedForSerial(territory, serial);
  return staged?.fails ? failed(staged.fails) : { found: internationalCompany(territory, serial, staged?.traits) };
}

function failed(how: "unknown" | "timeout" | "down"): Resolution {
  return how === "unknown" ? unknown : { provider: how };
}

/** A company inside the block, known by other numbers too. */
function likeOne(territory: Territory, kind: "tva" | "localId", value: string, numbers: Partial<Company>): Resolution {
  const serial = kin(territory, kind, value) ?? anySerial(territory, kind, value);
  return seen(international(territory, serial), (company) => ({ ...company, ...numbers }));
}

/** A company known under the number by which it was asked for is created by that number too. */
const postable = (companyIdType: Company["companyIdType"], companyIdValue: string) => ({
  companyIdType,
  companyIdValue,
});

/** For a number outside the block; the low serials are left to test identifiers and the fixed directory. */
function anySerial({ duns }: Territory, kind: string, value: string): number {
  return chance(0, kind, compact(value)).int(1000, duns.size - 1);
}

const skeleton = (value: string | null) => value && compact(value).replace(/\d/g, "");

/** A serial whose own number has the same letters: the court in a German number, the legal form in a Spanish one. */
function kin(territory: Territory, kind: "tva" | "localId", value: string): number | undefined {
  const draw = chance(0, kind, compact(value));
  for (let attempt = 0; attempt < 40; attempt++) {
    const serial = draw.int(1000, territory.duns.size - 1);
    if (skeleton(numbersOf(territory, serial)[kind]) === skeleton(value)) return serial;
  }
  return undefined;
}

/** Of a French legal unit, head office first; none when its provider does not know it. */
export function establishmentsOf(siren: string): Establishment[] {
  const resolution = resolve({ by: "SIREN", value: siren });
  return "found" in resolution ? resolution.found.establishments : [];
}

let listed: readonly Company[] | undefined;

/** The companies that a search by name knows: a few hundred, always the same. */
export function directory(): readonly Company[] {
  listed ??= [...frenchListing(), ...internationalListing()];
  return listed;
}

function frenchListing(): Company[] {
  const drawn = Array.from({ length: 190 }, (_, at) => sirenOf(`2199${1000 + at * 47}`));
  return [...new Set([...givenSirens, ...drawn])].map((siren) => frenchCompany(siren));
}

function internationalListing(): Company[] {
  return describedTerritories.flatMap((territory) =>
    [101, 202, 303, 404].map((serial) => internationalCompany(territory, serial)),
  );
}

const forms = new Set(
  [...legalForms, ...describedTerritories.flatMap((territory) => territory.forms)].map(({ form }) => plain(form)),
);
const spaced = [...forms]
  .sort((a, b) => b.length - a.length)
  .map((form) => Array.from(form.replaceAll(" ", "")).join(" ?"));
const form = new RegExp(`(?<![^ ])(?:${spaced.join("|")})(?![^ ])`, "g");

const formless = (name: string) => plain(name).replace(form, " ").replace(/ +/g, " ").trim();

type Named = Pick<Company, "name" | "addressCountryCode">;

/** Whether a company is one that a search by name means; a query that is nothing but a legal form is looked for as it stands. */
export function isCalled(query: string, countryCode?: string): (company: Named) => boolean {
  const wanted = formless(query) || plain(query);
  return ({ name, addressCountryCode }) =>
    wanted !== "" && (!countryCode || addressCountryCode === countryCode) && formless(name).includes(wanted);
}

export function searchByName(query: string, countryCode?: string): Company[] {
  return directory().filter(isCalled(query, countryCode));
}
