import type { control } from "../../contract/control.ts";
import { testIdentifiers } from "../directory/testIdentifiers.ts";
import type { Handlers } from "../handlers.ts";
import type { Sandbox } from "../sandbox.ts";
import { seedNames } from "../seeds.ts";
import { readSeed } from "../stories.ts";

export const reference: Handlers<typeof control.reference, Sandbox> = {
  async assumptions() {
    const { assumptionPlaces } = await import("../../contract/openapi.ts");
    return { status: 200, body: { content: assumptionPlaces() } };
  },
  async testIdentifiers() {
    return { status: 200, body: { content: [...testIdentifiers] } };
  },
  async seeds() {
    return { status: 200, body: { content: seedNames().map((name) => ({ name, description: readSeed(name).description })) } };
  },
};
