import type { Company, Establishment } from "../directory/company.ts";
import { atEstablishment } from "../directory/french.ts";
import type { ThirdpartyRow } from "./rows.ts";

/** What is said of the whole legal unit, whichever of its establishments is asked. */
function factsOf({
  name,
  acronym,
  ceo,
  executives,
  capital,
  status,
  collectiveProcedure,
  internal,
  ...row
}: ThirdpartyRow): Partial<Company> {
  const { workforce, workforceRangeCode, workforceRangeLabel } = row;
  const { bank, sanctioned } = internal;
  const size = { workforce, workforceRangeCode, workforceRangeLabel };
  return {
    name,
    acronym,
    ceo,
    executives,
    capital,
    status,
    collectiveProcedure,
    ...size,
    bank,
    sanctioned,
  } as Partial<Company>;
}

const ownPlace = ({ siret: own, establishments }: ThirdpartyRow) => establishments.filter(({ siret }) => siret === own);

/**
 * A French company as its establishments in the portfolio have it: what happened to them since they were added is news to the reference.
 * It is seen from the place with this number, or from where its seat is now.
 */
export function asInPortfolio(company: Company, rows: readonly ThirdpartyRow[], siret: string | undefined): Company {
  const oldestFirst = rows.toSorted((a, b) => a.lastUpdateDate.localeCompare(b.lastUpdateDate));
  const latest = oldestFirst.at(-1);
  if (!latest) return company;
  const told = oldestFirst.flatMap(({ establishments }) => establishments);
  const [head] = company.establishments as [Establishment];
  const places = new Map(company.establishments.map((place) => [place.siret, place]));
  // Each knows its own place best.
  for (const place of [...told, ...oldestFirst.flatMap(ownPlace)])
    places.set(place.siret, { ...(places.get(place.siret) ?? head), ...place } as Establishment);
  // A seat moves to higher numbers, and not all have heard of it.
  const seat = told
    .flatMap((place) => (place.headOffice && place.siret) || [])
    .reduce((a, b) => (a > b ? a : b), head.siret as string);
  const establishments = Array.from(places.values(), (place) => ({
    ...place,
    name: latest.name,
    headOffice: place.siret === seat,
  }));
  establishments.sort((a, b) => Number(b.headOffice) - Number(a.headOffice));
  return atEstablishment({ ...company, ...factsOf(latest), establishments }, siret ?? seat);
}
