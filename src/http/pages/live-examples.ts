import { commonCodes, isKnown, ownRequests } from "../../../contract/account-document.ts";
import { operationsOf } from "../../../contract/endpoint.ts";
import { pathOf } from "../../../contract/openapi.ts";
import type { Json } from "../../../contract/publish.ts";
import { service } from "../../../contract/service.ts";
import { sirenOf, siretOf } from "../../directory/numbers.ts";
import { identifierKey } from "../../domain/collections.ts";
import { defaultConfiguration } from "../../domain/configuration.ts";
import { type Existing, workingRequests } from "../../domain/working-requests.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { World } from "../../world/world.ts";

interface Operation {
  parameters?: { name: string; explode?: boolean; example?: unknown; examples?: unknown }[];
  requestBody?: { content: Record<string, { examples?: { success?: { value: unknown } } }> };
}

async function existingIn({ store, now }: World): Promise<Existing> {
  const all = { offset: 0, limit: 5000 };
  const { rows: thirdparties } = await store.page("thirdparties", all);
  const { rows: dossiers } = await store.page("dossiers", all);
  const { rows: documents } = await store.page("documents", all);
  // Lower serials are those of the test identifiers.
  for (let serial = 5000; ; serial++) {
    const newcomer = siretOf(sirenOf(`2199${serial}`), 1);
    const taken = await store.range("thirdparties", "identifier", identifierKey("siret", newcomer), { limit: 1 });
    if (taken.length === 0) return { thirdparties, dossiers, documents, newcomer, now };
  }
}

/**
 * The service's document with values that exist now in an account, so that each "Execute" works at once. The demo
 * account is made where it is not there, and no other one.
 */
export async function withLiveExamples(document: Json, sandbox: Sandbox, accountId: string): Promise<Json> {
  const { worlds } = sandbox;
  const world = await (accountId === "demo" ? worlds.openOrCreate(accountId) : worlds.open(accountId));
  if (!world) return document;
  const { configuration } = world;
  const { source } = configuration;
  const codes = { documents: commonCodes(source.documentTypes), dossierTypes: Object.keys(source.dossierTypes) };
  const existing = await existingIn(world).finally(() => sandbox.worlds.leave(world));
  const requestOf = workingRequests({ ...existing, ...(configuration !== defaultConfiguration && { codes }) });
  const own = ownRequests(source);
  const paths = document.paths as Record<string, Record<string, Operation>>;
  for (const { operationId, endpoint } of operationsOf(service)) {
    const { parameters = [], requestBody } = paths[pathOf(endpoint)]?.[endpoint.method] ?? {};
    const { params, query, body } = requestOf(operationId, endpoint);
    // Few rows, because Swagger UI is slow to colour many.
    const values: Record<string, unknown> = { ...params, ...query, accountId, page: 0, size: 5 };
    for (const parameter of parameters) {
      const value = values[parameter.name];
      delete parameter.examples;
      // A list is one text in the contract's examples.
      if (value !== undefined) parameter.example = parameter.explode === false ? String(value).split(",") : value;
    }
    const success = requestBody?.content["application/json"]?.examples?.success;
    if (success) success.value = isKnown(body, source) ? body : (own[operationId] ?? success.value);
  }
  return document;
}
