import { z } from "zod";
import { assumed, assumedFields } from "./assumptions.ts";
import type { Endpoint } from "./endpoint.ts";
import { searchByEvent, withEventFilter } from "./events.ts";
import { Duns, Siren, Siret, TypedDuns, TypedSiren, TypedSiret, TypedVat, Vat } from "./identities.ts";
import {
  AccountId,
  account,
  CountryCode,
  Count,
  DateTime,
  Day,
  Email,
  guarded,
  guardedWrite,
  Id,
  IdParameters,
  PageQuery,
  Problem,
  pageOf,
  ShortText,
  yesOrNo,
} from "./shared.ts";

export const CompanyIdType = z
  .enum(["CIT001", "CIT002", "CIT003"])
  .meta({ id: "CompanyIdType", description: "CIT001 SIRET · CIT002 intra-community VAT number · CIT003 DUNS." });
export const ThirdpartyStatus = z
  .enum(["ACTIVE", "COLLECTIVE_PROCEDURE", "STRUCK_OFF"])
  .meta({ id: "ThirdpartyStatus", description: "Active, in collective procedure, struck off." });
export const Source = z
  .enum(["FR_REFERENCE", "INTL_REFERENCE", "UNMANAGED"])
  .meta({ id: "Source", description: "The reference provider that the identity comes from." });

export const Executive = z
  .object(
    assumedFields("thirdparty-fields", {
      lastName: ShortText,
      firstName: ShortText,
      role: ShortText,
      since: Day,
    }),
  )
  .meta({ id: "Executive", description: "A person who heads the company." });

export const Establishment = z
  .object(
    assumedFields("thirdparty-fields", {
      siret: Siret.nullable(),
      headOffice: z.boolean(),
      activityCode: ShortText.nullable(),
      activityLabel: ShortText.nullable(),
      addressLine1: ShortText,
      addressPostCode: ShortText.nullable(),
      addressCity: ShortText,
      addressCountryCode: CountryCode,
    }),
  )
  .meta({ id: "Establishment", description: "A place of the company; the head office comes first." });

export const CollectiveProcedure = z
  .object(assumedFields("thirdparty-fields", { type: ShortText, openingDate: Day, court: ShortText }))
  .meta({ id: "CollectiveProcedure", description: "An insolvency procedure that is open." });

const text = ShortText.nullable();
const identity = assumedFields("thirdparty-fields", {
  accountId: AccountId,
  companyIdType: CompanyIdType,
  companyIdValue: ShortText,
  thirdpartyCode: text.meta({ description: "The client's own reference." }),
  name: ShortText,
  acronym: text,
  siren: Siren.nullable(),
  siret: Siret.nullable(),
  tva: Vat.nullable(),
  duns: Duns.nullable(),
  localId: text.meta({ description: "Registry number outside France." }),
  legalCategoryCode: text,
  legalCategoryLabel: text,
  activityCode: text.meta({ description: "NAF, without a dot." }),
  activityLabel: text,
  ceo: text,
  workforce: Count.nullable(),
  workforceRangeCode: text,
  workforceRangeLabel: text,
  capital: Count.nullable(),
  capitalCurrency: text,
  turnover: Count.nullable(),
  turnoverCurrency: text,
  lastBalanceSheetDate: Day.nullable(),
  dateCreation: Day.nullable().meta({ description: "When the company was founded." }),
  addressLine1: text,
  addressLine2: text,
  addressPostCode: text,
  addressCity: text,
  addressCountryCode: CountryCode,
  status: ThirdpartyStatus,
  collectiveProcedure: z.union([CollectiveProcedure, z.null()]),
  archived: z.boolean(),
  archivedDate: DateTime.nullable(),
  source: Source,
  creationDate: DateTime.meta({ description: "When it joined the portfolio." }),
  lastUpdateDate: DateTime,
});

export const Thirdparty = z
  .object({ thirdpartyId: Id, ...identity })
  .meta({ id: "Thirdparty", description: "A third party of the portfolio." });
export type Thirdparty = z.output<typeof Thirdparty>;

