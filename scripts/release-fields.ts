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
