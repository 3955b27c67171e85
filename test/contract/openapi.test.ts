import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/index.ts";
import { openapiDocument } from "../../contract/openapi.ts";
import { type Json, pointer, published } from "./published.ts";

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
  .map((line) => line.trim().split(/\s+/).join(" "));

const isNode = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Every object of a document with its place, without the data in examples. */
function nodesOf(node: unknown, place = ""): { place: string; node: Json }[] {
  if (!isNode(node)) return [];
  const children = Object.entries(node).filter(
    ([name]) => !["examples", "default", "enum"].includes(name) || place.endsWith("/properties"),
  );
  return [{ place, node }, ...children.flatMap(([name, child]) => nodesOf(child, `${place}${pointer(name)}`))];
}

describe("the document of the service", () => {
  const { document, operations } = published("service");

  it("the document has every endpoint of the specification, with every status that it answers", () => {
    const documented = operations.map(({ place, operation }) => {
      const [, , path = "", method = ""] = place.split("/");
      return [
        method,
        path.replaceAll("~1", "/").replace(account, ""),
        operation.operationId,
        ...Object.keys(operation.responses).filter((status) => !everywhere.includes(status)),
      ].join(" ");
    });
    expect(endpoints.filter((endpoint) => !documented.includes(endpoint))).toEqual([]);
    for (const { operation } of operations)
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(everywhere));
  });

  it("the document has every operation of the contract, and no other", () => {
    const documented = operations.map(({ operation }) => operation.operationId);
    expect(documented.sort()).toEqual(
      operationsOf(service)
        .map(({ operationId }) => operationId)
        .sort(),
    );
  });

  it("describes each tag, in the order in which the specification presents the resources", () => {
    const tags = document.tags as { name: string; description: string }[];
    expect(tags.map(({ name }) => name)).toEqual([
      "thirdparties",
      "attributes",
      "indicators",
      "dossiers",
      "documents",
      "responses",
    ]);
    expect(tags.every(({ description }) => description.length > 10)).toBe(true);
  });

  it("requires a bearer token for every operation", () => {
    expect(document.components.securitySchemes).toEqual({
      bearerAuth: expect.objectContaining({ type: "http", scheme: "bearer", bearerFormat: "JWT" }),
    });
    expect(operations.map(({ operation }) => (operation as unknown as Json).security)).toEqual(
      operations.map(() => [{ bearerAuth: [] }]),
    );
  });

  it("declares downloads by their media types, not as text", () => {
    const typesOf = (id: string) =>
      Object.entries(
        operations.find(({ operation }) => operation.operationId === id)?.operation.responses["200"]?.content as Json,
      ).map(([type, media]) => [type, (media as Json).schema]);
    expect(typesOf("documents.file")).toEqual([
      ["application/pdf", { contentMediaType: "application/pdf" }],
      ["*/*", { description: "Bytes of any media type." }],
    ]);
    expect(typesOf("dossiers.download")).toEqual([["application/zip", { contentMediaType: "application/zip" }]]);
  });

  it("declares a problem document for every refusal", () => {
    const refusals = operations.flatMap(({ operation }) =>
      Object.entries(operation.responses).filter(([status]) => Number(status) >= 400),
    );
    for (const [status, refusal] of refusals) {
      const name = String(refusal.$ref).split("/").at(-1) as string;
      const { content } = (document.components.responses as Record<string, unknown>)[name] as {
        content: Record<string, { schema: Json; examples: { problem: { value: Json } } }>;
      };
      expect(Object.keys(content)).toEqual(["application/problem+json"]);
      const shape = { BadRequest: "InvalidRequest", AlreadyThere: "Duplicate" }[name] ?? "Problem";
      expect(content["application/problem+json"]?.schema).toEqual({ $ref: `#/components/schemas/${shape}` });
      expect(content["application/problem+json"]?.examples.problem.value.status).toBe(Number(status));
    }
    expect(refusals.length).toBeGreaterThan(100);
  });

  it("links created resources to the operations that read them", () => {
    const links = operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap((response) =>
        Object.values((response.links ?? {}) as Record<string, { operationId: string; parameters: Json }>).map(
          (link) => ({
            from: operation.operationId,
            ...link,
          }),
        ),
      ),
    );
    expect(new Set(links.map(({ from }) => from))).toEqual(
      new Set(["thirdparties.create", "dossiers.create", "responses.approve", "responses.reject"]),
    );
    for (const { operationId, parameters } of links) {
      const target = operations.find(({ operation }) => operation.operationId === operationId)?.operation;
      const path = target?.parameters?.filter((parameter) => parameter.in === "path").map(({ name }) => name);
      expect(Object.keys(parameters).sort(), operationId).toEqual(path?.sort());
    }
  });

  it("gives every operation an example called success, on its path parameters and its response", () => {
    for (const { operationId, endpoint } of operationsOf(service)) {
      expect(endpoint.examples.success, operationId).toBeDefined();
      const operation = operations.find((candidate) => candidate.operation.operationId === operationId)?.operation;
      const path = operation?.parameters?.filter((parameter) => parameter.in === "path") ?? [];
      expect(
        path.every(({ examples }) => examples?.success),
        operationId,
      ).toBe(true);
      const [success] = Object.entries(operation?.responses ?? {}).filter(([status]) => Number(status) < 300);
      const media = Object.values(success?.[1].content as Record<string, { examples?: Json }>);
      expect(
        media.every(({ examples }) => examples?.success),
        operationId,
      ).toBe(true);
    }
  });
});

