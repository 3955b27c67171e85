import { amountOf, categoryOf, criticalityOf } from "./attributes.ts";
import type { Draft } from "./draft.ts";
import { type Provider, providers, type ThirdpartyRow } from "./rows.ts";

const open = (draft: Draft) => draft.all("dossiers").filter(({ monitored }) => monitored);
const hasDossier = (draft: Draft, ...types: string[]) =>
  open(draft).some(({ dossierTypeCode }) => types.includes(dossierTypeCode ?? ""));
const asksFor = (draft: Draft, code: string) =>
  draft.all("documents").some(({ documentCode, internal }) => documentCode === code && !internal.stopped);

type Watch = ThirdpartyRow["internal"]["monitoring"][Provider];

/** What switches each provider on. */
const reasons: Record<Provider, (draft: Draft) => boolean> = {
  DOCCHECK: (draft) => asksFor(draft, "IBAN"),
  ESG: (draft) => hasDossier(draft, "CSR", "DUTY_OF_VIGILANCE"),
  SUSTAINSCORE: (draft) => asksFor(draft, "SCORE_RSE"),
  SECURITY_RATING: (draft) => hasDossier(draft, "CYBERSECURITY") || categoryOf(draft) === "IT",
  FINANCIAL_STRENGTH: (draft) => draft.thirdparty.addressCountryCode === "FR",
  CREDITDATA: (draft) => draft.thirdparty.addressCountryCode !== "FR" || (amountOf(draft) ?? 0) >= 50_000,
  NEWSFEED: (draft) => hasDossier(draft, "SCREENING") || criticalityOf(draft) === "High",
};

/** The base that each provider's news moves; the scorecard has a score of its own, and the others tell without one. */
export const scored: Partial<Record<Provider, keyof ThirdpartyRow["internal"]["bases"]>> = {
  ESG: "environment",
  SECURITY_RATING: "cyber",
  FINANCIAL_STRENGTH: "financial",
  CREDITDATA: "financial",
};

export const ofFinances = ["FINANCIAL_STRENGTH", "CREDITDATA"] as const satisfies Provider[];
const isOfFinances = (provider: Provider) => (ofFinances as readonly Provider[]).includes(provider);
/** Nobody rates the finances of what no longer exists. */
export const canWatch = ({ archived, status }: ThirdpartyRow, provider: Provider): boolean =>
  !archived && (status !== "STRUCK_OFF" || !isOfFinances(provider));

export const unmonitored = { active: false, since: null, score: null, lastUpdate: null };

/** The most that anybody's finances are worth while a court looks after them. */
export const underProcedure = 20;

/** What a provider makes of a score: a procedure weighs on finances until it is over. */
export const rated = <S extends number | null>({ status }: ThirdpartyRow, provider: Provider, score: S): S | number =>
  score !== null && status === "COLLECTIVE_PROCEDURE" && isOfFinances(provider)
    ? Math.min(score, underProcedure)
    : score;

/** Where the score behind a provider's word stands now, told or not; none when it gives none. */
export function scoreOf({ internal }: ThirdpartyRow, provider: Provider): number | null {
  const base = scored[provider];
  return base ? internal.bases[base] : internal.monitoring[provider].score;
}

/** The scorecard is the provider's own work: drawn when it first looks, and kept when it looks again. */
const firstScore = (draft: Draft, provider: Provider): number | null =>
  rated(draft.thirdparty, provider, scoreOf(draft.thirdparty, provider)) ??
  (provider === "SUSTAINSCORE"
    ? draft.surroundings.chance("scorecard", draft.thirdparty.thirdpartyId).int(35, 85)
    : null);

/** What is known of a provider's watch, from now on. */
export function setWatch(draft: Draft, provider: Provider, news: Partial<Watch>): void {
  const { thirdparty } = draft;
  const { monitoring } = thirdparty.internal;
  draft.put("thirdparties", {
    ...thirdparty,
    internal: {
      ...thirdparty.internal,
      monitoring: { ...monitoring, [provider]: { ...monitoring[provider], ...news } },
    },
  });
}

function turn(draft: Draft, provider: Provider, active: boolean, said: Pick<Watch, "wanted"> = {}): void {
  const begun = active ? { since: draft.stamp, score: firstScore(draft, provider), lastUpdate: null } : {};
  setWatch(draft, provider, { active, ...begun, ...said });
  draft.emit(active ? `THIRD_PARTY_${provider}_ACTIVATED` : `THIRD_PARTY_${provider}_DEACTIVATED`, {}, { provider });
}

/** Somebody switches it on or off, and it stays so whatever the reasons say. */
export function setMonitoring(draft: Draft, provider: Provider, active: boolean): void {
  if (draft.thirdparty.internal.monitoring[provider].active !== active)
    turn(draft, provider, active, { wanted: active });
}

/** Switches off whoever can no longer watch; what was wanted of them is wanted still. */
export function releaseProviders(draft: Draft): void {
  for (const provider of providers)
    if (draft.thirdparty.internal.monitoring[provider].active && !canWatch(draft.thirdparty, provider))
      turn(draft, provider, false);
}

/** Switches on what somebody wants or, where nobody said anything, what has a reason by now; of what no longer exists, only what was watched before. */
export function followReasons(draft: Draft): void {
  for (const provider of providers) {
    const { active, since, wanted } = draft.thirdparty.internal.monitoring[provider];
    if (active || !canWatch(draft.thirdparty, provider) || (since === null && draft.thirdparty.status === "STRUCK_OFF"))
      continue;
    if (wanted ?? reasons[provider](draft)) turn(draft, provider, true);
  }
}
