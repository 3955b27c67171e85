import { describe, expect, it } from "vitest";
import { assumptions, overTime } from "../../contract/assumptions.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { EventName } from "../../contract/events.ts";
import { service } from "../../contract/service.ts";
import { declaredHere, declaredIn } from "../../src/coverage/declared.ts";

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const small = {
  components: {
    securitySchemes: { bearer: { "x-assumed": "tokens" } },
    schemas: {
      Colour: { enum: ["red", "dark green"], "x-assumed": ["colours", "words"] },
      Kind: { enum: ["bad"], "x-assumed": "kinds" },
      Row: { properties: { colour: schema("Colour"), parent: schema("Row"), only: { enum: ["one"] }, none: null } },
    },
  },
  paths: {
    "/rows/{id}": {
      summary: "One row",
      parameters: [{ in: "path", name: "id" }],
      get: {
        operationId: "rows.get",
        "x-assumed": "reading",
        parameters: [
          { in: "path", name: "id", "x-assumed": "ids" },
          { in: "query", name: "page", "x-assumed": "pages" },
          { in: "header", name: "Accept", "x-assumed": "headers" },
        ],
        responses: {
          200: { schema: schema("Row"), examples: { "x-assumed": "examples", enum: ["x"] } },
          399: {},
          400: { schema: schema("Kind") },
        },
      },
    },
    "/rows": {
      post: {
        operationId: "rows.add",
        requestBody: { schema: schema("Row"), "x-assumed": "bodies" },
        responses: { 201: { schema: schema("Colour") } },
      },
    },
  },
};
const status = (name: string) => ({ kind: "statuses", name, operation: name.split(" ")[0] });

describe("what a document declares", () => {
  it("is read from its operations, and from what they refer to", () => {
    const [got, more, bad, put] = ["rows.get 200", "rows.get 399", "rows.get 400", "rows.add 201"].map(status);
    expect(declaredIn(small)).toEqual({
      contract: expect.stringMatching(/^[0-9a-f]{16}$/),
      operations: ["rows.get", "rows.add"],
      statuses: [got, more, bad, put].map((one) => one?.name),
      parameters: ["rows.get page"],
      values: ["Colour red", "Colour dark green"],
      events: EventName.options,
      faults: ["status", "delay", "disconnect", "truncate", "malformed", "lag"],
      assumptions: new Map([
        ["colours", [got, put]],
        ["words", [got, put]],
        ["reading", [got, more]],
        ["tokens", [got, more, put]],
        ["ids", [got, more]],
        ["kinds", [bad]],
        ["pages", [{ kind: "parameters", name: "rows.get page", operation: "rows.get" }]],
        ["bodies", [put]],
      ]),
    });
    expect(declaredIn({ ...small, info: {} }).contract).not.toBe(declaredIn(small).contract);
  });

  it("is, of the service, every operation, status and parameter, and the assumptions with a place in it", () => {
    const declared = declaredHere();
    const ofAll = (part: "query" | "responses") =>
      operationsOf(service).flatMap(({ operationId, endpoint }) =>
        Object.keys((part === "query" ? endpoint.query?.shape : endpoint.responses) ?? {}).map(
          (name) => `${operationId} ${name}`,
        ),
      );
    expect(declared.operations).toEqual(operationsOf(service).map(({ operationId }) => operationId));
    expect(declared.statuses.toSorted()).toEqual(ofAll("responses").sort());
    expect(declared.parameters.toSorted()).toEqual(ofAll("query").sort());
    const unseen = Object.keys(assumptions).filter((key) => !declared.assumptions.has(key));
    const placeless = ["event-record", "event-delivery", "versions", "unknown-input", "shorthand-paths", ...overTime];
    expect(unseen).toEqual(placeless);
    expect(declaredHere()).toBe(declared);
  });
});
