import type { z } from "zod";
import type { CompanySearch } from "../../contract/company-search.ts";
import { isLocalId } from "../../contract/identifiers.ts";
import type { service } from "../../contract/service.ts";
import { CompanyFound } from "../../contract/thirdparties.ts";
import type { Company } from "../directory/company.ts";
import { isCalled, searchByName } from "../directory/name-search.ts";
import { numbersOf } from "../directory/numbers.ts";
import type { Lookup } from "../directory/reference-providers.ts";
import { describedTerritories } from "../directory/territories.ts";
import { keysOf, pick } from "../domain/fields.ts";
import { bodyViolation, invalid, isRefusal, type Refusal } from "../domain/refusal.ts";
import type { ThirdpartyRow } from "../domain/rows.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import { pageOf, reply } from "../sandbox/reply.ts";
import type { Filter } from "../store/filter.ts";
import { sliced } from "../store/time-slice.ts";
import { find } from "../world/find.ts";
import { addToPortfolio, findInPortfolio, referenceProviderFailure, resolveCompany } from "../world/operations.ts";
import type { World } from "../world/world.ts";
import { select } from "./paging.ts";

type Query = z.output<typeof service.thirdparties.list.query>;
type Search = Omit<z.output<typeof CompanySearch>, "countryCode"> & { countryCode?: string | undefined };

async function list({ query }: { query: Query }, { store }: World) {
  const where: Filter<ThirdpartyRow>[] = [
    ["name", "contains", query.name],
    ["siret", "=", query.siret],
    ["siren", "=", query.siren],
    ["status", "=", query.status],
    ["addressCountryCode", "=", query.countryCode],
    ["archived", "=", query.archived],
  ];
  return { status: 200 as const, ...(await select(store, "thirdparties", query, where)) };
}

/** The establishments of a French company; a company abroad is a single place. */
const placesOf = (company: Company): Company[] =>
  company.siren === null
    ? [company]
    : company.establishments.map((establishment) => ({
        ...company,
        ...pick(establishment, ["siret", "activityCode", "activityLabel", "addressPostCode", "addressCity"]),
        companyIdType: "CIT001",
        companyIdValue: establishment.siret as string,
      }));

const ofPlace = { headOffice: true, closed: true } as const;
const searchFields = { countryCode: true, ...ofPlace, alreadyInPortfolio: true, thirdpartyId: true } as const;
/** The fields that the records of the reference providers and the portfolio have in common with a search result. */
const companyFields = keysOf(CompanyFound.omit(searchFields));

/** Abroad the place of a company is its head office. */
const placeOf = ({ siret: own, establishments }: Company | ThirdpartyRow) =>
  establishments.find(({ siret, headOffice }) => (own === null ? headOffice : siret === own));

const found = (company: Company | ThirdpartyRow, thirdpartyId: number | null): CompanyFound => ({
  ...pick(company, companyFields),
  countryCode: company.addressCountryCode,
  headOffice: placeOf(company)?.headOffice ?? false,
  closed: placeOf(company)?.closed ?? false,
  alreadyInPortfolio: thirdpartyId !== null,
  thirdpartyId,
});

/** The portfolio's record prevails, because it may have changed since it was added. */
const foundAs = (company: Company, row: ThirdpartyRow | undefined): CompanyFound =>
  row ? found(row, row.thirdpartyId) : found(company, null);

/** The identity data of a third party in France that is unmanaged stand still while the register changes. */
const isBehind = ({ source, siret }: ThirdpartyRow): boolean => source === "UNMANAGED" && siret !== null;

/** A head office that has moved is known by its old number too: the place with the number in question is shown. */
const foundAt = (place: Company, row: ThirdpartyRow | undefined): CompanyFound =>
  row && (row.siret !== place.siret || isBehind(row))
    ? { ...found(place, row.thirdpartyId), source: row.source }
    : foundAs(place, row);

async function foundNow(world: World, row: ThirdpartyRow): Promise<CompanyFound> {
  const { siret, thirdpartyId } = row;
  const resolution = isBehind(row) && siret !== null && (await resolveCompany(world, { by: "SIRET", value: siret }));
  return resolution && "found" in resolution ? foundAt(resolution.found, row) : found(row, thirdpartyId);
}

/** The portfolio comes first, then companies of the directory that are not in it or bear another name there. */
async function byName(world: World, { value, countryCode }: Search, query: { page: number; size: number }) {
  const matches = isCalled(value, countryCode);
  const offset = query.page * query.size;
  const portfolio: ThirdpartyRow[] = [];
  for await (const row of sliced(await world.store.scan("thirdparties", { limit: Number.POSITIVE_INFINITY })))
    if (matches(row)) portfolio.push(row);
  const rows = portfolio.slice(offset, offset + query.size);
  const known = await Promise.all(
    searchByName(value, countryCode).map(async (company) => ({ company, row: await findInPortfolio(world, company) })),
  );
  const listed = known.filter(({ row }) => !row || !matches(row)).map(({ company, row }) => foundAs(company, row));
  const from = Math.max(0, offset - portfolio.length);
  const first = await Promise.all(rows.map((row) => foundNow(world, row)));
  return pageOf(
    [...first, ...listed.slice(from, from + query.size - rows.length)],
    query,
    portfolio.length + listed.length,
  );
}

function checkLocalId(countryCode: string, value: string): Refusal<400> | undefined {
  if (isLocalId(countryCode, value)) return undefined;
  const reason = `does not have the form of a registry number of ${countryCode}.`;
  const territory = describedTerritories.find(({ country }) => country === countryCode);
  const example = territory ? `, such as ${numbersOf(territory, 101).localId}` : "";
  const expected = `a registry number as ${countryCode} writes it${example}`;
  const violation = bodyViolation("/value", "INVALID_SEARCH", `/value ${reason}`, expected, value);
  return invalid("INVALID_SEARCH", `${value} ${reason}`, [violation]);
}

async function byIdentifier(
  world: World,
  { searchBy, value, countryCode }: Search,
): Promise<CompanyFound[] | Refusal<400 | 503 | 504>> {
  const refusal = searchBy === "LOCAL_ID" && countryCode ? checkLocalId(countryCode, value) : undefined;
  if (refusal) return refusal;
  const by = searchBy as Lookup["by"];
  const resolution = await resolveCompany(world, { by, value, countryCode });
  if ("provider" in resolution) return referenceProviderFailure(resolution.provider);
  if ("unknown" in resolution) return [];
  const company = resolution.found;
  if (countryCode && company.addressCountryCode !== countryCode) return [];
  const places = by === "SIREN" ? placesOf(company) : [company];
  return Promise.all(places.map(async (place) => foundAt(place, await findInPortfolio(world, place, by))));
}

export const thirdparties: Handlers<typeof service.thirdparties, World> = {
  list,
  search: list,
  async create({ body, caller }, world) {
    const outcome = await addToPortfolio(world, body, caller);
    if (isRefusal(outcome)) return outcome.refused;
    const Location = `/api/v1/account/${world.accountId}/thirdparties/${outcome.result.thirdpartyId}`;
    return { status: 201, body: outcome.result, headers: { Location } };
  },
  async find({ body, query }, world) {
    const search = { ...body, countryCode: body.countryCode ?? undefined };
    if (search.searchBy === "NAME") return { status: 200, body: await byName(world, search, query) };
    const companies = await byIdentifier(world, search);
    const start = query.page * query.size;
    return reply(companies, 200, (all) => pageOf(all.slice(start, start + query.size), query, all.length));
  },
  async get({ params }, { store }) {
    return reply(await find(store, "thirdparties", params.id), 200, (row) => row);
  },
};
