import { expect, it } from "vitest";
import { documentTypes } from "../../../src/domain/configuration.ts";
import { canHave } from "../../../src/domain/dossier/requirements.ts";
import { openDossier, respond } from "../../../src/world/operations.ts";
import { wrongs } from "../../support/invariants.ts";
import { nowOf } from "../../support/model.ts";
import { advance, desk, granted } from "../../support/worlds.ts";

it("the pieces of a company that was founded days ago are dated since then", async () => {
  const one = await desk("young");
  const requiredDocuments = [...documentTypes.keys()].filter((code) => canHave(one.thirdparty, code));
  granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments }, "tester"));
  await one.reread();
  for (const code of requiredDocuments) {
    const { documentId } = one.document(code);
    granted(await respond(one.world, documentId, { outcome: "valid" }));
  }
  await advance(one.world, "PT3H");
  expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
});
