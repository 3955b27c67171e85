import { account, now, type RunningSandbox } from "./sandbox.ts";

interface Piece {
  documentId: number;
  documentCode: string;
  statusCode: string;
}
interface Dossier {
  dossierId: number;
  dossierTypeCode: string | null;
  documents: Piece[];
}
interface Evidence {
  id: number;
  responseId: number;
}
interface Thirdparty {
  thirdpartyId: number;
  name: string;
  siren: string;
  siret: string;
}

/** The ids that the tools' requests are made of; every one of them exists. */
export interface Cast {
  thirdparty: Thirdparty;
  typed: Dossier;
  free: Dossier;
  file: { dossierId: number; documentId: number; fileId: number };
  form: { dossierId: number; documentId: number; fileId: number };
  missing: { dossierId: number; documentId: number };
  undecided: number;
  decided: number;
  /** A dossier type that the third party has no open dossier of. */
  unopened: string;
}

const prepared = "prepared";
/** Test identifiers of the README: an active company, and one that the directory does not know. */
export const identifiers = {
  active: "21990001600011",
  unknown: "21990004000011",
  timeout: "21990007300012",
  down: "21990008100015",
};
/** Companies that are in no portfolio yet. */
export const newcomers = { siret: "21994562300011", vat: "DE999000017", duns: "991000001" };

/** Makes the account anew, and in it one third party of which everything is known. */
export async function prepare({ control, service }: RunningSandbox): Promise<Cast> {
  await control("PUT", `/accounts/${account}`, { seed: "portfolio", now, freeze: true });
  const thirdparty = await service<Thirdparty>("POST", "/thirdparties", {
    companyIdType: "CIT001",
    companyIdValue: identifiers.active,
  });
  const { thirdpartyId } = thirdparty;
  for (const [label, value] of [
    ["Criticité", "Low"],
    ["Montant d'achat annuel", 12_500],
  ] as const)
    await service("POST", `/thirdparties/${thirdpartyId}/attributes`, { label, values: [value] });
  const free = await service<Dossier>("POST", `/thirdparties/${thirdpartyId}/dossiers`, {
    requiredDocuments: ["KBIS", "IBAN", "ASS_RC_PRO", "CODE_CONDUITE"],
    dossierReference: "CONFORMANCE-1",
  });
  const pieceOf = (code: string) => free.documents.find(({ documentCode }) => documentCode === code) as Piece;
  const answers = { KBIS: "valid", IBAN: "valid", ASS_RC_PRO: "review" };
  for (const [code, outcome] of Object.entries(answers))
    await control("POST", `/accounts/${account}/documents/${pieceOf(code).documentId}/answers`, { outcome });
  // The automatic checks take their time.
  await control("POST", `/accounts/${account}/clock`, { advance: "P1D" });
  const evidenceOf = async (code: keyof typeof answers) => {
    const { documentId } = pieceOf(code);
    const { evidences } = await service<{ evidences: Evidence[] }>(
      "GET",
      `/dossiers/${free.dossierId}/documents/${documentId}`,
    );
    const { id: fileId, responseId } = evidences[0] as Evidence;
    return { dossierId: free.dossierId, documentId, fileId, responseId };
  };
  const { responseId: decided, ...file } = await evidenceOf("KBIS");
  const { responseId: _form, ...form } = await evidenceOf("IBAN");
  const { responseId: undecided } = await evidenceOf("ASS_RC_PRO");
  const { content } = await service<{ content: Dossier[] }>("GET", `/thirdparties/${thirdpartyId}/dossiers`);
  const typed = content.find(({ dossierTypeCode }) => dossierTypeCode !== null) as Dossier;
  const open = content.map(({ dossierTypeCode }) => dossierTypeCode);
  const unopened = ["DUTY_OF_VIGILANCE", "SCREENING", "CYBERSECURITY", "CSR"].find((type) => !open.includes(type));
  if (unopened === undefined) throw new Error("Every dossier type is open for the third party of the conformance run.");
  await control("POST", `/accounts/${account}/snapshots`, { name: prepared });
  return {
    thirdparty,
    typed,
    free,
    file,
    form,
    undecided,
    decided,
    unopened,
    missing: { dossierId: free.dossierId, documentId: pieceOf("CODE_CONDUITE").documentId },
  };
}

/** Where a request goes that puts the world back to how it was prepared. */
export const restorePath = `/_sandbox/accounts/${account}/snapshots/${prepared}/restore`;
