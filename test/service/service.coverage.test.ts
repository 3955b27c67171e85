import { describe, expect, inject, it } from "vitest";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/index.ts";
import { observationsIn } from "../support/observations.ts";

/** Runs after the other files of this folder, and needs all of them. */
describe("the tests of the service", () => {
  const seen = observationsIn(inject("observations"));
  const operations = operationsOf(service);

  it("saw every status that the contract declares, of each of the 22 operations", () => {
    expect(operations).toHaveLength(22);
    const observed = new Set(
      seen.filter(({ shorthand }) => !shorthand).map(({ operationId, status }) => `${operationId} ${status}`),
    );
    const declared = operations.flatMap(({ operationId, endpoint }) =>
      Object.keys(endpoint.responses).map((status) => `${operationId} ${status}`),
    );
    expect(declared.filter((answer) => !observed.has(answer))).toEqual([]);
  });

  it("saw every operation succeed by its shorthand path", () => {
    const observed = new Set(
      seen.filter(({ shorthand, status }) => shorthand && status < 300).map(({ operationId }) => operationId),
    );
    expect(
      operations.map(({ operationId }) => operationId).filter((operationId) => !observed.has(operationId)),
    ).toEqual([]);
  });
});
