import { type Chance, chance } from "../../directory/chance.ts";
import type { Configuration } from "../configuration.ts";
import { dayOf } from "../time.ts";

/** How a company works, drawn from its identity: all documents that mention a habit agree on it. */

interface CompanyKey {
  siren: string | null;
  duns: string | null;
  name: string;
}

/** Draws that stay with a company for life, whatever asks for them and when. */
export const companyDraws = ({ siren, duns, name }: CompanyKey, subject: string): Chance =>
  chance(0, "practice", siren ?? duns ?? name, subject);

const shareOf = ({ documentTypes }: Configuration, documentCode: string): number | undefined =>
  documentTypes.get(documentCode)?.share;

/** Whether only some companies can supply the document. */
export const isProof = (configuration: Configuration, documentCode: string): boolean =>
  shareOf(configuration, documentCode) !== undefined;

/** Whether a company can supply the document. */
export function hasProof(configuration: Configuration, company: CompanyKey, documentCode: string): boolean {
  const share = shareOf(configuration, documentCode);
  return share === undefined || companyDraws(company, documentCode).bool(share);
}

/** The document that proves an answer of a questionnaire. */
export const proofOf = ({ documentTypes }: Configuration, form: string, answer: string): string | undefined =>
  [...documentTypes.values()].find(({ deniedBy }) => deniedBy?.form === form && deniedBy.answer === answer)?.code;

/** Answers that a security plan gives as well as the questionnaire. */
export function securityOf(configuration: Configuration, company: CompanyKey & { workforce: number | null }) {
  const draws = companyDraws(company, "security");
  // The standard asks for a person in charge and for tested backups.
  const certified = hasProof(configuration, company, "ISO_27001");
  return {
    officer: draws.bool((company.workforce ?? 0) >= 50 ? 0.8 : 0.35) || certified,
    noticeHours: draws.pick([24, 48, 72]),
    strongLogin: draws.bool(0.75),
    testedBackups: draws.bool(0.85) || certified,
    dataLocation: draws.pick(["France", "Union européenne", "France et Allemagne", "Union européenne et Royaume-Uni"]),
  };
}

/** Whether alerts can be raised: from within, and by third parties too. */
export function alertsOf(company: CompanyKey) {
  const draws = companyDraws(company, "alerts");
  const internal = draws.bool(0.7);
  return { internal, open: internal && draws.bool(0.7) };
}

/** Tenths of a tonne per head and year. */
const sources = [
  [1, "Combustion des sources fixes et mobiles", 4, 12],
  [1, "Émissions fugitives", 1, 2],
  [2, "Électricité et chaleur achetées", 3, 9],
  [3, "Déplacements et fret", 10, 30],
  [4, "Achats de biens et de services", 30, 80],
  [5, "Fin de vie et usage des produits vendus", 2, 10],
] as const;

/** The tonnes of CO2 equivalent of a year, by source; the first two categories are those of a questionnaire. */
export function emissionsOf(company: CompanyKey & { workforce: number | null }) {
  const draws = companyDraws(company, "emissions");
  const heads = Math.max(company.workforce ?? 1, 1);
  return sources.map(([category, source, low, high]) => ({
    category,
    source,
    tonnes: Math.round((heads * draws.int(low, high)) / 10 + 1),
  }));
}

/** The day on which a company last wrote a yearly document; undefined for any other. */
export function writtenOn(
  { documentTypes }: Configuration,
  company: CompanyKey,
  documentCode: string,
  today: string,
): string | undefined {
  if (!documentTypes.get(documentCode)?.yearly) return undefined;
  const draws = companyDraws(company, `${documentCode} day`);
  const day = `${String(draws.int(3, 11)).padStart(2, "0")}-${String(draws.int(1, 28)).padStart(2, "0")}`;
  return `${Number(today.slice(0, 4)) - (day > today.slice(5) ? 1 : 0)}-${day}`;
}

/** Employees who need a work permit: none in half of the companies, and never more than half of the staff. */
export function foreignWorkersOf(company: CompanyKey & { workforce: number | null }): number {
  const draws = companyDraws(company, "foreign workers");
  return draws.bool(0.5) ? Math.min(draws.int(1, 5), Math.floor((company.workforce ?? 0) / 2)) : 0;
}

/** The share of the main owner in percent, the age in days at which that person took office, and political exposure. */
export function ownerOf(company: CompanyKey, owner: string) {
  const draws = companyDraws(company, `owner ${owner}`);
  return { share: draws.int(251, 1000) / 10, age: draws.int(24 * 365, 52 * 365), exposed: draws.bool(0.03) };
}

/** The day of the first certificate of a company; undefined for one that has none. */
export function certifiedSince(
  configuration: Configuration,
  company: CompanyKey,
  documentCode: string,
): string | undefined {
  if (!hasProof(configuration, company, documentCode)) return undefined;
  const draws = companyDraws(company, `${documentCode} since`);
  return dayOf(Date.UTC(draws.int(2009, 2018), draws.int(0, 11), draws.int(1, 28)));
}
