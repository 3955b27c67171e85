import { z } from "zod";
import { ConfigurationFile } from "./configuration.ts";

/** The JSON Schema of a configuration, for editors and for programs in other languages. */
export function configurationSchema() {
  const schema = z.toJSONSchema(ConfigurationFile, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      for (const name of ["x-name", "x-assumed", "id"] as const)
        if (name !== "id" || typeof jsonSchema.id === "string") delete jsonSchema[name];
    },
  });
  const titled = { ...schema, title: "Configuration of an account of tiers-sandbox" };
  return titled as typeof titled & { $defs: { ConfigurationFile: object } };
}
