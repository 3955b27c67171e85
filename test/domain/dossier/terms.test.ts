import { describe, expect, it } from "vitest";
import { closeDossier, renewDossier } from "../../../src/domain/dossier/terms.ts";
import { dayOf } from "../../../src/domain/time.ts";
import { advance, desk } from "../../support/worlds.ts";

describe("the end of a dossier", () => {
  it("a renewal asks once more for the valid documents that expire before the end", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("VIGILANCE");
    await advance(one.world, "PT4H");
    await one.reread();
    expect(one.document("ATT_URSSAF").statusCode).toBe("VALID");
    expect(await one.do((draft) => renewDossier(draft, dossierId))).toContain("DOCUMENT_MODIFICATION");
    expect(one.document("ATT_URSSAF").internal.dueDate).toBe("2026-07-15");
    expect(
      one.folder.jobs.filter(
        ({ kind, subjectId }) => kind === "COLLECT" && subjectId === one.document("ATT_URSSAF").documentId,
      ),
    ).toHaveLength(1);
  });
  it("a valid dossier is extended by another term at its end, and any other is archived", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("VIGILANCE");
    const due = (days: number) => (draft: Parameters<typeof closeDossier>[0]) => dayOf(draft.now - days * 86_400_000);
    const valid = await one.do((draft) => {
      draft.put("dossiers", {
        ...draft.existing("dossiers", dossierId),
        statusCode: "VALID",
        expirationDate: due(1)(draft),
      });
      closeDossier(draft, dossierId);
    });
    expect([valid, one.dossier("VIGILANCE").expirationDate]).toEqual([["DOSSIER_UPDATED"], "2026-07-14"]);
    const other = await one.do((draft) => {
      draft.put("dossiers", {
        ...draft.existing("dossiers", dossierId),
        statusCode: "ONGOING",
        expirationDate: due(1)(draft),
      });
      closeDossier(draft, dossierId);
    });
    expect([other[0], one.dossier("VIGILANCE").stoppingReason]).toEqual(["DOSSIER_ARCHIVED", "EXPIRED"]);
  });
  it("a rule that still applies opens a new dossier after the expired one", async () => {
    const one = await desk("cleaner");
    const before = one.dossier("VIGILANCE").dossierId;
    await advance(one.world, "P7M");
    await one.reread();
    const [old, fresh] = one.folder.dossiers.filter(({ dossierTypeCode }) => dossierTypeCode === "VIGILANCE");
    expect([old?.dossierId, old?.monitored, old?.stoppingReason, fresh?.monitored, fresh?.ruleId]).toEqual([
      before,
      false,
      "EXPIRED",
      true,
      "R04",
    ]);
  });
});
