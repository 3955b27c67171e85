import type { Draft } from "../draft.ts";
import type { DossierRow } from "../rows.ts";

export const openDossiers = (draft: Draft): DossierRow[] => draft.all("dossiers").filter(({ monitored }) => monitored);

export const openDossierOf = (draft: Draft, typeCode: string): DossierRow | undefined =>
  draft.all("dossiers").find(({ monitored, dossierTypeCode }) => monitored && dossierTypeCode === typeCode);
