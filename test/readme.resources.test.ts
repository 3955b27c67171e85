import { expect, it } from "vitest";
import { isBinary, operationsOf } from "../contract/endpoint.ts";
import { service } from "../contract/service.ts";
import { notShown } from "../scripts/shown-resources.ts";

const answeringJson = operationsOf(service)
  .filter(({ endpoint }) => Object.values(endpoint.responses).every((response) => !isBinary(response)))
  .map(({ operationId }) => operationId);

it("a page that shows nothing lacks every operation that answers with JSON, and one that shows all lacks none", () => {
  expect(notShown([])).toEqual(answeringJson);
  expect(notShown(answeringJson)).toEqual([]);
});

it.each(["attributes.available", "documents.link", "dossiers.require", "thirdparties.find"])(
  "the answer of %s is shown by no other operation",
  (operationId) => {
    expect(notShown(answeringJson.filter((one) => one !== operationId))).toEqual([operationId]);
  },
);

it("a row of a list stands for every list and page of such rows", () => {
  expect(notShown(answeringJson.filter((one) => !["dossiers.list", "dossiers.search"].includes(one)))).toEqual([]);
});
