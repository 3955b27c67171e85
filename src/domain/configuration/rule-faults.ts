import type { Configuration, Role, RuleEntry } from "../../../contract/configuration.ts";
import { anyEntry, type Fault } from "./fault.ts";

type When = RuleEntry["when"];
/** The criteria that read an attribute by its role. */
const roleOf = {
  categories: "category",
  criticality: "criticality",
  minAnnualAmount: "amount",
  maxAnnualAmount: "amount",
} as const satisfies Partial<Record<keyof When, Role>>;

type Attribute = Configuration["attributes"][string];

function* ofRoles(ruleId: string, when: When, attributes: Configuration["attributes"]): Generator<Fault> {
  const of = ["rules", ruleId] as const;
  for (const [name, role] of Object.entries(roleOf) as [keyof typeof roleOf, Role][]) {
    const wanted = when[name];
    if (wanted === undefined) continue;
    const [label, attribute] = Object.entries(attributes).find(([, one]) => one.role === role) ?? [];
    if (label === undefined || !attribute) {
      yield {
        of,
        path: ["when", name],
        because: ["attributes", anyEntry],
        detail: `needs an attribute with the role ${role}, and the account has none`,
        expected: `an attribute with "role": "${role}"`,
      };
      continue;
    }
    const missing = Array.isArray(wanted) ? wanted.filter((value) => !(attribute.options ?? []).includes(value)) : [];
    if (missing.length > 0)
      yield {
        of,
        path: ["when", name],
        because: ["attributes", label],
        detail: `wants ${missing.join(", ")}, which ${label} does not offer`,
        expected: `options of ${label}: ${(attribute.options ?? []).join(", ")}`,
        received: wanted,
      };
  }
  const [least, most] = [when.minAnnualAmount, when.maxAnnualAmount];
  if (least !== undefined && most !== undefined && least > most)
    yield {
      of,
      path: ["when", "maxAnnualAmount"],
      detail: "is less than minAnnualAmount",
      expected: `${least} or more`,
      received: most,
    };
}

const numbers = ["decimal", "percentage"];

function faultOf({ type, options }: Attribute, label: string, wanted: NonNullable<When["attributes"]>[string]) {
  const { in: values, min, max } = wanted;
  if (values === undefined && min === undefined && max === undefined)
    return { detail: "asks for nothing", expected: "in, min or max" };
  if (!numbers.includes(type) && (min !== undefined || max !== undefined))
    return { detail: `compares ${label} as a number, and it is a ${type}`, expected: "in, with a list of values" };
  if (min !== undefined && max !== undefined && min > max)
    return { detail: "has min above max", expected: "min first" };
  if (numbers.includes(type) && values)
    return { detail: `lists values of ${label}, which is a number`, expected: "min or max" };
  const isWrong = (value: string | boolean) =>
    (type === "boolean") !== (typeof value === "boolean") || (options !== null && !options.includes(String(value)));
  const wrong = (values ?? []).filter(isWrong);
  if (wrong.length === 0) return undefined;
  const offered = type === "boolean" ? "true or false" : (options ?? ["texts"]).join(", ");
  return { detail: `wants ${wrong.join(", ")}, which ${label} cannot be`, expected: offered, received: values };
}

export function* ruleFaults({ rules, attributes }: Configuration): Generator<Fault> {
  for (const [ruleId, { when }] of Object.entries(rules)) {
    yield* ofRoles(ruleId, when, attributes);
    for (const [label, wanted] of Object.entries(when.attributes ?? {})) {
      const attribute = attributes[label];
      const fault = attribute && faultOf(attribute, label, wanted);
      if (fault)
        yield { of: ["rules", ruleId], because: ["attributes", label], path: ["when", "attributes", label], ...fault };
    }
  }
}
