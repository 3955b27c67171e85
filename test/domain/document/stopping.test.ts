import { describe, expect, it } from "vitest";
import { archiveDossier, reactivateDossier } from "../../../src/domain/dossier/dossiers.ts";
import { forceUpdate } from "../../../src/domain/providers/provider-updates.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { respond } from "../../../src/world/operations.ts";
import { advance, desk, granted } from "../../support/worlds.ts";

describe("archiving and reactivation", () => {
  it("documents of an archived dossier stay as they are, and its reactivation expires what ran out", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("VIGILANCE");
    granted(await respond(one.world, one.document("LNTE").documentId, { outcome: "valid", issueDate: "2025-08-01" }));
    await advance(one.world, "PT2M");
    await (await one.reread()).do((draft) => archiveDossier(draft, dossierId, "CLIENT"));
    await advance(one.world, "P2M");
    expect((await one.reread()).document("LNTE").statusCode).toBe("VALID");
    const events = await one.do((draft) => {
      reactivateDossier(draft, dossierId);
      recalculate(draft);
    });
    expect(events).toEqual(
      expect.arrayContaining(["DOSSIER_REACTIVATED", "DOCUMENT_ANSWER_EXPIRED", "DOSSIER_STATUS_UPDATED_INVALID"]),
    );
    expect([one.document("LNTE").statusCode, one.dossier("VIGILANCE").monitored]).toEqual(["INVALID", true]);
  });
  it("a reactivation collects a document that had expired before the archiving", async () => {
    const one = await desk("cleaner");
    granted(
      await respond(one.world, one.document("ATT_URSSAF").documentId, { outcome: "valid", issueDate: "2025-07-20" }),
    );
    // The document expires at midnight, and the next collection is planned hours later.
    await advance(one.world, "P5DT15H10M");
    expect((await one.reread()).document("ATT_URSSAF").statusCode).toBe("INVALID");
    const { dossierId } = one.dossier("VIGILANCE");
    await one.do((draft) => archiveDossier(draft, dossierId, "CLIENT"));
    await advance(one.world, "P1D");
    await (await one.reread()).do((draft) => (reactivateDossier(draft, dossierId), recalculate(draft)));
    await advance(one.world, "P1D");
    expect((await one.reread()).document("ATT_URSSAF")).toMatchObject({
      statusCode: "VALID",
      evidences: [{ transmitter: "PLATEFORME" }, {}],
    });
  });
  it("a reactivation repeats a planned collection once", async () => {
    const one = await desk("german", { "Montant d'achat annuel": [100_000] });
    await advance(one.world, "P1D");
    const { dossierId } = (await one.reread()).dossier("CSR");
    expect(one.document("SCORE_RSE")).toMatchObject({ statusCode: "VALID", evidences: [{}] });
    await one.do(
      (draft) => (forceUpdate(draft, "SUSTAINSCORE"), archiveDossier(draft, dossierId, "CLIENT"), recalculate(draft)),
    );
    await one.do((draft) => (reactivateDossier(draft, dossierId), recalculate(draft)));
    for (let day = 0; day < 3; day++) await advance(one.world, "P1D");
    expect((await one.reread()).document("SCORE_RSE").evidences).toHaveLength(2);
    await one.do(
      (draft) => (archiveDossier(draft, dossierId, "CLIENT"), reactivateDossier(draft, dossierId), recalculate(draft)),
    );
    await advance(one.world, "P3D");
    expect((await one.reread()).document("SCORE_RSE").evidences).toHaveLength(2);
  });
});
