import type { z } from "zod";
import { isLocalId } from "../../contract/identifiers.ts";
import type { service } from "../../contract/service.ts";
import { CompanyFound } from "../../contract/thirdparties.ts";
import type { Company } from "../directory/company.ts";
import { isCalled, searchByName } from "../directory/name-search.ts";
import type { Lookup } from "../directory/reference-providers.ts";
import { keysOf, pick } from "../domain/fields.ts";
import { bodyViolation, invalid, isRefusal, type Refusal } from "../domain/refusal.ts";
import type { ThirdpartyRow } from "../domain/rows.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import type { Filter } from "../store/filter.ts";
import { lostThirdparty } from "../world/not-found.ts";
import { add, alreadyThere, lookUp, providerFailure } from "../world/operations.ts";
import type { World } from "../world/world.ts";
import { pageOf, select } from "./paging.ts";

interface Filters {
  name?: string | undefined;
  siret?: string | undefined;
  siren?: string | undefined;
  status?: ThirdpartyRow["status"] | undefined;
  countryCode?: string | undefined;
  archived?: boolean | undefined;
}
const filtersOf = ({ name, siret, siren, status, countryCode, archived }: Filters): Filter<ThirdpartyRow>[] => [
  ["name", "contains", name],
  ["siret", "=", siret],
  ["siren", "=", siren],
  ["status", "=", status],
  ["addressCountryCode", "=", countryCode],
  ["archived", "=", archived],
];

/** One row for each establishment of a French company; abroad the company itself. */
const placesOf = (company: Company): Company[] =>
  company.siren === null
    ? [company]
    : company.establishments.map(({ siret, activityCode, activityLabel, addressPostCode, addressCity }) => ({
        ...company,
        siret,
        activityCode,
        activityLabel,
        addressPostCode,
        addressCity,
        companyIdType: "CIT001",
        companyIdValue: siret as string,
      }));

const foundFields = keysOf(CompanyFound);
const isHeadOffice = ({ siret: own, establishments }: Company | ThirdpartyRow) =>
  own === null || establishments.some(({ siret, headOffice }) => headOffice && siret === own);

/** A company as a search shows it: the records of the reference provider and of the portfolio have the same names. */
const found = (company: Company | ThirdpartyRow, thirdpartyId: number | null): CompanyFound => {
  const countryCode = company.addressCountryCode;
  const more = { headOffice: isHeadOffice(company), alreadyInPortfolio: thirdpartyId !== null, thirdpartyId };
  return pick({ ...company, countryCode, ...more }, foundFields);
};

const inPortfolio = (row: ThirdpartyRow) => found(row, row.thirdpartyId);

/** What is in the portfolio is shown as it is there, because it may have changed since it was added. */
const foundAs = (company: Company, row: ThirdpartyRow | undefined): CompanyFound =>
  row ? inPortfolio(row) : found(company, null);

/** A seat that has moved is in the portfolio under the number that it left, too: the place with that number is shown. */
const foundAt = (place: Company, row: ThirdpartyRow | undefined): CompanyFound =>
  row && row.siret !== place.siret ? found(place, row.thirdpartyId) : foundAs(place, row);

type Search = z.output<(typeof service.thirdparties.find)["body"]>;
type Page = z.output<(typeof service.thirdparties.find)["query"]>;

/** By name: the portfolio first, then what the directory knows beside it, and under names that are not borne any more. */
async function byName(world: World, { value, countryCode }: Search, query: Page) {
  const matches = isCalled(value, countryCode);
  const offset = query.page * query.size;
  const portfolio = (await world.store.scan("thirdparties", { limit: Number.POSITIVE_INFINITY })).filter(matches);
  const rows = portfolio.slice(offset, offset + query.size);
  const known = await Promise.all(
    searchByName(value, countryCode).map(async (company) => ({ company, row: await alreadyThere(world, company) })),
  );
  const listed = known.filter(({ row }) => !row || !matches(row)).map(({ company, row }) => foundAs(company, row));
  const from = Math.max(0, offset - portfolio.length);
  return pageOf(
    [...rows.map(inPortfolio), ...listed.slice(from, from + query.size - rows.length)],
    query,
    portfolio.length + listed.length,
  );
}

async function byIdentifier(
  world: World,
  { searchBy, value, countryCode }: Search,
): Promise<CompanyFound[] | Refusal<400 | 503 | 504>> {
  if (searchBy === "LOCAL_ID" && countryCode && !isLocalId(countryCode, value))
    return invalid("INVALID_SEARCH", `${value} does not have the form of a registry number of ${countryCode}.`, [
      bodyViolation(
        "/value",
        "INVALID_SEARCH",
        `/value does not have the form of a registry number of ${countryCode}.`,
        `a registry number as ${countryCode} writes it`,
        value,
      ),
    ]);
  const resolution = await lookUp(world, { by: searchBy as "SIREN", value, countryCode });
  if ("provider" in resolution) return providerFailure(resolution.provider);
  if ("unknown" in resolution) return [];
  const company = resolution.found;
  if (countryCode && company.addressCountryCode !== countryCode) return [];
  const places = searchBy === "SIREN" ? placesOf(company) : [company];
  return Promise.all(
    places.map(async (place) => foundAt(place, await alreadyThere(world, place, searchBy as Lookup["by"]))),
  );
}

export const thirdparties: Handlers<typeof service.thirdparties, World> = {
  async list({ query }, { store }) {
    return { status: 200, body: await select(store, "thirdparties", query, filtersOf(query)) };
  },
  async create({ body, caller }, world) {
    const outcome = await add(world, body, caller);
    return isRefusal(outcome)
      ? outcome.refused
      : {
          status: 201,
          body: outcome.result,
          headers: { Location: `/api/v1/account/${world.accountId}/thirdparties/${outcome.result.thirdpartyId}` },
        };
  },
  async search({ query }, { store }) {
    return { status: 200, body: await select(store, "thirdparties", query, filtersOf(query)) };
  },
  async find({ body, query }, world) {
    if (body.searchBy === "NAME") return { status: 200, body: await byName(world, body, query) };
    const found = await byIdentifier(world, body);
    if (isRefusal(found)) return found.refused;
    const start = query.page * query.size;
    return { status: 200, body: pageOf(found.slice(start, start + query.size), query, found.length) };
  },
  async get({ params }, { store }) {
    const row = await store.get("thirdparties", params.id);
    return row ? { status: 200, body: row } : (await lostThirdparty(store, params.id)).refused;
  },
};
