import type { DossierType } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import type { DossierRow } from "../rows.ts";

export const openDossiers = (draft: Draft): DossierRow[] => draft.all("dossiers").filter(({ monitored }) => monitored);

const typeOf = ({ configuration }: Draft, { dossierTypeCode }: DossierRow): DossierType | undefined =>
  configuration.dossierTypes.find(({ code }) => code === dossierTypeCode);
export const openTypes = (draft: Draft): DossierType[] =>
  openDossiers(draft).flatMap((dossier) => typeOf(draft, dossier) ?? []);
/** The open dossiers of the types that are about a theme. */
export const openDossiersAbout = (draft: Draft, theme: DossierType["themes"][number]): DossierRow[] =>
  openDossiers(draft).filter((dossier) => typeOf(draft, dossier)?.themes.includes(theme));

export const openDossierOf = (draft: Draft, typeCode: string): DossierRow | undefined =>
  draft.all("dossiers").find(({ monitored, dossierTypeCode }) => monitored && dossierTypeCode === typeCode);
