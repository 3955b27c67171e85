import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { assumptionPlaces, openapiDocument } from "../contract/openapi.ts";

const json = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`;
const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const service = openapiDocument("service") as { paths: Record<string, Record<string, { operationId: string }>> };

/** A place of the document in a word: the component, or the operation. */
function wordOf(place: string): string {
  const [, root = "", name = "", inner = ""] = place.split("/");
  if (root === "components") return inner;
  return service.paths[name.replaceAll("~1", "/").replaceAll("~0", "~")]?.[inner]?.operationId ?? place;
}

function assumptionsPage(): string {
  const rows = assumptionPlaces().map(({ key, gap, chosen, places }) => {
    const where = [...new Set(places.map(wordOf))].map((word) => `\`${word}\``).join(", ");
    return `| \`${key}\` | ${cell(gap)} | ${cell(chosen)} | ${where || "behaviour"} |`;
  });
  return [
    "# Assumptions",
    "",
    "What the specification leaves open and the sandbox had to settle: the real service may do otherwise.",
    "Where the OpenAPI document carries an assumption it is marked `x-assumed`, and the last column names the component or operation;",
    "`behaviour` is what no place of a document can carry.",
    "",
    "| Key | Left open | Chosen here | Where |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/** Every file that is made from the contract: committed, so that it can be read and compared, and never edited. */
const generated: Record<string, () => string> = {
  "contract/openapi.json": () => json(openapiDocument("service")),
  "contract/control.openapi.json": () => json(openapiDocument("control")),
  "docs/assumptions.md": assumptionsPage,
};

const checkOnly = process.argv.includes("--check");
for (const [path, make] of Object.entries(generated)) {
  const text = make();
  const current = existsSync(path) ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : undefined;
  if (current === text) continue;
  if (!checkOnly) {
    writeFileSync(path, text);
    console.log(`Wrote ${path}.`);
    continue;
  }
  console.error(
    `${path} is ${current === undefined ? "missing" : "not what the contract says any more"}: npm run openapi writes it.`,
  );
  process.exitCode = 1;
}
