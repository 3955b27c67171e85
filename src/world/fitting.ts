import { type Configuration, defaultConfiguration } from "../domain/configuration.ts";
import type { AttributeRow } from "../domain/rows.ts";
import { violations } from "../domain/thirdparty/attributes.ts";

/** Seeds and people speak of the default configuration; an account may have another one. */

type Values = AttributeRow["values"];

/** The attribute of the same role, else of the same label, with values that it takes; undefined for none. */
export function fittingSetting(configuration: Configuration, label: string, values: Values) {
  const usual = defaultConfiguration.attributes.find((one) => one.label === label);
  const own =
    (usual?.role && configuration.roles[usual.role]) ?? configuration.attributes.find((one) => one.label === label);
  if (!own || own.calculated) return configuration === defaultConfiguration ? { label, values } : undefined;
  const translated = values.map((value) => optionFor(own.options, usual?.options ?? null, value));
  return violations(own, translated).length === 0 || own === usual
    ? { label: own.label, values: translated }
    : undefined;
}

/** Criticalities and the like go by their place in the list. */
function optionFor(own: readonly string[] | null, usual: readonly string[] | null, value: Values[number]) {
  if (!own || !usual || own.includes(String(value))) return value;
  return own[Math.min(usual.indexOf(String(value)), own.length - 1)] ?? value;
}
