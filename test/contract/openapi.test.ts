import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/index.ts";
import { openapiDocument } from "../../contract/openapi.ts";
import { publish } from "../../contract/publish.ts";
import { assumptionsPage } from "../../scripts/assumptions-page.ts";
import { files, type Json, type Operation, pointer, published } from "./published.ts";

const account = "/api/v1/account/{accountId}";

/** The endpoints of the specification, with the statuses of each beside those that all of them have. */
const everywhere = ["400", "401", "403", "406"];
const endpoints = `
get  /thirdparties                                                    thirdparties.list     200
post /thirdparties                                                    thirdparties.create   201 404 409 413 415 503 504
get  /thirdparties/search                                             thirdparties.search   200
post /thirdparties/search                                             thirdparties.find     200 413 415 503 504
get  /thirdparties/{id}                                               thirdparties.get      200 404
get  /attributes                                                      attributes.available  200
get  /thirdparties/{id}/attributes                                    attributes.list       200 404
post /thirdparties/{id}/attributes                                    attributes.set        200 404 409 413 415
get  /thirdparties/{id}/indicators                                    indicators.list       200 404
get  /thirdparties/{id}/dossiers                                      dossiers.ofThirdparty 200 404
post /thirdparties/{id}/dossiers                                      dossiers.create       201 404 409 413 415
get  /dossiers                                                        dossiers.list         200
get  /dossiers/search                                                 dossiers.search       200
post /dossiers/{dossierId}/requirements                               dossiers.require      200 404 409 413 415
get  /dossiers/{dossierId}/files/download                             dossiers.download     200 404
get  /dossiers/{dossierId}/documents                                  documents.list        200 404
get  /dossiers/{dossierId}/documents/{documentId}                     documents.get         200 404
get  /dossiers/{dossierId}/documents/{documentId}/files/{fileId}      documents.file        200 404
get  /dossiers/{dossierId}/documents/{documentId}/files/{fileId}/link documents.link        200 404
get  /documents/search                                                documents.search      200
post /responses/{responseId}/approve                                  responses.approve     200 404 409 413 415
post /responses/{responseId}/reject                                   responses.reject      200 404 409 413 415
`
  .trim()
  .split("\n")
  .map((line) => line.split(/\s+/).join(" "));

const isNode = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Every object of a document with its place, without the data in examples. */
function nodesOf(node: unknown, place = ""): { place: string; node: Json }[] {
  if (!isNode(node)) return [];
  const children = Object.entries(node).filter(
    ([name]) => !["examples", "default", "enum"].includes(name) || place.endsWith("/properties"),
  );
  return [{ place, node }, ...children.flatMap(([name, child]) => nodesOf(child, `${place}${pointer(name)}`))];
}

it.each<[string, () => string]>([
  [files.service, () => `${JSON.stringify(openapiDocument("service"), null, 2)}\n`],
  [files.control, () => `${JSON.stringify(openapiDocument("control"), null, 2)}\n`],
  ["docs/assumptions.md", assumptionsPage],
])("%s is committed as the contract generates it", (path, make) => {
  const [committed, made] = [readFileSync(path, "utf8").split("\n"), make().split("\n")];
  const different = made.find((text, at) => text !== committed[at]);
  const same = [undefined, committed.length];
  expect([different, made.length], `${path} is stale: npm run generate writes it`).toEqual(same);
});

it("refuses to publish two schemas of the same name", () => {
  const named = (type: string) => ({ type, "x-name": { name: "Length", assumed: [] } });
  const schemas = { Boat: { properties: { length: named("integer"), width: named("string") } } };
  expect(() => publish({ components: { schemas } })).toThrow(
    'Length names two schemas: {"type":"integer"} and {"type":"string"}',
  );
});

