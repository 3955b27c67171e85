import { testIdentifiers } from "../directory/test-identifiers.ts";
import { readSeed } from "../seed/new-world.ts";
import { seedsOf } from "../seed/seed-file.ts";
import type { ControlHandlers } from "./contexts.ts";

/** Made at the first request, because it takes a whole OpenAPI document. */
let assumptionList: ReturnType<typeof import("../../contract/openapi.ts").assumptionPlaces> | undefined;

export const reference: ControlHandlers<"reference"> = {
  async assumptions() {
    const { assumptionPlaces } = await import("../../contract/openapi.ts");
    assumptionList ??= assumptionPlaces();
    return { status: 200, body: { content: assumptionList } };
  },
  async testIdentifiers() {
    return { status: 200, body: { content: [...testIdentifiers] } };
  },
  async seeds(_request, { options }) {
    const seeds = [...seedsOf(options.seed)].map(([name, seed]) => ({ name, description: readSeed(seed).description }));
    const content = seeds.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { status: 200, body: { content } };
  },
};