export const ThirdpartyDetail = Thirdparty.extend(
  assumedFields("thirdparty-fields", { executives: z.array(Executive), establishments: z.array(Establishment) }),
).meta({ id: "ThirdpartyDetail", description: "A third party with its executives and establishments." });
export type ThirdpartyDetail = z.output<typeof ThirdpartyDetail>;

export const CompanyFound = z
  .object(
    assumedFields("response-shapes", {
      name: ShortText,
      countryCode: CountryCode,
      siren: Siren.nullable(),
      siret: Siret.nullable(),
      tva: Vat.nullable(),
      duns: Duns.nullable(),
      localId: text,
      companyIdType: CompanyIdType,
      companyIdValue: ShortText.meta({ description: "Ready to post to the portfolio." }),
      activityCode: text,
      activityLabel: text,
      addressPostCode: text,
      addressCity: text,
      status: ThirdpartyStatus,
      headOffice: z.boolean(),
      source: Source,
      alreadyInPortfolio: z.boolean(),
      thirdpartyId: Id.nullable(),
    }),
  )
  .meta({ id: "CompanyFound", description: "A company that a reference provider knows." });
export type CompanyFound = z.output<typeof CompanyFound>;

const NewContact = z
  .strictObject(assumedFields("thirdparty-creation", { email: Email, firstName: ShortText, lastName: ShortText }))
  .meta({ id: "NewContact", description: "A person of the third party, to be invited." });

const newThirdparty = <T extends string, V extends z.ZodType>(type: T, value: V, id: string, description: string) =>
  z
    .strictObject(
      assumedFields("thirdparty-creation", {
        companyIdType: z.literal(type),
        companyIdValue: value,
        thirdpartyCode: ShortText.optional(),
        contacts: z.array(NewContact).max(20).optional(),
      }),
    )
    .meta({ id, description });

export const NewThirdparty = z
  .discriminatedUnion("companyIdType", [
    newThirdparty("CIT001", Siret, "NewThirdpartyBySiret", "By SIRET: French companies."),
    newThirdparty("CIT002", Vat, "NewThirdpartyByVat", "By VAT number: companies of the European Union."),
    newThirdparty("CIT003", Duns, "NewThirdpartyByDuns", "By DUNS: companies of any country."),
  ])
  .meta({ id: "NewThirdparty", description: "A company to add, by a legal identifier." });

const search = <B extends string, C extends z.ZodType, V extends z.ZodType>(searchBy: B, countryCode: C, value: V, id: string, description: string) =>
  z.strictObject({ countryCode, searchBy: z.literal(searchBy), value: assumed("company-search", value) }).meta({ id, description });
const SearchText = z.string().regex(/\S/, { error: "must hold more than spaces" }).max(200);
const France = z.literal("FR", { error: "must be FR: this number is French" }).meta({ description: "FR: this number is French." });
const Abroad = z
  .string()
  .regex(/^(?!FR$)[A-Z]{2}$/, { error: "must be the code of a country other than FR: local identifiers are for companies outside France" })
  .meta({ examples: ["DE"] });

export const CompanySearch = z
  .discriminatedUnion("searchBy", [
    search("NAME", CountryCode.optional(), SearchText, "SearchByName", "By name: contained, whatever case or accents, legal form left aside."),
    search("SIRET", France, TypedSiret, "SearchBySiret", "By SIRET, 14 digits."),
    search("SIREN", France, TypedSiren, "SearchBySiren", "By SIREN, 9 digits: all its establishments."),
    search("VAT", CountryCode.optional(), TypedVat, "SearchByVat", "By intra-community VAT number."),
    search("DUNS", CountryCode.optional(), TypedDuns, "SearchByDuns", "By DUNS, 9 digits."),
    search("LOCAL_ID", Abroad, SearchText, "SearchByLocalId", "By the registry number of a country other than France."),
  ])
  .meta({ id: "CompanySearch", description: "What to look for, before a company is added." });

export const ThirdpartyPage = pageOf("ThirdpartyPage", Thirdparty);
export const CompanyPage = pageOf("CompanyPage", CompanyFound);

const params = z.object({ accountId: AccountId });
const one = z.object({ accountId: AccountId, id: IdParameters.thirdpartyId });
const filters = assumedFields("list-filters", {
  name: z.string().min(1).max(200).optional().meta({ description: "Contained in the name, whatever case or accents." }),
  siret: Siret.optional(),
  siren: Siren.optional(),
  status: ThirdpartyStatus.optional(),
  countryCode: CountryCode.optional(),
  archived: yesOrNo.optional(),
});

