import { OpenApiGeneratorV31, OpenAPIRegistry, type RouteConfig } from "@asteasolutions/zod-to-openapi";
import { assumptions } from "./assumptions.ts";
import { control } from "./control.ts";
import { type Contract, type Endpoint, isBinary, operationsOf } from "./endpoint.ts";
import { DocumentEventName, DossierEventName, EventName, ThirdpartyEventName } from "./events.ts";
import { service } from "./index.ts";

type Json = { [key: string]: unknown };

const statusTexts: Record<number, string> = {
  200: "Done.",
  201: "Created.",
  204: "Done; nothing to say.",
  400: "The request is not valid; every violation is listed.",
  401: "No token, or one that does not hold.",
  403: "Not allowed: the token does not name this account, or the request comes from where it may not.",
  404: "Not found.",
  406: "The client accepts none of the media types that there are.",
  409: "Refused as things stand.",
  413: "The body is too large.",
  415: "The body has another media type than those taken.",
  422: "The body is well-formed and cannot be taken.",
  503: "The reference provider is down.",
  504: "The reference provider did not answer in time.",
  507: "No room left on the disk; nothing was changed.",
};

const surfaces = {
  service: {
    contract: service as Contract,
    title: "Third-party evaluation service",
    description:
      "The service as tiers-sandbox emulates it: third parties of a portfolio, their attributes and indicators, dossiers, documents and evidences, approval and rejection, and search by event.\n\nWhat the specification does not state carries `x-assumed`; the list is in `x-assumptions` and at `GET /_sandbox/assumptions`.",
    tags: {
      thirdparties: "Third parties of the portfolio.",
      attributes: "Business data that the account keeps on its third parties.",
      indicators: "Scores computed from the state.",
      dossiers: "Evaluations, and what they ask for.",
      documents: "Requested pieces, their evidences and files.",
      responses: "Approval and rejection of answers.",
    },
    components: [ThirdpartyEventName, DossierEventName, DocumentEventName],
  },
  control: {
    contract: control as Contract,
    title: "tiers-sandbox control plane",
    description: "What the sandbox adds around the emulated service: worlds, clocks, occurrences, faults, and what was seen.",
    tags: {
      accounts: "Worlds, one per account.",
      clock: "The account's own time.",
      occurrences: "Bringing events about by their real causes.",
      faults: "Things that go wrong on purpose.",
      requests: "What was asked.",
      reference: "What the sandbox knows about itself.",
      tokens: "Getting in.",
    },
    components: [EventName],
  },
};
export type Surface = keyof typeof surfaces;

const examplesOf = (endpoint: Endpoint, pick: (example: Endpoint["examples"][string]) => unknown): Json => {
  const named = Object.entries(endpoint.examples)
    .filter(([, example]) => pick(example) !== undefined)
    .map(([name, example]) => [name, { summary: example.summary, value: pick(example) }]);
  return named.length > 0 ? { examples: Object.fromEntries(named) } : {};
};

function responsesOf(endpoint: Endpoint): RouteConfig["responses"] {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([code, response]) => {
      const status = Number(code);
      const description = statusTexts[status] ?? `Status ${status}.`;
      if (status === 204) return [status, { description }];
      if (isBinary(response)) {
        const content = response.binary.map((type) => [type, { schema: { contentMediaType: type } }]);
        return [status, { description: response.description, content: Object.fromEntries(content) }];
      }
      const type = status >= 400 ? "application/problem+json" : "application/json";
      const examples = examplesOf(endpoint, (example) => (example.status === status ? example.response : undefined));
      return [status, { description, content: { [type]: { schema: response, ...examples } } }];
    }),
  );
}

