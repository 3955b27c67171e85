import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Document } from "../contract/documents.ts";
import type { Dossier } from "../contract/dossiers.ts";
import type { Thirdparty } from "../contract/thirdparties.ts";
import { type Existing, workingRequests } from "../src/domain/working-requests.ts";
import { configurations } from "../test/properties/configurations.ts";
import { exampleCases, type OpenApi, undotted, withExamples } from "./document.ts";
import { now, type RunningSandbox } from "./sandbox.ts";
import { generateWorkflows, type Har, logDrift, respect, type Verdict } from "./tools.ts";
import { newcomers } from "./world.ts";

const accountId = "own";

/** An account with a random configuration, whose requests and responses its own document describes. */
export async function ownAccount(folder: string, { url, control }: RunningSandbox): Promise<Verdict[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [configuration] = fc.sample(configurations, { seed: 34, numRuns: 1 });
  await control("PUT", `/accounts/${accountId}`, { seed: "portfolio", now, freeze: true, configuration });
  await control("POST", `/accounts/${accountId}/clock`, { advance: "P30D" });
  const token = await control<{ accessToken: string }>("POST", "/tokens", { accountIds: [accountId] });
  const read = async <T>(path: string): Promise<T> => {
    const headers = { Authorization: `Bearer ${token.accessToken}` };
    return (await (await fetch(`${url}${path}`, { headers })).json()) as T;
  };
  const all = async <T>(path: string) => (await read<{ content: T[] }>(`/api/v1/account/${accountId}${path}`)).content;

  // Everything that a client can read of the account.
  const { documentTypes, dossierTypes } = configuration as Required<NonNullable<typeof configuration>>;
  const existing: Existing = {
    thirdparties: await all<Thirdparty>("/thirdparties?size=100"),
    dossiers: await all<Dossier>("/dossiers?size=100"),
    documents: [],
    codes: {
      documents: Object.keys(documentTypes).filter((code) => !documentTypes[code]?.unfit?.length),
      dossierTypes: Object.keys(dossierTypes),
    },
    ...{ newcomer: newcomers.siret, now: Date.parse(`${now}Z`) },
  };
  await all("/attributes");
  for (const { thirdpartyId } of existing.thirdparties)
    for (const part of ["attributes", "indicators", "dossiers"]) await all(`/thirdparties/${thirdpartyId}/${part}`);
  for (const { dossierId } of existing.dossiers)
    existing.documents = [...existing.documents, ...(await all<Document>(`/dossiers/${dossierId}/documents`))];

  const cases = exampleCases(workingRequests(existing));
  // Respect sends the commas of a list as %2C, and drift takes the list for one name.
  for (const { success } of Object.values(cases)) {
    const [name] = String(success?.query?.eventNames ?? "").split(",");
    if (name) Object.assign(success as object, { query: { ...success?.query, eventNames: [name] } });
  }
  const published = await read<OpenApi>(`/openapi.json?accountId=${accountId}`);
  const set = published.paths["/api/v1/account/{accountId}/thirdparties/{id}/attributes"]?.post?.requestBody;
  Object.assign(cases["attributes.set"]?.success as object, {
    body: set?.content["application/json"]?.examples?.success?.value,
  });
  const document = undotted(withExamples({ ...published, servers: [{ url }] }, cases, accountId));
  writeFileSync(join(folder, "service.json"), JSON.stringify(document, null, 1));
  await generateWorkflows(folder);
  const asked = await respect("Redocly respect, own account", folder, "generated", token.accessToken);
  const log = await control<Har>("GET", `/requests.har?accountId=${accountId}`);
  return [asked, { ...(await logDrift(folder, log)), tool: "Redocly drift, own account" }];
}
