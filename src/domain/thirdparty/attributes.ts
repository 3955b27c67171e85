import { nearest } from "../../../contract/nearest.ts";
import { dayPattern, type Violation } from "../../../contract/shared.ts";
import type { Attribute, Configuration, Role } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import { bodyViolation, conflict, invalidValues, notFound, type Refusal } from "../refusal.ts";
import type { AttributeRow } from "../rows.ts";

type Value = AttributeRow["values"][number];
export const attributeKey = (thirdpartyId: number, id: number) => `${thirdpartyId}/${id}`;

/** The values of an attribute by its label; none for an unknown one. */
export function valuesOf(draft: Draft, label: string): readonly Value[] {
  const definition = draft.configuration.attributes.find((one) => one.label === label);
  const key = definition && attributeKey(draft.thirdparty.thirdpartyId, definition.id);
  return (key && draft.get("attributes", key)?.values) || [];
}

function valueOf(draft: Draft, role: Role): Value | undefined {
  const definition = draft.configuration.roles[role];
  return definition && draft.get("attributes", attributeKey(draft.thirdparty.thirdpartyId, definition.id))?.values[0];
}

export const isReadByRules = ({ roles, rules }: Configuration, { id, label }: Attribute): boolean =>
  Object.values(roles).some((definition) => definition.id === id) ||
  rules.some(({ when }) => Object.hasOwn(when.attributes ?? {}, label));
export const amountOf = (draft: Draft) => valueOf(draft, "amount") as number | undefined;
export const criticalityOf = (draft: Draft) => valueOf(draft, "criticality") as string | undefined;
/** The options go from the highest criticality to the lowest. */
export const isHighlyCritical = (draft: Draft): boolean =>
  criticalityOf(draft) !== undefined && criticalityOf(draft) === draft.configuration.roles.criticality?.options?.[0];
export const riskOf = (draft: Draft) => valueOf(draft, "risk") as string | undefined;
export const categoryOf = (draft: Draft) => valueOf(draft, "category") as string | undefined;
type Shape = { expected: string; fits: (value: Value, options: readonly string[]) => boolean };
const shapes: Record<Attribute["type"], Shape> = {
  string: { expected: "a text", fits: (value) => typeof value === "string" },
  boolean: { expected: "true or false", fits: (value) => typeof value === "boolean" },
  date: { expected: "a day that exists, as YYYY-MM-DD", fits: (value) => dayPattern.test(String(value)) },
  decimal: { expected: "a number", fits: (value) => typeof value === "number" },
  percentage: {
    expected: "a number from 0 to 100",
    fits: (value) => typeof value === "number" && value >= 0 && value <= 100,
  },
  list_unique: { expected: "one of the options", fits: (value, options) => options.includes(value as string) },
  list_multiple: { expected: "options of the list", fits: (value, options) => options.includes(value as string) },
};

/** Why an attribute cannot take these values. */
export function violations(definition: Attribute, values: readonly Value[]): Violation[] {
  const options = definition.options ?? [];
  const { expected, fits } = shapes[definition.type];
  const wanted = options.length > 0 ? `${expected}: ${options.join(", ")}` : expected;
  const wrong = values.flatMap((value, index) => {
    const at = `/values/${index}`;
    if (!fits(value, options)) return [bodyViolation(at, "WRONG_VALUE", `${at} must be ${wanted}.`, wanted, value)];
    if (values.indexOf(value) === index) return [];
    return [bodyViolation(at, "DUPLICATE_VALUE", `${at} repeats an earlier value.`, "each value once", value)];
  });
  if (definition.type === "list_multiple" || values.length <= 1) return wrong;
  const detail = `/values must hold one value: ${definition.label} is of type ${definition.type}.`;
  return [...wrong, bodyViolation("/values", "SEVERAL_VALUES", detail, "one value", values)];
}

/** The order of the options of a list has no meaning. */
const same = (type: Attribute["type"], before: readonly Value[], after: readonly Value[]) =>
  type === "list_multiple"
    ? before.length === after.length && before.every((value) => after.includes(value))
    : before[0] === after[0];

/** Stores the values; null when they are stored already. */
export function writeAttribute(draft: Draft, definition: Attribute, values: Value[]): AttributeRow | null {
  const { thirdpartyId } = draft.thirdparty;
  const key = attributeKey(thirdpartyId, definition.id);
  const before = draft.get("attributes", key);
  if (before && same(definition.type, before.values, values)) return null;
  const { id, label, type } = definition;
  const row = draft.put("attributes", { key, thirdpartyId, id, label, type, values, lastUpdateDate: draft.stamp });
  const kind = definition.calculated ? "CALCULATED_ATTRIBUTE" : "ATTRIBUTE";
  draft.emit(`THIRD_PARTY_${kind}_UPDATED`, {}, { label, from: before?.values ?? null, to: values });
  return row;
}

/** The definition of an attribute that can take these values. */
export function checkAttribute(
  { attributes }: Configuration,
  label: string,
  values: readonly Value[],
): Attribute | Refusal {
  const definition = attributes.find((one) => one.label === label);
  if (!definition) {
    const known = attributes.map((one) => one.label);
    const guess = nearest(label, known);
    const hint = guess ? `; did you mean ${JSON.stringify(guess)}?` : ".";
    const detail = `The account has no attribute ${JSON.stringify(label)}${hint} GET …/attributes lists them.`;
    return notFound("ATTRIBUTE_NOT_FOUND", detail);
  }
  if (definition.calculated)
    return conflict("ATTRIBUTE_CALCULATED", `${label} is calculated by the service; it cannot be set.`);
  const errors = violations(definition, values);
  return errors.length > 0 ? invalidValues(`${label} does not take these values.`, errors) : definition;
}

/** Why the attributes of a third party cannot be set, or null. */
export const whyFrozen = ({ thirdparty: { archived, name } }: Draft): Refusal<409> | null =>
  archived ? conflict("THIRD_PARTY_ARCHIVED", `${name} is archived; its attributes are frozen.`) : null;

export function attributeOf(draft: Draft, definition: Attribute): AttributeRow {
  return draft.existing("attributes", attributeKey(draft.thirdparty.thirdpartyId, definition.id));
}
