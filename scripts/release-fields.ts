/** The part of package.json that a registry shows and checks. */
export interface Manifest {
  repository?: string | { type?: string; url?: string };
  homepage?: string;
  bugs?: string | { url?: string };
}

const urlOf = (field: string | { url?: string } | undefined) => (typeof field === "string" ? field : field?.url) ?? "";
const why = {
  repository: "npm checks the provenance by it, and resolves the links and pictures of the README through it",
  homepage: "the registry's page leads there",
  bugs: "it is where users report a fault",
};

/** What to set in package.json before an upload, a sentence each; `built` is the OWNER/NAME whose workflow uploads. */
export function missingFields(manifest: Manifest, built = ""): string[] {
  const names = Object.keys(why) as (keyof typeof why)[];
  const unset = names.filter((name) => urlOf(manifest[name]) === "");
  const other = !unset.includes("repository") && !urlOf(manifest.repository).includes(built);
  return [
    ...unset.map((name) => `package.json needs "${name}": ${why[name]}.`),
    ...(other ? [`"repository" of package.json must be ${built}, whose workflow makes this release.`] : []),
  ];
}

/** The first block of the README installs from a registry once the package can be there, and never before. */
export function installFaults({ repository }: Manifest, readme: string): string[] {
  const [, first = ""] = /```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const installs = /\bnpm (?:i|install|add)\b.* tiers-sandbox(?![\w.-])/;
  if (urlOf(repository) === "") {
    if (!installs.test(readme)) return [];
    return ["The README installs tiers-sandbox from a registry, where without a repository there is none of ours."];
  }
  if (first.startsWith("npm i -D tiers-sandbox")) return [];
  return ["The first block of README.md must begin with `npm i -D tiers-sandbox`."];
}
