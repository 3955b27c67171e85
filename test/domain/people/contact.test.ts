import { expect, it } from "vitest";
import { chance } from "../../../src/directory/chance.ts";
import { contactOf } from "../../../src/domain/people/contact.ts";
import { suppliers } from "../../../src/domain/people/tempers.ts";
import type { ThirdpartyRow } from "../../../src/domain/rows.ts";

const head = { firstName: "Éva", lastName: "LE GALL-ROUX" };
const company = {
  ...{ name: "Béton & Fils", thirdpartyId: 7, siren: "123456789", addressCountryCode: "FR", executives: [head] },
} as unknown as ThirdpartyRow;
const eva = { email: "eva.le-gall-roux@beton-fils.example", firstName: "Éva", lastName: "Le Gall-Roux" };
const { headWorkforce: most } = suppliers;
const other = expect.not.stringContaining("Gall");

it.each<[string, Partial<ThirdpartyRow>, string[], object]>([
  ["the head where the number of its employees is not known", { workforce: null }, [], eva],
  ["the head of a small company", { workforce: most - 1 }, [], eva],
  ["somebody else of a large one", { workforce: most }, [], { email: /@beton-fils\.example$/, lastName: other }],
  ["somebody of a company without a head", { workforce: 1, executives: [] }, [], { lastName: other }],
  [
    "somebody else where one is known, at the same domain",
    { workforce: 1 },
    ["a@known.example"],
    { email: /@known\.example$/, lastName: other },
  ],
  [
    "at a domain with its number where the name has no letters",
    { workforce: 1, name: "東京" },
    [],
    { email: /^eva.*@company-7\.example$/ },
  ],
  [
    "with an address that says so where the names have no letters",
    { workforce: 1, executives: [{ firstName: "李", lastName: "王" }] as ThirdpartyRow["executives"] },
    [],
    { email: "contact@beton-fils.example" },
  ],
])("the contact of a company is %s", (_, more, known, { email = expect.anything(), ...names }: { email?: unknown }) => {
  const drawn = contactOf(
    { ...company, ...more },
    (...key) => chance(1, ...key),
    known.map((each) => ({ email: each })),
  );
  const address = email instanceof RegExp ? expect.stringMatching(email) : email;
  expect(drawn).toMatchObject({ ...names, email: address });
});
