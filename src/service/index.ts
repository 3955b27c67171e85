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
