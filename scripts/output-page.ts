import { z } from "zod";
import { exitCodes } from "../src/commands/exit-codes.ts";
import { CommandError, outputs } from "../src/commands/output.ts";

const schema = (shape: z.ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(shape) as Record<string, unknown>;
  return `\`${JSON.stringify(rest)}\``;
};

/** What machines read of the commands. */
export const outputPage = () =>
  `# Commands for programs

Every command but \`exec\`, which prints nothing of its own, and \`mcp\`, whose output is [a protocol](agents.md), takes \`--json\`: standard output then holds JSON alone, and standard error the log and, where the command fails, one line of the shape below. Fields may be added. The schema of a body is in the document that \`tiers-sandbox openapi --surface control\` prints, under the operation's name. A test runs each line of the table and holds what it prints against its schema.

| Command line | Prints |
|---|---|
${outputs
  .map(({ line, body, part, shape, lines }) => {
    const what = shape
      ? schema(shape)
      : `${part === undefined ? "the body" : `\`${part}\``} of \`${body}\` (control plane)`;
    return `| \`${line} --json\` | ${lines ? "one value a line: " : ""}${what} |`;
  })
  .join("\n")}

## Exit codes

| Code | Means |
|---|---|
${exitCodes.map(({ code, means }) => `| ${code} | ${means} |`).join("\n")}

## Errors

\`\`\`json
${JSON.stringify(z.toJSONSchema(CommandError), null, 2)}
\`\`\`
`;
