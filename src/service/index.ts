/**
 * service: the operations of the emulated service, a handler for each and a file for each file of the contract. A
 * handler loads rows, has a rule decide, commits the change and returns a status with a body. It holds no rule, and
 * has not seen Express.
 */

import type { service as contract } from "../../contract/service.ts";
import type { HandlersOf } from "../sandbox/handlers.ts";
import type { World } from "../world/world.ts";
import { attributes } from "./attributes.ts";
import { documents } from "./documents.ts";
import { dossiers } from "./dossiers.ts";
import { indicators } from "./indicators.ts";
import { responses } from "./responses.ts";
import { thirdparties } from "./thirdparties.ts";

/** Every operation of the emulated service. */
export const service: HandlersOf<typeof contract, World> = {
  thirdparties,
  attributes,
  indicators,
  dossiers,
  documents,
  responses,
};
