import type { service } from "../../contract/service.ts";
import type { EvidenceRow } from "../domain/evidence.ts";
import { isRefusal, notFound, type Refusal } from "../domain/refusal.ts";
import type { DocumentRow } from "../domain/rows.ts";
import { format } from "../domain/time.ts";
import { signLink } from "../files/links.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import type { Filter } from "../store/filter.ts";
import type { Store } from "../store/store.ts";
import { lostDocument, lostDossier, lostFile } from "../world/not-found.ts";
import type { World } from "../world/world.ts";
import { downloadOf, linkNameOf } from "./files.ts";
import { select } from "./paging.ts";

const linkLifetime = 300;

/** A document of that dossier, or why there is none: it may be of another. */
async function documentIn(store: Store, dossierId: number, documentId: number): Promise<DocumentRow | Refusal<404>> {
  if (!(await store.get("dossiers", dossierId))) return lostDossier(store, dossierId);
  const document = await store.get("documents", documentId);
  if (!document) return lostDocument(store, documentId);
  if (document.dossierId === dossierId) return document;
  return notFound(
    "DOCUMENT_NOT_FOUND",
    `Document ${documentId} belongs to dossier ${document.dossierId}, not to ${dossierId}.`,
  );
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
  return other
    ? notFound(
        "FILE_NOT_FOUND",
        `File ${fileId} belongs to document ${other.documentId} of dossier ${other.dossierId}, not to document ${documentId}.`,
      )
    : lostFile(store, fileId);
}

export const documents: Handlers<typeof service.documents, World> = {
  async list({ params }, { store }) {
    if (!(await store.get("dossiers", params.dossierId))) return (await lostDossier(store, params.dossierId)).refused;
    const documents = await store.range("documents", "dossier", params.dossierId);
    return { status: 200, body: { content: documents.filter(({ internal }) => !internal.withdrawn) } };
  },
  async get({ params }, { store }) {
    const document = await documentIn(store, params.dossierId, params.documentId);
    return isRefusal(document) ? document.refused : { status: 200, body: document };
  },
  async file({ params }, { store }) {
    const found = await evidenceIn(store, params);
    return isRefusal(found)
      ? found.refused
      : { status: 200, body: await downloadOf(store, found.document, found.evidence) };
  },
  async link({ params, origin }, world) {
    const found = await evidenceIn(world.store, params);
    if (isRefusal(found)) return found.refused;
    const expires = Math.floor(world.now / 1000) + linkLifetime;
    const path = signLink({
      accountId: world.accountId,
      fileUUID: linkNameOf(found.evidence),
      expires,
      secret: world.linkSecret,
    });
    return {
      status: 200,
      body: { url: `${origin}${path}`, expiresAt: format(expires * 1000), expiresIn: linkLifetime },
    };
  },
  async search({ query }, { store }) {
    const where: Filter<DocumentRow>[] = [
      ["statusCode", "=", query.statusCode],
      ["documentCode", "=", query.documentCode],
    ];
    return { status: 200, body: await select(store, "documents", query, where) };
  },
};
