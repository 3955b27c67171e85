import type { Configuration } from "../domain/configuration.ts";
import { fittingSetting } from "../world/fitting.ts";
import type { Step } from "./script.ts";

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
