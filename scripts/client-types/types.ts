import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sync as spawnSync } from "cross-spawn";
import { header, typedDocument } from "./document.ts";

const here = import.meta.dirname;

function run(command: string, args: string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: here,
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}

export function clientTypes(surface: Parameters<typeof typedDocument>[0]): string {
  if (!existsSync(join(here, "node_modules"))) run("npm", ["ci", "--no-audit", "--no-fund"]);
  const folder = mkdtempSync(join(tmpdir(), "client-types-"));
  const [input, output] = [join(folder, "document.json"), join(folder, "schema.ts")];
  try {
    const document = typedDocument(surface);
    writeFileSync(input, document);
    const generator = join(here, "node_modules", "openapi-typescript", "bin", "cli.js");
    run(process.execPath, [generator, input, "--output", output]);
    const types = readFileSync(output, "utf8").replace(/^\/\*\*[\s\S]*?\*\/\s*/, "");
    const biome = fileURLToPath(new URL("../../node_modules/@biomejs/biome/bin/biome", import.meta.url));
    const format = [biome, "format", "--stdin-file-path=../../src/client/schema.ts"];
    return run(process.execPath, format, `${header(document)}\n\n${types}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
