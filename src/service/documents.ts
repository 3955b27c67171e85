import type { service } from "../../contract/service.ts";
import { isRefusal, notFound, type Refusal } from "../domain/refusal.ts";
import type { EvidenceRow } from "../domain/response/evidence.ts";
import type { DocumentRow } from "../domain/rows.ts";
import { format } from "../domain/time.ts";
import { signLink } from "../files/links.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import { reply } from "../sandbox/reply.ts";
import type { Filter } from "../store/filter.ts";
import type { Store } from "../store/store.ts";
import { find, missingFile } from "../world/find.ts";
import type { World } from "../world/world.ts";
import { downloadOf, linkNameOf } from "./files.ts";
import { select } from "./paging.ts";

async function documentIn(store: Store, dossierId: number, documentId: number): Promise<DocumentRow | Refusal<404>> {
  const dossier = await find(store, "dossiers", dossierId);
  if (isRefusal(dossier)) return dossier;
  const document = await find(store, "documents", documentId);
  if (isRefusal(document) || document.dossierId === dossierId) return document;
  const detail = `Document ${documentId} belongs to dossier ${document.dossierId}, not to ${dossierId}.`;
  return notFound("DOCUMENT_NOT_FOUND", detail);
}

async function evidenceIn(
  store: Store,
  { dossierId, documentId, fileId }: { dossierId: number; documentId: number; fileId: number },
): Promise<{ document: DocumentRow; evidence: EvidenceRow } | Refusal<404>> {
  const document = await documentIn(store, dossierId, documentId);
  if (isRefusal(document)) return document;
  const evidence = document.evidences.find(({ id }) => id === fileId);
  if (evidence) return { document, evidence };
  const [other] = await store.range("documents", "evidence", fileId, { limit: 1 });
  if (!other) return missingFile(store, fileId);
  const owner = `document ${other.documentId} of dossier ${other.dossierId}`;
  return notFound("FILE_NOT_FOUND", `File ${fileId} belongs to ${owner}, not to document ${documentId}.`);
}

export const documents: Handlers<typeof service.documents, World> = {
  async list({ params }, { store }) {
    const dossier = await find(store, "dossiers", params.dossierId);
    if (isRefusal(dossier)) return dossier.refused;
    const documents = await store.range("documents", "dossier", params.dossierId);
    return { status: 200, body: { content: documents.filter(({ internal }) => !internal.withdrawn) } };
  },
  async get({ params }, { store }) {
    const document = await documentIn(store, params.dossierId, params.documentId);
    return reply(document, 200, (row) => row);
  },
  async file({ params }, world) {
    const found = await evidenceIn(world.store, params);
    if (isRefusal(found)) return found.refused;
    return { status: 200, body: await downloadOf(world, found.document, found.evidence) };
  },
  async link({ params, origin }, world) {
    const found = await evidenceIn(world.store, params);
    if (isRefusal(found)) return found.refused;
    const { linkSeconds } = world.configuration.practice;
    const expires = Math.floor(world.now / 1000) + linkSeconds;
    const { accountId, linkSecret: secret } = world;
    const path = signLink({ accountId, fileUUID: linkNameOf(found.evidence), expires, secret });
    const expiresAt = format(expires * 1000);
    return { status: 200, body: { url: `${origin}${path}`, expiresAt, expiresIn: linkSeconds } };
  },
  async search({ query }, { store }) {
    const where: Filter<DocumentRow>[] = [
      ["statusCode", "=", query.statusCode],
      ["documentCode", "=", query.documentCode],
    ];
    return { status: 200, ...(await select(store, "documents", query, where)) };
  },
};
