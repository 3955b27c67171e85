import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clientTypesAreCurrent } from "../../scripts/client-types/document.ts";

it.each([
  ["service", "schema"],
  ["control", "control-schema"],
] as const)("the client's types of the %s are those of the contract: npm run generate writes them", (surface, name) => {
  const committed = readFileSync(new URL(`../../src/client/${name}.ts`, import.meta.url), "utf8");
  const isCurrent = clientTypesAreCurrent(surface);
  expect(isCurrent(committed)).toBe(true);
  expect(isCurrent(committed.replace(/ \*\/\n/, "0 */\n"))).toBe(false);
});
