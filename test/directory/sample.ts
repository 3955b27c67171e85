import { chance } from "../../src/directory/chance.ts";
import type { Company } from "../../src/directory/company.ts";
import { sirenOf } from "../../src/directory/numbers.ts";
import { type Lookup, resolve } from "../../src/directory/reference-providers.ts";
import { territories } from "../../src/directory/territories.ts";

export function find(by: Lookup["by"], value: string, countryCode?: string): Company {
  const resolution = resolve({ by, value, countryCode });
  if (!("found" in resolution)) throw new Error(`${by} ${value}: ${JSON.stringify(resolution)}`);
  return resolution.found;
}

const all = (by: "SIREN" | "DUNS", values: string[]) =>
  values
    .map((value) => resolve({ by, value }))
    .flatMap((resolution) => ("found" in resolution ? [resolution.found] : []));

const draw = chance(7, "sample");

/** Companies drawn from all over the directory. */
export const french = all(
  "SIREN",
  Array.from({ length: 1200 }, (_, at) =>
    sirenOf(at % 2 ? `2199${1000 + draw.int(0, 8999)}` : String(draw.int(10_000_000, 99_999_999))),
  ),
);
export const international = all(
  "DUNS",
  Array.from(
    { length: 1200 },
    (_, at) =>
      `99${String((territories[at % territories.length]?.duns.from ?? 0) + draw.int(100, 9999)).padStart(7, "0")}`,
  ),
);
export const everywhere = [...french, ...international];