export const novalune = {
  thirdpartyId: 924000,
  accountId: "demo",
  companyIdType: "CIT001",
  companyIdValue: "21996648800021",
  thirdpartyCode: "FRN-000101",
  name: "Novalune Systèmes",
  acronym: null,
  siren: "219966488",
  siret: "21996648800021",
  tva: "FR37219966488",
  duns: "990100012",
  localId: null,
  legalCategoryCode: "5710",
  legalCategoryLabel: "SAS, société par actions simplifiée",
  activityCode: "6201Z",
  activityLabel: "Programmation informatique",
  ceo: "MARTIN Claire",
  workforce: 48,
  workforceRangeCode: "12",
  workforceRangeLabel: "20 à 49 salariés",
  capital: 120000,
  capitalCurrency: "EUR",
  turnover: 6150000,
  turnoverCurrency: "EUR",
  lastBalanceSheetDate: "2024-12-31",
  dateCreation: "2012-03-15",
  addressLine1: "12 rue des Lilas",
  addressLine2: null,
  addressPostCode: "92400",
  addressCity: "Courbevoie",
  addressCountryCode: "FR",
  status: "ACTIVE",
  collectiveProcedure: null,
  archived: false,
  archivedDate: null,
  source: "FR_REFERENCE",
  creationDate: "2026-01-10T09:12:00.000",
  lastUpdateDate: "2026-01-10T09:12:01.004",
} as const;
const executives = [{ lastName: "MARTIN", firstName: "Claire", role: "Présidente", since: "2019-04-01" }];
const establishments = [
  {
    siret: "21996648800021",
    headOffice: true,
    activityCode: "6201Z",
    activityLabel: "Programmation informatique",
    addressLine1: "12 rue des Lilas",
    addressPostCode: "92400",
    addressCity: "Courbevoie",
    addressCountryCode: "FR",
  },
];
const found = {
  name: "Novalune Systèmes",
  countryCode: "FR",
  siren: "219966488",
  siret: "21996648800021",
  tva: "FR37219966488",
  duns: "990100012",
  localId: null,
  companyIdType: "CIT001",
  companyIdValue: "21996648800021",
  activityCode: "6201Z",
  activityLabel: "Programmation informatique",
  addressPostCode: "92400",
  addressCity: "Courbevoie",
  status: "ACTIVE",
  headOffice: true,
  source: "FR_REFERENCE",
  alreadyInPortfolio: true,
  thirdpartyId: 924000,
};
const foundAbroad = {
  ...found,
  name: "Isarwerk Technik GmbH",
  countryCode: "DE",
  siren: null,
  siret: null,
  tva: "DE319988015",
  duns: "990100145",
  localId: "München HRB 998812",
  companyIdType: "CIT003",
  companyIdValue: "990100145",
  activityCode: "2822Z",
  activityLabel: "Fabrication de matériel de levage et de manutention",
  addressPostCode: "80331",
  addressCity: "München",
  source: "INTL_REFERENCE",
  alreadyInPortfolio: false,
  thirdpartyId: null,
};
const page = (content: unknown[]) => ({ content, page: 0, size: 20, totalElements: content.length, totalPages: 1 });
const demo = { accountId: "demo" };
const oneDemo = { accountId: "demo", id: 924000 };
const yearWindow = { eventOccurrenceStartDate: "2026-01-01T00:00:00", eventOccurrenceEndDate: "2026-12-31T23:59:59" };
const created = (over: object) => ({ ...novalune, ...over, thirdpartyCode: null, executives, establishments });

