import { attributes } from "./attributes.ts";
import { documents } from "./documents.ts";
import { dossiers } from "./dossiers.ts";
import { indicators } from "./indicators.ts";
import { responses } from "./responses.ts";
import { thirdparties } from "./thirdparties.ts";

/** The emulated service: exactly the 22 endpoints of the specification. */
export const service = { thirdparties, attributes, indicators, dossiers, documents, responses };

export { assumptions } from "./assumptions.ts";
export { control } from "./control.ts";
export type { Contract, Endpoint, RequestOf, ResponseOf } from "./endpoint.ts";
export { operationsOf } from "./endpoint.ts";
export { EventName } from "./events.ts";
