import { describe, expect, it } from "vitest";
import { archiveDossier, createDossier, reactivateDossier } from "../../../src/domain/dossier/dossiers.ts";
import { addRequirements } from "../../../src/domain/dossier/requirements.ts";
import { archiveThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { advance, desk } from "../../support/worlds.ts";
import { refusalOf } from "../stage.ts";

describe("the term of a dossier", () => {
  it.each([
    ["VIGILANCE", "2026-07-15"],
    ["ONBOARDING", null],
    ["CSR", "2027-01-15"],
  ])("a dossier of type %s ends on %s", async (type, end) => {
    const one = await desk("builder", { "Montant d'achat annuel": [120_000] });
    expect(one.dossier(type).expirationDate).toBe(end);
  });
  it("a dossier that is reactivated after its end gets a new term", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("VIGILANCE");
    await one.do((draft) => archiveDossier(draft, dossierId, "CLIENT"));
    await advance(one.world, "P8M");
    await (await one.reread()).do((draft) => reactivateDossier(draft, dossierId));
    expect(one.folder.dossiers.find((row) => row.dossierId === dossierId)?.expirationDate).toBe("2027-03-15");
  });
});

describe("stateLastChangeDate", () => {
  it("the status of a new dossier has changed at the moment of its event", async () => {
    const one = await desk("cleaner");
    const events = await one.events((draft) => createDossier(draft, { dossierTypeCode: "CSR" }) as never);
    const absent = events.find(({ eventName }) => eventName === "DOSSIER_STATUS_UPDATED_ABSENT");
    expect(one.dossier("CSR").stateLastChangeDate).toBe(absent?.occurredAt);
  });
});

describe("createDossier", () => {
  it.each([
    ["a type that has an open dossier", { dossierTypeCode: "ONBOARDING" }, 409, "DOSSIER_ALREADY_OPEN"],
    ["an unknown type", { dossierTypeCode: "VIGILENCE" }, 404, "DOSSIER_TYPE_NOT_FOUND"],
    [
      "a reference of another dossier",
      { dossierTypeCode: "CSR", dossierReference: "ONB-2026-0001" },
      409,
      "DOSSIER_REFERENCE_CONFLICT",
    ],
    [
      "an end that is not in the future",
      { dossierTypeCode: "CSR", expirationDate: "2026-01-15" },
      400,
      "VALIDATION_ERROR",
    ],
    ["an unknown document code", { requiredDocuments: ["KBISS"] }, 400, "VALIDATION_ERROR"],
  ] as const)("refuses to open a dossier with %s", async (_name, asked, status, code) => {
    const one = await desk("cleaner");
    expect(await refusalOf(one, (draft) => createDossier(draft, asked as never))).toMatchObject({
      status,
      body: { code },
    });
  });
  it("refuses to open a dossier for an archived third party", async () => {
    const one = await desk("cleaner");
    await one.do(archiveThirdparty);
    expect(await refusalOf(one, (draft) => createDossier(draft, { dossierTypeCode: "CSR" }))).toMatchObject({
      status: 409,
      body: { code: "THIRD_PARTY_ARCHIVED" },
    });
  });
  it("refuses to add documents to a typed dossier and to an archived one", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("ONBOARDING");
    expect(await refusalOf(one, (draft) => addRequirements(draft, dossierId, ["RIB"]))).toMatchObject({
      status: 409,
      body: { code: "DOSSIER_TYPED" },
    });
    await one.do(archiveThirdparty);
    expect(await refusalOf(one, (draft) => addRequirements(draft, dossierId, ["RIB"]))).toMatchObject({
      status: 409,
      body: { code: "DOSSIER_ARCHIVED" },
    });
  });
});
