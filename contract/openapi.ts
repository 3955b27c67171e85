import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from "@asteasolutions/zod-to-openapi";
import { type AssumptionKey, assumptions } from "./assumptions.ts";
import { control } from "./control.ts";
import { type Contract, type Endpoint, isBinary, operationsOf } from "./endpoint.ts";
import { service } from "./index.ts";
import { duplicateResponse, problemResponses } from "./problems.ts";
import { type Json, placesOfAssumptions, publish } from "./publish.ts";
import { Duplicate, InvalidRequest, Problem } from "./shared.ts";

const successes: Record<number, string> = { 200: "Done.", 201: "Created.", 204: "Done; nothing to say." };

const surfaces = {
  service: {
    contract: service as Contract,
    title: "Third-party evaluation service",
    description:
      "The service as tiers-sandbox emulates it: third parties of a portfolio, their attributes and indicators, dossiers, documents and evidences, approval and rejection, and search by event.\n\nWhat the specification does not state carries `x-assumed`, a key of the list in `x-assumptions` and at `GET /_sandbox/assumptions`.",
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
      occurrences: "Bringing events about by their real causes.",
      faults: "Things that go wrong on purpose.",
      requests: "What was asked.",
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

const examplesOf = (endpoint: Endpoint, pick: (example: Endpoint["examples"][string]) => unknown): Json => {
  const named = Object.entries(endpoint.examples)
    .filter(([, example]) => pick(example) !== undefined)
    .map(([name, example]) => [name, { summary: example.summary, value: pick(example) }]);
  return named.length > 0 ? { examples: Object.fromEntries(named) } : {};
};

const linksOf = ({ links, params }: Endpoint): Json => {
  if (!links) return {};
  const account = "accountId" in params.shape ? { accountId: "$request.path.accountId" } : {};
  const found = (pointers: Record<string, string>) =>
    Object.fromEntries(Object.entries(pointers).map(([name, pointer]) => [name, `$response.body#${pointer}`]));
  return {
    links: Object.fromEntries(
      Object.entries(links).map(([name, { operation, parameters }]) => [
        name,
        { operationId: operation, parameters: { ...account, ...found(parameters) } },
      ]),
    ),
  };
};

/** Bytes have no shape; their media type says what they are, unless it may be any. */
const bytesOf = (type: string): Json =>
  type === "*/*" ? { description: "Bytes of any media type." } : { contentMediaType: type };

function successOf(status: number, endpoint: Endpoint): Json {
  const response = endpoint.responses[status] as Endpoint["responses"][number];
  const description = successes[status] ?? `Status ${status}.`;
  if (status === 204) return { description };
  if (isBinary(response)) {
    const examples = examplesOf(endpoint, () => response.example);
    const content = response.binary.map((type) => [type, { schema: bytesOf(type), ...examples }]);
    return { description: response.description, content: Object.fromEntries(content) };
  }
  const examples = examplesOf(endpoint, (example) => (example.status === status ? example.response : undefined));
  return {
    description,
    ...(status === 201 ? { "x-assumed": "success-statuses" } : {}),
    ...linksOf(endpoint),
    content: { "application/json": { schema: response, ...examples } },
  };
}

/** A refusal is a shared problem, but for those that another standard shapes: they are plain JSON. */
function refusalOf(status: number, endpoint: Endpoint): Json {
  const response = endpoint.responses[status] as Endpoint["responses"][number];
  const shared = problemResponses[status];
  if (!shared) throw new Error(`status ${status} is not described`);
  if (response === Problem || response === InvalidRequest) return { $ref: `#/components/responses/${shared.name}` };
  if (response === Duplicate) return { $ref: `#/components/responses/${duplicateResponse.name}` };
  const examples = examplesOf(endpoint, (example) => (example.status === status ? example.response : undefined));
  return {
    description: shared.description,
    content: {
      "application/json": { schema: response, ...examples },
      "application/problem+json": { schema: status === 400 ? InvalidRequest : Problem },
    },
  };
}

function routeOf(operationId: string, tag: string, endpoint: Endpoint, security: unknown): RouteConfig {
  const assumes = endpoint.assumes ?? [];
  const bodyType = endpoint.form ? "application/x-www-form-urlencoded" : "application/json";
  const examples = examplesOf(endpoint, (example) => example.body);
  const raw = (endpoint.raw ?? []).map((type) => [type, { schema: bytesOf(type) }]);
  const body = {
    required: !endpoint.bodyOptional,
    content: { [bodyType]: { schema: endpoint.body, ...examples }, ...Object.fromEntries(raw) },
  };
  const statuses = Object.keys(endpoint.responses).map(Number);
  return {
    method: endpoint.method,
    path: pathOf(endpoint),
    operationId,
    summary: endpoint.summary,
    description: endpoint.description ?? `${endpoint.summary}.`,
    tags: [tag],
    security,
    request: {
      params: endpoint.params,
      ...(endpoint.query ? { query: endpoint.query } : {}),
      ...(endpoint.body ? { body } : {}),
    },
    responses: Object.fromEntries(
      statuses.map((status) => [status, status < 400 ? successOf(status, endpoint) : refusalOf(status, endpoint)]),
    ),
    ...(assumes.length > 0 ? { "x-assumed": assumes } : {}),
  } as RouteConfig;
}

/** Puts named examples on the parameters too, under the same names, so that a tool can line up request and answer. */
function exampleParameters(operation: Json, endpoint: Endpoint): void {
  for (const parameter of (operation.parameters as Json[] | undefined) ?? []) {
    const examples = examplesOf(endpoint, ({ params, query }) => {
      const value = (parameter.in === "path" ? params : query)?.[parameter.name as string];
      const isList = (parameter.schema as Json | undefined)?.type === "array";
      return isList && typeof value === "string" ? value.split(",") : value;
    });
    Object.assign(parameter, examples);
  }
}

/** The OpenAPI 3.1 document of a surface, made from its contract. */
export function openapiDocument(surface: Surface): Json {
  const { contract, title, description, tags, security, schemes } = surfaces[surface];
  const registry = new OpenAPIRegistry();
  for (const [name, scheme] of Object.entries(schemes))
    registry.registerComponent("securitySchemes", name, scheme as never);
  const operations = operationsOf(contract);
  for (const { operationId, tag, endpoint } of operations)
    registry.registerPath(routeOf(operationId, tag, endpoint, security));
  const refusals = new Set(operations.flatMap(({ endpoint }) => Object.keys(endpoint.responses).map(Number)));
  for (const [status, { name, ...response }] of Object.entries(problemResponses))
    if (refusals.has(Number(status))) registry.registerComponent("responses", name, response as never);
  const takesNewcomers = surface === "service";
  if (takesNewcomers) {
    const { name, ...response } = duplicateResponse;
    registry.registerComponent("responses", name, response as never);
  }

  const document = new OpenApiGeneratorV31([
    ...registry.definitions,
    ...[Problem, InvalidRequest, ...(takesNewcomers ? [Duplicate] : [])].map((schema) => ({
      type: "schema" as const,
      schema,
    })),
  ]).generateDocument({
    openapi: "3.1.0",
    info: {
      title,
      version: "1.0.0",
      description,
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "tiers-sandbox", url: "https://tiers-sandbox.example" },
    },
    servers: [{ url: "/", description: "Where this document comes from" }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
  }) as unknown as { paths: Record<string, Record<string, Json>>; components: Json; webhooks?: unknown };

  for (const { endpoint } of operations)
    exampleParameters(document.paths[pathOf(endpoint)]?.[endpoint.method] as Json, endpoint);
  delete document.webhooks;
  delete document.components.parameters;
  const listed = Object.entries(assumptions).map(([key, { gap, chosen }]) => ({ key, gap, chosen }));
  return publish(surface === "service" ? { ...document, "x-assumptions": listed } : document);
}

/** Every assumption with the places of the service's document that carry it. */
export function assumptionPlaces(): { key: string; gap: string; chosen: string; places: string[] }[] {
  const places = placesOfAssumptions(openapiDocument("service"));
  return Object.entries(assumptions).map(([key, { gap, chosen }]) => ({
    key,
    gap,
    chosen,
    places: places.get(key as AssumptionKey) ?? [],
  }));
}
