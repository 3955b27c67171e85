import { createClient } from "tiers-sandbox/client";

/**
 * The code under test: adds a supplier and lists the documents that it still owes.
 * It knows a base URL and a token, and nothing of sandboxes.
 */
export async function onboard(
  baseUrl: string,
  token: string,
  siret: string,
): Promise<{ thirdpartyId: number; missing: string[] }> {
  const client = createClient({ baseUrl, token });
  const added = await client.POST("/thirdparties", { body: { companyIdType: "CIT001", companyIdValue: siret } });
  const thirdpartyId = added.data?.thirdpartyId ?? added.error?.thirdpartyId;
  if (thirdpartyId === undefined)
    throw new Error(added.error?.detail ?? `the service answered ${added.response.status}`);
  const { data } = await client.GET("/thirdparties/{id}/dossiers", { params: { path: { id: thirdpartyId } } });
  const documents = data?.content.flatMap((dossier) => dossier.documents) ?? [];
  return { thirdpartyId, missing: documents.filter(({ present }) => !present).map(({ documentCode }) => documentCode) };
}
