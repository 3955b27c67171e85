import type { Company } from "./company.ts";
import { fixedSirens, frenchCompany, legalForms } from "./french.ts";
import { internationalCompany } from "./international.ts";
import { sirenOf } from "./numbers.ts";
import { searchKey } from "./search-key.ts";
import { describedTerritories } from "./territories.ts";

let listed: readonly Company[] | undefined;

/** The companies that a search by name finds: a few hundred, always the same. */
export function directory(): readonly Company[] {
  listed ??= drawDirectory();
  return listed;
}

function drawDirectory(): Company[] {
  const drawn = Array.from({ length: 190 }, (_, at) => sirenOf(`2199${1000 + at * 47}`));
  const sirens = [...new Set([...fixedSirens, ...drawn])];
  const serials = [101, 202, 303, 404];
  return [
    ...sirens.map((siren) => frenchCompany(siren)),
    ...describedTerritories.flatMap((territory) => serials.map((serial) => internationalCompany(territory, serial))),
  ];
}

const forms = new Set(
  [...legalForms, ...describedTerritories.flatMap((territory) => territory.forms)].map(({ form }) => searchKey(form)),
);
const formPatterns = [...forms]
  .sort((a, b) => b.length - a.length)
  .map((form) => Array.from(form.replaceAll(" ", "")).join(" ?"));
const anyForm = new RegExp(`(?<![^ ])(?:${formPatterns.join("|")})(?![^ ])`, "g");

const withoutForm = (name: string) => searchKey(name).replace(anyForm, " ").replace(/ +/g, " ").trim();

/** Tests whether a name contains the query, legal forms left aside unless the query is nothing but one. */
export function isCalled(query: string, countryCode?: string) {
  const wanted = withoutForm(query) || searchKey(query);
  return ({ name, addressCountryCode }: Pick<Company, "name" | "addressCountryCode">): boolean =>
    wanted !== "" && (!countryCode || addressCountryCode === countryCode) && withoutForm(name).includes(wanted);
}

export const searchByName = (query: string, countryCode?: string): Company[] =>
  directory().filter(isCalled(query, countryCode));
