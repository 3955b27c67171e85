import { discriminatedUnion, object, strictObject, union, z } from "zod";
import { assumedFields, assumedObject } from "./assumptions.ts";
import { CompanySearch } from "./company-search.ts";
import type { Endpoint } from "./endpoint.ts";
import { account, guarded, guardedWrite, PageQuery, pageOf, params } from "./endpoint-parts.ts";
import { searchByEvent, withEventFilter } from "./events.ts";
import { page, year2026 } from "./examples/cases.ts";
import * as shown from "./examples/thirdparties.ts";
import { Duns, Siren, Siret, Vat } from "./identities.ts";
import { choice } from "./named.ts";
import {
  AccountId,
  Count,
  CountryCode,
  DateTime,
  Day,
  Duplicate,
  Email,
  Id,
  Problem,
  ShortText,
  text,
  yesOrNo,
} from "./shared.ts";

export const CompanyIdType = choice(
  "CompanyIdType",
  ["CIT001", "CIT002", "CIT003"],
  "CIT001 SIRET · CIT002 intra-community VAT number · CIT003 DUNS.",
);
export const ThirdpartyStatus = choice(
  "ThirdpartyStatus",
  ["ACTIVE", "COLLECTIVE_PROCEDURE", "STRUCK_OFF"],
  "Active, in collective procedure, struck off.",
  "thirdparty-transitions",
);
export const Source = choice(
  "Source",
  ["FR_REFERENCE", "INTL_REFERENCE", "UNMANAGED"],
  "The reference provider that the identity comes from; the identity of an unmanaged third party stands still, and a " +
    "search in the directory shows the company as its register has it.",
);

export const Executive = assumedObject("thirdparty-fields", {
  lastName: ShortText,
  firstName: ShortText,
  role: ShortText,
  since: Day,
}).meta({ id: "Executive", description: "A person who heads the company." });

export const Establishment = assumedObject("thirdparty-fields", {
  siret: Siret.nullable(),
  headOffice: z.boolean(),
  // The default is for rows that were stored before there was such a field.
  closed: z.boolean().default(false).meta({ description: "No longer in use, as a head office that has moved." }),
  activityCode: ShortText.nullable(),
  activityLabel: ShortText.nullable(),
  addressLine1: ShortText,
  addressPostCode: ShortText.nullable(),
  addressCity: ShortText,
  addressCountryCode: CountryCode,
}).meta({ id: "Establishment", description: "A place of the company; the head office comes first." });

export const CollectiveProcedure = assumedObject("thirdparty-fields", {
  type: ShortText,
  openingDate: Day,
  court: ShortText,
}).meta({ id: "CollectiveProcedure", description: "An insolvency procedure that is open." });

const word = ShortText.nullable();
const numbers = { siren: Siren.nullable(), siret: Siret.nullable(), tva: Vat.nullable(), duns: Duns.nullable() };
const identity = assumedFields("thirdparty-fields", {
  accountId: AccountId,
  companyIdType: CompanyIdType,
  companyIdValue: ShortText,
  thirdpartyCode: word.meta({ description: "The client's own reference." }),
  name: ShortText,
  acronym: word,
  ...numbers,
  localId: word.meta({ description: "Registry number outside France." }),
  legalCategoryCode: word,
  legalCategoryLabel: word,
  activityCode: word.meta({ description: "NAF rév. 2, without a dot." }),
  activityLabel: word,
  ceo: word,
  workforce: Count.nullable().meta({
    description: "Employees as last published; a procedure or a strike-off does not change the number.",
  }),
  workforceRangeCode: word,
  workforceRangeLabel: word,
  capital: Count.nullable(),
  capitalCurrency: word,
  turnover: Count.nullable(),
  turnoverCurrency: word,
  lastBalanceSheetDate: Day.nullable(),
  dateCreation: Day.nullable().meta({ description: "When the company was founded." }),
  addressLine1: word,
  addressLine2: word,
  addressPostCode: word,
  addressCity: word,
  addressCountryCode: CountryCode,
  status: ThirdpartyStatus,
  collectiveProcedure: union([CollectiveProcedure, z.null()]),
  archived: z.boolean(),
  archivedDate: DateTime.nullable(),
  source: Source,
  creationDate: DateTime.meta({ description: "When it joined the portfolio." }),
  lastUpdateDate: DateTime.meta({
    description:
      "When the record last changed: identity, status, code, source, archiving, or what the client keeps on it. " +
      "Attributes, indicators, dossiers and comments do not move it; filter by their events instead.",
  }),
});

