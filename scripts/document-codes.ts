import { readFileSync } from "node:fs";
import { z } from "zod";

/** The code is a name of the generated table, and the line of its meaning is not broken. */
const Coded = z.object({ code: z.string().regex(/^[A-Z]\w*$/), meaning: z.string().regex(/^[^"\\]{1,70}$/) });

/** Written from the file itself: the schemas of the domain import the contract, which imports what this makes. */
export function documentCodesModule(): string {
  const types = z.array(Coded).parse(JSON.parse(readFileSync("fixtures/document-types.json", "utf8")));
  const lines = types.map(({ code, meaning }) => `  ${code}: "${meaning}",`);
  return `/** Generated from fixtures/document-types.json: the document codes of the sandbox, each with its meaning. */
export const documentCodes = {
${lines.join("\n")}
} as const;
`;
}