describe.each([
  ["service", "contract/openapi.json"],
  ["control", "contract/control.openapi.json"],
] as const)("the document of the %s", (surface, path) => {
  const { document, operations, validator, deserialise } = published(surface);

  it("the document is committed as the contract generates it", () => {
    const emitted = `${JSON.stringify(openapiDocument(surface), null, 2)}\n`;
    expect(readFileSync(path, "utf8") === emitted, `${path} is stale: npm run generate writes it`).toBe(true);
  });

  it("the document is the same each time it is generated", () => {
    expect(JSON.stringify(openapiDocument(surface))).toBe(JSON.stringify(document));
  });

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

  it("the document contains no internal marks", () => {
    const text = JSON.stringify(document);
    expect(["x-name", "x-never", "undefined"].filter((word) => text.includes(word))).toEqual([]);
  });

  it("the document has no broken reference and no unused schema", () => {
    const references = nodesOf(document).flatMap(({ node }) => (typeof node.$ref === "string" ? [node.$ref] : []));
    const found = (reference: string) =>
      reference
        .slice(2)
        .split("/")
        .reduce<unknown>((node, name) => (node as Json | undefined)?.[name], document);
    expect(references.filter((reference) => found(reference) === undefined)).toEqual([]);
    const unused = Object.keys(document.components.schemas ?? {}).filter(
      (name) => !references.includes(`#/components/schemas/${name}`),
    );
    expect(unused).toEqual([]);
  });

  it("the examples of the document are accepted by its schemas", () => {
    const wrong: string[] = [];
    const check = (place: string, value: unknown, schemaPlace: string) => {
      const { accepts, complaint } = validator(schemaPlace);
      if (!accepts(value)) wrong.push(`${place}: ${JSON.stringify(value)} ${complaint()}`);
    };
    let count = 0;
    const media = (place: string, content: unknown) => {
      for (const [type, { examples = {} }] of Object.entries(
        (content ?? {}) as Record<string, { examples?: Record<string, { value: unknown }> }>,
      ))
        for (const [name, { value }] of Object.entries(examples)) {
          count++;
          check(`${place} ${name}`, value, `${place}${pointer("content", type, "schema")}`);
        }
    };
    for (const { place, operation } of operations) {
      (operation.parameters ?? []).forEach((parameter, index) => {
        const schemaPlace = `${place}${pointer("parameters", index, "schema")}`;
        for (const { value } of Object.values(parameter.examples ?? {})) {
          count++;
          check(`${place} ${parameter.name}`, value, schemaPlace);
          const raw = [value].flat().join(",");
          expect(deserialise(raw, parameter.schema), parameter.name).toEqual(value);
        }
      });
      media(`${place}/requestBody`, operation.requestBody?.content);
      for (const [status, response] of Object.entries(operation.responses))
        media(`${place}${pointer("responses", status)}`, response.content);
    }
    for (const [name, response] of Object.entries(document.components.responses ?? {}))
      media(pointer("components", "responses", name), response.content);
    for (const { place, node } of nodesOf({
      paths: document.paths,
      components: { schemas: document.components.schemas },
    }))
      if (Array.isArray(node.examples))
        for (const value of node.examples) {
          count++;
          check(place, value, place);
        }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(80);
  });
});
