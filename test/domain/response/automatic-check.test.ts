import { describe, expect, it } from "vitest";
import { announceCessation, announceProcedure } from "../../../src/domain/providers/gazette.ts";
import { isRefusal } from "../../../src/domain/refusal.ts";
import { addToPortfolio, decide, openDossier, respond } from "../../../src/world/operations.ts";
import { trigger } from "../../../src/world/trigger.ts";
import { wrongs } from "../../support/invariants.ts";
import { nowOf } from "../../support/model.ts";
import { Desk, desk, granted, type Kind, quietWorld } from "../../support/worlds.ts";
import { later, responded, responseOf } from "../stage.ts";

describe("facts of the register", () => {
  it("a tax certificate issued during a collective procedure is invalid, and an earlier one is valid", async () => {
    for (const [issueDate, status] of [
      ["2026-01-15", "INVALID"],
      ["2026-01-10", "VALID"],
    ] as const) {
      const one = await desk("cleaner");
      await one.do((draft) => announceProcedure(draft, "REDRESSEMENT_JUDICIAIRE"));
      granted(await respond(one.world, one.document("ATT_FISCALE").documentId, { outcome: "valid", issueDate }));
      expect((await later(one, "PT2M")).document("ATT_FISCALE").statusCode).toBe(status);
    }
  });
  it("a Kbis of a company that is struck off is invalid, and the client cannot approve it", async () => {
    const one = await desk("cleaner");
    await one.do(announceCessation);
    granted(await respond(one.world, one.document("KBIS").documentId, { outcome: "review" }));
    await one.reread();
    expect(isRefusal(await decide(one.world, responseOf(one, "KBIS"), { approved: true }, "claire"))).toBe(true);
    expect((await later(one, "PT2M")).document("KBIS").statusCode).toBe("INVALID");
  });
  it.each(["ATT_URSSAF", "ATT_FISCALE", "LNTE"])(
    "%s of a company that is struck off is invalid, as no authority certifies it any more",
    async (code) => {
      const one = await desk("cleaner");
      await one.do(announceCessation);
      granted(await respond(one.world, one.document(code).documentId, { outcome: "valid" }));
      expect((await later(one, "PT2M")).document(code).statusCode).toBe("INVALID");
    },
  );
  it.each(["ASS_RC_PRO", "CODE_CONDUITE", "FICHE_FOURN", "IBAN"])(
    "%s is invalid if it was issued after the company was struck off, and not if it was issued before",
    async (code) => {
      const one = await desk("cleaner");
      await one.do(announceCessation);
      await later(one, "P1D");
      for (const [issueDate, status] of [
        ["2026-01-15", "VALID"],
        ["2026-01-16", "INVALID"],
      ] as const) {
        granted(await respond(one.world, one.document(code).documentId, { outcome: "valid", issueDate }));
        expect((await later(one, "PT2M")).document(code).statusCode).toBe(status);
      }
    },
  );
  it.each(["EXTRAIT_LOCAL", "A1"])("%s of a company abroad that is struck off is invalid", async (code) => {
    const world = await quietWorld();
    const id = { companyIdType: "CIT002", companyIdValue: "DE999000033" } as const;
    const { result } = granted(await addToPortfolio(world, id, "tester"));
    granted(await openDossier(world, result.thirdpartyId, { requiredDocuments: [code] }, "tester"));
    const one = await new Desk(world, result.thirdpartyId).reread();
    granted(await respond(world, one.document(code).documentId, { outcome: "valid" }));
    expect((await later(one, "PT2M")).document(code).statusCode).toBe("INVALID");
  });
  it("adverse media wait for the client only when the report names articles to examine", async () => {
    for (const [kind, status, sanctioned] of [
      ["sanctioned", "ACTION_REQUIRED", true],
      ["it", "VALID", false],
    ] as const) {
      const one = await later(await desk(kind, { Criticité: ["High"] }), "PT8H");
      const { statusCode, evidences } = one.document("SCR_MEDIA");
      expect([statusCode, evidences[0]?.internal.subject]).toEqual([status, expect.objectContaining({ sanctioned })]);
    }
  });
  it("the sanctions screening is invalid only for a company with a sanctioned executive", async () => {
    for (const [kind, status] of [
      ["sanctioned", "INVALID"],
      ["it", "VALID"],
    ] as const) {
      const one = await later(await desk(kind, { Criticité: ["High"] }), "PT8H");
      expect([one.document("SCR_SANCTIONS").statusCode, one.document("SCR_PPE").statusCode]).toEqual([status, "VALID"]);
    }
  });
});

