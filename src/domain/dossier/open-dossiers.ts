import type { DossierType } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import type { DossierRow } from "../rows.ts";

export const openDossiers = (draft: Draft): DossierRow[] => draft.all("dossiers").filter(({ monitored }) => monitored);

type Theme = DossierType["themes"][number];
/** The open dossiers of the types that are about one of the themes. */
export function openDossiersAbout(draft: Draft, ...themes: readonly Theme[]): DossierRow[] {
  const isAbout = (type: DossierType) => type.themes.some((theme) => themes.includes(theme));
  const codes = new Set(draft.configuration.dossierTypes.filter(isAbout).map(({ code }) => code));
  return openDossiers(draft).filter(({ dossierTypeCode }) => dossierTypeCode !== null && codes.has(dossierTypeCode));
}

export const openDossierOf = (draft: Draft, typeCode: string): DossierRow | undefined =>
  draft.all("dossiers").find(({ monitored, dossierTypeCode }) => monitored && dossierTypeCode === typeCode);
