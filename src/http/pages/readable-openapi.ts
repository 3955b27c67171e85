import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import { type AssumptionKey, assumptions } from "../../../contract/assumptions.ts";
import { type Contract, type Endpoint, operationsOf, type Refused } from "../../../contract/endpoint.ts";
import { account } from "../../../contract/endpoint-parts.ts";
import { pathOf } from "../../../contract/openapi.ts";
import type { Json } from "../../../contract/publish.ts";
import type { ProblemCode } from "../../../contract/shared.ts";
import { type Checked, check } from "../../../contract/violations.ts";
import { problem } from "../problems.ts";
import { invalidRequest } from "../request/parse.ts";

interface Operation extends Json {
  operationId?: string;
  requestBody?: { content: Record<string, Json> };
  parameters?: ({ name: string } & Json)[];
  responses: Record<string, Json>;
}
export type Paths = Record<string, Record<string, Operation>>;

/** A document as the page shows it: refusals share one line, and an assumption is named by what it leaves open. */
export function readable(document: Json, contract: Contract): Json {
  const paths = document.paths as Paths;
  for (const { operationId, endpoint } of operationsOf(contract)) {
    const operation = paths[pathOf(endpoint)]?.[endpoint.method];
    if (!operation) continue;
    operation.responses = shortened(operation.responses, operationId, endpoint);
    gatherNotes(operation);
  }
  const info = document.info as Json;
  info.description = (info.description as string).replace(/What the specification does not state.*$/s, whereAssumed);
  delete info.license;
  return JSON.parse(JSON.stringify(document), (_key, value) =>
    typeof value === "string" ? value.replace(noteOfAssumptions, (_, keys) => explained(keys.split(", "))) : value,
  ) as Json;
}

const whereAssumed =
  "What the specification does not state is marked as assumed, and listed among the [assumptions](/assumptions). " +
  "The [events](/events) are listed with a sentence each. A query parameter that is not among these changes nothing " +
  "([unless](/assumptions#unknown-input) `--strict` is given), and the request log names it.";
const noteOfAssumptions = /_Assumed: ([\w, -]+)\._$/;
const keysOf = (node: Json) => [node["x-assumed"] ?? []].flat() as AssumptionKey[];
const linkTo = (key: string, text: string) => `[${text}](/assumptions#${key})`;
const explained = (keys: string[]): string => {
  const links = keys.map((key) => linkTo(key, assumptions[key as AssumptionKey].gap));
  return `_Assumed, because the specification leaves it open: ${links.join("; ")}._`;
};

/** Parameters often share their assumptions: these are explained once, above the parameters that link to them. */
function gatherNotes(operation: Operation): void {
  const parameters = operation.parameters ?? [];
  const keys = new Set([...keysOf(operation), ...parameters.flatMap(keysOf)]);
  if (keys.size === 0) return;
  const text = (node: Json) =>
    ((node.description as string | undefined) ?? "").replace(noteOfAssumptions, "").trimEnd();
  operation.description = `${text(operation)}\n\n${explained([...keys])}`;
  for (const parameter of parameters)
    for (const key of keysOf(parameter)) parameter.description = `${text(parameter)} _${linkTo(key, "Assumed")}._`;
}

function shortened(responses: Record<string, Json>, operationId: string, endpoint: Endpoint): Record<string, Json> {
  const [successes, refused] = [true, false].map((good) =>
    Object.entries(responses).filter(([status]) => Number(status) < 400 === good),
  ) as [[string, Json][], [string, Json][]];
  // The columns of the page are narrow, and the names of the links say nothing that the operations do not.
  for (const [, success] of successes) delete success.links;
  const statuses = refused.map(([status]) => `${status} ${STATUS_CODES[status]}`);
  const content = { "application/problem+json": { examples: refusalsOf(operationId, endpoint) } };
  return { ...Object.fromEntries(successes), default: { description: `${statuses.join(" · ")}.`, content } };
}

