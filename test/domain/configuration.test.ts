import { expect, it } from "vitest";
import { Theme } from "../../contract/control-reference.ts";
import { documentCodes } from "../../contract/document-codes.ts";
import { defaultConfiguration } from "../../src/domain/configuration.ts";

const { documentTypes, dossierTypes, rules } = defaultConfiguration;

it("each of the six themes has a dossier type that a rule opens", () => {
  const opened = new Set(rules.map(({ create }) => create));
  const covered = dossierTypes.flatMap(({ code, themes }) => (opened.has(code) ? themes : []));
  expect([...new Set(covered)].sort()).toEqual([...Theme.options].sort());
});
it("the contract describes every document code of the default, and no other", () => {
  expect(Object.keys(documentCodes)).toEqual([...documentTypes.keys()]);
});
