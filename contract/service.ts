import { attributes } from "./attributes.ts";
import { documents } from "./documents.ts";
import { dossiers } from "./dossiers.ts";
import { indicators } from "./indicators.ts";
import { responses } from "./responses.ts";
import { thirdparties } from "./thirdparties.ts";

/** The emulated service: the endpoints of the specification and no other. */
export const service = { thirdparties, attributes, indicators, dossiers, documents, responses };
