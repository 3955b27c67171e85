import { type Chance, chance } from "../../directory/chance.ts";

/** How a company works, drawn once: whichever pieces speak of it say the same. */

export interface Practitioner {
  siren: string | null;
  duns: string | null;
  name: string;
}

const drawsOf = ({ siren, duns, name }: Practitioner, subject: string): Chance =>
  chance(0, "practice", siren ?? duns ?? name, subject);

/** The share of companies that can supply a piece, and the answer of a questionnaire that claims it. */
const proofs = {
  ISO_27001: { form: "Q_CYBER", key: "iso_27001", share: 0.5 },
  ISO_14001: { form: "Q_RSE", key: "iso_14001", share: 0.45 },
  PENTEST: { form: "Q_CYBER", key: "pentest_annuel", share: 0.45 },
  BEGES: { form: "Q_RSE", key: "bilan_carbone", share: 0.5 },
} as const;
type Proof = keyof typeof proofs;

/** Whether a questionnaire speaks of the piece. */
export const isProof = (documentCode: string): documentCode is Proof => Object.hasOwn(proofs, documentCode);

/** Whether a company has what the piece proves; every company has what other pieces show. */
export const hasProof = (company: Practitioner, documentCode: string): boolean =>
  !isProof(documentCode) || drawsOf(company, documentCode).bool(proofs[documentCode].share);

/** The piece that proves an answer of a questionnaire. */
export const proofOf = (documentCode: string, key: string): string | undefined =>
  Object.entries(proofs).find(([, proof]) => proof.form === documentCode && proof.key === key)?.[0];

/** Answers that a security plan gives as well as the questionnaire. */
export function securityOf(company: Practitioner & { workforce: number | null }) {
  const draws = drawsOf(company, "security");
  // The standard asks for a person in charge and for tested backups.
  const certified = hasProof(company, "ISO_27001");
  return {
    officer: draws.bool((company.workforce ?? 0) >= 50 ? 0.8 : 0.35) || certified,
    noticeHours: draws.pick([24, 48, 72]),
    strongLogin: draws.bool(0.75),
    testedBackups: draws.bool(0.85) || certified,
    dataLocation: draws.pick(["France", "Union européenne", "France et Allemagne", "Union européenne et Royaume-Uni"]),
  };
}

/** Whether alerts can be raised: from within, and by third parties too. */
export function alertsOf(company: Practitioner) {
  const draws = drawsOf(company, "alerts");
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
export function emissionsOf(company: Practitioner & { workforce: number | null }) {
  const draws = drawsOf(company, "emissions");
  const heads = Math.max(company.workforce ?? 1, 1);
  return sources.map(([category, source, low, high]) => ({
    category,
    source,
    tonnes: Math.round((heads * draws.int(low, high)) / 10 + 1),
  }));
}

/** Pieces that a company writes once a year, whichever questionnaire asks for their date. */
const yearly = new Set(["BEGES", "CARTO_RISQUES"]);

/** The day on which a company last wrote such a piece; undefined for any other. */
export function writtenOn(company: Practitioner, documentCode: string, today: string): string | undefined {
  if (!yearly.has(documentCode)) return undefined;
  const draws = drawsOf(company, `${documentCode} day`);
  const day = `${String(draws.int(3, 11)).padStart(2, "0")}-${String(draws.int(1, 28)).padStart(2, "0")}`;
  return `${Number(today.slice(0, 4)) - (day > today.slice(5) ? 1 : 0)}-${day}`;
}

/** Employees who need a work permit: none in half of the companies, and never more than half of the staff. */
export function foreignWorkersOf(company: Practitioner & { workforce: number | null }): number {
  const draws = drawsOf(company, "foreign workers");
  return draws.bool(0.5) ? Math.min(draws.int(1, 5), Math.floor((company.workforce ?? 0) / 2)) : 0;
}

/** The share of the main owner in percent, the age in days at which that person took office, and political exposure. */
export function ownerOf(company: Practitioner, owner: string) {
  const draws = drawsOf(company, `owner ${owner}`);
  return { share: draws.int(251, 1000) / 10, age: draws.int(24 * 365, 52 * 365), exposed: draws.bool(0.03) };
}

/** The cycles of three years that a certified company has completed. */
export const cyclesOf = (company: Practitioner, documentCode: string): number =>
  hasProof(company, documentCode) ? drawsOf(company, `${documentCode} cycles`).int(0, 3) : 0;
