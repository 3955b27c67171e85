import { type Chance, chance } from "../directory/chance.ts";

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

const isProof = (documentCode: string): documentCode is Proof => Object.hasOwn(proofs, documentCode);

/** Whether a company has what the piece proves; every company has what other pieces show. */
export const hasProof = (company: Practitioner, documentCode: string): boolean =>
  !isProof(documentCode) || drawsOf(company, documentCode).bool(proofs[documentCode].share);

/** The piece that proves an answer of a questionnaire. */
export const proofOf = (documentCode: string, key: string): string | undefined =>
  Object.entries(proofs).find(([, proof]) => proof.form === documentCode && proof.key === key)?.[0];

/** Answers that a security plan gives as well as the questionnaire. */
export function securityOf(company: Practitioner & { workforce: number | null }) {
  const draws = drawsOf(company, "security");
  return {
    officer: draws.bool((company.workforce ?? 0) >= 50 ? 0.8 : 0.35),
    noticeHours: draws.pick([24, 48, 72]),
    strongLogin: draws.bool(0.75),
    testedBackups: draws.bool(0.85),
  };
}

/** Employees who need a work permit: none in half of the companies, and never more than half of the staff. */
export function foreignWorkersOf(company: Practitioner & { workforce: number | null }): number {
  const draws = drawsOf(company, "foreign workers");
  return draws.bool(0.5) ? Math.min(draws.int(1, 5), Math.floor((company.workforce ?? 0) / 2)) : 0;
}

/** The share of the main owner in percent, and the age in days at which that person took office. */
export function ownerOf(company: Practitioner, owner: string) {
  const draws = drawsOf(company, `owner ${owner}`);
  return { share: draws.int(251, 1000) / 10, age: draws.int(24 * 365, 52 * 365), exposed: draws.bool(0.03) };
}

/** The cycles of three years that a certified company has completed. */
export const cyclesOf = (company: Practitioner, documentCode: string): number =>
  hasProof(company, documentCode) ? drawsOf(company, `${documentCode} cycles`).int(0, 3) : 0;
