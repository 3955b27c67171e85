import { testIdentifiers } from "../directory/test-identifiers.ts";
import { readSeed } from "../seed/new-world.ts";
import { seedNames } from "../seed/seed-file.ts";
import type { ControlHandlers } from "./contexts.ts";

export const reference: ControlHandlers<"reference"> = {
  async assumptions() {
    const { assumptionPlaces } = await import("../../contract/openapi.ts");
    return { status: 200, body: { content: assumptionPlaces() } };
  },
  async testIdentifiers() {
    return { status: 200, body: { content: [...testIdentifiers] } };
  },
  async seeds() {
    const content = seedNames().map((name) => ({ name, description: readSeed(name).description }));
    return { status: 200, body: { content } };
  },
};
