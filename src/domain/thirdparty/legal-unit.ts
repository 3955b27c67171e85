import type { Company, Establishment } from "../../directory/company.ts";
import { atEstablishment } from "../../directory/french.ts";
import type { Draft } from "../draft.ts";
import { pick } from "../fields.ts";
import { announceCessation, followProcedure } from "../providers/gazette.ts";
import { rescreen } from "../response/screening.ts";
import type { ThirdpartyRow } from "../rows.ts";
import { updateInformation } from "./identity.ts";
import { recalculateWithRules } from "./recalculate.ts";

const sizeFields = ["workforce", "workforceRangeCode", "workforceRangeLabel"] as const;
const accountFields = ["capital", "turnover", "lastBalanceSheetDate"] as const;
const ownFields = ["name", "acronym", "ceo", "executives", "status", "collectiveProcedure"] as const;
const unitFields = [...ownFields, ...sizeFields, ...accountFields];
const placeFields = ["siret", "addressLine1", "addressPostCode", "addressCity"] as const;

/** The fields that are the same for all establishments of a legal unit. */
const factsOf = (row: ThirdpartyRow) =>
  ({
    ...pick(row, [...unitFields, "dateCreation"]),
    ...pick(row.internal, ["bank", "sanctioned", "struckOffOn"]),
    recorded: true,
  }) as Partial<Company>;

const ownEstablishment = ({ siret: own, establishments }: ThirdpartyRow) =>
  establishments.filter(({ siret }) => siret === own);

/** localeCompare would load the languages. */
const byLastUpdate = ({ lastUpdateDate: one }: ThirdpartyRow, { lastUpdateDate: other }: ThirdpartyRow) =>
  Number(one > other) - Number(one < other);

const isManaged = ({ source }: ThirdpartyRow): boolean => source !== "UNMANAGED";

/** The establishment with this SIRET, or the head office, with the changes that the portfolio knows of the company. */
export function asInPortfolio(company: Company, rows: readonly ThirdpartyRow[], siret: string | undefined): Company {
  // The facts of an unmanaged third party stand still, whatever else is changed of it, so it comes first.
  const oldestFirst = rows.toSorted((a, b) => Number(isManaged(a)) - Number(isManaged(b)) || byLastUpdate(a, b));
  const latest = oldestFirst.at(-1);
  if (!latest) return company;
  const listed = oldestFirst.flatMap(({ establishments }) => establishments);
  const [head] = company.establishments as [Establishment];
  const places = new Map(company.establishments.map((place) => [place.siret, place]));
  // The row of an establishment is the best source about it, so it comes last.
  for (const place of [...listed, ...oldestFirst.filter(isManaged).flatMap(ownEstablishment)])
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

const unitOf = (row: ThirdpartyRow) =>
  JSON.stringify([pick(row, unitFields), row.establishments, row.internal.sanctioned]);

/** The register no longer tells of a third party that is unmanaged, so only its sisters follow each other. */
export const differs = (row: ThirdpartyRow, source: ThirdpartyRow): boolean =>
  isManaged(row) && isManaged(source) && unitOf(row) !== unitOf(source);

/** A third party that is the head office moves with it. */
function placeAfter({ siret: own, establishments }: ThirdpartyRow, source: ThirdpartyRow) {
  const isHeadOffice = establishments.some(({ headOffice, siret }) => headOffice && siret === own);
  const headOffice = source.establishments.find((place) => place.headOffice);
  return isHeadOffice && headOffice ? { ...pick(headOffice, placeFields), addressLine2: null } : {};
}

/** Tells a third party what the register has published of its legal unit and another of its establishments shows. */
export function followUnit(draft: Draft, source: ThirdpartyRow): void {
  if (source.status !== "STRUCK_OFF") followProcedure(draft, source.collectiveProcedure);
  else announceCessation(draft);
  const { establishments } = source;
  const facts = { ...pick(source, unitFields), establishments, ...placeAfter(draft.thirdparty, source) };
  updateInformation(draft, facts, "LEGAL_UNIT");
  if (draft.thirdparty.internal.sanctioned !== source.internal.sanctioned) rescreen(draft);
  recalculateWithRules(draft);
}
