import { attributes } from "./attributes.ts";
import { documents } from "./documents.ts";
import { dossiers } from "./dossiers.ts";
import { indicators } from "./indicators.ts";
import { responses } from "./responses.ts";
import { thirdparties } from "./thirdparties.ts";

/** The emulated service: exactly the 22 endpoints of the specification. */
export const service = { thirdparties, attributes, indicators, dossiers, documents, responses };
