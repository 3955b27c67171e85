/**
 * directory: the companies of the world, as the two reference providers find them by an identifier or a name, and their
 * banks. Nothing is stored: a company is drawn from its identifier, and is the same one in every world. Portfolios,
 * documents and events are unknown here.
 */
import { compact, isDuns, isLocalId, isSiren, isSiret, isVat, vatCountry } from "../../contract/identifiers.ts";
import { chance } from "./chance.ts";
import type { Company } from "./company.ts";
import { atEstablishment, frenchCompany, sirenWithDuns } from "./french.ts";
import { internationalCompany } from "./international.ts";
import { localIdOfVat, numbersOf, placeOfDuns, serialOf, vatOfLocalId } from "./numbers.ts";
import type { Traits } from "./profile.ts";
import { dunsOfRegistered, registeredOfDuns, registeredOfVat, vatOfRegistered } from "./registers.ts";
import { describedTerritories, type Territory, territories, territoriesOf } from "./territories.ts";
import { type Behaviour, behaviourOfSerial, behaviourOfSiren } from "./test-identifiers.ts";

export interface Lookup {
  by: "SIREN" | "SIRET" | "VAT" | "DUNS" | "LOCAL_ID";
  /** Compact, except for LOCAL_ID, which may be written as its country writes it. */
  value: string;
  /** Needed for LOCAL_ID alone. */
  countryCode?: string | undefined;
}

export type Resolution = { found: Company } | { unknown: true } | { provider: "timeout" | "down" };

const unknown: Resolution = { unknown: true };

/**
 * The company with an identifier, always the same one. A number outside our own blocks belongs to a company inside
 * them, under that number too. The identifier that a search offers for adding leads to the company that it showed.
 */
export function resolve({ by, value, countryCode }: Lookup): Resolution {
  return lookups[by](value, countryCode);
}

const lookups: Record<Lookup["by"], (value: string, countryCode: string | undefined) => Resolution> = {
  SIREN: (value) => (isSiren(value) ? french(value) : unknown),
  SIRET: (value) =>
    isSiret(value) ? mapFound(french(value.slice(0, 9)), (company) => atEstablishment(company, value)) : unknown,
  VAT: (value) => (isVat(value) ? byVat(value) : unknown),
  DUNS: (value) => (isDuns(value) ? byDuns(value) : unknown),
  LOCAL_ID: (value, countryCode) =>
    countryCode && isLocalId(countryCode, value) ? byLocalId(value, countryCode) : unknown,
};

function byVat(value: string): Resolution {
  const country = vatCountry(value);
  if (country === "FR") return withNumbers(french(value.slice(4)), { tva: value });
  const territory = territories.find((candidate) => candidate.country === country && candidate.vat);
  if (!territory) return unknown;
  const serial = serialOf(territory, "tva", value);
  if (serial !== undefined) return international(territory, serial);
  const numbers: Partial<Company> = { companyIdType: "CIT002", companyIdValue: value, tva: value };
  const registered = registeredOfVat(territory, value);
  if (registered) return similar(territory, "localId", registered, { ...numbers, localId: registered });
  const localId = localIdOfVat(territory, value);
  return similar(territory, "tva", value, localId ? { ...numbers, localId } : numbers);
}

function byDuns(value: string): Resolution {
  const siren = sirenWithDuns(value);
  if (siren) return withNumbers(french(siren), { duns: value });
  const place = placeOfDuns(value);
  if (place) return international(place.territory, place.serial);
  const numbers: Partial<Company> = { companyIdType: "CIT003", companyIdValue: value, duns: value };
  const registered = registeredOfDuns(value);
  if (registered) {
    const { territory, localId } = registered;
    return similar(territory, "localId", localId, { ...numbers, localId });
  }
  const territory = chance(0, "duns", value).pick(describedTerritories);
  return withNumbers(international(territory, anySerial(territory, "duns", value)), numbers);
}

function byLocalId(value: string, countryCode: string): Resolution {
  const candidates = territoriesOf(countryCode);
  for (const territory of candidates) {
    const serial = serialOf(territory, "localId", value);
    if (serial !== undefined) return international(territory, serial);
    const tva = vatOfLocalId(territory, value) ?? vatOfRegistered(territory, value);
    if (tva) return lookups.VAT(tva, countryCode);
    const duns = dunsOfRegistered(territory, value);
    if (duns) return lookups.DUNS(duns, countryCode);
  }
  const territory = candidates.find((candidate) => similarSerial(candidate, "localId", value)) ?? candidates[0];
  return territory ? similar(territory, "localId", value, {}) : unknown;
}

function mapFound(resolution: Resolution, change: (company: Company) => Company): Resolution {
  return "found" in resolution ? { found: change(resolution.found) } : resolution;
}

const withNumbers = (resolution: Resolution, numbers: Partial<Company>) =>
  mapFound(resolution, (company) => ({ ...company, ...numbers }));

function answerAs(test: Behaviour | undefined, company: (traits?: Traits) => Company): Resolution {
  if (!test?.fails) {
    const drawn = company(test?.traits);
    return { found: test?.fields ? { ...drawn, ...test.fields(drawn) } : drawn };
  }
  return test.fails === "unknown" ? unknown : { provider: test.fails };
}

const french = (siren: string) => answerAs(behaviourOfSiren(siren), (traits) => frenchCompany(siren, traits));

const international = (territory: Territory, serial: number) =>
  answerAs(behaviourOfSerial(territory, serial), (traits) => internationalCompany(territory, serial, traits));

/** A company of the territory's block, under other numbers. */
function similar(territory: Territory, kind: "tva" | "localId", value: string, numbers: Partial<Company>): Resolution {
  const serial = similarSerial(territory, kind, value) ?? anySerial(territory, kind, value);
  return withNumbers(international(territory, serial), numbers);
}

/** A serial for a number outside the block; test identifiers and the fixed directory have those below 1000. */
function anySerial({ duns }: Territory, kind: string, value: string): number {
  return chance(0, kind, compact(value)).int(1000, duns.size - 1);
}

const lettersOf = (value: string | null) => value && compact(value).replace(/\d/g, "");

/** A serial whose own number has the same letters: the court in a German number, the legal form in a Spanish one. */
function similarSerial(territory: Territory, kind: "tva" | "localId", value: string): number | undefined {
  const draw = chance(0, kind, compact(value));
  for (let attempt = 0; attempt < 40; attempt++) {
    const serial = draw.int(1000, territory.duns.size - 1);
    if (lettersOf(numbersOf(territory, serial)[kind]) === lettersOf(value)) return serial;
  }
  return undefined;
}
