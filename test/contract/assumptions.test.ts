import { describe, expect, it } from "vitest";
import { assumptions, overTime } from "../../contract/assumptions.ts";
import { assumptionPlaces } from "../../contract/openapi.ts";
import type { OddFile } from "../../src/directory/made-companies.ts";
import { type Json, type Parameter, published } from "./published.ts";

const { document, operations, at } = published("service");
const schemas = document.components.schemas as Record<string, { properties?: Record<string, Json> }>;
const keysOf = (node: Json) => [node["x-assumed"] ?? []].flat() as string[];

const words = (text: string) => text.trim().split(/\s+/);

/** The gaps that the specification calls "not shown", in its order. */
const notShown = words(`
  thirdparty-fields indicator-fields attribute-definitions dossier-fields dossier-transitions document-statuses
  document-transitions thirdparty-transitions pagination thirdparty-creation dossier-creation response-shapes
  signed-link decision-bodies tokens roles event-causes event-record event-delivery errors limits versions`);
/** Further choices of a running service. */
const alsoSettled = words(`
  vat-scope identifier-checks list-filters event-bounds company-search evidence-values document-codes
  stopped-documents id-ranges account-ids download-types file-disposition reference-providers unknown-input
  attribute-checks archive-layout shorthand-paths ${overTime.join(" ")} success-statuses`);

/** The fields that the tables of the specification name, by component. */
const documentSummary = "documentId documentCode documentName requestDate present statusCode";
const documentTable = `${documentSummary} dossierId evidences`;
const evidenceTable = "id responseId uploadDate expirationDate format issuer transmitter metadata";
const search = "countryCode searchBy value";
const formField = "type key title order value";
const named: Record<string, string> = {
  Thirdparty: "thirdpartyId",
  ThirdpartyDetail: "thirdpartyId",
  Dossier: "dossierId",
  Document: documentTable,
  DocumentFound: documentTable,
  DocumentSummary: documentSummary,
  Documents: "content",
  FileEvidence: `${evidenceTable} fileUUID fileName fileSize`,
  FormEvidence: `${evidenceTable} formdata`,
  FormText: formField,
  FormDate: formField,
  FormIban: formField,
  FormBoolean: formField,
  FormNumber: formField,
  Metadata: "verified bank_data_bank bank_data_bic bank_data_country sepa_data_sct sepa_data_sdd date_verification",
  AttributeDefinition: "label type",
  Attribute: "label type values",
  AttributeSetting: "label values",
  SearchByName: search,
  SearchBySiret: search,
  SearchBySiren: search,
  SearchByVat: search,
  SearchByDuns: search,
  SearchByLocalId: search,
  Approval: "comment",
  Rejection: "comment shareRejectionReason",
  Requirements: "newRequiredDocuments",
};
const namedParameters = words(
  "accountId id dossierId documentId fileId responseId eventNames eventOccurrenceStartDate eventOccurrenceEndDate",
);

const fields = Object.entries(schemas).flatMap(([component, { properties = {} }]) =>
  Object.entries(properties).map(([name, schema]) => ({ field: `${component}.${name}`, keys: keysOf(schema) })),
);

describe("assumptions", () => {
  it("lists the gaps of the specification, then further choices", () => {
    expect(Object.keys(assumptions)).toEqual([...notShown, ...alsoSettled]);
  });

  it("marks exactly the fields that the tables of the specification do not name", () => {
    const unmarked = fields.filter(({ keys }) => keys.length === 0).map(({ field }) => field);
    const expected = Object.entries(named).flatMap(([component, names]) =>
      words(names).map((name) => `${component}.${name}`),
    );
    expect(unmarked.sort()).toEqual(expected.sort());
  });

  it("marks exactly the parameters that the specification does not name", () => {
    const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
    const isNamed = ({ in: place, name }: Parameter) =>
      namedParameters.includes(name) && (place === "path" || name.startsWith("event"));
    const wrong = parameters.filter((one) => isNamed(one) !== (keysOf(one as never).length === 0));
    expect(wrong).toEqual([]);
    expect(new Set(parameters.filter(isNamed).map(({ name }) => name))).toEqual(new Set(namedParameters));
  });

  it("marks every refusal and every 201 as assumed, in the description too", () => {
    for (const { operation } of operations)
      for (const [status, response] of Object.entries(operation.responses)) {
        const described = document.components.responses?.[String(response.$ref).split("/").at(-1) ?? ""] ?? response;
        const isAssumed = /_Assumed: [\w-]+/.test(String(described.description)) && keysOf(described).length > 0;
        expect([operation.operationId, status, isAssumed || status === "200"]).toContain(true);
      }
  });

  it("names the assumptions of a place in its description, and each but those about behaviour has a place", () => {
    const undescribed: string[] = [];
    const carried = new Set<string>();
    const walk = (node: unknown, place: string): void => {
      if (typeof node !== "object" || node === null) return;
      const keys = keysOf(node as Json);
      for (const key of keys) carried.add(key);
      if (keys.length > 0 && !String((node as Json).description).endsWith(`_Assumed: ${keys.join(", ")}._`))
        undescribed.push(place);
      for (const [name, child] of Object.entries(node)) walk(child, `${place}/${name}`);
    };
    walk(document.paths, "paths");
    walk(document.components, "components");
    expect(undescribed).toEqual([]);
    const aboutBehaviour = words(
      `event-record event-delivery versions unknown-input shorthand-paths ${overTime.join(" ")}`,
    );
    expect([...carried, ...aboutBehaviour].sort()).toEqual(Object.keys(assumptions).sort());
  });

  it("gives the places of an assumption as pointers into the document, and whether it is confirmed", () => {
    const listed = assumptionPlaces().find(({ key }) => key === "errors");
    const { gap, chosen } = assumptions.errors;
    expect(listed).toEqual({ key: "errors", gap, chosen, places: expect.any(Array), confirmed: null });
    expect(listed?.places).toContain("/components/schemas/Problem/properties/detail");
    for (const place of listed?.places ?? []) expect(keysOf(at(place)), place).toContain("errors");
  });

  it("says which files that the sandbox makes are no PDFs", () => {
    const noPdfs = { PHOTO: "a PNG", UNREADABLE: "bytes that no program reads", EMPTY: "an empty file" };
    const said = Object.values(noPdfs satisfies Record<Exclude<OddFile, "LARGE">, string>);
    for (const words of said) expect(assumptions["download-types"].chosen).toContain(words);
    const download = operations.find(({ operation }) => operation.operationId === "documents.file");
    expect(download?.operation.responses["200"]?.description).toContain("a picture or an empty file");
  });

  it("lists every assumption in the document, with gap and choice", () => {
    expect(document["x-assumptions"]).toEqual(
      Object.entries(assumptions).map(([key, { gap, chosen }]) => ({ key, gap, chosen })),
    );
  });
});