export const Thirdparty = object({ thirdpartyId: Id, ...identity }).meta({
  id: "Thirdparty",
  description: "A third party of the portfolio.",
});
export type Thirdparty = z.output<typeof Thirdparty>;

export const ThirdpartyDetail = Thirdparty.extend(
  assumedFields("thirdparty-fields", { executives: z.array(Executive), establishments: z.array(Establishment) }),
).meta({ id: "ThirdpartyDetail", description: "A third party with its executives and establishments." });
export type ThirdpartyDetail = z.output<typeof ThirdpartyDetail>;

export const CompanyFound = assumedObject("response-shapes", {
  name: ShortText,
  countryCode: CountryCode,
  ...numbers,
  localId: word,
  companyIdType: CompanyIdType,
  companyIdValue: ShortText.meta({ description: "Ready to post to the portfolio." }),
  activityCode: word,
  activityLabel: word,
  addressPostCode: word,
  addressCity: word,
  status: ThirdpartyStatus,
  headOffice: z.boolean(),
  closed: z.boolean().meta({ description: "The establishment is no longer in use." }),
  source: Source,
  alreadyInPortfolio: z.boolean(),
  thirdpartyId: Id.nullable(),
}).meta({ id: "CompanyFound", description: "A company that a reference provider knows." });
export type CompanyFound = z.output<typeof CompanyFound>;

const NewContact = strictObject(
  assumedFields("thirdparty-creation", { email: Email, firstName: ShortText, lastName: ShortText }),
).meta({ id: "NewContact", description: "A person of the third party, to be invited." });

export const newThirdparty = <T extends string, V extends z.ZodType>(
  type: T,
  value: V,
  id: string,
  description: string,
) =>
  strictObject(
    assumedFields("thirdparty-creation", {
      companyIdType: z.literal(type),
      companyIdValue: value,
      thirdpartyCode: ShortText.nullish(),
      contacts: z.array(NewContact).max(20).optional(),
    }),
  ).meta({ id, description });

export const NewThirdparty = discriminatedUnion("companyIdType", [
  newThirdparty("CIT001", Siret, "NewThirdpartyBySiret", "By SIRET: French companies."),
  newThirdparty("CIT002", Vat, "NewThirdpartyByVat", "By VAT number: companies of the European Union."),
  newThirdparty("CIT003", Duns, "NewThirdpartyByDuns", "By DUNS: companies of any country."),
]).meta({ id: "NewThirdparty", description: "A company to add, by a legal identifier." });

export const ThirdpartyPage = pageOf("ThirdpartyPage", Thirdparty);
export const CompanyPage = pageOf("CompanyPage", CompanyFound);

const filters = assumedFields("list-filters", {
  name: text(200, 1).optional().meta({ description: "Contained in the name, whatever case or accents." }),
  siret: Siret.optional().meta({ description: "The third party with exactly this SIRET." }),
  siren: Siren.optional().meta({ description: "All third parties of the company with this SIREN." }),
  status: ThirdpartyStatus.optional().meta({
    description: "Third parties whose company has this status now.",
  }),
  countryCode: CountryCode.optional().meta({
    description: "Third parties with an address in this country, by ISO 3166-1 alpha-2.",
  }),
  archived: yesOrNo.optional().meta({
    description: "true lists archived third parties alone, false all others; without it both are listed.",
  }),
});