export const thirdparties = {
  list: {
    method: "get",
    path: `${account}/thirdparties`,
    summary: "List the third parties of the portfolio",
    description: "Paged, ordered by id. Filters combine with each other and with the event filter.",
    params,
    query: withEventFilter("THIRD_PARTY", { ...PageQuery, ...filters }),
    responses: { 200: ThirdpartyPage, 400: Problem, ...guarded },
    examples: {
      success: { summary: "The first page", params: demo, query: { page: 0, size: 20 }, status: 200, response: page([novalune]) },
    },
  },
  create: {
    method: "post",
    path: `${account}/thirdparties`,
    summary: "Add a third party by a legal identifier",
    description:
      "The identity is retrieved from the reference provider, rules are evaluated, and dossiers open. Any identifier with right check digits names a company.",
    params,
    body: NewThirdparty,
    responses: { 201: ThirdpartyDetail, 404: Problem, 409: Problem, 503: Problem, 504: Problem, ...guardedWrite },
    examples: {
      success: {
        summary: "By SIRET (CIT001)",
        params: demo,
        body: { companyIdType: "CIT001", companyIdValue: "21996648800021" },
        status: 201,
        response: created({}),
      },
      vat: {
        summary: "By VAT number (CIT002)",
        params: demo,
        body: { companyIdType: "CIT002", companyIdValue: "DE319988015", thirdpartyCode: "LIEF-0042" },
        status: 201,
        response: created({ companyIdType: "CIT002", companyIdValue: "FR37219966488" }),
      },
      duns: {
        summary: "By DUNS (CIT003), with a contact to invite",
        params: demo,
        body: {
          companyIdType: "CIT003",
          companyIdValue: "990100145",
          contacts: [{ email: "anna.bauer@isarwerk.example", firstName: "Anna", lastName: "Bauer" }],
        },
        status: 201,
        response: created({ companyIdType: "CIT003", companyIdValue: "990100012" }),
      },
    },
    assumes: ["reference-providers", "event-causes"],
  },
  search: {
    method: "get",
    path: `${account}/thirdparties/search`,
    summary: "Find third parties by what happened to them",
    description: "Third parties with at least one of the named events in the range.",
    params,
    query: searchByEvent("THIRD_PARTY", { ...PageQuery, ...filters }),
    responses: { 200: ThirdpartyPage, 400: Problem, ...guarded },
    examples: {
      success: {
        summary: "Added in 2026",
        params: demo,
        query: { eventNames: "THIRD_PARTY_ADDED,THIRD_PARTY_UPDATED", ...yearWindow },
        status: 200,
        response: page([novalune]),
      },
    },
  },
  find: {
    method: "post",
    path: `${account}/thirdparties/search`,
    summary: "Search for a company before adding it",
    description: "Asks the reference providers: one for France, one for the rest of the world; by name, also the portfolio.",
    params,
    query: z.object(PageQuery),
    body: CompanySearch,
    responses: { 200: CompanyPage, 503: Problem, 504: Problem, ...guardedWrite },
    examples: {
      success: { summary: "By name", params: demo, body: { searchBy: "NAME", value: "novalune" }, status: 200, response: page([found]) },
      siret: {
        summary: "By SIRET",
        params: demo,
        body: { countryCode: "FR", searchBy: "SIRET", value: "21996648800021" },
        status: 200,
        response: page([found]),
      },
      siren: {
        summary: "By SIREN: every establishment",
        params: demo,
        body: { countryCode: "FR", searchBy: "SIREN", value: "219966488" },
        status: 200,
        response: page([found]),
      },
      vat: {
        summary: "By VAT number",
        params: demo,
        body: { searchBy: "VAT", value: "FR37219966488" },
        status: 200,
        response: page([found]),
      },
      duns: {
        summary: "By DUNS",
        params: demo,
        body: { searchBy: "DUNS", value: "990100145" },
        status: 200,
        response: page([foundAbroad]),
      },
      localId: {
        summary: "By the German register",
        params: demo,
        body: { countryCode: "DE", searchBy: "LOCAL_ID", value: "München HRB 998812" },
        status: 200,
        response: page([foundAbroad]),
      },
    },
    assumes: ["company-search", "reference-providers"],
  },
  get: {
    method: "get",
    path: `${account}/thirdparties/:id`,
    summary: "Read the identity of one third party",
    params: one,
    responses: { 200: ThirdpartyDetail, 400: Problem, 404: Problem, ...guarded },
    examples: {
      success: { summary: "A French company", params: oneDemo, status: 200, response: { ...novalune, executives, establishments } },
    },
  },
} as const satisfies Record<string, Endpoint>;
