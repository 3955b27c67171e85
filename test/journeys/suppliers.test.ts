import { describe, expect, it } from "vitest";
import { running } from "../control/running.ts";
import { entriesOf } from "../support/files.ts";
import { identifier } from "../support/sandbox.ts";
import { refused, Story, succeeded } from "./story.ts";

const on = running();

describe("a French subcontractor in construction", () => {
  it("a French subcontractor is found, added, evaluated and complete", async () => {
    const story = new Story(await on.sandbox.world("subcontractor"));
    const { client } = story;
    const { content } = await succeeded(
      200,
      client.POST("/thirdparties/search", { body: { countryCode: "FR", searchBy: "NAME", value: "charpentes" } }),
    );
    const company = content.find(({ companyIdValue }) => companyIdValue === "21992014700010");
    expect(company).toMatchObject({ alreadyInPortfolio: false, activityCode: expect.stringMatching(/^4[123]/) });

    const { companyIdType, companyIdValue } = company as NonNullable<typeof company>;
    const id = await story.add(companyIdType, companyIdValue, [
      { email: "luc@charpentes.example", firstName: "Luc", lastName: "Moreau" },
    ]);
    const spend = { label: "Montant d'achat annuel", values: [48_000] };
    await succeeded(200, client.POST("/thirdparties/{id}/attributes", { params: { path: { id } }, body: spend }));
    const codes = (await story.dossier(id, "VIGILANCE")).documents.map(({ documentCode }) => documentCode);
    expect(codes).toEqual(["KBIS", "ATT_URSSAF", "LNTE", "ATT_FISCALE", "ASS_RC_PRO", "ASS_DECENNALE", "ATT_CIBTP"]);
    expect(await story.indicator(id, "Legal compliance")).toEqual([0, "Non compliant"]);

    // The registers respond on their own, the company submits the rest, and the client judges the insurances.
    await story.world.clock.advance("PT4H");
    expect((await story.document(id, "VIGILANCE", "KBIS")).statusCode).toBe("VALID");
    for (const code of ["LNTE", "ATT_FISCALE", "ATT_CIBTP"])
      await story.submit(id, "VIGILANCE", code, { outcome: "valid" });
    for (const code of ["ASS_RC_PRO", "ASS_DECENNALE"]) {
      const responseId = await story.submit(id, "VIGILANCE", code);
      expect((await story.document(id, "VIGILANCE", code)).statusCode).toBe("ACTION_REQUIRED");
      await succeeded(200, story.approve(responseId, { comment: "Conforme" }));
    }
    expect(await story.dossier(id, "VIGILANCE")).toMatchObject({ statusCode: "VALID", state: true });

    await story.submit(id, "ONBOARDING", "FICHE_FOURN", { outcome: "valid" });
    await story.submit(id, "ONBOARDING", "IBAN", { outcome: "valid" });
    await succeeded(200, story.approve(await story.submit(id, "ONBOARDING", "CODE_CONDUITE")));
    expect(await story.indicator(id, "Legal compliance")).toEqual([100, "Compliant"]);

    const { dossierId } = await story.dossier(id, "VIGILANCE");
    const archive = await succeeded(
      200,
      client.GET("/dossiers/{dossierId}/files/download", { params: { path: { dossierId } }, parseAs: "arrayBuffer" }),
    );
    expect(entriesOf(Buffer.from(archive))).toHaveLength(7);
  });
});

describe("a foreign supplier", () => {
  it("a foreign supplier is added by its DUNS, and no French document is required of it", async () => {
    const story = new Story(await on.sandbox.world("foreign"));
    const id = await story.add("CIT003", "991600101");
    expect(await story.company(id)).toMatchObject({ siret: null, duns: "991600101", source: "INTL_REFERENCE" });
    await succeeded(201, story.open(id, { dossierTypeCode: "VIGILANCE" }));
    const codes = Object.values(await story.dossiers(id)).flatMap(({ documents }) =>
      documents.map(({ documentCode }) => documentCode),
    );
    expect(codes).toEqual(expect.arrayContaining(["EXTRAIT_LOCAL", "A1", "COORD_BANC"]));
    for (const french of ["KBIS", "RNE", "ATT_URSSAF", "ATT_FISCALE"]) expect(codes).not.toContain(french);
  });
});

describe("the test identifiers", () => {
  it.each([
    ["CIT001", "SIRET"],
    ["CIT002", "VAT"],
    ["CIT003", "DUNS"],
  ] as const)("the test identifiers of type %s behave as listed", async (companyIdType, kind) => {
    const story = new Story(await on.sandbox.world(`identifiers-${kind}`));
    const value = (wanted: Parameters<typeof identifier>[1]) => identifier(kind, wanted);
    expect(await story.company(await story.add(companyIdType, value("active")))).toMatchObject({ status: "ACTIVE" });
    expect(await story.company(await story.add(companyIdType, value("collective-procedure")))).toMatchObject({
      status: "COLLECTIVE_PROCEDURE",
      collectiveProcedure: { type: expect.any(String) },
    });
    const gone = await story.add(companyIdType, value("struck-off"));
    expect([await story.company(gone), await story.dossiers(gone)]).toMatchObject([{ status: "STRUCK_OFF" }, {}]);
    await refused(404, story.create(companyIdType, value("unknown")));
    await refused(504, story.create(companyIdType, value("timeout")));
    await refused(503, story.create(companyIdType, value("down")));

    const poor = await story.add(companyIdType, value("no-bank-details"));
    await story.submit(poor, "ONBOARDING", "IBAN");
    expect((await story.document(poor, "ONBOARDING", "IBAN")).statusCode).toBe("INVALID");

    const suspect = await story.add(companyIdType, value("sanctioned-executive"));
    await succeeded(201, story.open(suspect, { dossierTypeCode: "SCREENING" }));
    await story.world.clock.advance("PT8H");
    expect([
      (await story.document(suspect, "SCREENING", "SCR_SANCTIONS")).statusCode,
      (await story.document(suspect, "SCREENING", "SCR_PPE")).statusCode,
    ]).toEqual(["ACTION_REQUIRED", "VALID"]);
  });
});
