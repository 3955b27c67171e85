import { isBinary, operationsOf } from "../contract/endpoint.ts";
import { service } from "../contract/service.ts";
import { newcomers, novalune } from "./world.ts";

type Overwrite = { key: string; value?: unknown; overwrite?: true; remove?: true; insert?: true };
interface Variation {
  name: string;
  fuzzing?: object[];
  overwrites?: object[];
  assignVariables?: object[];
  /** A check in Newman's language, beside those of the contract. */
  check?: string;
}

const enabled = { enabled: true };
const everyOperation = { openApiOperation: "*::/**" };
const enable = (...names: string[]) => Object.fromEntries(names.map((name) => [name, enabled]));
const set = (key: string, value: unknown): Overwrite => ({ key, value, overwrite: true });
const remove = (key: string): Overwrite => ({ key, remove: true });
const body = (...overwriteRequestBody: Overwrite[]) => ({ overwrites: [{ overwriteRequestBody }] });

/** Variations of an operation that must all end in one status, with the content type and the body that it declares. */
const variationsOf = (operation: object, status: number, variations: Variation[], inStory = false) => ({
  ...operation,
  openApiResponse: String(status),
  variations: variations.map(({ check, ...variation }) => ({
    ...variation,
    ...(inStory && { openApiResponse: String(status) }),
    tests: {
      contractTests: [
        { statusCode: { ...enabled, code: status } },
        { contentType: enabled },
        { jsonBody: enabled },
        { schemaValidation: enabled },
      ],
      ...(check && { extendTests: [{ tests: [check], append: true }] }),
    },
  })),
});
const of = (openApiOperationId: string) => ({ openApiOperationId });
const step = (operationId: string, status: number, variation: Variation) =>
  variationsOf(of(operationId), status, [variation], true);

const withoutJson = operationsOf(service)
  .filter(({ endpoint }) => Object.values(endpoint.responses).some(isBinary))
  .map(({ operationId }) => operationId);
/** Portman leaves out required properties of every branch of a union at once, so these have their own variations. */
const unions = ["thirdparties.find", "dossiers.create"];

const find = (country: string | null, searchBy: string, value: string) =>
  body(
    country === null ? remove("countryCode") : set("countryCode", country),
    set("searchBy", searchBy),
    set("value", value),
  );
const limits = ["requiredFields", "minimumNumberFields", "maximumNumberFields"];

const variationTests = [
  variationsOf(everyOperation, 401, [
    { name: "without a token", overwrites: [{ overwriteRequestSecurity: { remove: true } }] },
  ]),
  variationsOf({ openApiOperation: "POST::/**", excludeForOperations: unions }, 400, [
    {
      name: "with a body that does not fit",
      fuzzing: [{ requestBody: [enable(...limits, "minLengthFields", "maxLengthFields")] }],
    },
  ]),
  variationsOf({ openApiOperation: "GET::/**" }, 400, [
    {
      name: "with a query that does not fit",
      fuzzing: [{ requestQueryParams: [enable(...limits, "maxLengthFields")] }],
    },
  ]),
  variationsOf(of("thirdparties.find"), 200, [
    { name: "by NAME", ...find(null, "NAME", "novalune") },
    { name: "by SIRET", ...find("FR", "SIRET", novalune.siret) },
    { name: "by SIREN", ...find("FR", "SIREN", novalune.siren) },
    { name: "by VAT", ...find(null, "VAT", newcomers.vat) },
    { name: "by DUNS", ...find(null, "DUNS", newcomers.duns) },
    { name: "by LOCAL_ID", ...find("DE", "LOCAL_ID", newcomers.localId) },
  ]),
  variationsOf(of("thirdparties.find"), 400, [
    { name: "without searchBy", ...body(remove("searchBy")) },
    { name: "without value", ...body(remove("value")) },
    { name: "a SIRET that is not French", ...find("DE", "SIRET", novalune.siret) },
    { name: "by an unknown kind", ...body(set("searchBy", "COLOUR")) },
  ]),
  variationsOf(of("dossiers.create"), 400, [
    { name: "neither typed nor free", ...body(remove("dossierTypeCode")) },
    { name: "both typed and free", ...body({ ...set("requiredDocuments", ["KBIS"]), insert: true }) },
  ]),
];

const integrationTests = [
  {
    name: "what is created is there",
    operations: [
      step("thirdparties.create", 201, {
        name: "added",
        ...body(set("companyIdType", "CIT001"), set("companyIdValue", newcomers.other)),
        assignVariables: [
          {
            collectionVariables: [
              { responseBodyProp: "thirdpartyId", name: "createdId" },
              { responseBodyProp: "name", name: "createdName" },
            ],
          },
        ],
      }),
      step("thirdparties.get", 200, {
        name: "read",
        overwrites: [{ overwriteRequestPathVariables: [set("id", "{{createdId}}")] }],
        check:
          'pm.test("it is the one that was added", () => ' +
          'pm.expect(pm.response.json().name).to.eql(pm.collectionVariables.get("createdName")));',
      }),
    ],
  },
  {
    name: "what is set is there",
    operations: [
      step("attributes.set", 200, {
        name: "set",
        ...body(set("label", "Référencement interne"), set("values", ["REF-PORTMAN"])),
      }),
      step("attributes.list", 200, {
        name: "read",
        overwrites: [],
        check:
          'pm.test("it holds what was set", () => pm.expect(pm.response.json().content.find(({ label }) => ' +
          'label === "Référencement interne")?.values).to.eql(["REF-PORTMAN"]));',
      }),
    ],
  },
];

export const portmanConfig = {
  version: 1.0,
  tests: {
    contractTests: [
      { ...everyOperation, statusSuccess: enabled },
      { ...everyOperation, contentType: enabled },
      { ...everyOperation, excludeForOperations: withoutJson, jsonBody: enabled },
      { ...everyOperation, excludeForOperations: withoutJson, schemaValidation: enabled },
    ],
    variationTests,
    integrationTests,
  },
  globals: {
    stripResponseExamples: true,
    securityOverwrites: { bearer: { token: "{{bearerToken}}" } },
  },
};
