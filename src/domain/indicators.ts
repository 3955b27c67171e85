import type { Indicator } from "../../contract/indicators.ts";
import { criticalityOf } from "./attributes.ts";
import { documentType } from "./configuration.ts";
import type { Draft } from "./draft.ts";
import { answersIn } from "./forms.ts";
import { rated } from "./monitoring.ts";
import type { DocumentRow } from "./rows.ts";
import { addMonths, type Moment, minute, parse } from "./time.ts";

const colours = {
  green: "#00d084",
  light: "#7bdcb5",
  amber: "#fcb900",
  orange: "#ff6900",
  red: "#cf2e2e",
  grey: "#abb8c3",
} as const;
type Band = [least: number, value: string, colour: keyof typeof colours, risk: "Low" | "Medium" | "High"];

const clamp = (score: number) => Math.max(0, Math.min(100, Math.round(score)));
/** Asked for many times over the same documents. */
const livingOf = new WeakMap<readonly DocumentRow[], DocumentRow[]>();
function live(draft: Draft): DocumentRow[] {
  const documents = draft.all("documents");
  let living = livingOf.get(documents);
  if (!living) {
    living = documents.filter(({ internal }) => !internal.stopped);
    livingOf.set(documents, living);
  }
  return living;
}
const isStatus = (draft: Draft, code: string, status: DocumentRow["statusCode"]) =>
  live(draft).some(({ documentCode, statusCode }) => documentCode === code && statusCode === status);

/** The answers of a form that holds. */
function answersOf(draft: Draft, code: string): Record<string, string> {
  const document = live(draft).find(({ documentCode, statusCode }) => documentCode === code && statusCode === "VALID");
  return answersIn(document?.evidences[0] ?? {});
}

function legalCompliance(draft: Draft): number | null {
  const counted = new Set(["VIGILANCE", "ONBOARDING", "SCREENING"]);
  const open = new Set(
    draft
      .all("dossiers")
      .filter(({ monitored, dossierTypeCode }) => monitored && counted.has(dossierTypeCode ?? ""))
      .map(({ dossierId }) => dossierId),
  );
  if (open.size === 0) return null;
  if (draft.thirdparty.status === "STRUCK_OFF") return 0;
  const documents = live(draft).filter(({ dossierId }) => open.has(dossierId));
  const weight = (document: DocumentRow) => (documentType(document.documentCode).statutory ? 3 : 1);
  const total = documents.reduce((sum, document) => sum + weight(document), 0);
  const valid = documents
    .filter(({ statusCode }) => statusCode === "VALID")
    .reduce((sum, document) => sum + weight(document), 0);
  const penalty = documents.some(({ statusCode }) => statusCode === "INVALID") ? 30 : 0;
  const score = total === 0 ? 0 : Math.floor((100 * valid) / total) - penalty;
  return clamp(draft.thirdparty.status === "COLLECTIVE_PROCEDURE" ? Math.min(score, 60) : score);
}

/** Until its second birthday a company is young; the day is noticed at five past midnight. */
export const secondBirthday = (dateCreation: string): Moment => addMonths(parse(dateCreation), 24) + 5 * minute;

function financialRisk({ thirdparty, now }: Draft): number {
  if (thirdparty.status === "STRUCK_OFF") return 0;
  const young = thirdparty.dateCreation !== null && now < secondBirthday(thirdparty.dateCreation);
  const score = clamp(thirdparty.internal.bases.financial - (young ? 10 : 0) - (thirdparty.turnover === null ? 5 : 0));
  return rated(thirdparty, "FINANCIAL_STRENGTH", score);
}

function cybersecurity(draft: Draft): number | null {
  const rated = draft.thirdparty.internal.monitoring.SECURITY_RATING.active;
  const evaluated = draft
    .all("dossiers")
    .some(({ monitored, dossierTypeCode }) => monitored && dossierTypeCode === "CYBERSECURITY");
  if (!rated && !evaluated) return null;
  const form = answersOf(draft, "Q_CYBER");
  const favourable = ["rssi", "pssi", "mfa", "sauvegardes", "pentest_annuel"].filter(
    (key) => form[key] === "true",
  ).length;
  const incidents = Math.min(15, 5 * Number(form.incidents_12_mois ?? 0));
  return clamp(
    draft.thirdparty.internal.bases.cyber +
      (isStatus(draft, "ISO_27001", "VALID") ? 10 : 0) -
      (isStatus(draft, "ISO_27001", "INVALID") ? 10 : 0) +
      (isStatus(draft, "PENTEST", "VALID") ? 5 : 0) +
      2 * favourable -
      incidents,
  );
}

