import { isDeepStrictEqual } from "node:util";
import type { Configuration, Role, Rule } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import { amountOf, categoryOf, criticalityOf, valuesOf } from "../thirdparty/attributes.ts";
import { openTypedDossier } from "./dossiers.ts";
import { openDossierOf } from "./open-dossiers.ts";

type When = Rule["when"];
type Criterion = { [K in keyof When]-?: (wanted: NonNullable<When[K]>, draft: Draft) => boolean };

type AttributeCriterion = NonNullable<When["attributes"]>[string];
const isMet = ({ in: list, min, max }: AttributeCriterion, values: readonly (string | number | boolean)[]): boolean =>
  values.some(
    (value) =>
      (!list || list.includes(value as string)) &&
      (min === undefined || Number(value) >= min) &&
      (max === undefined || Number(value) <= max),
  );

/** An unknown value meets no criterion. */
const criteria: Criterion = {
  nafPrefixes: (prefixes, { thirdparty }) => prefixes.some((prefix) => thirdparty.activityCode?.startsWith(prefix)),
  categories: (wanted, draft) => wanted.includes(categoryOf(draft) ?? ""),
  countries: (wanted, { thirdparty }) => wanted.includes(thirdparty.addressCountryCode),
  countriesNot: (unwanted, { thirdparty }) => !unwanted.includes(thirdparty.addressCountryCode),
  criticality: (wanted, draft) => wanted.includes(criticalityOf(draft) ?? ""),
  minAnnualAmount: (least, draft) => (amountOf(draft) ?? Number.NEGATIVE_INFINITY) >= least,
  maxAnnualAmount: (most, draft) => (amountOf(draft) ?? Number.POSITIVE_INFINITY) <= most,
  attributes: (wanted, draft) =>
    Object.entries(wanted).every(([label, criterion]) => isMet(criterion, valuesOf(draft, label))),
};

const holds = (rule: Rule, draft: Draft) =>
  (Object.keys(rule.when) as (keyof When)[]).every((name) =>
    (criteria[name] as (wanted: unknown, draft: Draft) => boolean)(rule.when[name], draft),
  );

function worded([label, { in: list, min, max }]: [string, AttributeCriterion]): string {
  const parts = [
    ...(list ? [`is ${anyOf(list)}`] : []),
    ...(min === undefined ? [] : [`is at least ${min}`]),
    ...(max === undefined ? [] : [`is at most ${max}`]),
  ];
  return parts.map((part) => `${label} ${part}`).join(" and ");
}
const anyOf = (values: readonly (string | number | boolean)[]) => values.join(" or ");
const wordings: { [K in keyof When]-?: (wanted: NonNullable<When[K]>) => string } = {
  nafPrefixes: (prefixes) => `the activity code starts with ${anyOf(prefixes)}`,
  categories: (wanted) => `the category is ${anyOf(wanted)}`,
  countries: (wanted) => `the country is ${anyOf(wanted)}`,
  countriesNot: (unwanted) => `the country is not ${anyOf(unwanted)}`,
  criticality: (wanted) => `the criticality is ${anyOf(wanted)}`,
  minAnnualAmount: (least) => `the annual amount is at least ${least} euros`,
  maxAnnualAmount: (most) => `the annual amount is at most ${most} euros`,
  attributes: (wanted) => Object.entries(wanted).map(worded).join(" and "),
};

export function sentenceOf({ when, create }: Rule): string {
  const conditions = (Object.keys(when) as (keyof When)[]).map((name) =>
    (wordings[name] as (wanted: unknown) => string)(when[name]),
  );
  const condition = conditions.length > 0 ? `when ${conditions.join(" and ")}` : "for every third party";
  return `Opens a dossier ${create} ${condition}.`;
}

const readsRole: Partial<Record<Role, readonly (keyof When)[]>> = {
  category: ["categories"],
  criticality: ["criticality"],
  amount: ["minAnnualAmount", "maxAnnualAmount"],
};
const attributesOf = ({ when }: Rule, { attributes }: Configuration) =>
  attributes.filter(
    ({ label, role }) =>
      Object.hasOwn(when.attributes ?? {}, label) ||
      (role && readsRole[role]?.some((name) => when[name] !== undefined)),
  );

/** The rules that are not what they were before: others, or about other attributes. */
export const changedRules = (before: Configuration, next: Configuration): Rule[] =>
  next.rules.filter((rule) => {
    const was = before.rules.find(({ ruleId }) => ruleId === rule.ruleId);
    return !isDeepStrictEqual([was, attributesOf(rule, before)], [rule, attributesOf(rule, next)]);
  });

/** Opens the dossiers that the rules ask for, at most one of each type; a rule never closes a dossier. */
export function followRules(draft: Draft, rules: readonly Rule[] = draft.configuration.rules): void {
  if (draft.thirdparty.archived || draft.thirdparty.status === "STRUCK_OFF") return;
  for (const rule of rules)
    if (rule.enabled && !openDossierOf(draft, rule.create) && holds(rule, draft))
      openTypedDossier(draft, rule.create, { origin: "RULE", ruleId: rule.ruleId });
}
