import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { configurationSchema } from "../../contract/configuration-schema.ts";

const validate = new Ajv2020({ strict: false }).compile(configurationSchema());
const format = "tiers-sandbox/configuration@1";

it("the schema takes the default configuration and the shortest file", () => {
  for (const file of [JSON.parse(readFileSync("fixtures/configuration.json", "utf8")), { format }])
    expect([validate(file), validate.errors]).toEqual([true, null]);
});

it.each<[object, string]>([
  [{ base: "default" }, "format is required"],
  [{ format, documentTypes: { "kbis!": null } }, "a code has capitals"],
  [{ format, attributes: { Zone: { type: "liste" } } }, "the types are seven"],
  [{ format, forms: { Q: [{ key: "a", title: "A", type: "string", choices: [] }] } }, "a field has no choices"],
  [{ format, documentTypes: [] }, "a part is an object by code"],
])("the schema refuses %j: %s", (file) => {
  expect(validate(file)).toBe(false);
});
