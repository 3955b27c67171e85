import type { control } from "../../contract/control.ts";
import { testIdentifiers } from "../directory/test-identifiers.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { readSeed } from "../seed/new-world.ts";
import { seedNames } from "../seed/seed-file.ts";

export const reference: Handlers<typeof control.reference, Sandbox> = {
  async assumptions() {
    const { assumptionPlaces } = await import("../../contract/openapi.ts");
    return { status: 200, body: { content: assumptionPlaces() } };
  },
  async testIdentifiers() {
    return { status: 200, body: { content: [...testIdentifiers] } };
  },
  async seeds() {
    return {
      status: 200,
      body: { content: seedNames().map((name) => ({ name, description: readSeed(name).description })) },
    };
  },
};
