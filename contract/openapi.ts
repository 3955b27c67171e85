import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from "@asteasolutions/zod-to-openapi";
import type { z } from "zod";
import { type AssumptionKey, assumptions } from "./assumptions.ts";
import { control } from "./control.ts";
import { type Contract, type Endpoint, type Example, examplesWith, isBinary, operationsOf } from "./endpoint.ts";
import { duplicateResponse, problemResponses } from "./problems.ts";
import { type Json, placesOfAssumptions, publish } from "./publish.ts";
import { service } from "./service.ts";
import { Duplicate, InvalidRequest, Problem } from "./shared.ts";

const successes: Record<number, string> = {
  200: "Done.",
  201: "Created.",
  202: "Begun.",
  204: "Done; nothing to say.",
};

const surfaces = {
  service: {
    contract: service as Contract,
    title: "Third-party evaluation service",
    description:
      "The service as tiers-sandbox emulates it: third parties of a portfolio, their attributes and indicators, " +
      "dossiers, documents and evidences, approval and rejection, and search by event.\n\n" +
      "What the specification does not state carries `x-assumed`, a key of the list in `x-assumptions` " +
      "and at `GET /_sandbox/assumptions`.",
    tags: {
      thirdparties: "Third parties of the portfolio.",
      attributes: "Business data that the account keeps on its third parties.",
      indicators: "Scores computed from the state.",
      dossiers: "Evaluations, and what they ask for.",
      documents: "Requested pieces, their evidences and files.",
      responses: "Approval and rejection of answers.",
    },
    security: [{ bearerAuth: [] }],
    schemes: {
      bearerAuth: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "JWT",
        description: "`Authorization: Bearer <ACCESS_TOKEN>`.",
        "x-assumed": ["tokens", "roles"],
      },
    },
  },
  control: {
    contract: control as Contract,
    title: "tiers-sandbox control plane",
    description:
      "What the sandbox adds around the emulated service: worlds, clocks, occurrences, faults, and what was seen.",
    tags: {
      accounts: "Worlds, one per account.",
      clock: "The account's own time.",
      occurrences: "Bringing events about by causes in this model.",
      scenarios: "States that tests need, each by its name.",
      people: "Suppliers and the client's own people, who act by themselves.",
      portfolio: "What a world holds, beyond what the service shows.",
      faults: "Things that go wrong on purpose.",
      requests: "What was asked.",
      coverage: "What was used of the contract.",
      server: "The process itself.",
      reference: "What the sandbox knows about itself.",
      tokens: "Getting in.",
    },
    security: [{}, { sandboxKey: [] }],
    schemes: {
      sandboxKey: { type: "apiKey", in: "header", name: "X-Sandbox-Key", description: "Needed off loopback only." },
    },
  },
} as const;
export type Surface = keyof typeof surfaces;

export const pathOf = ({ path }: Endpoint) => path.replace(/:(\w+)/g, "{$1}");

const named = (examples: [name: string, example: Example][], pick: (example: Example) => unknown): Json => {
  const shown = examples
    .filter(([, example]) => pick(example) !== undefined)
    .map(([name, example]) => [name, { summary: example.summary, value: pick(example) }]);
  return shown.length > 0 ? { examples: Object.fromEntries(shown) } : {};
};
const all = ({ examples }: Endpoint) => Object.entries(examples);
const responseExamples = (status: number, endpoint: Endpoint) =>
  named(examplesWith(status, endpoint), ({ response }) => response);

const linksOf = ({ links, params }: Endpoint): Json => {
  if (!links) return {};
  const account = "accountId" in params.shape ? { accountId: "$request.path.accountId" } : {};
  const fromResponse = (pointers: Record<string, string>) =>
    Object.fromEntries(Object.entries(pointers).map(([name, pointer]) => [name, `$response.body#${pointer}`]));
  return {
    links: Object.fromEntries(
      Object.entries(links).map(([name, { operation, parameters }]) => [
        name,
        { operationId: operation, parameters: { ...account, ...fromResponse(parameters) } },
      ]),
    ),
  };
};

const bytesOf = (type: string): Json =>
  type === "*/*" ? { description: "Bytes of any media type." } : { contentMediaType: type };

function successOf(status: number, endpoint: Endpoint): Json {
  const response = endpoint.responses[status] as Endpoint["responses"][number];
  const description = successes[status] ?? `Status ${status}.`;
  if (status === 204) return { description };
  if (isBinary(response)) {
    const examples = named(all(endpoint), () => response.example);
    const content = response.binary.map((type) => [type, { schema: bytesOf(type), ...examples }]);
    return { description: response.description, content: Object.fromEntries(content) };
  }
  return {
    description,
    ...(status === 201 ? { "x-assumed": "success-statuses" } : {}),
    ...linksOf(endpoint),
    content: { "application/json": { schema: response, ...responseExamples(status, endpoint) } },
  };
}

