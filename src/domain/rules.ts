import { amountOf, categoryOf, criticalityOf } from "./attributes.ts";
import { type Rule, rules } from "./configuration.ts";
import { openTypedDossier } from "./dossiers.ts";
import type { Draft } from "./draft.ts";
import { openDossierOf } from "./open.ts";

type When = Rule["when"];
type Criterion = { [K in keyof When]-?: (wanted: NonNullable<When[K]>, draft: Draft) => boolean };

/** An unknown value meets no criterion. */
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

/** Opens the dossiers that the rules ask for, at most one of each type; a rule never closes a dossier. */
export function followRules(draft: Draft): void {
  if (draft.thirdparty.archived || draft.thirdparty.status === "STRUCK_OFF") return;
  for (const rule of rules)
    if (rule.enabled && !openDossierOf(draft, rule.create) && holds(rule, draft))
      openTypedDossier(draft, rule.create, { origin: "RULE", ruleId: rule.ruleId });
}