/** Refusals that this operation can answer with. */
function refusalsOf(operationId: string, endpoint: Endpoint): Json {
  const { params, path, responses } = endpoint;
  const instance = path.replace(/:(\w+)/g, (_, name) => exampleOf(params, name));
  const found: [number, Refused | undefined][] = [
    [400, invalidRequest(brokenRequest(endpoint)).refused],
    [404, responses[404] && notFoundOf(params)],
    [409, conflicts[operationId]],
  ];
  return Object.fromEntries(
    found.flatMap(([status, refused]) => {
      if (!refused) return [];
      const value = problem(status, refused, instance, "7a1b6c1e-0f5c-4a8e-9d7e-2b8a5f1c3d4e");
      return [[status, { summary: `${status} ${refused.code}`, value }]];
    }),
  );
}

/** What the server finds wrong with an empty body, or with parameters that are no values. */
function brokenRequest({ body, query, params }: Endpoint): Checked {
  if (body) return check("body", body, {});
  const [place, schema] = query ? (["query", query] as const) : (["path", params] as const);
  return check(place, schema, Object.fromEntries(Object.keys(schema.shape).map((name) => [name, "?"])));
}

const exampleOf = ({ shape }: Endpoint["params"], name: string): string => {
  const { examples } = (shape[name] as z.ZodType).meta() ?? {};
  return String((examples as unknown[] | undefined)?.[0]);
};

const absent: Record<string, [code: ProblemCode, noun: string]> = {
  accountId: ["ACCOUNT_NOT_FOUND", "account"],
  id: ["THIRD_PARTY_NOT_FOUND", "third party"],
  dossierId: ["DOSSIER_NOT_FOUND", "dossier"],
  documentId: ["DOCUMENT_NOT_FOUND", "document"],
  fileId: ["FILE_NOT_FOUND", "file"],
  responseId: ["RESPONSE_NOT_FOUND", "response"],
};

function notFoundOf(params: Endpoint["params"]): Refused | undefined {
  const name = Object.keys(params.shape).at(-1) ?? "";
  const [code, noun] = absent[name] ?? [];
  return code && { code, detail: `There is no ${noun} ${exampleOf(params, name)}.` };
}

const conflicts: Record<string, Refused> = {
  "thirdparties.create": {
    code: "THIRD_PARTY_ALREADY_EXISTS",
    detail: "21996648800021 is in the portfolio already, as third party 924000.",
    thirdpartyId: 924000,
  },
  "attributes.set": {
    code: "ATTRIBUTE_CALCULATED",
    detail: "Score global is calculated by the service; it cannot be set.",
  },
  "dossiers.create": {
    code: "DOSSIER_ALREADY_OPEN",
    detail: "Dossier 1324000 (VIGI-2026-0001) of type VIGILANCE is open for this third party.",
  },
  "dossiers.require": {
    code: "DOSSIER_TYPED",
    detail: "Dossier 1324000 is of type VIGILANCE, whose list of documents is fixed.",
  },
  "responses.approve": {
    code: "RESPONSE_ALREADY_DECIDED",
    detail: "Response 2238000 is accepted already; document 11031000 is VALID.",
  },
  "responses.reject": {
    code: "RESPONSE_ALREADY_DECIDED",
    detail: "Response 2238000 is accepted already; document 11031000 is VALID.",
  },
  "clock.move": {
    code: "CLOCK_BACKWARDS",
    detail:
      "The clock stands at 2026-01-15T09:00:00.000 and never goes back; reset the account, or restore a snapshot.",
  },
};

/** The service's document with the account in the address of the server, and not in every path and table. */
export function underAccount(document: Json, base = "", accountId = "demo"): Json {
  const prefix = account.replace(":accountId", "{accountId}");
  const paths = Object.entries(document.paths as Paths).map(([path, operations]) => {
    for (const operation of Object.values(operations))
      operation.parameters = operation.parameters?.filter(({ name }) => name !== "accountId") ?? [];
    return [path.slice(prefix.length), operations];
  });
  const variables = { accountId: { default: accountId, description: "The account whose portfolio is meant." } };
  return { ...document, servers: [{ url: base + prefix, variables }], paths: Object.fromEntries(paths) };
}
