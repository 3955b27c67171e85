import { writeArticle } from "./articles.ts";
import { planCollection } from "./documents.ts";
import type { Draft } from "./draft.ts";
import { ofFinances, rated, scored, scoreOf, setWatch, underProcedure } from "./monitoring.ts";
import { type Provider, providers } from "./rows.ts";

const clamp = (score: number) => Math.max(0, Math.min(100, score));

/** How far a rating must move before it is worth a word. */
const threshold: Partial<Record<Provider, number>> = { SECURITY_RATING: 5 };

/** How many articles are kept. */
const shelf = 10;

function readPaper(draft: Draft): boolean {
  const article = writeArticle(draft);
  const { articles = [] } = draft.thirdparty.internal.monitoring.NEWSFEED;
  setWatch(draft, "NEWSFEED", { articles: [article, ...articles].slice(0, shelf), lastUpdate: draft.stamp });
  draft.emit("THIRD_PARTY_NEWSFEED_UPDATED", {}, { provider: "NEWSFEED", article });
  return true;
}

/** A provider has news; true when it was told. */
export function hearFrom(draft: Draft, provider: Exclude<Provider, "DOCCHECK">, shift: number): boolean {
  const { thirdparty } = draft;
  const { monitoring, bases } = thirdparty.internal;
  const watched = monitoring[provider];
  if (!watched.active) return false;
  if (provider === "NEWSFEED") return readPaper(draft);
  const base = scored[provider];
  const here = scoreOf(thirdparty, provider);
  const moved = here === null ? null : clamp(here + shift);
  const score = rated(thirdparty, provider, moved);
  if (score !== null && score === watched.score) return false;
  if (base && moved !== here)
    draft.put("thirdparties", {
      ...thirdparty,
      internal: { ...thirdparty.internal, bases: { ...bases, [base]: moved } },
    });
  if (Math.abs((score ?? 0) - (watched.score ?? 0)) < (threshold[provider] ?? 0)) return false;
  setWatch(draft, provider, { score, lastUpdate: draft.stamp });
  draft.emit(`THIRD_PARTY_${provider}_UPDATED`, {}, { provider, from: watched.score, to: score });
  if (provider === "SUSTAINSCORE") answerScorecards(draft);
  return true;
}

/** A court has spoken: whoever rates the company's finances thinks of them anew. */
export function rateFinances(draft: Draft): void {
  for (const provider of ofFinances) hearFrom(draft, provider, 0);
}

/** News that cannot be overheard: the score lands well away from where it is and from what was last told. */
export function hearLoudly(draft: Draft, provider: Exclude<Provider, "DOCCHECK">): boolean {
  const { thirdparty } = draft;
  const here = scoreOf(thirdparty, provider);
  if (here === null) return hearFrom(draft, provider, 0);
  const last = thirdparty.internal.monitoring[provider].score ?? here;
  const steps = [...(here > 50 ? [-8, 8, -16, 16] : [8, -8, 16, -16]), underProcedure / 2 - here];
  return hearFrom(
    draft,
    provider,
    steps.find((step) => Math.abs(rated(thirdparty, provider, clamp(here + step)) - last) >= 5) as number,
  );
}

/** A new scorecard is a new answer to whoever asks for one. */
function answerScorecards(draft: Draft): void {
  for (const { documentId, documentCode, internal, statusCode } of draft.all("documents"))
    if (documentCode === "SCORE_RSE" && !internal.stopped && statusCode !== "ONGOING")
      planCollection(draft, documentId);
}

/** One weekly batch: some providers have news, and the batch ends with one word for all. */
export function refreshHub(draft: Draft): void {
  draft.actor = { type: "PROVIDER", name: "data hub" };
  const chance = draft.surroundings.chance("hub", draft.thirdparty.thirdpartyId, draft.stamp.slice(0, 10));
  const changed = providers.filter((provider) => {
    if (provider === "DOCCHECK" || !chance.bool(provider === "SUSTAINSCORE" ? 0.1 : 0.3)) return false;
    return hearFrom(draft, provider, chance.int(1, 8) * (chance.bool(0.5) ? 1 : -1));
  });
  if (changed.length > 0) draft.emit("THIRD_PARTY_DATA_HUB_UPDATED", {}, { providers: changed });
}
