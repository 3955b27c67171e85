import { type DocumentType, documentType, type IndicatorName, type Reading, type Risk } from "../configuration.ts";
import { valuesIn } from "../document/forms.ts";
import { isScorecard, liveDocuments, liveDocumentsFor, liveDocumentsOf } from "../document/live-documents.ts";
import { openDossiersAbout } from "../dossier/open-dossiers.ts";
import type { Draft } from "../draft.ts";
import { publishedScore } from "../providers/monitoring.ts";
import { evidencesOf, responsesTo } from "../response/responses.ts";
import type { DocumentRow } from "../rows.ts";
import { terms } from "../terms.ts";
import { addMonths, type Moment, minute, parse } from "../time.ts";

const grey = "#abb8c3";
const clamp = (score: number) => Math.max(0, Math.min(100, Math.round(score)));

const weightOf = ({ weight, statutory }: DocumentType) => weight ?? (statutory ? terms.statutoryWeight : 1);

/** While an answer is judged, a document counts as it did before, so that a renewal moves no indicator to and fro. */
function countedAs(draft: Draft, { documentId, statusCode }: DocumentRow): DocumentRow["statusCode"] {
  if (statusCode !== "ONGOING" && statusCode !== "ACTION_REQUIRED") return statusCode;
  const before = responsesTo(draft, documentId).at(-2);
  if (before?.state === "SUPERSEDED") return "VALID";
  if (before?.state === "EXPIRED") return "INVALID";
  return before?.state === "DENIED" ? (before.decision?.statusCode ?? "INVALID") : statusCode;
}
const isValid = (draft: Draft, document: DocumentRow): boolean => countedAs(draft, document) === "VALID";

function legalCompliance(draft: Draft): number | null {
  const open = openDossiersAbout(draft, "LEGAL");
  if (open.length === 0) return null;
  if (draft.thirdparty.status === "STRUCK_OFF") return 0;
  let [total, valid, penalty] = [0, 0, 0];
  for (const { dossierId } of open)
    for (const document of liveDocumentsOf(draft, dossierId)) {
      const weight = weightOf(documentType(draft.configuration, document.documentCode));
      const status = countedAs(draft, document);
      total += weight;
      if (status === "VALID") valid += weight;
      if (status === "INVALID") penalty = terms.invalidPenalty;
    }
  const score = total === 0 ? 0 : Math.floor((100 * valid) / total) - penalty;
  return clamp(
    draft.thirdparty.status === "COLLECTIVE_PROCEDURE" ? Math.min(score, terms.procedureComplianceCap) : score,
  );
}

/** A company is young until its second birthday; the job runs at five past midnight. */
export const secondBirthday = (dateCreation: string): Moment =>
  addMonths(parse(dateCreation), terms.youngMonths) + 5 * minute;

function financialRisk({ thirdparty, now }: Draft): number {
  if (thirdparty.status === "STRUCK_OFF") return 0;
  const young = thirdparty.dateCreation !== null && now < secondBirthday(thirdparty.dateCreation);
  const score = clamp(
    thirdparty.internal.bases.financial -
      (young ? terms.youngPenalty : 0) -
      (thirdparty.turnover === null ? terms.noTurnoverPenalty : 0),
  );
  return publishedScore(thirdparty, "FINANCIAL_STRENGTH", score);
}

function cybersecurity(draft: Draft): number | null {
  const { monitoring, bases } = draft.thirdparty.internal;
  if (!monitoring.SECURITY_RATING.active && openDossiersAbout(draft, "CYBERSECURITY").length === 0) return null;
  return bases.cyber;
}

function environment(draft: Draft): number {
  const { bases, monitoring } = draft.thirdparty.internal;
  const { score } = monitoring.SUSTAINSCORE;
  if (score === null) return bases.environment;
  const isRated = liveDocuments(draft).some((one) => isScorecard(draft.configuration, one) && isValid(draft, one));
  return isRated ? score : bases.environment;
}

