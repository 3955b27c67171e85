import { isAssociation } from "../directory/kinds.ts";
import { type DocumentType, defaultConfiguration } from "../domain/configuration.ts";
import { foreignWorkersOf } from "../domain/document/company-habits.ts";
import type { FileSubject } from "./subject.ts";
import type { Template } from "./template.ts";
import { certificates } from "./templates/certificates.ts";
import { commitments } from "./templates/commitments.ts";
import { finance } from "./templates/finance.ts";
import { licences } from "./templates/licences.ts";
import { registry } from "./templates/registry.ts";
import { reports } from "./templates/reports.ts";
import { social } from "./templates/social.ts";

export const templates: Record<string, Template> = {
  ...registry,
  ...social,
  ...finance,
  ...certificates,
  ...commitments,
  ...licences,
  ...reports,
};

/** The European Union, the European Economic Area and Switzerland, which coordinate their social security. */
const coordinated = new Set(
  "AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

/** Codes whose template depends on the company. */
const variants: readonly [code: string, when: (subject: FileSubject) => boolean, template: string][] = [
  ["KBIS", ({ siren }) => !siren, "EXTRAIT_LOCAL"],
  ["LNTE", (subject) => foreignWorkersOf(subject) === 0, "LNTE_NONE"],
  ["STATUTS", isAssociation, "STATUTS_ASSOCIATION"],
  ["A1", ({ addressCountryCode }) => !coordinated.has(addressCountryCode), "A1_AGREEMENT"],
  ["RIB", ({ iban }) => iban === null, "RIB_NONE"],
  ["IBAN", () => true, "RIB"],
];

/** An account may give a code of the default another meaning, which its label says. */
const isUsual = (code: string, own: DocumentType | undefined) =>
  !own || own.label === defaultConfiguration.documentTypes.get(code)?.label;

export function templateFor(subject: FileSubject): Template {
  const { configuration, documentCode: asked } = subject;
  const own = configuration.documentTypes.get(asked);
  if (!isUsual(asked, own)) return (own?.signedBy ? templates.CERTIFICATE : templates.ANY) as Template;
  const variant = variants.find(([code, when]) => code === subject.documentCode && when(subject));
  const name = variant?.[2] ?? subject.documentCode;
  return (Object.hasOwn(templates, name) ? templates[name] : templates.ANY) as Template;
}