describe("the document of the service", () => {
  const { document, operations } = published("service");
  const named = (id: string) => operations.find(({ operation }) => operation.operationId === id)?.operation;
  const pathOf = (id: string) => named(id)?.parameters?.filter((parameter) => parameter.in === "path") ?? [];

  it("the document has every endpoint of the specification and no other, with every status that it answers", () => {
    const documented = operations.map(({ place, operation }) => {
      const [, , path = "", method = ""] = place.split("/");
      const statuses = Object.keys(operation.responses);
      expect(statuses, operation.operationId).toEqual(expect.arrayContaining(everywhere));
      const own = statuses.filter((status) => !everywhere.includes(status));
      return [method, path.replaceAll("~1", "/").replace(account, ""), operation.operationId, ...own].join(" ");
    });
    expect(documented.sort()).toEqual(endpoints.sort());
  });

  it("describes each tag, in the order in which the specification presents the resources", () => {
    expect(document.tags).toEqual(
      ["thirdparties", "attributes", "indicators", "dossiers", "documents", "responses"].map((name) => ({
        name,
        description: expect.stringMatching(/^[A-Z].{10,}\.$/),
      })),
    );
  });

  it("requires a bearer token for every operation", () => {
    expect(document.components.securitySchemes).toEqual({
      bearerAuth: expect.objectContaining({ type: "http", scheme: "bearer", bearerFormat: "JWT" }),
    });
    expect(operations.map(({ operation }) => (operation as unknown as Json).security)).toEqual(
      operations.map(() => [{ bearerAuth: [] }]),
    );
  });

  it("says of each parameter of a query what it does, before the assumption behind it", () => {
    const undescribed = operations.flatMap(({ operation: { operationId, parameters = [] } }) =>
      parameters
        .filter((one) => one.in === "query" && /^(?:_Assumed.*)?$/s.test(one.description ?? ""))
        .map(({ name, description }) => `${operationId} ?${name}: ${description}`),
    );
    expect(undescribed).toEqual([]);
  });

  it("declares downloads by their media types, not as text", () => {
    const contentOf = (id: string) => named(id)?.responses["200"]?.content;
    expect(contentOf("documents.file")).toMatchObject({
      "application/pdf": { schema: { contentMediaType: "application/pdf" } },
      "*/*": { schema: { description: "Bytes of any media type." } },
    });
    const zip = { schema: { contentMediaType: "application/zip" } };
    expect(contentOf("dossiers.download")).toMatchObject({ "application/zip": zip });
  });

  it("declares a problem document for every refusal, with an example of its status", () => {
    const refusals = operations.flatMap(({ operation }) =>
      Object.entries(operation.responses).filter(([status]) => Number(status) >= 400),
    );
    for (const [status, refusal] of refusals) {
      const name = String(refusal.$ref).split("/").at(-1) as string;
      const shape = { BadRequest: "InvalidRequest", AlreadyThere: "Duplicate" }[name] ?? "Problem";
      expect(document.components.responses?.[name]?.content, name).toEqual({
        "application/problem+json": {
          schema: { $ref: `#/components/schemas/${shape}` },
          examples: {
            problem: { summary: expect.any(String), value: expect.objectContaining({ status: Number(status) }) },
          },
        },
      });
    }
    expect(refusals.length).toBeGreaterThan(100);
  });

  it("links created resources to the operations that read them", () => {
    type Link = { operationId: string; parameters: Json };
    const linksOf = ({ operationId: from, responses }: Operation) =>
      Object.values(responses).flatMap(({ links = {} }) =>
        Object.values(links as Record<string, Link>).map((link) => ({ from, ...link })),
      );
    const links = operations.flatMap(({ operation }) => linksOf(operation));
    const linking = ["thirdparties.create", "dossiers.create", "responses.approve", "responses.reject"];
    expect(new Set(links.map(({ from }) => from))).toEqual(new Set(linking));
    for (const { operationId, parameters } of links) {
      const names = pathOf(operationId).map(({ name }) => name);
      expect(Object.keys(parameters).sort(), operationId).toEqual(names.sort());
    }
  });

  it("gives every operation an example called success, on its path parameters and its response", () => {
    for (const { operationId, endpoint } of operationsOf(service)) {
      expect(endpoint.examples.success, operationId).toBeDefined();
      const { 200: read, 201: created } = named(operationId)?.responses ?? {};
      const media = Object.values((read ?? created)?.content as Record<string, { examples?: Json }>);
      for (const { examples } of [...pathOf(operationId), ...media])
        expect(examples, operationId).toHaveProperty("success");
    }
  });
});

describe.each(["service", "control"] as const)("the document of the %s", (surface) => {
  const { document, operations, validator, deserialise } = published(surface);

  it("makes a component of every object and every enumeration", () => {
    const inline = nodesOf({ paths: document.paths, components: document.components })
      .filter(({ place }) => !/^\/components\/(?:schemas|responses|securitySchemes)\/\w+$/.test(place))
      .filter(
        ({ node }) =>
          (node.type === "object" && isNode(node.properties)) ||
          (Array.isArray(node.enum) && node.enum.length > 1 && !node.const && node.type !== undefined),
      );
    expect(inline.map(({ place }) => place)).toEqual([]);
  });

  it("the document has no internal mark, no broken reference and no unused schema", () => {
    const text = JSON.stringify(document);
    expect(["x-name", "x-never", "undefined"].filter((word) => text.includes(word))).toEqual([]);
    const references = nodesOf(document).flatMap(({ node }) => (typeof node.$ref === "string" ? [node.$ref] : []));
    const found = Object.entries(document.components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    );
    expect(references.filter((reference) => !found.includes(reference))).toEqual([]);
    const unused = found.filter((place) => !references.includes(place));
    expect(unused.filter((place) => place.startsWith("#/components/schemas/"))).toEqual([]);
  });

  it("the examples of the document are accepted by its schemas", () => {
    type Examples = Record<string, { value: unknown }>;
    const shown: { value: unknown; schema: string }[] = [];
    const media = (place: string, content: unknown = {}) => {
      for (const [type, { examples = {} }] of Object.entries(content as Record<string, { examples?: Examples }>))
        for (const { value } of Object.values(examples))
          shown.push({ value, schema: `${place}${pointer("content", type, "schema")}` });
    };
    for (const { place, operation } of operations) {
      for (const [index, { name, schema, examples = {} }] of (operation.parameters ?? []).entries())
        for (const { value } of Object.values(examples)) {
          shown.push({ value, schema: `${place}${pointer("parameters", index, "schema")}` });
          expect(deserialise([value].flat().join(","), schema), name).toEqual(value);
        }
      media(`${place}/requestBody`, operation.requestBody?.content);
      for (const [status, { content }] of Object.entries(operation.responses))
        media(`${place}${pointer("responses", status)}`, content);
    }
    for (const [name, { content }] of Object.entries(document.components.responses ?? {}))
      media(pointer("components", "responses", name), content);
    for (const { place, node } of nodesOf({ paths: document.paths, components: document.components }))
      if (Array.isArray(node.examples)) shown.push(...node.examples.map((value) => ({ value, schema: place })));
    const wrong = shown.flatMap(({ value, schema }) => {
      const { accepts, complaint } = validator(schema);
      return accepts(value) ? [] : [`${schema}: ${JSON.stringify(value)} ${complaint()}`];
    });
    expect(wrong).toEqual([]);
    expect(shown.length).toBeGreaterThan(80);
  });
});
