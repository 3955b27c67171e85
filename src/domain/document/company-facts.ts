import { z } from "zod";
import { bankOf } from "../../directory/banks.ts";
import { type Chance, chance } from "../../directory/chance.ts";
import { readFixture } from "../../directory/fixtures.ts";
import { territories } from "../../directory/territories.ts";
import { wordsIn } from "../accents.ts";
import type { Draw, FormField } from "../configuration.ts";
import { frenchDay, parse } from "../time.ts";
import type { Drawer, Respondent } from "./drawer.ts";

/** What a company writes into a form of an account's own. */

type Fact = NonNullable<Draw["fact"]>;

const ibanOf = ({ iban, bank, outcome }: Drawer): string => {
  const own = iban ?? bank?.iban ?? "";
  return outcome === "invalid" ? withSwappedDigits(own) : own;
};

const emailOf = ({ signatory, name, contact }: Drawer): string =>
  contact?.email ?? `${slug(signatory.name, ".")}@${slug(name, "-")}.example`;

const facts: Record<Fact, (drawer: Drawer) => string> = {
  name: ({ name }) => name,
  siren: ({ siren, localId }) => siren ?? localId ?? "",
  siret: ({ siret, localId, duns }) => siret ?? localId ?? duns ?? "",
  vat: ({ tva }) => tva ?? "",
  legalForm: ({ legalCategoryLabel }) => legalCategoryLabel ?? "",
  activityCode: ({ activityCode }) => activityCode ?? "",
  address: ({ addressLine1, addressPostCode, addressCity }) =>
    [addressLine1, [addressPostCode, addressCity].filter(Boolean).join(" ")].filter(Boolean).join(", "),
  city: ({ addressCity }) => addressCity ?? "",
  country: ({ addressCountryCode }) => addressCountryCode,
  foundingDate: ({ dateCreation, today }) => frenchDay(parse(dateCreation ?? today)),
  workforce: ({ workforce }) => String(workforce ?? 0),
  turnover: (drawer) => String(inEuros(drawer)),
  executive: ({ signatory }) => signatory.name,
  executiveRole: ({ signatory }) => signatory.role,
  email: emailOf,
  // A contact keeps its number.
  telephone: (drawer) =>
    telephone(drawer.addressCountryCode, drawer.addressPostCode, chance(0, "telephone", emailOf(drawer))),
  iban: ibanOf,
  bic: ({ iban, bank }) => bankOf(iban ?? bank?.iban ?? "")?.bic ?? "",
  bank: ({ iban, bank }) => bankOf(iban ?? bank?.iban ?? "")?.bankName ?? "",
  accountHolder: ({ bank, name }) => bank?.holder ?? name,
  today: ({ today }) => frenchDay(parse(today)),
};
export const factOf = (fact: Fact, drawer: Drawer): string => facts[fact](drawer);

/** The facts that the words of a title ask for. */
const wordsOfFacts: readonly [RegExp, Fact][] = [
  [/\bsiret\b/i, "siret"],
  [/\bsiren\b/i, "siren"],
  [/\btva\b|\bvat\b/i, "vat"],
  [/e-?mail|courriel/i, "email"],
  [/t[ée]l[ée]phone|mobile/i, "telephone"],
  [/raison sociale|nom de (l'entreprise|la soci[ée]t[ée])/i, "name"],
  [/\badresse\b/i, "address"],
  [/\bville\b/i, "city"],
  [/\bpays\b/i, "country"],
  [/\bbic\b|swift/i, "bic"],
  [/titulaire/i, "accountHolder"],
  [/qualit[ée]|fonction/i, "executiveRole"],
  [/signataire|repr[ée]sentant|contact|nom du|responsable/i, "executive"],
];
const texts = ["Conforme", "Oui, sur l'ensemble des sites", "En cours de mise à jour", "Sans objet", "Voir annexe"];

/** A value of a field that names no way to make it up: by its type, and by the words of its title. */
export function usualValue({ type, title }: FormField, drawer: Drawer): string {
  const { chance, employees, past } = drawer;
  if (type === "iban") return ibanOf(drawer);
  if (type === "boolean") return chance.pick(["true", "true", "false"]);
  if (type === "date") return /cr[ée]ation/i.test(title) ? factOf("foundingDate", drawer) : past(700, 10);
  if (type === "number") {
    if (/effectif|salari[ée]s|employ/i.test(title)) return String(employees);
    if (/chiffre d'affaires|turnover/i.test(title)) return factOf("turnover", drawer);
    const isShare = /taux|part |%|pour cent/i.test(title);
    return drawer.number(0, isShare ? 100 : 40);
  }
  const [, fact] = wordsOfFacts.find(([words]) => words.test(title)) ?? [];
  return fact ? factOf(fact, drawer) : chance.pick(texts);
}

export function inEuros({ turnover, turnoverCurrency }: Pick<Respondent, "turnover" | "turnoverCurrency">): number {
  const rate = territories.find(({ currency }) => currency === turnoverCurrency)?.rate ?? 1;
  return Math.round((turnover ?? 0) / rate);
}

/**
 * Numbers of the countries, with `#` for a free digit, or the prefix alone; and those of France by the departments of
 * an area, without the prefix of the country.
 */
const dialing = readFixture(
  "dialing.json",
  z.strictObject({ countries: z.record(z.string(), z.string()), french: z.record(z.string(), z.string()) }),
);

function shapeOf(country: string, postCode: string | null): string {
  const isHere = ([, departments]: [string, string]) => departments.split(" ").some((one) => postCode?.startsWith(one));
  const area = country === "FR" ? Object.entries(dialing.french).find(isHere) : undefined;
  return area ? `33 ${area[0]}` : (dialing.countries[country] ?? "33");
}

/** Some numbering plans reserve ranges for fiction; elsewhere the number is only unlikely. */
export function telephone(country: string, postCode: string | null, chance: Chance): string {
  const shape = shapeOf(country, postCode);
  return `+${shape.includes("#") ? shape : `${shape} 55 50 ####`}`.replace(/#/g, () => chance.digits(1));
}

/** Swaps the last two digits that differ: the check digits catch it, and the bank code stays. */
export function withSwappedDigits(iban: string): string {
  const at = [...iban].findLastIndex(
    (sign, index) => index >= 4 && /\d\d/.test(sign + iban[index + 1]) && sign !== iban[index + 1],
  );
  if (at < 0) return iban;
  return iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2);
}

export function slug(text: string, joint: string): string {
  const words = wordsIn(text, /[a-z0-9]+/g);
  return (words.join(joint) || "contact").slice(0, 60);
}
