import { describe, expect, it } from "vitest";
import { running } from "../control/running.ts";
import { refused, Story, succeeded } from "./story.ts";

const on = running();
const cleaner = "21992490900019";

describe("a company in trouble", () => {
  it("a company enters a collective procedure, and is then struck off", async () => {
    const story = new Story(await on.sandbox.world("trouble"));
    const { world } = story;
    const id = await story.add("CIT001", cleaner);
    const [before] = await story.indicator(id, "Financial risk");
    expect(before).toBeGreaterThan(20);
    await world.trigger("THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", {
      thirdpartyId: id,
      data: { type: "REDRESSEMENT_JUDICIAIRE" },
    });
    expect(await story.company(id)).toMatchObject({
      status: "COLLECTIVE_PROCEDURE",
      collectiveProcedure: { type: "REDRESSEMENT_JUDICIAIRE", openingDate: "2026-01-15" },
    });
    expect(await story.indicator(id, "Financial risk")).toEqual([20, "Very high risk"]);

    // A company in a collective procedure gets no tax certificate.
    await world.clock.advance("P2D");
    await story.submit(id, "VIGILANCE", "ATT_FISCALE", { outcome: "valid", issueDate: "2026-01-16" });
    expect((await story.document(id, "VIGILANCE", "ATT_FISCALE")).statusCode).toBe("INVALID");

    await world.trigger("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", { thirdpartyId: id });
    expect(await story.company(id)).toMatchObject({ status: "STRUCK_OFF", collectiveProcedure: null });
    expect(await story.indicator(id, "Financial risk")).toEqual([0, "Very high risk"]);
    expect(await story.indicator(id, "Legal compliance")).toEqual([0, "Non compliant"]);
    const names = [
      "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
      "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION",
      "THIRD_PARTY_INDICATOR_UPDATED",
    ] as const;
    for (const name of names)
      expect(await story.thirdpartiesWith([name], "2026-01-15T00:00:00", await world.clock.now())).toEqual([id]);
    // A struck-off company stays struck off.
    const revival = world.trigger("THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", { thirdpartyId: id });
    await expect(revival).rejects.toMatchObject({ name: "SandboxProblem", status: 409 });
  });
});

describe("archiving", () => {
  it("archiving a third party freezes its dossiers, and reactivation resumes them", async () => {
    const story = new Story(await on.sandbox.world("archiving"));
    const { world } = story;
    const id = await story.add("CIT001", cleaner, [
      { email: "nadia@lumina.example", firstName: "Nadia", lastName: "Haddad" },
    ]);
    const responseId = await story.submit(id, "VIGILANCE", "ASS_RC_PRO");
    // Nadia has responded; Omar is invited and has not responded.
    await world.trigger("THIRD_PARTY_CONTACT_INVITED", { thirdpartyId: id, data: { email: "omar@lumina.example" } });
    const { dossierId } = await story.dossier(id, "VIGILANCE");
    await world.trigger("THIRD_PARTY_ARCHIVED", { thirdpartyId: id });
    expect(await story.company(id)).toMatchObject({ archived: true });
    for (const dossier of Object.values(await story.dossiers(id)))
      expect(dossier).toMatchObject({ monitored: false, state: false, stoppingReason: "THIRD_PARTY_ARCHIVED" });
    expect((await refused(409, story.approve(responseId))).code).toBe("DOSSIER_ARCHIVED");
    expect((await refused(409, story.open(id, { dossierTypeCode: "CSR" }))).code).toBe("THIRD_PARTY_ARCHIVED");
    await world.clock.advance("P30D");
    expect((await story.document(id, "VIGILANCE", "ASS_RC_PRO")).statusCode).toBe("ACTION_REQUIRED");

    await expect(world.trigger("DOSSIER_REACTIVATED", { dossierId })).rejects.toMatchObject({
      name: "SandboxProblem",
      status: 409,
    });
    await world.trigger("THIRD_PARTY_UPDATED", { thirdpartyId: id });
    expect(await story.company(id)).toMatchObject({ archived: false, archivedDate: null });
    await world.trigger("DOSSIER_REACTIVATED", { dossierId });
    await world.trigger("DOSSIER_REACTIVATED", { dossierId: (await story.dossier(id, "ONBOARDING")).dossierId });
    const back = await world.clock.now();
    expect(
      await story.thirdpartiesWith(["THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED"], "2026-02-01T00:00:00", back),
    ).toEqual([id]);
    expect(await story.thirdpartiesWith(["THIRD_PARTY_DOCCHECK_ACTIVATED"], "2026-02-01T00:00:00", back)).toEqual([id]);
    expect(await story.dossier(id, "VIGILANCE")).toMatchObject({ monitored: true, stoppingDate: null });
    await succeeded(200, story.approve(responseId));
    expect((await story.document(id, "VIGILANCE", "ASS_RC_PRO")).statusCode).toBe("VALID");

    await world.clock.advance("P10D");
    const recalled = await world.events({
      names: ["THIRD_PARTY_CONTACT_RE_INVITED_AUTO"],
      from: back,
      to: await world.clock.now(),
    });
    expect(recalled.map(({ payload }) => payload.email)).toEqual(["omar@lumina.example"]);
  });
});
