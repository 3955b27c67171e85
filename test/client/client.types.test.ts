import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openapiDocument } from "../../contract/openapi.ts";
import { digestOf, essence } from "../../scripts/client-types/essence.ts";

it("the client's types are those of the contract: npm run client:types writes them", () => {
  const [first] = readFileSync(new URL("../../src/client/schema.ts", import.meta.url), "utf8").split("\n");
  expect(first).toContain(digestOf(essence(openapiDocument("service"))));
});
