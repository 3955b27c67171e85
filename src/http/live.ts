import { sirenOf, siretOf } from "../directory/numbers.ts";
import { identifierKey } from "../domain/collections.ts";
import type { DocumentRow, DossierRow, ResponseRow, ThirdpartyRow } from "../domain/rows.ts";
import { format } from "../domain/time.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { World } from "../world/world.ts";

type Json = { [key: string]: unknown };
type Values = Record<string, unknown>;

const everything = { offset: 0, limit: 5000 };

/** For each operation, parameters with which it succeeds in the demo account as it is now. */
async function workingValues(world: World): Promise<Record<string, { parameters: Values; body?: unknown }>> {
  const { store } = world;
  const [{ rows: dossiers }, { rows: documents }, { rows: responses }, { rows: thirdparties }] = await Promise.all([
    store.page("dossiers", everything),
    store.page("documents", everything),
    store.page("responses", everything),
    store.page("thirdparties", everything),
  ]);
  const open = dossiers.filter(({ monitored }) => monitored);
  const undecided = responses.filter(
    ({ state, dossierId }) =>
      (state === "WAITING" || state === "CHECKING") && open.some((dossier) => dossier.dossierId === dossierId),
  );
  const lasting = (response: ResponseRow) =>
    documents
      .find(({ documentId }) => documentId === response.documentId)
      ?.evidences.every(({ expirationDate }) => expirationDate === null || expirationDate > format(world.now));
  const sound = thirdparties.filter(({ status }) => status === "ACTIVE").map(({ thirdpartyId }) => thirdpartyId);
  const toApprove =
    undecided.find((response) => sound.includes(response.thirdpartyId) && lasting(response)) ?? undecided[0];
  const toReject = undecided.find((response) => response !== toApprove) ?? toApprove;
  const withFile = documents.find(({ evidences }) => evidences.length > 0) as DocumentRow | undefined;
  const active = thirdparties.filter(({ archived }) => !archived);
  const [first] = active as [ThirdpartyRow | undefined];
  const unscreened = active.find(
    ({ thirdpartyId }) =>
      !open.some((dossier) => dossier.thirdpartyId === thirdpartyId && dossier.dossierTypeCode === "SCREENING"),
  );
  const free = open.find(({ typed }) => !typed) as DossierRow | undefined;
  const id = first?.thirdpartyId;
  const file = withFile && {
    dossierId: withFile.dossierId,
    documentId: withFile.documentId,
    fileId: withFile.evidences[0]?.id,
  };
  const window = {
    eventOccurrenceStartDate: format(world.now - 366 * 86_400_000).slice(0, 19),
    eventOccurrenceEndDate: format(world.now + 86_400_000).slice(0, 19),
  };
  const values: Record<string, { parameters: Values; body?: unknown }> = {
    "thirdparties.create": { parameters: {}, body: { companyIdType: "CIT001", companyIdValue: await newcomer(world) } },
    "thirdparties.get": { parameters: { id } },
    "thirdparties.search": { parameters: { ...window, eventNames: ["THIRD_PARTY_ADDED"] } },
    "attributes.list": { parameters: { id } },
    "attributes.set": { parameters: { id } },
    "indicators.list": { parameters: { id } },
    "dossiers.ofThirdparty": { parameters: { id } },
    "dossiers.create": unscreened
      ? { parameters: { id: unscreened.thirdpartyId }, body: { dossierTypeCode: "SCREENING" } }
      : { parameters: { id }, body: { requiredDocuments: ["KBIS", "RIB"] } },
    "dossiers.search": { parameters: { ...window, eventNames: ["DOSSIER_ADDED"] } },
    "dossiers.require": { parameters: { dossierId: free?.dossierId } },
    "dossiers.download": { parameters: { dossierId: withFile?.dossierId } },
    "documents.list": { parameters: { dossierId: withFile?.dossierId } },
    "documents.get": { parameters: { ...file } },
    "documents.file": { parameters: { ...file } },
    "documents.link": { parameters: { ...file } },
    "documents.search": { parameters: { ...window, eventNames: ["DOCUMENT_ADDED"] } },
    "responses.approve": { parameters: { responseId: toApprove?.responseId } },
    "responses.reject": { parameters: { responseId: toReject?.responseId } },
  };
  return values;
}

/** A company that can be added at the first click: one that nobody added yet. */
async function newcomer(world: World): Promise<string> {
  for (let serial = firstSerial; ; serial++) {
    const siret = siretOf(sirenOf(`2199${serial}`), 1);
    if (
      (await world.store.range("thirdparties", "identifier", identifierKey("siret", siret), { limit: 1 })).length === 0
    )
      return siret;
  }
}
// The numbers below are those of the test identifiers.
const firstSerial = 5000;

/** Few rows, because a page that colours many is slow. */
const everywhere: Values = { accountId: "demo", page: 0, size: 5 };

/** The service's document with the ids that exist right now, so that every "Execute" works at the first click. */
export async function livelier(document: Json, sandbox: Sandbox): Promise<Json> {
  const world = await sandbox.world("demo");
  const values = await workingValues(world);
  for (const path of Object.values(document.paths as Record<string, Record<string, Json>>))
    for (const operation of Object.values(path)) {
      const working = values[operation.operationId as string] ?? { parameters: {} };
      for (const parameter of (operation.parameters as Json[] | undefined) ?? []) {
        const value = { ...everywhere, ...working.parameters }[parameter.name as string];
        delete parameter.examples;
        if (value !== undefined) parameter.example = value;
      }
      const content = (
        operation.requestBody as
          | { content: Record<string, { examples?: Record<string, { summary: string; value: unknown }> }> }
          | undefined
      )?.content;
      const success = content?.["application/json"]?.examples?.success;
      if (success && working.body !== undefined) success.value = working.body;
    }
  return document;
}
