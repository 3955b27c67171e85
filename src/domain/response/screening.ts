import { type Configuration, documentType } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import type { DocumentRow, ThirdpartyRow } from "../rows.ts";
import { terms } from "../terms.ts";
import { respondToDocument } from "./submissions.ts";

/** A sanctions screening with a result that no pending response replaces. */
const isScreened = (configuration: Configuration, { documentCode, statusCode, internal }: DocumentRow): boolean =>
  documentType(configuration, documentCode).screening?.finds === "sanctions" &&
  !internal.stopped &&
  !["MISSING", "ONGOING", "ACTION_REQUIRED"].includes(statusCode);

/** Whether the lists of a day can change the result: a data provider has reported it. */
export const isListed = (configuration: Configuration, document: DocumentRow): boolean =>
  isScreened(configuration, document) && document.evidences[0]?.issuer === "PARTENAIRE";

/** The daily probability that a company gets on a sanctions list, or off it. */
export const listingChangeProbability = ({ internal }: ThirdpartyRow): number =>
  1 / (internal.sanctioned ? terms.delistingDays : terms.listingDays);

export function rescreen(draft: Draft): void {
  const { sanctioned } = draft.thirdparty.internal;
  draft.putInternal("thirdparties", draft.thirdparty, { sanctioned: !sanctioned });
  for (const document of draft.all("documents"))
    if (isScreened(draft.configuration, document)) respondToDocument(draft, document.documentId, {});
}
