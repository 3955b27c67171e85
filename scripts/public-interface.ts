import { control } from "../contract/control.ts";
import { type Contract, operationsOf } from "../contract/endpoint.ts";
import { service } from "../contract/service.ts";
import { exitCodes } from "../src/commands/exit-codes.ts";
import { everyCommand } from "../src/commands/table.ts";
import { typesReport } from "./types-report.ts";

const routes = (contract: Contract) =>
  operationsOf(contract).map(({ operationId, endpoint: { method, path, query, responses } }) => {
    const names = query ? Object.keys(query.shape) : [];
    const asked = names.length > 0 ? ` ?${names.join("&")}` : "";
    return `${operationId}: ${method.toUpperCase()} ${path}${asked} → ${Object.keys(responses).join(" ")}`;
  });

const described = (await everyCommand()).flatMap(({ name, takes, options }) => [
  `${name}${takes ? ` ${takes}` : ""}`,
  ...Object.entries(options).map(([option, { takes: value, short, environment, environmentOnly }]) => {
    const flag = environmentOnly ? "" : `${short ? `-${short}, ` : ""}--${option}${value ? ` ${value}` : ""}`;
    return `  ${[flag, environment].filter(Boolean).join("  ")}`;
  }),
]);

const block = (title: string, lines: readonly string[], language = "") =>
  `## ${title}\n\n\`\`\`${language}\n${lines.join("\n")}\n\`\`\`\n`;

/** The public interface as one text, so that a change of it is seen in the commit that makes it. */
export const publicInterface = (clone?: string): string => {
  const types = typesReport(clone);
  return [
    "# The public interface\n\nWhat [semantic versioning](versions.md) covers. Made by `npm run generate`; a test holds it.\n",
    block("Commands and options", described),
    block(
      "Exit codes",
      exitCodes.map(({ code, means }) => `${code}  ${means}`),
    ),
    block("Operations of the service", routes(service)),
    block("Control plane", routes(control)),
    block("Entries and their types", [types.trim()], "ts"),
  ].join("\n");
};
