import { planCollection } from "../document/documents.ts";
import { isScorecard, liveDocuments } from "../document/live-documents.ts";
import { type Draft, providerNamed } from "../draft.ts";
import { type ScoringProvider, scoringProviders } from "../rows.ts";
import { terms } from "../terms.ts";
import { drawArticle } from "./articles.ts";
import { baseOf, financialProviders, publishedScore, scoreOf, updateMonitoring } from "./monitoring.ts";

const clamp = (score: number) => Math.max(0, Math.min(100, score));

/** The smallest difference that a data provider publishes, where it does not publish every one. */
const thresholds: Partial<Record<ScoringProvider, number>> = { SECURITY_RATING: terms.publishedChange };
/** No client sees a list of them, only the event of each: a bound of what is stored, and no term. */
const keptArticles = 10;

function publishArticle(draft: Draft): void {
  const article = drawArticle(draft);
  const { articles = [] } = draft.thirdparty.internal.monitoring.NEWSFEED;
  const latest = [article, ...articles].slice(0, keptArticles);
  updateMonitoring(draft, "NEWSFEED", { articles: latest, lastUpdate: draft.stamp });
  draft.emit("THIRD_PARTY_NEWSFEED_UPDATED", {}, { provider: "NEWSFEED", article });
}

function moveBase(draft: Draft, provider: ScoringProvider, score: number | null): void {
  const base = baseOf[provider];
  if (!base || score === null || score === draft.thirdparty.internal.bases[base]) return;
  const bases = { ...draft.thirdparty.internal.bases, [base]: score };
  draft.putInternal("thirdparties", draft.thirdparty, { bases });
}

/** Moves the score behind a data provider and publishes it; false when there is nothing to publish. */
export function updateFromProvider(draft: Draft, provider: ScoringProvider, shift: number): boolean {
  const { thirdparty } = draft;
  const { active, score: from } = thirdparty.internal.monitoring[provider];
  if (!active) return false;
  if (provider === "NEWSFEED") {
    publishArticle(draft);
    return true;
  }
  const before = scoreOf(thirdparty, provider);
  const moved = before === null ? null : clamp(before + shift);
  const to = publishedScore(thirdparty, provider, moved);
  if (to !== null && to === from) return false;
  moveBase(draft, provider, moved);
  if (Math.abs((to ?? 0) - (from ?? 0)) < (thresholds[provider] ?? 0)) return false;
  updateMonitoring(draft, provider, { score: to, lastUpdate: draft.stamp });
  draft.emit(`THIRD_PARTY_${provider}_UPDATED`, {}, { provider, from, to });
  if (provider === "SUSTAINSCORE") collectScorecards(draft);
  return true;
}

/** A judgment changes what the financial data providers publish. */
export function updateFinancialProviders(draft: Draft): void {
  for (const provider of financialProviders) updateFromProvider(draft, provider, 0);
}

/** Moves the score by so much that the data provider is sure to publish it. */
export function forceUpdate(draft: Draft, provider: ScoringProvider): boolean {
  const { thirdparty } = draft;
  const score = scoreOf(thirdparty, provider);
  if (score === null) return updateFromProvider(draft, provider, 0);
  const last = thirdparty.internal.monitoring[provider].score ?? score;
  const [, most] = terms.scoreSteps;
  const towards = score > 50 ? -most : most;
  const steps = [towards, -towards, 2 * towards, -2 * towards, terms.procedureCap / 2 - score];
  const isSeen = (step: number) =>
    Math.abs(publishedScore(thirdparty, provider, clamp(score + step)) - last) >= terms.publishedChange;
  return updateFromProvider(draft, provider, steps.find(isSeen) as number);
}

/** A new score is a new scorecard for the documents that ask for one. */
function collectScorecards(draft: Draft): void {
  for (const document of liveDocuments(draft))
    if (isScorecard(draft.configuration, document) && document.statusCode !== "ONGOING")
      planCollection(draft, document.documentId);
}

/** One weekly batch: some data providers publish, and one event ends the batch. */
export function refreshHub(draft: Draft): void {
  draft.actor = providerNamed("data hub");
  const chance = draft.context.chance("hub", draft.thirdparty.thirdpartyId, draft.stamp.slice(0, 10));
  const changed = scoringProviders.filter((provider) => {
    if (!chance.bool(provider === "SUSTAINSCORE" ? terms.scorecardShare : terms.hubShare)) return false;
    return updateFromProvider(draft, provider, chance.int(...terms.scoreSteps) * (chance.bool(0.5) ? 1 : -1));
  });
  if (changed.length > 0) draft.emit("THIRD_PARTY_DATA_HUB_UPDATED", {}, { providers: changed });
}
