import type { Document } from "../contract/documents.ts";
import type { Dossier } from "../contract/dossiers.ts";
import type { ThirdpartyDetail } from "../contract/thirdparties.ts";
import type { Existing } from "../src/domain/working-requests.ts";
import { account, now, type RunningSandbox } from "./sandbox.ts";

/** The prepared world: every id that a tool sends exists in it. */
export interface Prepared extends Existing {
  thirdparty: ThirdpartyDetail;
  typed: Dossier;
  /** Documents of the free dossier: answered by a file, answered by a form, and not answered. */
  file: Document;
  form: Document;
  missing: Document;
  /** A dossier type that the third party has no open dossier of. */
  unopened: string;
}

const snapshot = "prepared";
/** Test identifiers of the README. */
export const identifiers = {
  active: "21990001600011",
  unknown: "21990004000011",
  timeout: "21990007300012",
  down: "21990008100015",
};
/** Companies that are in no portfolio yet. */
export const newcomers = {
  siret: "21994562300011",
  other: "21991976800040",
  vat: "DE999000017",
  duns: "991000001",
  localId: "München HRB 998812",
};
/** The first company of the portfolio. */
export const novalune = { siret: "21996648800021", siren: "219966488" };

/** Makes the account anew, with one third party whose rows are all known. */
export async function prepare({ control, service }: RunningSandbox): Promise<Prepared> {
  await control("PUT", `/accounts/${account}`, { seed: "portfolio", now, freeze: true });
  const thirdparty = await service<ThirdpartyDetail>("POST", "/thirdparties", {
    companyIdType: "CIT001",
    companyIdValue: identifiers.active,
  });
  const { thirdpartyId } = thirdparty;
  for (const [label, value] of [
    ["Criticité", "Low"],
    ["Montant d'achat annuel", 12_500],
  ] as const)
    await service("POST", `/thirdparties/${thirdpartyId}/attributes`, { label, values: [value] });
  const outcomes = { KBIS: "valid", IBAN: "valid", ASS_RC_PRO: "review", CODE_CONDUITE: null };
  const { dossierId, documents: requested } = await service<Dossier>("POST", `/thirdparties/${thirdpartyId}/dossiers`, {
    requiredDocuments: Object.keys(outcomes),
    dossierReference: "CONFORMANCE-1",
  });
  for (const { documentId, documentCode } of requested) {
    const outcome = outcomes[documentCode as keyof typeof outcomes];
    if (outcome !== null) await control("POST", `/accounts/${account}/documents/${documentId}/answers`, { outcome });
  }
  // The automatic checks take up to a day.
  await control("POST", `/accounts/${account}/clock`, { advance: "P1D" });
  const { content: documents } = await service<{ content: Document[] }>("GET", `/dossiers/${dossierId}/documents`);
  const { content: dossiers } = await service<{ content: Dossier[] }>("GET", `/thirdparties/${thirdpartyId}/dossiers`);
  const open = dossiers.map(({ dossierTypeCode }) => dossierTypeCode);
  const unopened = ["DUTY_OF_VIGILANCE", "SCREENING", "CYBERSECURITY", "CSR"].find((type) => !open.includes(type));
  if (unopened === undefined) throw new Error("Every dossier type is open for the third party of the conformance run.");
  await control("POST", `/accounts/${account}/snapshots`, { name: snapshot });
  const of = (code: keyof typeof outcomes) => documents.find((row) => row.documentCode === code) as Document;
  return {
    thirdparty,
    thirdparties: [thirdparty],
    dossiers,
    documents,
    newcomer: newcomers.siret,
    now: Date.parse(`${now}Z`),
    typed: dossiers.find(({ typed }) => typed) as Dossier,
    file: of("KBIS"),
    form: of("IBAN"),
    missing: of("CODE_CONDUITE"),
    unopened,
  };
}

/** The path of the request that restores the prepared world. */
export const restorePath = `/_sandbox/accounts/${account}/snapshots/${snapshot}/restore`;
