import type { AttributeDefinition } from "../../../contract/attributes.ts";
import { nearest } from "../../../contract/nearest.ts";
import { dayPattern, type Violation } from "../../../contract/shared.ts";
import { attributeDefinitions, labels } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import { bodyViolation, conflict, invalidValues, notFound, type Refusal } from "../refusal.ts";
import type { AttributeRow } from "../rows.ts";

type Value = AttributeRow["values"][number];
export const attributeKey = (thirdpartyId: number, id: number) => `${thirdpartyId}/${id}`;
const definitionOf = (label: string) => attributeDefinitions.find((definition) => definition.label === label);

function valueOf(draft: Draft, label: string): Value | undefined {
  const { id } = definitionOf(label) as AttributeDefinition;
  return draft.get("attributes", attributeKey(draft.thirdparty.thirdpartyId, id))?.values[0];
}

const readByRules = new Set<string>(Object.values(labels));
export const isReadByRules = (label: string): boolean => readByRules.has(label);
export const amountOf = (draft: Draft) => valueOf(draft, labels.amount) as number | undefined;
export const criticalityOf = (draft: Draft) => valueOf(draft, labels.criticality) as string | undefined;
export const riskOf = (draft: Draft) => valueOf(draft, labels.risk) as string | undefined;
export const categoryOf = (draft: Draft) => valueOf(draft, labels.category) as string | undefined;
type Shape = { expected: string; fits: (value: Value, options: readonly string[]) => boolean };
const shapes: Record<AttributeDefinition["type"], Shape> = {
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
export function violations(definition: AttributeDefinition, values: readonly Value[]): Violation[] {
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
const same = (type: AttributeDefinition["type"], before: readonly Value[], after: readonly Value[]) =>
  type === "list_multiple"
    ? before.length === after.length && before.every((value) => after.includes(value))
    : before[0] === after[0];

/** Stores the values; null when they are stored already. */
export function writeAttribute(draft: Draft, definition: AttributeDefinition, values: Value[]): AttributeRow | null {
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
export function checkAttribute(label: string, values: readonly Value[]): AttributeDefinition | Refusal {
  const definition = definitionOf(label);
  if (!definition) {
    const known = attributeDefinitions.map((one) => one.label);
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

export function attributeOf(draft: Draft, definition: AttributeDefinition): AttributeRow {
  return draft.existing("attributes", attributeKey(draft.thirdparty.thirdpartyId, definition.id));
}
