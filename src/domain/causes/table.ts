import type { EventName } from "../../../contract/events.ts";
import type { Causes } from "./cause.ts";
import { documentCauses } from "./documents.ts";
import { dossierCauses } from "./dossiers.ts";
import { thirdpartyCauses } from "./thirdparties.ts";

/** Two events reach beyond one third party's folder: a company joins, and a type's list of documents changes. */
export type Wide = "THIRD_PARTY_ADDED" | "DOSSIER_TEMPLATE_UPDATED";

/** Every other event, and its cause. */
export const causes: Causes<Exclude<EventName, Wide>> = { ...thirdpartyCauses, ...dossierCauses, ...documentCauses };