/** Refusals share one problem document per status; OAuth refusals have a standard of their own and are plain JSON. */
function refusalOf(status: number, endpoint: Endpoint): Json {
  const response = endpoint.responses[status] as Endpoint["responses"][number];
  const shared = problemResponses[status];
  if (!shared) throw new Error(`status ${status} is not described`);
  if (response === Problem || response === InvalidRequest) return { $ref: `#/components/responses/${shared.name}` };
  if (response === Duplicate) return { $ref: `#/components/responses/${duplicateResponse.name}` };
  return {
    description: shared.description,
    content: {
      "application/json": { schema: response, ...responseExamples(status, endpoint) },
      "application/problem+json": { schema: status === 400 ? InvalidRequest : Problem },
    },
  };
}

function bodyOf(endpoint: Endpoint): Json {
  const type = endpoint.form ? "application/x-www-form-urlencoded" : "application/json";
  const raw = (endpoint.raw ?? []).map((rawType) => [rawType, { schema: bytesOf(rawType) }]);
  const media = { schema: endpoint.body, ...named(all(endpoint), ({ body }) => body) };
  return { required: !endpoint.bodyOptional, content: { [type]: media, ...Object.fromEntries(raw) } };
}

function routeOf(operationId: string, tag: string, endpoint: Endpoint, security: unknown): RouteConfig {
  const { method, summary, description, params, query, body, responses, assumes = [] } = endpoint;
  return {
    method,
    path: pathOf(endpoint),
    operationId,
    summary,
    description: description ?? `${summary}.`,
    tags: [tag],
    security,
    request: { params, ...(query ? { query } : {}), ...(body ? { body: bodyOf(endpoint) } : {}) },
    responses: Object.fromEntries(
      Object.keys(responses)
        .map(Number)
        .map((status) => [status, status < 400 ? successOf(status, endpoint) : refusalOf(status, endpoint)]),
    ),
    ...(assumes.length > 0 ? { "x-assumed": assumes } : {}),
  } as RouteConfig;
}

/** The example that the schema of a path parameter gives. */
function parameterExample({ params }: Endpoint, name: string): unknown {
  const { examples } = (params.shape[name] as z.ZodType | undefined)?.meta() ?? {};
  return (examples as unknown[] | undefined)?.[0];
}

/** Puts the named examples on the parameters too: tools pair request and response by the name. */
function addParameterExamples(operation: Json, endpoint: Endpoint): void {
  for (const parameter of (operation.parameters as Json[] | undefined) ?? []) {
    const name = parameter.name as string;
    const isList = (parameter.schema as Json | undefined)?.type === "array";
    const examples = named(all(endpoint), ({ query }) => {
      const value = parameter.in === "path" ? parameterExample(endpoint, name) : query?.[name];
      return isList && typeof value === "string" ? value.split(",") : value;
    });
    Object.assign(parameter, examples);
  }
}

function registryOf(surface: Surface): OpenAPIRegistry {
  const { contract, security, schemes } = surfaces[surface];
  const registry = new OpenAPIRegistry();
  for (const [name, scheme] of Object.entries(schemes))
    registry.registerComponent("securitySchemes", name, scheme as never);
  const operations = operationsOf(contract);
  for (const { operationId, tag, endpoint } of operations)
    registry.registerPath(routeOf(operationId, tag, endpoint, security));
  const statuses = new Set(operations.flatMap(({ endpoint }) => Object.keys(endpoint.responses)));
  const problems = Object.entries(problemResponses).filter(([status]) => statuses.has(status));
  const shared = [...problems.map(([, response]) => response), ...(surface === "service" ? [duplicateResponse] : [])];
  for (const { name, ...response } of shared) registry.registerComponent("responses", name, response as never);
  return registry;
}

const listed = Object.entries(assumptions).map(([key, { gap, chosen }]) => ({ key, gap, chosen }));

const made = new Map<Surface, Json>();
/** The OpenAPI 3.1 document of a surface, made once; it is not to be changed. */
export function openapiDocument(surface: Surface): Json {
  const document = made.get(surface) ?? documentOf(surface);
  made.set(surface, document);
  return document;
}

function documentOf(surface: Surface): Json {
  const { contract, title, description, tags } = surfaces[surface];
  const problems = [Problem, InvalidRequest, ...(surface === "service" ? [Duplicate] : [])];
  const document = new OpenApiGeneratorV31([
    ...registryOf(surface).definitions,
    ...problems.map((schema) => ({ type: "schema" as const, schema })),
  ]).generateDocument({
    openapi: "3.1.0",
    info: {
      title,
      version: "1.0.0",
      description,
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "tiers-sandbox" },
    },
    servers: [{ url: "/", description: "Where this document comes from" }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
  }) as unknown as { paths: Record<string, Record<string, Json>>; components: Json; webhooks?: unknown };

  for (const { endpoint } of operationsOf(contract))
    addParameterExamples(document.paths[pathOf(endpoint)]?.[endpoint.method] as Json, endpoint);
  delete document.webhooks;
  delete document.components.parameters;
  return publish(surface === "service" ? { ...document, "x-assumptions": listed } : document);
}

/** Every assumption with the places of the service's document that carry it. */
export function assumptionPlaces() {
  const places = placesOfAssumptions(openapiDocument("service"));
  return listed.map((assumption) => {
    const key = assumption.key as AssumptionKey;
    const { confirmed = null } = assumptions[key] as { gap: string; confirmed?: string };
    return { ...assumption, places: places.get(key) ?? [], confirmed };
  });
}