function environment(draft: Draft): number {
  const form = answersOf(draft, "Q_RSE");
  const { bases, monitoring } = draft.thirdparty.internal;
  const base = isStatus(draft, "SCORE_RSE", "VALID")
    ? (monitoring.SUSTAINSCORE.score ?? bases.environment)
    : bases.environment;
  return clamp(
    base +
      (isStatus(draft, "ISO_14001", "VALID") ? 15 : 0) +
      (form.bilan_carbone === "true" ? 5 : 0) +
      (form.politique_rse === "true" ? 5 : 0) +
      Number(form.energie_renouvelable ?? 0) / 10,
  );
}

interface Calculation {
  calculationId: number;
  name: Indicator["name"];
  theme: Indicator["theme"];
  score: (draft: Draft) => number | null;
  bands: Band[];
}

/** The four indicators: what they are computed from, and how a score reads. */
const calculations: Calculation[] = [
  {
    calculationId: 101,
    name: "Legal compliance",
    theme: "LEGAL",
    score: legalCompliance,
    bands: [
      [100, "Compliant", "green", "Low"],
      [50, "Partially compliant", "amber", "Medium"],
      [0, "Non compliant", "red", "High"],
    ],
  },
  {
    calculationId: 102,
    name: "Financial risk",
    theme: "FINANCE",
    score: financialRisk,
    bands: [
      [71, "Very low risk", "green", "Low"],
      [51, "Low risk", "light", "Low"],
      [30, "Medium risk", "amber", "Medium"],
      [21, "High risk", "orange", "High"],
      [0, "Very high risk", "red", "High"],
    ],
  },
  {
    calculationId: 103,
    name: "Cybersecurity score",
    theme: "CYBERSECURITY",
    score: cybersecurity,
    bands: [
      [90, "A", "green", "Low"],
      [80, "B", "light", "Low"],
      [70, "C", "amber", "Medium"],
      [60, "D", "orange", "Medium"],
      [0, "F", "red", "High"],
    ],
  },
  {
    calculationId: 104,
    name: "Environmental impact",
    theme: "ENVIRONMENT",
    score: environment,
    bands: [
      [70, "Low impact", "green", "Low"],
      [50, "Moderate impact", "light", "Medium"],
      [30, "High impact", "orange", "Medium"],
      [0, "Very high impact", "red", "High"],
    ],
  },
];

export interface Result {
  calculation: Calculation;
  score: number | null;
  resultValue: string;
  resultColorCode: string;
  risk: "Low" | "Medium" | "High" | null;
}

export const evaluate = (draft: Draft): Result[] =>
  calculations.map((calculation) => {
    const score = calculation.score(draft);
    const band = score === null ? undefined : calculation.bands.find(([least]) => score >= least);
    return {
      calculation,
      score,
      resultValue: band?.[1] ?? "Not evaluated",
      resultColorCode: colours[band?.[2] ?? "grey"],
      risk: band?.[3] ?? null,
    };
  });

/** The worst of the four; what matters most to the client tolerates nothing red. */
export function globalRisk(draft: Draft, results: readonly Result[]): "Low" | "Medium" | "High" {
  const risks = results.flatMap(({ risk }) => risk ?? []);
  const red = results.some(({ resultColorCode }) => resultColorCode === colours.red);
  if (criticalityOf(draft) === "High" && red) return "High";
  return risks.includes("High") ? "High" : risks.includes("Medium") ? "Medium" : "Low";
}

/** Stores the results that moved, and leaves one event when any did. */
export function writeIndicators(draft: Draft, results: readonly Result[]): void {
  const { thirdpartyId } = draft.thirdparty;
  const moved = results.flatMap(({ calculation, score, resultValue, resultColorCode }) => {
    const before = draft.all("indicators").find(({ calculationId }) => calculationId === calculation.calculationId);
    if (before && before.score === score && before.resultValue === resultValue) return [];
    draft.put("indicators", {
      id: before?.id ?? draft.nextId("indicatorId"),
      calculationId: calculation.calculationId,
      name: calculation.name,
      theme: calculation.theme,
      resultType: "STRING",
      resultValue,
      score,
      resultColorCode,
      resultLastUpdateDate: draft.stamp,
      nature: "INDICATOR",
      targetResourceType: "THIRD_PARTY",
      targetResourceId: thirdpartyId,
    });
    return [{ name: calculation.name, from: before?.resultValue ?? null, to: resultValue, score }];
  });
  if (moved.length > 0) draft.emit("THIRD_PARTY_INDICATOR_UPDATED", {}, { indicators: moved });
}
