import type { Company, Establishment } from "../directory/company.ts";
import { atEstablishment } from "../directory/french.ts";
import { pick } from "./fields.ts";
import type { ThirdpartyRow } from "./rows.ts";

const sizeFields = ["workforce", "workforceRangeCode", "workforceRangeLabel"] as const;
const ownFields = ["name", "acronym", "ceo", "executives", "capital", "status", "collectiveProcedure"] as const;
const unitFields = [...ownFields, ...sizeFields];

/** The fields that are the same for all establishments of a legal unit. */
const factsOf = (row: ThirdpartyRow) =>
  ({ ...pick(row, unitFields), ...pick(row.internal, ["bank", "sanctioned"]) }) as Partial<Company>;

const ownEstablishment = ({ siret: own, establishments }: ThirdpartyRow) =>
  establishments.filter(({ siret }) => siret === own);

/** The establishment with this SIRET, or the head office, with the changes that the portfolio knows of the company. */
export function asInPortfolio(company: Company, rows: readonly ThirdpartyRow[], siret: string | undefined): Company {
  const oldestFirst = rows.toSorted((a, b) => a.lastUpdateDate.localeCompare(b.lastUpdateDate));
  const latest = oldestFirst.at(-1);
  if (!latest) return company;
  const listed = oldestFirst.flatMap(({ establishments }) => establishments);
  const [head] = company.establishments as [Establishment];
  const places = new Map(company.establishments.map((place) => [place.siret, place]));
  // The row of an establishment is the best source about it, so it comes last.
  for (const place of [...listed, ...oldestFirst.flatMap(ownEstablishment)])
    places.set(place.siret, { ...(places.get(place.siret) ?? head), ...place } as Establishment);
  // A head office moves to higher numbers, and some rows may still have the old one.
  const headOffice = listed
    .flatMap((place) => (place.headOffice && place.siret) || [])
    .reduce((a, b) => (a > b ? a : b), head.siret as string);
  const establishments = Array.from(places.values(), (place) => ({
    ...place,
    name: latest.name,
    headOffice: place.siret === headOffice,
  }));
  establishments.sort((a, b) => Number(b.headOffice) - Number(a.headOffice));
  return atEstablishment({ ...company, ...factsOf(latest), establishments }, siret ?? headOffice);
}