export const thirdparties = {
  list: {
    method: "get",
    path: `${account}/thirdparties`,
    summary: "List the third parties of the portfolio",
    description: "Paged, ordered by id. Filters combine with each other and with the event filter.",
    params: params.account,
    query: withEventFilter("THIRD_PARTY", { ...PageQuery, ...filters }),
    responses: { 200: ThirdpartyPage, ...guarded },
    examples: {
      success: { summary: "The first page", query: { page: 0, size: 20 }, response: page([shown.novalune]) },
    },
  },
  create: {
    method: "post",
    path: `${account}/thirdparties`,
    summary: "Add a third party by a legal identifier",
    description:
      "The identity is retrieved from the reference provider, rules are evaluated, and dossiers open. " +
      "Any identifier with right check digits names a company.",
    params: params.account,
    body: NewThirdparty,
    responses: { 201: ThirdpartyDetail, 404: Problem, 409: Duplicate, 503: Problem, 504: Problem, ...guardedWrite },
    examples: {
      success: {
        summary: "By SIRET (CIT001)",
        body: { companyIdType: "CIT001", companyIdValue: "21997305400014" },
        response: shown.addedBySiret,
      },
      vat: {
        summary: "By VAT number (CIT002)",
        body: { companyIdType: "CIT002", companyIdValue: "DE999001028", thirdpartyCode: "FRN-000142" },
        response: shown.addedByVat,
      },
      duns: {
        summary: "By DUNS (CIT003), with a contact to invite",
        body: {
          companyIdType: "CIT003",
          companyIdValue: "990200103",
          contacts: [{ email: "jana.weiss@meranfeld.example", firstName: "Jana", lastName: "Weiss" }],
        },
        response: shown.addedByDuns,
      },
    },
    links: {
      identity: { operation: "thirdparties.get", parameters: { id: "/thirdpartyId" } },
      attributes: { operation: "attributes.list", parameters: { id: "/thirdpartyId" } },
      indicators: { operation: "indicators.list", parameters: { id: "/thirdpartyId" } },
      dossiers: { operation: "dossiers.ofThirdparty", parameters: { id: "/thirdpartyId" } },
    },
    assumes: ["thirdparty-creation", "reference-providers", "event-causes"],
  },
  search: {
    method: "get",
    path: `${account}/thirdparties/search`,
    summary: "Find third parties by what happened to them",
    description: "Third parties with at least one of the named events in the range.",
    params: params.account,
    query: searchByEvent("THIRD_PARTY", { ...PageQuery, ...filters }),
    responses: { 200: ThirdpartyPage, ...guarded },
    examples: {
      success: {
        summary: "Added in 2026",
        query: { eventNames: "THIRD_PARTY_ADDED,THIRD_PARTY_UPDATED", ...year2026 },
        response: page([shown.novalune]),
      },
    },
  },
  find: {
    method: "post",
    path: `${account}/thirdparties/search`,
    summary: "Search for a company before adding it",
    description:
      "Asks the reference providers: one for France, one for the rest of the world; by name, also the portfolio.",
    params: params.account,
    query: object(PageQuery),
    body: CompanySearch,
    responses: { 200: CompanyPage, 503: Problem, 504: Problem, ...guardedWrite },
    examples: {
      success: { summary: "By name", body: { searchBy: "NAME", value: "novalune" }, response: page([shown.found]) },
      siret: {
        summary: "By SIRET",
        body: { countryCode: "FR", searchBy: "SIRET", value: "21996648800021" },
        response: page([shown.found]),
      },
      siren: {
        summary: "By SIREN: every establishment",
        body: { countryCode: "FR", searchBy: "SIREN", value: "219966488" },
        response: page([shown.found, ...shown.foundElsewhere]),
      },
      vat: {
        summary: "By VAT number",
        body: { searchBy: "VAT", value: "FR37219966488" },
        response: page([shown.found]),
      },
      duns: { summary: "By DUNS", body: { searchBy: "DUNS", value: "990200101" }, response: page([shown.foundAbroad]) },
      localId: {
        summary: "By the German register",
        body: { countryCode: "DE", searchBy: "LOCAL_ID", value: "Köln HRB 900101" },
        response: page([shown.foundAbroad]),
      },
    },
    assumes: ["company-search", "reference-providers"],
  },
  get: {
    method: "get",
    path: `${account}/thirdparties/:id`,
    summary: "Read the identity of one third party",
    params: params.thirdparty,
    responses: { 200: ThirdpartyDetail, 404: Problem, ...guarded },
    examples: { success: { summary: "A French company", response: shown.detail } },
  },
} as const satisfies Record<string, Endpoint>;