function routeOf(operationId: string, tag: string, endpoint: Endpoint, secured: boolean): RouteConfig {
  const assumes = endpoint.assumes ?? [];
  const bodyType = endpoint.form ? "application/x-www-form-urlencoded" : "application/json";
  const examples = examplesOf(endpoint, (example) => example.body);
  return {
    method: endpoint.method,
    path: endpoint.path.replace(/:(\w+)/g, "{$1}"),
    operationId,
    summary: endpoint.summary,
    description: endpoint.description ?? `${endpoint.summary}.`,
    tags: [tag],
    ...(secured ? { security: [{ bearerAuth: [] }] } : { security: [] }),
    request: {
      params: endpoint.params,
      ...(endpoint.query ? { query: endpoint.query } : {}),
      ...(endpoint.body
        ? {
            body: {
              required: !endpoint.bodyOptional,
              content: {
                [bodyType]: { schema: endpoint.body as never, ...examples },
                ...Object.fromEntries((endpoint.raw ?? []).map((type) => [type, { schema: { contentMediaType: type } }])),
              },
            },
          }
        : {}),
    },
    responses: responsesOf(endpoint),
    ...(assumes.length > 0
      ? { "x-assumed": assumes.map((key) => `${key}: ${assumptions[key as keyof typeof assumptions].chosen}`) }
      : {}),
  } as RouteConfig;
}

/** Makes assumptions visible where people read: in the descriptions. */
function tellAssumptions(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  for (const child of Object.values(node)) tellAssumptions(child);
  const record = node as Json;
  const marks = record["x-assumed"];
  if (typeof marks !== "string" && !Array.isArray(marks)) return;
  const keys = [marks].flat().map((mark: string) => mark.slice(0, mark.indexOf(":")));
  record.description = `${record.description ? `${record.description}\n\n` : ""}_Assumed: ${keys.join(", ")}._`;
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
  const { contract, title, description, tags, components } = surfaces[surface];
  const registry = new OpenAPIRegistry();
  const secured = surface === "service";
  if (secured)
    registry.registerComponent("securitySchemes", "bearerAuth", { type: "http", scheme: "bearer", bearerFormat: "JWT" });
  const operations = operationsOf(contract);
  for (const { operationId, tag, endpoint } of operations) registry.registerPath(routeOf(operationId, tag, endpoint, secured));
  for (const component of components) {
    const { id, description: text } = component.meta() as { id: string; description: string };
    registry.registerComponent("schemas", id, { type: "string", enum: [...component.options], description: text });
  }

  const document = new OpenApiGeneratorV31(registry.definitions, { sortComponents: "alphabetically" }).generateDocument({
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
  }) as unknown as Json;

  tellAssumptions(document.paths);
  tellAssumptions(document.components);
  const paths = document.paths as Record<string, Record<string, Json>>;
  for (const { endpoint } of operations)
    exampleParameters(paths[endpoint.path.replace(/:(\w+)/g, "{$1}")]?.[endpoint.method] as Json, endpoint);
  delete document.webhooks;
  if (secured) document["x-assumptions"] = Object.entries(assumptions).map(([key, { gap, chosen }]) => ({ key, gap, chosen }));
  // A round trip drops what the generator left undefined, so that the document in memory is the one on the wire.
  return JSON.parse(JSON.stringify(document)) as Json;
}

/** Every assumption with the places of the service's document that carry it. */
export function assumptionPlaces(): { key: string; gap: string; chosen: string; places: string[] }[] {
  const places = new Map<string, Set<string>>();
  const walk = (node: unknown, place: string): void => {
    if (typeof node !== "object" || node === null) return;
    for (const mark of [(node as Json)["x-assumed"] ?? []].flat() as string[]) {
      const key = mark.slice(0, mark.indexOf(":"));
      places.set(key, (places.get(key) ?? new Set()).add(place));
    }
    for (const [name, child] of Object.entries(node)) if (name !== "x-assumed") walk(child, `${place}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`);
  };
  const { paths, components } = openapiDocument("service");
  walk(paths, "/paths");
  walk(components, "/components");
  return Object.entries(assumptions).map(([key, { gap, chosen }]) => ({ key, gap, chosen, places: [...(places.get(key) ?? [])] }));
}
