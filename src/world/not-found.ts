import type { ProblemCode } from "../../contract/shared.ts";
import { notFound, type Refusal } from "../domain/refusal.ts";
import type { Store } from "../store/store.ts";

/** What a number is, when it is not what was asked for. */
async function whatIs(store: Store, id: number): Promise<string | null> {
  const document = await store.get("documents", id);
  if (document) {
    const latest = document.evidences[0]?.responseId;
    return `${id} is a documentId; ${latest === undefined ? "it has no answer yet" : `its latest responseId is ${latest}`}`;
  }
  const [carrier] = await store.range("documents", "evidence", id, { limit: 1 });
  if (carrier) {
    const responseId = carrier.evidences.find((evidence) => evidence.id === id)?.responseId;
    return `${id} is the id of an evidence (a fileId) of document ${carrier.documentId}; its responseId is ${responseId}`;
  }
  const response = await store.get("responses", id);
  if (response) return `${id} is a responseId, of document ${response.documentId}`;
  if (await store.get("dossiers", id)) return `${id} is a dossierId`;
  if (await store.get("thirdparties", id)) return `${id} is a thirdpartyId`;
  return null;
}

const lost =
  (code: ProblemCode, noun: string) =>
  async (store: Store, id: number): Promise<Refusal<404>> => {
    const kind = await whatIs(store, id);
    return notFound(code, `There is no ${noun} ${id} in this account${kind ? `: ${kind}` : ""}.`);
  };

export const lostThirdparty = lost("THIRD_PARTY_NOT_FOUND", "third party");
export const lostDossier = lost("DOSSIER_NOT_FOUND", "dossier");
export const lostDocument = lost("DOCUMENT_NOT_FOUND", "document");
export const lostResponse = lost("RESPONSE_NOT_FOUND", "response");
export const lostFile = lost("FILE_NOT_FOUND", "file");