describe("a certificate of contributions", () => {
  it.each([
    ["LIQUIDATION_JUDICIAIRE", "2026-01-15", "INVALID"],
    ["LIQUIDATION_JUDICIAIRE", "2026-01-14", "VALID"],
    ["REDRESSEMENT_JUDICIAIRE", "2026-01-15", "VALID"],
  ] as const)("after the opening of %s, one that was issued on %s is %s", async (procedure, issueDate, status) => {
    const one = await desk("cleaner");
    await one.do((draft) => announceProcedure(draft, procedure));
    granted(await respond(one.world, one.document("ATT_URSSAF").documentId, { outcome: "valid", issueDate }));
    expect((await later(one, "PT2M")).document("ATT_URSSAF").statusCode).toBe(status);
    expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
  });
});

describe("the reason of a refusal", () => {
  it.each([
    ["ATT_URSSAF", "the issuer does not confirm the reference of the piece"],
    ["LNTE", "the signatory is not known to act for the company"],
  ])("%s that the check refuses by chance has a fault that its file does not show: %s", async (code, reason) => {
    const one = await later(await responded(code, { outcome: "invalid" }), "PT2M");
    expect(one.document(code).statusCode).toBe("INVALID");
    expect(one.folder.responses.at(-1)).toMatchObject({ state: "DENIED", reason });
  });
});

describe("a screening dossier that is made valid", () => {
  const pushed = async (kind: Kind) => {
    const one = await desk(kind, { Criticité: ["High"] });
    const { dossierId } = one.dossier("SCREENING");
    const outcome = await trigger(one.world, { event: "DOSSIER_STATUS_UPDATED_VALID", dossierId });
    return { outcome, one: await one.reread() };
  };
  it("has reports without a match, where the company is on no list", async () => {
    const { one } = await pushed("it");
    expect(one.dossier("SCREENING").statusCode).toBe("VALID");
    for (const code of ["SCR_SANCTIONS", "SCR_PPE", "SCR_MEDIA"])
      expect(one.document(code).evidences[0]?.internal.subject).toMatchObject({ sanctioned: false });
  });
  it("is refused where the company is on a sanctions list", async () => {
    const { outcome } = await pushed("sanctioned");
    expect(isRefusal(outcome) && outcome.refused.status).toBe(409);
  });
  it("a sanctions match cannot be approved before its check, unless the company is on no list", async () => {
    for (const [kind, supplied, status] of [
      ["sanctioned", {}, 409],
      ["it", { outcome: "review" }, false],
    ] as const) {
      const one = await desk(kind, { Criticité: ["High"] });
      granted(await respond(one.world, one.document("SCR_SANCTIONS").documentId, supplied));
      await one.reread();
      const outcome = await decide(one.world, responseOf(one, "SCR_SANCTIONS"), { approved: true }, "claire");
      expect(isRefusal(outcome) && outcome.refused.status).toBe(status);
    }
  });
});

describe("a list of foreign workers", () => {
  const some = { emploie_salaries_etrangers: true, nombre_salaries: 4 };
  it.each([
    ["some are named", some, "INVALID"],
    ["only a number is given", { emploie_salaries_etrangers: false, nombre_salaries: 4 }, "INVALID"],
    ["none is named", { emploie_salaries_etrangers: false, nombre_salaries: 0 }, "VALID"],
  ])(
    "a company without employees submits a list in which %s (%j): the document becomes %s",
    async (_when, formdata, status) => {
      const one = await later(await responded("LNTE", { formdata, outcome: "valid" }, "soleTrader"), "PT2M");
      expect(one.document("LNTE").statusCode).toBe(status);
      if (status === "INVALID")
        expect(one.folder.responses).toMatchObject([
          { state: "DENIED", reason: "the company employs nobody, and the list names foreign workers" },
        ]);
      expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
    },
  );
  it("the client cannot approve a list of foreign workers of a company without employees", async () => {
    const one = await responded("LNTE", { formdata: some, outcome: "pending" }, "soleTrader");
    const outcome = await decide(one.world, responseOf(one, "LNTE"), { approved: true }, "claire");
    expect(isRefusal(outcome) && outcome.refused.status).toBe(409);
  });
  it("a list of foreign workers is valid for a company with employees", async () => {
    expect(
      (await later(await responded("LNTE", { formdata: some, outcome: "valid" }), "PT2M")).document("LNTE").statusCode,
    ).toBe("VALID");
  });
});
