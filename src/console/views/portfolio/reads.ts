import type { Reply } from "../../api.ts";
import { type Loaded, useCall } from "../../load.tsx";
import type { Dossier } from "../../state.ts";

/** What is kept on a third party and the service does not show. */
export type Inside = Reply<"portfolio.thirdparty">;
export type Contact = Inside["contacts"][number];
export type Comment = Inside["comments"][number];
export type Submission = Inside["responses"][number];

export const useInside = (thirdpartyId: number): Loaded<Inside> =>
  useCall("portfolio.thirdparty", { path: { thirdpartyId } }, { of: thirdpartyId });

/** The dossiers of a third party, read again only when something happened to it. */
export const useDossiers = (thirdpartyId: number): readonly Dossier[] | undefined =>
  useCall("dossiers.ofThirdparty", { path: { id: thirdpartyId } }, { of: thirdpartyId }).data?.content;
