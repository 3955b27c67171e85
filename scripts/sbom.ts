import { readFileSync } from "node:fs";

interface Package {
  name: string;
  SPDXID: string;
  versionInfo: string;
}
interface Document {
  packages: Package[];
  relationships: { spdxElementId: string; relatedSpdxElement: string; relationshipType: string }[];
}

/** The packages that the bundles have copies of, as their lists of licences name them. */
const copied = ["dist/LICENCES.txt", "dist/console/LICENCES.txt"];
const copiedIn = (path: string) =>
  readFileSync(path, "utf8")
    .split(/^-{80}\n\n/m)
    .map((section) => section.split("\n")[0] as string);

/** What npm installs with the package, and what its bundles contain: to npm those are tools that the project needs. */
export function billOfMaterials(whole: Document, installed: Document): Document {
  const root = installed.packages[0]?.SPDXID as string;
  const contained = [...new Set(copied.flatMap(copiedIn))].map((line) => {
    const found = whole.packages.find(({ name, versionInfo }) => `${name} ${versionInfo}` === line);
    if (found === undefined) throw new Error(`npm sbom does not name ${line}, which is in a bundle`);
    return found;
  });
  const contains = contained.map(({ SPDXID: relatedSpdxElement }) => ({
    ...{ spdxElementId: root, relatedSpdxElement },
    relationshipType: "CONTAINS",
  }));
  return {
    ...installed,
    packages: [...new Map([...installed.packages, ...contained].map((each) => [each.SPDXID, each])).values()],
    relationships: [...installed.relationships, ...contains],
  };
}
