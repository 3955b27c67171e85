import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clientTypesAreCurrent } from "../../scripts/client-types/document.ts";

it("the client's types are those of the contract: npm run generate writes them", () => {
  const committed = readFileSync(new URL("../../src/client/schema.ts", import.meta.url), "utf8");
  expect(clientTypesAreCurrent(committed)).toBe(true);
  expect(clientTypesAreCurrent(committed.replace(/ \*\/\n/, "0 */\n"))).toBe(false);
});
