import type { Draft } from "./draft.ts";
import { amountOf, criticalityOf, categoryOf } from "./attributes.ts";
import { type Provider, providers } from "./rows.ts";

const open = (draft: Draft) => draft.all("dossiers").filter(({ monitored }) => monitored);
const hasDossier = (draft: Draft, ...types: string[]) => open(draft).some(({ dossierTypeCode }) => types.includes(dossierTypeCode ?? ""));
const asksFor = (draft: Draft, code: string) => draft.all("documents").some(({ documentCode, internal }) => documentCode === code && !internal.stopped);

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

export const unmonitored = { active: false, since: null, score: null, lastUpdate: null };

export function setMonitoring(draft: Draft, provider: Provider, active: boolean): void {
  const { thirdparty } = draft;
  const before = thirdparty.internal.monitoring[provider];
  if (before.active === active) return;
  const { bases } = thirdparty.internal;
  const score = { SECURITY_RATING: bases.cyber, FINANCIAL_STRENGTH: bases.financial, CREDITDATA: bases.financial }[provider as string] ?? bases.environment;
  const after = active ? { active, since: draft.stamp, score, lastUpdate: null } : { ...before, active };
  draft.put("thirdparties", {
    ...thirdparty,
    internal: { ...thirdparty.internal, monitoring: { ...thirdparty.internal.monitoring, [provider]: after } },
  });
  draft.emit(active ? `THIRD_PARTY_${provider}_ACTIVATED` : `THIRD_PARTY_${provider}_DEACTIVATED`, {}, { provider });
}

/** Switches on what has a reason by now. A provider that somebody switched off stays off. */
export function followReasons(draft: Draft): void {
  if (draft.thirdparty.archived || draft.thirdparty.status === "STRUCK_OFF") return;
  for (const provider of providers) {
    const { active, since } = draft.thirdparty.internal.monitoring[provider];
    if (!active && since === null && reasons[provider](draft)) setMonitoring(draft, provider, true);
  }
}
