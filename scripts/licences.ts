import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The licences of the packages that a bundle has copies of: each must go with its copy. */
export function licencesOf(inputs: readonly string[]): string {
  const copied = new Set(inputs.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  const licences = [...copied].sort().map((name) => {
    const home = join("node_modules", name);
    const described = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as Described;
    const file = readdirSync(home).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? statedLicence(name, described) : readFileSync(join(home, file), "utf8").trim();
    return `${name} ${described.version}\n\n${text}\n`;
  });
  return licences.join(`\n${"-".repeat(80)}\n\n`);
}

interface Described {
  version: string;
  license?: string;
  author?: string | { name: string };
}

/** Some packages name their licence in package.json and have no file of it. */
function statedLicence(name: string, { license, author = "its authors" }: Described): string {
  if (license !== "MIT") throw new Error(`${name} is bundled and has no licence that could go with it`);
  const [, permission] = readFileSync("LICENSE", "utf8").split(/^Copyright.*$/m);
  return `MIT License\n\nCopyright (c) ${typeof author === "string" ? author : author.name}${permission?.trimEnd()}`;
}
