import { describe, expect, inject, it } from "vitest";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/index.ts";
import { observationsIn } from "../support/observations.ts";

/** Runs after the other files of this folder, and needs all of them. */
describe("the tests of the service", () => {
  const observations = observationsIn(inject("observations"));
  const operations = operationsOf(service);

  it("the tests of the service see every status that the contract declares, of each operation", () => {
    const observed = new Set(
      observations.filter(({ shorthand }) => !shorthand).map(({ operationId, status }) => `${operationId} ${status}`),
    );
    const declared = operations.flatMap(({ operationId, endpoint }) =>
      Object.keys(endpoint.responses).map((status) => `${operationId} ${status}`),
    );
    expect(declared.filter((response) => !observed.has(response))).toEqual([]);
  });

  it("the tests of the service see every operation succeed by its shorthand path", () => {
    const observed = new Set(
      observations.filter(({ shorthand, status }) => shorthand && status < 300).map(({ operationId }) => operationId),
    );
    expect(
      operations.map(({ operationId }) => operationId).filter((operationId) => !observed.has(operationId)),
    ).toEqual([]);
  });
});