/** The scores without the points of documents; null for no evaluation. */
const scores: Record<IndicatorName, (draft: Draft) => number | null> = {
  "Legal compliance": legalCompliance,
  "Financial risk": financialRisk,
  "Cybersecurity score": cybersecurity,
  "Environmental impact": environment,
};

const unitsIn = (answer: string | undefined) => (answer === "true" ? 1 : Number(answer) || 0);

/** The values of the first document that counts as valid. */
function valuesOf(draft: Draft, documents: readonly DocumentRow[]): Record<string, string> {
  const document = documents.find((one) => isValid(draft, one));
  if (!document) return {};
  const renewed = document.statusCode !== "VALID" && responsesTo(draft, document.documentId).at(-2);
  const [evidence] = renewed ? evidencesOf(document, renewed) : document.evidences;
  return valuesIn(evidence ?? {});
}

/** The points of a document type; two documents of it give the points of a status once. */
function pointsOf(draft: Draft, { code, statuses, answers }: Reading): number {
  const documents = liveDocumentsFor(draft, code);
  if (documents.length === 0) return 0;
  const present = new Set(documents.map((one) => countedAs(draft, one)));
  let points = 0;
  for (const status of present) points += statuses[status] ?? 0;
  let values: Record<string, string> | undefined;
  for (const [key, { each, upTo = Number.POSITIVE_INFINITY }] of Object.entries(answers)) {
    values ??= valuesOf(draft, documents);
    points += each * Math.min(unitsIn(values[key]), upTo);
  }
  return points;
}

export const evaluate = (draft: Draft) =>
  draft.configuration.indicators.map(({ named, bands, readings }) => {
    const base = scores[named.name](draft);
    const points = readings.map((reading) => pointsOf(draft, reading));
    const score = base === null ? null : clamp(points.reduce((sum, more) => sum + more, base));
    const band = score === null ? undefined : bands.find(({ from }) => score >= from);
    return {
      named,
      score,
      resultValue: band?.value ?? "Not evaluated",
      resultColorCode: band?.colour ?? grey,
      risk: band?.risk ?? null,
    };
  });

type Result = ReturnType<typeof evaluate>[number];

/** The worst risk of the indicators; a red one is a high risk. */
export function globalRisk(results: readonly Result[]): Risk {
  const risks = results.map(({ risk }) => risk);
  return risks.includes("High") ? "High" : risks.includes("Medium") ? "Medium" : "Low";
}

type Moved = { name: IndicatorName; from: string | null; to: string | null; score: number | null };

export function writeIndicators(draft: Draft, results: readonly Result[]): void {
  const changed: Moved[] = results.flatMap(({ named, score, resultValue, resultColorCode }) => {
    const { calculationId, name } = named;
    const before = draft.all("indicators").find((row) => row.calculationId === calculationId);
    const isSame = before?.resultValue === resultValue && before.resultColorCode === resultColorCode;
    if (before?.score === score && isSame) return [];
    draft.put("indicators", {
      id: before?.id ?? draft.nextId("indicatorId"),
      ...named,
      resultType: "STRING",
      resultValue,
      score,
      resultColorCode,
      resultLastUpdateDate: draft.stamp,
      nature: "INDICATOR",
      targetResourceType: "THIRD_PARTY",
      targetResourceId: draft.thirdparty.thirdpartyId,
    });
    return [{ name, from: before?.resultValue ?? null, to: resultValue, score }];
  });
  const known = new Set(results.map((result) => result.named.calculationId));
  for (const { id, calculationId, name, resultValue } of draft.all("indicators"))
    if (!known.has(calculationId)) {
      draft.remove("indicators", id);
      changed.push({ name, from: resultValue, to: null, score: null });
    }
  if (changed.length > 0) draft.emit("THIRD_PARTY_INDICATOR_UPDATED", {}, { indicators: changed });
}
