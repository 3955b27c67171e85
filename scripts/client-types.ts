/**
 * Writes src/client/schema.ts, the types of the client, from the contract.
 *
 *     npm run client:types
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openapiDocument } from "../contract/openapi.ts";
import { digestOf, essence } from "./client-types/essence.ts";

const folder = fileURLToPath(new URL("client-types", import.meta.url));
const target = fileURLToPath(new URL("../src/client/schema.ts", import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

const run = (command: string, args: string[]) => {
  const { status } = spawnSync(command, args, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
};

if (!existsSync(join(folder, "node_modules"))) run(npm, ["ci", "--no-audit", "--no-fund"]);
const document = essence(openapiDocument("service"));
const [input, output] = ["json", "ts"].map((extension) =>
  join(tmpdir(), `client-types-${process.pid}.${extension}`),
) as [string, string];
try {
  writeFileSync(input, JSON.stringify(document));
  run(process.execPath, [
    join(folder, "node_modules", "openapi-typescript", "bin", "cli.js"),
    input,
    "--output",
    output,
  ]);
  const types = readFileSync(output, "utf8").replace(/^\/\*\*[\s\S]*?\*\/\s*/, "");
  writeFileSync(
    target,
    `/** Made from the contract by npm run client:types; not to be edited. ${digestOf(document)} */\n\n${types}`,
  );
  run(process.execPath, [
    fileURLToPath(new URL("../node_modules/@biomejs/biome/bin/biome", import.meta.url)),
    "format",
    "--write",
    target,
  ]);
  console.log("Wrote src/client/schema.ts.");
} finally {
  for (const file of [input, output]) rmSync(file, { force: true });
}
