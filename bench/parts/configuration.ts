import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare, ratios } from "../compare.ts";
import { atLeast } from "../report.ts";
import { api, driven, list, read, sandbox, work } from "../servers.ts";
import { attributesOf, idsOf, writing } from "./requests.ts";

const entries = <T>(count: number, entry: (at: number) => readonly [code: string, value: T]) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => entry(at)));
const types = ["string", "boolean", "date", "decimal", "percentage"];

/** With what the base has, 60 attributes, 80 document types, 20 dossier types and 40 rules. */
export const largest = {
  format: "tiers-sandbox/configuration@1",
  attributes: entries(51, (at) => [`Attribut ${at}`, { type: types[at % types.length] }]),
  documentTypes: entries(41, (at) => [`PIECE_${at}`, { label: `Pièce ${at}`, months: 12 }]),
  dossierTypes: entries(12, (at) => {
    const documents = [0, 1, 2].map((nth) => `PIECE_${3 * at + nth}`);
    return [`TYPE_${at}`, { label: `Type ${at}`, months: 12, documents }];
  }),
  rules: entries(25, (at) => {
    const attributes = { [`Attribut ${5 * (at % 10) + 1}`]: { in: [true] } };
    const when = at % 2 === 0 ? { nafPrefixes: [String(10 + 3 * at)] } : { minAnnualAmount: 400_000, attributes };
    return [`X${at}`, { label: `Règle ${at}`, when, create: `TYPE_${at % 12}` }];
  }),
};

/** An account with the largest configuration against one with the default, on two servers. */
export async function configuration(node: string, major: number): Promise<void> {
  const file = join(work, "largest.json");
  writeFileSync(file, JSON.stringify(largest));
  const own = await driven(sandbox(node, `largest-${major}`, "default", list, ["--configuration", file]));
  const usual = await driven(sandbox(node, `usual-${major}`, "default"));
  const [ids = [], usualIds = []] = [await idsOf(own, "demo"), await idsOf(usual, "demo")];
  const one = `${api}/demo/thirdparties/${ids[0]}`;
  const shots = {
    "list of 20 third parties": [read(own, list), read(usual, list)],
    "one third party": [read(own, one), read(usual, one)],
    "durable write of an attribute": [
      writing(own.url, attributesOf("demo", ids)),
      writing(usual.url, attributesOf("demo", usualIds)),
    ],
  } as const;
  for (const [what, [ours, theirs]] of Object.entries(shots)) {
    const rates = await compare({ ours, theirs });
    const named = `${what}, the largest configuration, against the default`;
    atLeast(named, ratios(rates.ours, rates.theirs), 0.9, rates.theirs);
  }
}
