import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The licences of the packages that a bundle has copies of: each must go with its copy. */
export function licencesOf(inputs: readonly string[]): string {
  const copied = new Set(inputs.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  const licences = [...copied].sort().map((name) => {
    const home = join("node_modules", name);
    const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
    const file = readdirSync(home).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} is bundled and has no licence that could go with it`);
    return `${name} ${version}\n\n${readFileSync(join(home, file), "utf8").trim()}\n`;
  });
  return licences.join(`\n${"-".repeat(80)}\n\n`);
}
