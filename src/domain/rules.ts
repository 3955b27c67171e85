import { amountOf, categoryOf, criticalityOf } from "./attributes.ts";
import { type Rule, rules } from "./configuration.ts";
import { openTypedDossier } from "./dossiers.ts";
import type { Draft } from "./draft.ts";

type When = Rule["when"];
type Criterion = { [K in keyof When]-?: (wanted: NonNullable<When[K]>, draft: Draft) => boolean };

/** Each criterion alone; what is not known does not meet it. */
const criteria: Criterion = {
  nafPrefixes: (prefixes, { thirdparty }) => prefixes.some((prefix) => thirdparty.activityCode?.startsWith(prefix)),
  categories: (wanted, draft) => wanted.includes(categoryOf(draft) ?? ""),
  countries: (wanted, { thirdparty }) => wanted.includes(thirdparty.addressCountryCode),
  countriesNot: (unwanted, { thirdparty }) => !unwanted.includes(thirdparty.addressCountryCode),
  criticality: (wanted, draft) => wanted.includes(criticalityOf(draft) ?? ""),
  minAnnualAmount: (least, draft) => (amountOf(draft) ?? Number.NEGATIVE_INFINITY) >= least,
  maxAnnualAmount: (most, draft) => (amountOf(draft) ?? Number.POSITIVE_INFINITY) <= most,
};

const holds = (rule: Rule, draft: Draft) =>
  (Object.keys(rule.when) as (keyof When)[]).every((name) =>
    (criteria[name] as (wanted: unknown, draft: Draft) => boolean)(rule.when[name], draft),
  );

/** Opens the dossiers that the rules ask for: at most one of a type, and none is ever closed. */
export function followRules(draft: Draft): void {
  if (draft.thirdparty.archived || draft.thirdparty.status === "STRUCK_OFF") return;
  for (const rule of rules) {
    const open = draft
      .all("dossiers")
      .some(({ monitored, dossierTypeCode }) => monitored && dossierTypeCode === rule.create);
    if (rule.enabled && !open && holds(rule, draft))
      openTypedDossier(draft, rule.create, { origin: "RULE", ruleId: rule.ruleId });
  }
}
