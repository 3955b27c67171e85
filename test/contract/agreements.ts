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
import { isVatByOracle, oracle, vatOracles } from "./oracles.ts";

type Verdict = (value: string) => boolean;
/** Random identifiers on which the contract and an independent library must agree. */
type Agreement = [about: string, values: fc.Arbitrary<string>, ours: Verdict, theirs: Verdict];

const alternatives = vatPattern.slice(4, -2).split(new RegExp(`\\|(?=(?:${vatPrefixes.join("|")})[^A-Z|]|ATU)`));
/** Numbers of the right shape with any last character, so that about a tenth are valid. */
function shaped(prefix: string): fc.Arbitrary<string> {
  const alternative = alternatives.find((source) => source.startsWith(prefix));
  if (!alternative) throw new Error(`no format for ${prefix}`);
  const format = new RegExp(`^${alternative}$`);
  const tails = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return fc.tuple(fc.stringMatching(format), tails).map(([value, tail]) => {
    const neighbour = value.slice(0, -1) + tail;
    return format.test(neighbour) ? neighbour : value;
  });
}

const siret = oracle("FR", "siret");
const siren = oracle("FR", "siren");
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(""));
const knownSirens = fc.constantFrom("219966488", "356000000", "111222333", "732829320");
const sirensOfVat = fc.constantFrom("219966488", "732829320", "399859412", "000005998", "000000000", "219966489");
const anySiren = fc.stringMatching(/^\d{9}$/);
const sirets = joined(knownSirens, fc.stringMatching(/^\d{5}$/));
const vats = joined(fc.stringMatching(/^FR[0-9A-HJ-NP-Z]{2}$/), sirensOfVat);
const french: Agreement[] = [
  ["every SIREN except all zeros", anySiren, isSiren, (value) => value !== "000000000" && siren(value)],
  ["a SIRET with a valid SIREN", sirets, isSiret, (value) => isSiren(value.slice(0, 9)) && siret(value)],
  ["French VAT numbers, except nine zeros", vats, isVat, isVatByOracle],
];

const shapedVat = vatPrefixes
  .filter((prefix) => !["BG", "CZ", "FR", "LV"].includes(prefix))
  .map((prefix): Agreement => [`VAT numbers of the form of ${prefix}`, shaped(prefix), isVat, isVatByOracle]);
/** Of persons, the library knows those that are already born. */
const companiesAndPersons = (
  [
    ["Bulgarian companies", /^BG[01239]\d{8}$/],
    ["Czech companies", /^CZ[0-8]\d{7}$/],
    ["Czech persons already born", /^CZ(?:5[4-9]|[6-9]\d)[05]\d[0-2]\d{5}$/],
    ["Latvian companies", /^LV[4-9]\d{10}$/],
    ["Latvian persons already born", /^LV[0-2]\d0\d\d\d[01]\d{4}$/],
  ] as const
).map(([whose, form]): Agreement => {
  const theirs: Verdict = (value) => vatOracles[value.slice(0, 2)]?.(value) ?? false;
  return [`VAT numbers of ${whose}`, fc.stringMatching(form), isVat, theirs];
});
const registry = ["BE vat", "CH uid", "DK cvr", "PT nipc", "SE orgnr", "PL regon"].map((name): Agreement => {
  const [country = "", number = ""] = name.split(" ");
  const check = oracle(country, number);
  const form = number === "regon" ? /^(\d{9}|\d{14})$/ : new RegExp(localIdPattern(country));
  const ours: Verdict = (value) => isLocalId(country, value);
  return [`registry numbers of ${country}`, fc.stringMatching(form), ours, (value) => check(compact(value))];
});

export const agreements = [...french, ...shapedVat, ...companiesAndPersons, ...registry];

/** Fails with the first value on which the two verdicts differ, and when all verdicts are the same. */
export function expectAgreement(_about: string, values: fc.Arbitrary<string>, ours: Verdict, theirs: Verdict): void {
  const verdicts = new Set<boolean>();
  fc.assert(
    fc.property(values, (value) => {
      verdicts.add(ours(value));
      expect(ours(value), value).toBe(theirs(value));
    }),
    { numRuns: 200 },
  );
  expect(verdicts).toEqual(new Set([true, false]));
}
