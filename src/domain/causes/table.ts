import type { EventName } from "../../../contract/events.ts";
import type { Causes } from "./cause.ts";
import { documentCauses } from "./documents.ts";
import { dossierCauses } from "./dossiers.ts";
import { thirdpartyCauses } from "./thirdparties.ts";

/** The events that reach beyond the folder of one third party. */
export type Wide = "THIRD_PARTY_ADDED" | "DOSSIER_TEMPLATE_UPDATED";
export const causes: Causes<Exclude<EventName, Wide>> = { ...thirdpartyCauses, ...dossierCauses, ...documentCauses };
