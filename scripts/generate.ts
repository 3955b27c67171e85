/**
 * Writes every generated file, or says which are stale:
 *
 *     npm run generate
 *     npm run generate -- --check
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { documentCodesModule } from "./document-codes.ts";
import type { Generated } from "./generated.ts";

const checkOnly = process.argv.includes("--check");

function update(path: string, { make, isCurrent = (text: string) => text === make() }: Generated): void {
  const committed = existsSync(path) ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : undefined;
  if (committed !== undefined && isCurrent(committed)) return;
  if (checkOnly) {
    console.error(`${path} is ${committed === undefined ? "missing" : "stale"}: npm run generate writes it.`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, make());
    console.log(`Wrote ${path}.`);
  }
}

update("contract/document-codes.ts", { make: documentCodesModule });
// Imported after the codes are written: the other files are made from the contract that has them.
const { generated } = await import("./generated.ts");
for (const [path, one] of Object.entries(generated)) update(path, one);
