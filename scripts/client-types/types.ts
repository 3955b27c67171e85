import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openapiDocument } from "../../contract/openapi.ts";

const here = import.meta.dirname;

function run(command: string, args: string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: here,
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}

/** The document without the parts that leave no trace in types, so that a new example does not make them stale. */
function typedPartsOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(typedPartsOf);
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(([name]) => !/^(?:examples?|links|x-.*)$/.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, typedPartsOf(value)]));
}

const typedDocument = () => JSON.stringify(typedPartsOf(openapiDocument("service")));
const header = (document: string) => {
  const hash = createHash("sha256").update(document).digest("hex").slice(0, 16);
  return `/** Made from the contract by npm run generate; not to be edited. ${hash} */`;
};

/** The types can be checked without openapi-typescript: their first line holds a hash of the document. */
export const clientTypesAreCurrent = (text: string): boolean => text.startsWith(header(typedDocument()));

export function clientTypes(): string {
  if (!existsSync(join(here, "node_modules"))) run("npm", ["ci", "--no-audit", "--no-fund"]);
  const folder = mkdtempSync(join(tmpdir(), "client-types-"));
  const [input, output] = [join(folder, "service.json"), join(folder, "schema.ts")];
  try {
    const document = typedDocument();
    writeFileSync(input, document);
    run(process.execPath, [
      join(here, "node_modules", "openapi-typescript", "bin", "cli.js"),
      input,
      "--output",
      output,
    ]);
    const types = readFileSync(output, "utf8").replace(/^\/\*\*[\s\S]*?\*\/\s*/, "");
    const biome = fileURLToPath(new URL("../../node_modules/@biomejs/biome/bin/biome", import.meta.url));
    return run(
      process.execPath,
      [biome, "format", "--stdin-file-path=../../src/client/schema.ts"],
      `${header(document)}\n\n${types}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
