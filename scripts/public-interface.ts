import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { configurationFormat } from "../contract/configuration.ts";
import { control } from "../contract/control.ts";
import { type Contract, operationsOf } from "../contract/endpoint.ts";
import { openapiDocument } from "../contract/openapi.ts";
import { service } from "../contract/service.ts";
import { ProblemCode } from "../contract/shared.ts";
import { exitCodes } from "../src/commands/exit-codes.ts";
import { outputs } from "../src/commands/output.ts";
import { everyCommand } from "../src/commands/table.ts";
import { bundleFormat } from "../src/control/bundle.ts";
import { worldFormat } from "../src/seed/seed-file.ts";
import { accountFormat } from "../src/store/file/account-file.ts";
import { logFormat } from "../src/store/file/record.ts";
import { rowShape } from "../src/store/row-shape.ts";
import { packedFormat } from "../src/store/world-codec.ts";
import { databaseFormat } from "../src/team/postgres/schema.ts";
import { typesReport } from "./types-report.ts";

const routes = (contract: Contract) =>
  operationsOf(contract).map(({ operationId, endpoint: { method, path, query, responses } }) => {
    const names = query ? Object.keys(query.shape) : [];
    const asked = names.length > 0 ? ` ?${names.join("&")}` : "";
    return `${operationId}: ${method.toUpperCase()} ${path}${asked} → ${Object.keys(responses).join(" ")}`;
  });

const commands = await everyCommand();
const described = commands.flatMap(({ name, takes, options }) => [
  `${name}${takes ? ` ${takes}` : ""}`,
  ...Object.entries(options).map(
    ([option, { takes: value, short, environment, environmentOnly, choices, fallback }]) => {
      const flag = environmentOnly ? "" : `${short ? `-${short}, ` : ""}--${option}${value ? ` ${value}` : ""}`;
      const usual = ["string", "number"].includes(typeof fallback) && fallback !== "" ? `= ${fallback}` : "";
      return `  ${[flag, environment, choices?.join(" | "), usual].filter(Boolean).join("  ")}`;
    },
  ),
]);

const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

/** Names of members that hold text for people, where they are not the names of properties. */
const texts = ["description", "summary", "example", "examples", "title", "x-assumed", "x-assumptions"];
/** A schema or a document without its texts: what is left is what a program relies on. */
function bare(value: unknown, within = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => bare(each));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => within === "properties" || !texts.includes(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, bare(each, within === "properties" ? "" : name)]));
}

const digestOf = (surface: "service" | "control") => {
  const { paths, components } = openapiDocument(surface);
  return `in all: ${digest(bare({ paths, components }))}`;
};

const printed = outputs.map(({ line, body, part, shape, lines }) => {
  const what = shape ? digest(bare(z.toJSONSchema(shape))) : `${body}${part === undefined ? "" : ` /${part}`}`;
  return `${line} → ${what}${lines ? ", a line each" : ""}`;
});

/** Every occurrence of a name in the source. */
function found(pattern: RegExp, folder = "src"): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const names = files.flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(pattern)]);
  return [...new Set(names.map(([all, name]) => name ?? all))].sort();
}

const variables = [
  ...commands.flatMap(({ options }) => Object.values(options).flatMap(({ environment }) => environment || [])),
  ...found(/\b(?:TIERS_SANDBOX_[A-Z]+|NO_COLOR|FORCE_COLOR)\b/g),
];
const headers = [
  "Authorization: Bearer",
  ...found(/"(X-[A-Z][A-Za-z-]+|Preference-Applied)"/g),
  `Prefer: ${found(/\bkey === "(\w+)"/g, "src/http/request").join(", ")}`,
].sort();

const formats = [
  `${worldFormat}: an export and a seed file; rows ${rowShape}`,
  `${accountFormat}: the account file of a data folder; ${logFormat}: its write-ahead log`,
  `${packedFormat}: a snapshot and what a reset returns to`,
  `${databaseFormat}: the tables of PostgreSQL`,
  `${bundleFormat}: a bundle`,
  `${configurationFormat}: the configuration of an account; docs/configuration.schema.json`,
  "a coverage file: the body of coverage.read",
  "requests --har: HAR 1.2; --junit of coverage and verify: JUnit",
];

const block = (title: string, lines: readonly string[], language = "") =>
  `## ${title}\n\n\`\`\`${language}\n${lines.join("\n")}\n\`\`\`\n`;

/** The public interface as one text, so that a change of it is seen in the commit that makes it. */
export const publicInterface = (clone?: string): string => {
  const types = typesReport(clone);
  return [
    "# The public interface\n\nWhat [semantic versioning](versions.md) covers. Made by `npm run generate`; a test holds it. " +
      "A number in hexadecimal is the beginning of the SHA-256 of a schema or a document, without its texts.\n",
    block("Commands and options", described),
    block(
      "Exit codes",
      exitCodes.map(({ code, means }) => `${code}  ${means}`),
    ),
    block("What commands print with --json", printed),
    block("Environment variables", [[...new Set(variables)].sort().join(" ")]),
    block("Headers", headers),
    block("Problem codes", [ProblemCode.options.join(" ")]),
    block("File formats", formats),
    block("Operations of the service", [...routes(service), digestOf("service")]),
    block("Control plane", [...routes(control), digestOf("control")]),
    block("Entries and their types", [types.trim()], "ts"),
  ].join("\n");
};
