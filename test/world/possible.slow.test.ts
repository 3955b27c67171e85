import { expect, it } from "vitest";
import type { World } from "../../src/world/world.ts";
import { makeWorld } from "../support/sandbox.ts";
import { compareVerdicts, every } from "./compared-triggers.ts";

it("triggers says for every event and many resources what the trigger then answers", async () => {
  const { sandbox, accountId } = await makeWorld({ seed: "portfolio" });
  const world = (await sandbox.worlds.open(accountId)) as World;
  const { thirdparties, dossiers, documents } = await world.store.dump();
  const both = await compareVerdicts(world, [
    ...every(thirdparties, 10).map(({ thirdpartyId }) => ({ thirdpartyId })),
    ...every(dossiers, 15).map(({ dossierId }) => ({ dossierId })),
    ...every(documents, 30).map(({ documentId }) => ({ documentId })),
  ]);
  // The comparison says little about an event that could always, or never, be triggered.
  expect(both).toBeGreaterThan(55);
});
