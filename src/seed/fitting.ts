import { type Configuration, defaultConfiguration } from "../domain/configuration.ts";
import type { AttributeRow } from "../domain/rows.ts";
import { violations } from "../domain/thirdparty/attributes.ts";
import type { Step } from "./script.ts";

/** Seeds speak of the default configuration; an account may have another one. */

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

interface Named {
  document?: string | undefined;
  dossier?: string | undefined;
}

/** What a step or a scenario is about and a configuration lacks; undefined for what can run. */
export function lackOf(configuration: Configuration, step: Step | Named): string | undefined {
  const { documentTypes, dossierTypes } = configuration;
  const { document, documents = [], type, dossier } = step as { [name: string]: unknown } & { documents?: string[] };
  const codes = [document, ...documents].filter((code): code is string => typeof code === "string");
  const code = codes.find((one) => !documentTypes.has(one));
  if (code !== undefined) return `the document type ${code}`;
  const kinds = ["do" in step && step.do === "dossier" ? type : undefined, dossier].filter(
    (one) => typeof one === "string",
  );
  const kind = kinds.find((one) => !dossierTypes.some((known) => known.code === one));
  if (kind !== undefined) return `the dossier type ${kind}`;
  if (!("do" in step) || step.do !== "attribute") return undefined;
  return fittingSetting(configuration, step.label, step.values) ? undefined : `an attribute like ${step.label}`;
}

/** The steps of a script that a configuration leaves out, each with the reason. */
export const skippedSteps = (script: readonly Step[], configuration: Configuration): string[] =>
  script.flatMap((step, at) => {
    const lack = lackOf(configuration, step);
    return lack === undefined ? [] : [`step ${at + 1} (${step.do}) needs ${lack}`];
  });
