import { isFrench } from "../../directory/kinds.ts";
import type { DossierType } from "../configuration.ts";
import { isBankDocument, isScorecard, liveDocuments } from "../document/live-documents.ts";
import { openTypes } from "../dossier/open-dossiers.ts";
import type { Draft } from "../draft.ts";
import { type DataProvider, dataProviders, type ThirdpartyRow } from "../rows.ts";
import { terms } from "../terms.ts";
import { amountOf, categoryOf, isHighlyCritical } from "../thirdparty/attributes.ts";

type Monitoring = ThirdpartyRow["internal"]["monitoring"][DataProvider];
const isAbout = (draft: Draft, ...about: DossierType["themes"]): boolean =>
  openTypes(draft).some(({ themes }) => themes.some((theme) => about.includes(theme)));
/** Whether an open dossier is of a type that asks for a screening. */
const isScreened = (draft: Draft): boolean =>
  openTypes(draft).some(({ documents }) =>
    documents.some((code) => draft.configuration.documentTypes.get(code)?.screening),
  );

/** When each data provider is activated, unless the client chooses. */
const activated: Record<DataProvider, (draft: Draft) => boolean> = {
  DOCCHECK: (draft) => liveDocuments(draft).some((one) => isBankDocument(draft.configuration, one)),
  ESG: (draft) => isAbout(draft, "ENVIRONMENT", "HUMAN_RIGHTS"),
  SUSTAINSCORE: (draft) => liveDocuments(draft).some((one) => isScorecard(draft.configuration, one)),
  SECURITY_RATING: (draft) => isAbout(draft, "CYBERSECURITY") || categoryOf(draft) === "IT",
  FINANCIAL_STRENGTH: ({ thirdparty }) => isFrench(thirdparty),
  CREDITDATA: (draft) => !isFrench(draft.thirdparty) || (amountOf(draft) ?? 0) >= terms.creditAmount,
  NEWSFEED: (draft) => isScreened(draft) || isHighlyCritical(draft),
};

/** The base score behind each data provider; SUSTAINSCORE keeps a score of its own, DOCCHECK and NEWSFEED have none. */
export const baseOf: Partial<Record<DataProvider, keyof ThirdpartyRow["internal"]["bases"]>> = {
  ESG: "environment",
  SECURITY_RATING: "cyber",
  FINANCIAL_STRENGTH: "financial",
  CREDITDATA: "financial",
};

export const financialProviders = ["FINANCIAL_STRENGTH", "CREDITDATA"] as const satisfies DataProvider[];
const isFinancial = (provider: DataProvider) => (financialProviders as readonly DataProvider[]).includes(provider);
/** A company that is struck off has no finances to rate. */
export const canMonitor = ({ archived, status }: ThirdpartyRow, provider: DataProvider): boolean =>
  !archived && (status !== "STRUCK_OFF" || !isFinancial(provider));

export const neverMonitored: Monitoring = { active: false, since: null, score: null, lastUpdate: null };

/** The score that a data provider publishes: a procedure caps financial scores until it ends. */
export const publishedScore = <S extends number | null>({ status }: ThirdpartyRow, provider: DataProvider, score: S) =>
  score !== null && status === "COLLECTIVE_PROCEDURE" && isFinancial(provider)
    ? Math.min(score, terms.procedureCap)
    : score;

export function scoreOf({ internal }: ThirdpartyRow, provider: DataProvider): number | null {
  const base = baseOf[provider];
  return base ? internal.bases[base] : internal.monitoring[provider].score;
}

/** The score of SUSTAINSCORE is drawn at the first activation, and kept. */
const firstScore = (draft: Draft, provider: DataProvider): number | null =>
  publishedScore(draft.thirdparty, provider, scoreOf(draft.thirdparty, provider)) ??
  (provider === "SUSTAINSCORE"
    ? draft.context.chance("scorecard", draft.thirdparty.thirdpartyId).int(...terms.scorecardScores)
    : null);

export function updateMonitoring(draft: Draft, provider: DataProvider, fields: Partial<Monitoring>): void {
  const { monitoring } = draft.thirdparty.internal;
  draft.putInternal("thirdparties", draft.thirdparty, {
    monitoring: { ...monitoring, [provider]: { ...monitoring[provider], ...fields } },
  });
}

function switchTo(draft: Draft, provider: DataProvider, active: boolean, choice: Partial<Monitoring> = {}): void {
  const begun = active ? { since: draft.stamp, score: firstScore(draft, provider), lastUpdate: null } : {};
  updateMonitoring(draft, provider, { active, ...begun, ...choice });
  draft.emit(`THIRD_PARTY_${provider}_${active ? "ACTIVATED" : "DEACTIVATED"}`, {}, { provider });
}

/** The choice of the client; it lasts, whatever the configuration says. */
export function chooseMonitoring(draft: Draft, provider: DataProvider, wanted: boolean): void {
  if (draft.thirdparty.internal.monitoring[provider].active !== wanted) switchTo(draft, provider, wanted, { wanted });
}

/** Deactivates the data providers that can no longer monitor; the choices of the client are kept. */
export function deactivateProviders(draft: Draft): void {
  for (const provider of dataProviders)
    if (draft.thirdparty.internal.monitoring[provider].active && !canMonitor(draft.thirdparty, provider))
      switchTo(draft, provider, false);
}

/** Activates what the client or the configuration wants; a company that is struck off gets no new data provider. */
export function activateProviders(draft: Draft): void {
  for (const provider of dataProviders) {
    const { active, since, wanted } = draft.thirdparty.internal.monitoring[provider];
    const tooLate = since === null && draft.thirdparty.status === "STRUCK_OFF";
    if (active || tooLate || !canMonitor(draft.thirdparty, provider)) continue;
    if (wanted ?? activated[provider](draft)) switchTo(draft, provider, true);
  }
}
