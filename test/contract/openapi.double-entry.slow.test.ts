import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { control } from "../../contract/control.ts";
import { type Contract, examplesWith, isBinary, operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/index.ts";
import type { Surface } from "../../contract/openapi.ts";
import { Duplicate, InvalidRequest, Problem } from "../../contract/shared.ts";
import { drawFrom, mutants, placesIn, slips, texts } from "./mutations.ts";
import { type Parameter, pointer, published } from "./published.ts";

/**
 * The contract exists twice: as zod schemas, which the server uses, and as published JSON schemas, which clients use.
 * Both must accept the same values.
 */

interface Entry {
  title: string;
  schema: z.ZodType;
  values: Iterable<unknown>;
  published: (value: unknown) => { accepted: boolean; because: string };
}

const surfaces: Record<Surface, Contract> = { service, control };
const seed = 20_260_115;
const totals = { values: 0, accepted: 0, refused: 0 };

const shown = (value: unknown) => {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 1500 ? `${text.slice(0, 1500)}… (${text.length} characters)` : text;
};

/** The first values on which the two verdicts differ. */
function disagreements({ title, schema, values, published: verdict }: Entry): string[] {
  const found: string[] = [];
  for (const value of values) {
    const result = schema.safeParse(value);
    const { accepted, because } = verdict(value);
    totals.values++;
    totals[result.success ? "accepted" : "refused"]++;
    if (result.success === accepted) continue;
    const zod = result.success
      ? "accepts it"
      : `refuses it: ${result.error.issues.map(({ path, message }) => `/${path.join("/")} ${message}`).join("; ")}`;
    const document = accepted ? "accepts it" : `refuses it: ${because}`;
    found.push(`${title}\n  value: ${shown(value)}\n  zod ${zod}\n  the document ${document}`);
    if (found.length === 5) break;
  }
  return found;
}

const objectsIn = (value: unknown) =>
  placesIn(value).flatMap(({ value: node }) =>
    typeof node === "object" && node !== null && !Array.isArray(node) ? [node as never] : [],
  );

/** One object for each set of property names, to swap branches of unions. */
function kinds(values: readonly unknown[]) {
  const byShape = new Map(values.flatMap(objectsIn).map((object) => [Object.keys(object).sort().join(), object]));
  return [...byShape.values()].slice(0, 12);
}

const endpointsOf = (surface: Surface) =>
  new Map(operationsOf(surfaces[surface]).map(({ operationId, endpoint }) => [operationId, endpoint]));

function bodiesOf(surface: Surface): Entry[] {
  const { document, operations, validator } = published(surface);
  const endpoints = endpointsOf(surface);
  const draw = drawFrom(seed);
  const entry = (title: string, schema: z.ZodType, place: string, examples: unknown[]): Entry => {
    if (examples.length === 0) throw new Error(`${title} has no example to start from`);
    const { accepts, complaint } = validator(place);
    const others = kinds(examples);
    function* values() {
      const size = placesIn(examples[0]).length;
      for (const example of examples) yield* mutants(example, others, draw, Math.max(1, Math.floor(size / 2)), 25);
    }
    const verdict = (value: unknown) => ({ accepted: accepts(value), because: complaint() });
    return { title: `${title} (${place})`, schema, values: values(), published: verdict };
  };

  const entries = operations.flatMap(({ place, operation: { operationId } }) => {
    const endpoint = endpoints.get(operationId);
    if (!endpoint) throw new Error(`${operationId} is not in the contract`);
    const type = endpoint.form ? "application/x-www-form-urlencoded" : "application/json";
    const shown = Object.values(endpoint.examples).map(({ body }) => body);
    const sent = `${place}${pointer("requestBody", "content", type, "schema")}`;
    const body = endpoint.body && [entry(`${operationId} body`, endpoint.body, sent, shown)];
    const responses = Object.entries(endpoint.responses).flatMap(([status, schema]) => {
      if (Number(status) >= 400 || status === "204" || isBinary(schema)) return [];
      const examples = examplesWith(Number(status), endpoint).map(([, { response }]) => response);
      const at = `${place}${pointer("responses", status, "content", "application/json", "schema")}`;
      return [entry(`${operationId} ${status}`, schema, at, examples)];
    });
    return [...(body ?? []), ...responses];
  });
  const shapes: Record<string, z.ZodType> = {
    ...{ BadRequest: InvalidRequest, UnprocessableContent: InvalidRequest, AlreadyThere: Duplicate },
  };
  const problems = Object.entries(document.components.responses ?? {}).map(([name, response]) => {
    const content = response.content as Record<string, { examples: { problem: { value: unknown } } }>;
    const example = content["application/problem+json"]?.examples.problem.value;
    const at = pointer("components", "responses", name, "content", "application/problem+json", "schema");
    return entry(name, shapes[name] ?? Problem, at, [example]);
  });
  return [...entries, ...problems];
}

const raws = [
  ...texts.filter((text) => text.length < 300),
  ..."0|1|-1|-0|+1|01|1.0|100|101|1000000|1000001|999999999|1000000000|99999999999999999999".split("|"),
  ..." 1|1 |Infinity||true|false|TRUE|1,2|,".split("|"),
];

function parametersOf(surface: Surface): Entry[] {
  const { operations, validator, deserialise } = published(surface);
  const endpoints = endpointsOf(surface);
  return operations.flatMap(({ place, operation }) =>
    (operation.parameters ?? []).map((parameter: Parameter, index): Entry => {
      const endpoint = endpoints.get(operation.operationId);
      const shape = parameter.in === "path" ? endpoint?.params.shape : endpoint?.query?.shape;
      const { accepts, complaint } = validator(`${place}${pointer("parameters", index, "schema")}`);
      const examples = Object.values(parameter.examples ?? {}).map(({ value }) => [value].flat().join(","));
      const repeated = examples.flatMap((raw) => [`${raw},${raw}`, `${raw}, ${raw}`, `${raw},`]);
      return {
        title: `${operation.operationId} ${parameter.name} (${place}${pointer("parameters", index)})`,
        schema: shape?.[parameter.name] as z.ZodType,
        values: [undefined, ...examples, ...repeated, ...examples.flatMap(slips), ...raws],
        published: (raw) => {
          if (raw === undefined) return { accepted: !parameter.required, because: "it is required" };
          return { accepted: accepts(deserialise(raw as string, parameter.schema)), because: complaint() };
        },
      };
    }),
  );
}

describe("double entry", () => {
  const entries = (["service", "control"] as const).flatMap((surface) => [
    ...bodiesOf(surface),
    ...parametersOf(surface),
  ]);
  it.each(entries.map((entry) => [entry.title, entry] as const))(
    "zod and the published schema give the same verdicts on %s",
    (_, entry) => expect(disagreements(entry)).toEqual([]),
  );

  it("compares enough values that pass and enough that fail", () => {
    expect(totals.values).toBeGreaterThan(10_000);
    expect(totals.accepted).toBeGreaterThan(1_000);
    expect(totals.refused).toBeGreaterThan(5_000);
  });
});
