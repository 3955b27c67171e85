import { describe, expect, it } from "vitest";
import { assumptions } from "../../contract/assumptions.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { openapiDocument } from "../../contract/openapi.ts";
import { service } from "../../contract/service.ts";
import { declaredHere, declaredIn } from "../../src/coverage/declared.ts";

describe("what the contract declares", () => {
  const { statuses, parameters, ...declared } = declaredHere();

  it("is every operation with its statuses and query parameters", () => {
    const operations = operationsOf(service);
    expect(declared.operations).toEqual(operations.map(({ operationId }) => operationId));
    expect(statuses.toSorted()).toEqual(
      operations
        .flatMap(({ operationId, endpoint }) =>
          Object.keys(endpoint.responses).map((status) => `${operationId} ${status}`),
        )
        .sort(),
    );
    expect(parameters.toSorted()).toEqual(
      operations
        .flatMap(({ operationId, endpoint }) =>
          Object.keys(endpoint.query?.shape ?? {}).map((name) => `${operationId} ${name}`),
        )
        .sort(),
    );
  });

  it("leads from use to each assumption, but for those that no request to the service shows", () => {
    const unseen = Object.keys(assumptions).filter((key) => !declared.assumptions.has(key));
    expect(unseen).toEqual(["event-record", "event-delivery", "versions", "unknown-input", "shorthand-paths"]);
    const operationsFor = (key: string) => [
      ...new Set(declared.assumptions.get(key)?.map(({ operation }) => operation)),
    ];
    expect(operationsFor("signed-link")).toEqual(["documents.link"]);
    expect(declared.assumptions.get("limits")?.every(({ name }) => name.endsWith(" 413"))).toBe(true);
    expect(declared.assumptions.get("event-bounds")?.every(({ kind }) => kind === "parameters")).toBe(true);
  });

  it("has another hash as soon as the document differs", () => {
    const document = openapiDocument("service");
    expect(declaredIn(document).contract).toBe(declared.contract);
    expect(declaredIn({ ...document, info: {} }).contract).not.toBe(declared.contract);
  });
});
