import { readFileSync } from "node:fs";
import { z } from "zod";

/** The code is a name of the generated table, and the line of its meaning is not broken. */
const Code = z.string().regex(/^[A-Z]\w*$/);
const Described = z.object({ meaning: z.string().regex(/^[^"\\]{1,70}$/) });

/** Written from the file itself: the schemas of the domain import the contract, which imports what this makes. */
export function documentCodesModule(): string {
  const types = Object.entries(
    z.record(Code, Described).parse(JSON.parse(readFileSync("fixtures/configuration.json", "utf8")).documentTypes),
  );
  const lines = types.map(([code, { meaning }]) => `  ${code}: "${meaning}",`);
  return `/** Generated from fixtures/configuration.json: the document codes of the sandbox, each with its meaning. */
export const documentCodes = {
${lines.join("\n")}
} as const;
`;
}
