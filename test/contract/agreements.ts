import fc from "fast-check";
import { expect } from "vitest";
import {
  compact,
  isLocalId,
  isSiren,
  isSiret,
  isVat,
  localIdPattern,
  vatPattern,
  vatPrefixes,
} from "../../contract/identifiers.ts";
import { forOracle, oracle, vatOracles } from "./oracles.ts";

/** Random identifiers on which the contract and an independent library must agree. */
export interface Agreement {
  about: string;
  values: fc.Arbitrary<string>;
  ours: (value: string) => boolean;
  theirs: (value: string) => boolean;
}

const alternatives = vatPattern.slice(4, -2).split(new RegExp(`\\|(?=(?:${vatPrefixes.join("|")})[^A-Z|]|ATU)`));
const formatOf = (prefix: string) => {
  const alternative = alternatives.find((source) => source.startsWith(prefix));
  if (!alternative) throw new Error(`no format for ${prefix}`);
  return new RegExp(`^${alternative}$`);
};

/** Numbers of the right shape with any last character, so that about a tenth are valid. */
const shaped = (prefix: string) =>
  fc
    .tuple(fc.stringMatching(formatOf(prefix)), fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    .map(([value, tail]) => {
      const neighbour = value.slice(0, -1) + tail;
      return formatOf(prefix).test(neighbour) ? neighbour : value;
    });

const siret = oracle("FR", "siret");
const siren = oracle("FR", "siren");
const knownSirens = fc.constantFrom("219966488", "356000000", "111222333", "732829320");
const french: Agreement[] = [
  {
    about: "every SIREN except all zeros",
    values: fc.stringMatching(/^\d{9}$/),
    ours: isSiren,
    theirs: (value) => value !== "000000000" && siren(value),
  },
  {
    about: "a SIRET, and requires a valid SIREN as well",
    values: fc.tuple(knownSirens, fc.stringMatching(/^\d{5}$/)).map((parts) => parts.join("")),
    ours: isSiret,
    theirs: (value) => isSiren(value.slice(0, 9)) && siret(value),
  },
];

const vatOracle = (prefix: string) => vatOracles[prefix] as (value: string) => boolean;
const vatOf = (prefix: string): Agreement => ({
  about: `every VAT number of the form of ${prefix}`,
  values: shaped(prefix),
  ours: isVat,
  theirs: (value) => vatOracle(prefix)(forOracle(value)),
});
const sirensOfVat = fc.constantFrom("219966488", "732829320", "399859412", "000005998", "000000000", "219966489");
const misplaced = /^ES(?:[ABEH].*[A-Z]|[PQSWNR].*\d)$/;
const vat: Agreement[] = [
  ...vatPrefixes.filter((prefix) => !["BG", "CZ", "ES", "FR", "LV"].includes(prefix)).map(vatOf),
  {
    about: "French VAT numbers, except nine zeros",
    values: fc.tuple(fc.stringMatching(/^[0-9A-HJ-NP-Z]{2}$/), sirensOfVat).map((parts) => `FR${parts.join("")}`),
    ours: isVat,
    theirs: (value) => vatOracle("FR")(value) && !value.endsWith("000000000"),
  },
  {
    about: "VAT numbers of Bulgarian companies",
    values: fc.stringMatching(/^BG[01239]\d{8}$/),
    ours: isVat,
    theirs: vatOracle("BG"),
  },
  {
    about: "VAT numbers of Czech companies",
    values: fc.stringMatching(/^CZ[0-8]\d{7}$/),
    ours: isVat,
    theirs: vatOracle("CZ"),
  },
  {
    about: "VAT numbers of Czech persons already born",
    values: fc.stringMatching(/^CZ[5-9]\d[05]\d[0-2]\d{5}$/).filter((value) => value >= "CZ54"),
    ours: isVat,
    theirs: vatOracle("CZ"),
  },
  {
    about: "Spanish VAT numbers, and requires a digit or a letter as the type asks",
    values: shaped("ES"),
    ours: isVat,
    theirs: (value) => vatOracle("ES")(forOracle(value)) && !misplaced.test(value),
  },
  {
    about: "VAT numbers of Latvian companies",
    values: fc.stringMatching(/^LV[4-9]\d{10}$/),
    ours: isVat,
    theirs: vatOracle("LV"),
  },
  {
    about: "VAT numbers of Latvian persons already born",
    values: fc.stringMatching(/^LV[0-2]\d0\d\d\d[01]\d{4}$/),
    ours: isVat,
    theirs: vatOracle("LV"),
  },
];

const registryOf = ([country, number]: readonly [string, string]): Agreement => {
  const check = oracle(country, number);
  return {
    about: `registry numbers of ${country}`,
    values: fc.stringMatching(new RegExp(localIdPattern(country))),
    ours: (value) => isLocalId(country, value),
    theirs: (value) => check(compact(value)),
  };
};
const registry: Agreement[] = [
  ...(
    [
      ["BE", "vat"],
      ["CH", "uid"],
      ["DK", "cvr"],
      ["PT", "nipc"],
      ["SE", "orgnr"],
    ] as const
  ).map(registryOf),
  {
    about: "a Polish REGON",
    values: fc.stringMatching(/^(\d{9}|\d{14})$/),
    ours: (value) => isLocalId("PL", value),
    theirs: oracle("PL", "regon"),
  },
];

export const agreements = [...french, ...vat, ...registry];

/** Fails with the first value on which the two verdicts differ, and when all verdicts are the same. */
export function expectAgreement({ values, ours, theirs }: Agreement, numRuns: number): void {
  const verdicts = new Set<boolean>();
  fc.assert(
    fc.property(values, (value) => {
      verdicts.add(ours(value));
      expect(ours(value), value).toBe(theirs(value));
    }),
    { numRuns },
  );
  expect(verdicts).toEqual(new Set([true, false]));
}
