import { describe, expect, it } from "vitest";
import { isSiret } from "../../../contract/identifiers.ts";
import { siretOf } from "../../../src/directory/numbers.ts";
import { Draft } from "../../../src/domain/draft.ts";
import {
  announceCessation,
  announceChanges,
  announceCreation,
  announceProcedure,
  announceTransfer,
  drawAnnouncement,
} from "../../../src/domain/providers/gazette.ts";
import { chooseMonitoring } from "../../../src/domain/providers/monitoring.ts";
import { forceUpdate, updateFromProvider } from "../../../src/domain/providers/provider-updates.ts";
import { format } from "../../../src/domain/time.ts";
import { addToPortfolio } from "../../../src/world/operations.ts";
import { trigger } from "../../../src/world/trigger.ts";
import { wrongs } from "../../support/invariants.ts";
import { advance, client, companies, Desk, desk, granted, join, quietWorld } from "../../support/worlds.ts";
import { changedIn } from "../stage.ts";

describe("the gazette", () => {
  const procedure = (one: Desk) => [one.thirdparty.status, one.thirdparty.collectiveProcedure?.type ?? null];
  it("a collective procedure is opened, converted and closed, each by an announcement", async () => {
    const one = await desk("cleaner");
    await one.do((draft) => announceProcedure(draft, "SAUVEGARDE"));
    expect(procedure(one)).toEqual(["COLLECTIVE_PROCEDURE", "SAUVEGARDE"]);
    await one.do((draft) => announceProcedure(draft, "LIQUIDATION_JUDICIAIRE"));
    expect(procedure(one)).toEqual(["COLLECTIVE_PROCEDURE", "LIQUIDATION_JUDICIAIRE"]);
    await one.do((draft) => announceProcedure(draft));
    expect(procedure(one)).toEqual(["ACTIVE", null]);
    const { announcements } = await one.world.store.dump();
    expect(announcements.map(({ text }) => text)).toEqual([
      "Jugement d'ouverture d'une procédure de sauvegarde",
      "Jugement de conversion en liquidation judiciaire",
      "Jugement de clôture",
    ]);
  });
  it("a procedure caps the published financial scores from its opening to its end", async () => {
    const one = await desk("cleaner", { "Montant d'achat annuel": [50_000] });
    const published = () =>
      ["FINANCIAL_STRENGTH", "CREDITDATA"].map(
        (provider) => one.thirdparty.internal.monitoring[provider as "CREDITDATA"].score,
      );
    const base = one.thirdparty.internal.bases.financial;
    expect(base).toBeGreaterThan(20);
    const events = await one.events((draft) => announceProcedure(draft, "LIQUIDATION_JUDICIAIRE"));
    expect(events.map(({ eventName, payload }) => [eventName, payload.from, payload.to])).toEqual([
      ["THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", "ACTIVE", "COLLECTIVE_PROCEDURE"],
      ["THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED", base, 20],
      ["THIRD_PARTY_CREDITDATA_UPDATED", base, 20],
    ]);
    expect(published()).toEqual([20, 20]);
    expect(await one.do((draft) => updateFromProvider(draft, "FINANCIAL_STRENGTH", -1))).toEqual([]);
    expect(
      await one.do(
        (draft) => (chooseMonitoring(draft, "CREDITDATA", false), chooseMonitoring(draft, "CREDITDATA", true)),
      ),
    ).toHaveLength(2);
    expect(published()).toEqual([20, 20]);
    expect(await one.do((draft) => announceProcedure(draft))).toEqual([
      "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
      "THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED",
      "THIRD_PARTY_CREDITDATA_UPDATED",
    ]);
    expect(published()).toEqual([base, base]);
  });
  it("a procedure leaves no financial update without monitoring, or for a score below the cap", async () => {
    const one = await desk("cleaner");
    await one.do((draft) => chooseMonitoring(draft, "FINANCIAL_STRENGTH", false));
    expect(await one.do((draft) => announceProcedure(draft, "SAUVEGARDE"))).toEqual([
      "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
    ]);
    const low = await desk("cleaner");
    await low.do((draft) =>
      updateFromProvider(draft, "FINANCIAL_STRENGTH", 15 - draft.thirdparty.internal.bases.financial),
    );
    expect(await low.do((draft) => announceProcedure(draft, "SAUVEGARDE"))).toEqual([
      "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
    ]);
  });
  it("a forced update of a capped score is still published", async () => {
    const one = await desk("inProcedure");
    for (let time = 0; time < 4; time++)
      expect(await one.do((draft) => forceUpdate(draft, "FINANCIAL_STRENGTH"))).toEqual([
        "THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED",
      ]);
  });
  it("a procedure is not converted to a lighter one, nor to the same", async () => {
    const one = await desk("cleaner");
    await one.do((draft) => announceProcedure(draft, "LIQUIDATION_JUDICIAIRE"));
    for (const type of ["SAUVEGARDE", "REDRESSEMENT_JUDICIAIRE", "LIQUIDATION_JUDICIAIRE"] as const)
      expect(await one.do((draft) => announceProcedure(draft, type))).toEqual([]);
  });
  it("a cessation closes an open procedure, and strikes the company off for good", async () => {
    const one = await desk("inProcedure");
    expect((await one.do(announceCessation)).slice(0, 3)).toEqual([
      "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
      "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION",
      "THIRD_PARTY_INFORMATION_UPDATED",
    ]);
    expect(procedure(one)).toEqual(["STRUCK_OFF", null]);
    expect(one.thirdparty.establishments.filter(({ closed }) => !closed)).toEqual([]);
    for (const rule of [announceCessation, (draft: Draft) => announceProcedure(draft, "SAUVEGARDE")])
      expect(await one.do(rule)).toEqual([]);
  });
  it("every announcement of a change, a transfer or a creation updates the identity", async () => {
    for (const kind of ["cleaner", "soleTrader"] as const) {
      const one = await desk(kind);
      for (let time = 0; time < 3; time++) {
        expect(await one.do(announceChanges)).toEqual([
          "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES",
          "THIRD_PARTY_INFORMATION_UPDATED",
        ]);
        expect(await one.do(announceTransfer)).toEqual([
          "THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT",
          "THIRD_PARTY_INFORMATION_UPDATED",
        ]);
      }
      const before = one.thirdparty.establishments;
      for (let time = 0; time < 2; time++)
        expect(await one.do(announceCreation)).toEqual([
          "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION",
          "THIRD_PARTY_INFORMATION_UPDATED",
        ]);
      const opened = one.thirdparty.establishments.slice(before.length);
      const sequences = one.thirdparty.establishments.map(({ siret }) => Number(siret?.slice(9, 13)));
      expect(opened).toHaveLength(2);
      expect(
        opened.every(
          ({ siret, headOffice }) =>
            isSiret(siret as string) && siret?.startsWith(one.thirdparty.siren as string) && !headOffice,
        ),
      ).toBe(true);
      expect(sequences.slice(before.length)).toEqual(
        [1, 2].map((step) => Math.max(...sequences.slice(0, before.length)) + step),
      );
      if (kind === "soleTrader") expect(one.thirdparty.capital).toBeNull();
    }
  });
  it("the gazette announces changes of the name, the address, the head and the capital", async () => {
    const changes = await changedIn(await desk("cleaner"), announceChanges, 60);
    expect(new Set(changes.map((changed) => changed[0]))).toEqual(new Set(["capital", "ceo", "addressLine1", "name"]));
  });
});

describe("a transfer of the head office", () => {
  const branch = { companyIdType: "CIT001", companyIdValue: "21996648800013" } as const;
  const wrong = async (one: Desk) => wrongs(await one.world.store.dump(), format(one.world.now));
  it("a head office that moves takes the next number and a new address, and leaves a closed one", async () => {
    const one = await desk("it");
    const { siret: before, addressLine1, addressCity, establishments } = one.thirdparty;
    await one.do(announceTransfer);
    const { siret, establishments: after } = one.thirdparty;
    expect(Number(siret?.slice(9, 13))).toBe(
      Math.max(...establishments.map((place) => Number(place.siret?.slice(9, 13)))) + 1,
    );
    expect(one.thirdparty).toMatchObject({ companyIdValue: before, addressCity });
    expect(one.thirdparty.addressLine1).not.toBe(addressLine1);
    expect(after).toEqual([
      { ...establishments[0], siret, addressLine1: one.thirdparty.addressLine1 },
      ...establishments.map((place) => ({ ...place, headOffice: false, closed: place.headOffice || place.closed })),
    ]);
    expect(await wrong(one)).toEqual([]);
  });
  it("a head office that moved is found in the portfolio by its old and its new SIRET", async () => {
    const one = await desk("it");
    await one.do(announceTransfer);
    for (const companyIdValue of [one.thirdparty.siret as string, companies.it.companyIdValue])
      expect(await addToPortfolio(one.world, { companyIdType: "CIT001", companyIdValue }, "tester")).toMatchObject({
        refused: { status: 409, body: { code: "THIRD_PARTY_ALREADY_EXISTS", thirdpartyId: one.thirdpartyId } },
      });
  });
  it("two establishments that open branches one after the other get different numbers", async () => {
    const one = await desk("it");
    const sister = await join(one.world, "sister");
    for (const thirdpartyId of [one.thirdpartyId, sister])
      granted(await trigger(one.world, { event: "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION", thirdpartyId }));
    const { establishments } = (await one.reread()).thirdparty;
    expect(establishments.slice(-2).map(({ siret }) => siret)).toEqual([
      siretOf("219966488", 5),
      siretOf("219966488", 6),
    ]);
    expect(await wrong(one)).toEqual([]);
  });
  it("after establishment number 9999, the first gap is used", async () => {
    const one = await desk("it");
    granted(
      await addToPortfolio(
        one.world,
        { companyIdType: "CIT001", companyIdValue: siretOf("219966488", 9999) },
        "tester",
      ),
    );
    await one.do(announceTransfer);
    expect(one.thirdparty.siret).toBe(siretOf("219966488", 4));
  });
  it("a transfer of the head office does not move a branch", async () => {
    const world = await quietWorld();
    const { thirdpartyId } = granted(await addToPortfolio(world, branch, "tester")).result;
    const one = await new Desk(world, thirdpartyId).reread();
    const { lastUpdateDate: _, establishments, ...before } = one.thirdparty;
    expect(await one.do(announceTransfer)).toEqual([
      "THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT",
      "THIRD_PARTY_INFORMATION_UPDATED",
    ]);
    expect(one.thirdparty).toMatchObject(before);
    expect(one.thirdparty.establishments[0]).toMatchObject({
      headOffice: true,
      addressCity: establishments[0]?.addressCity,
    });
    expect(one.thirdparty.establishments.slice(1)).toEqual(
      establishments.map((place) => ({ ...place, headOffice: false, closed: place.headOffice || place.closed })),
    );
    expect(await wrong(one)).toEqual([]);
  });
});

describe("companies outside the gazette", () => {
  const rules = [
    announceChanges,
    announceTransfer,
    announceCreation,
    announceCessation,
    (draft: Draft) => announceProcedure(draft, "SAUVEGARDE"),
  ];
  it.each(["german", "struckOff"] as const)(
    "the gazette announces nothing about a company of the kind %s",
    async (kind) => {
      const one = await desk(kind);
      for (const rule of rules) expect(await one.do(rule)).toEqual([]);
      expect((await one.world.store.dump()).announcements).toEqual([]);
    },
  );
  it.each([
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION",
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES",
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION",
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT",
    "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
  ] as const)("%s is refused for a company outside France", async (event) => {
    const one = await desk("german");
    expect(await trigger(one.world, { event, thirdpartyId: one.thirdpartyId })).toMatchObject({
      refused: {
        status: 409,
        body: { detail: expect.stringContaining("a French third party that is not struck off") },
      },
    });
  });
});

describe("drawAnnouncement", () => {
  const procedure = (type: "SAUVEGARDE" | "LIQUIDATION_JUDICIAIRE", openingDate: string) => (draft: Draft) =>
    draft.put("thirdparties", {
      ...draft.thirdparty,
      status: "COLLECTIVE_PROCEDURE",
      collectiveProcedure: { type, openingDate, court: "Tribunal" },
    });
  it("a procedure of more than a year ends, and a liquidation ends with a cessation", async () => {
    const [plan, end, recent] = [await desk("cleaner"), await desk("cleaner"), await desk("cleaner")];
    await plan.do((draft) => (procedure("SAUVEGARDE", "2025-01-10")(draft), drawAnnouncement(draft)));
    expect(plan.thirdparty).toMatchObject({ status: "ACTIVE", collectiveProcedure: null });
    await end.do((draft) => (procedure("LIQUIDATION_JUDICIAIRE", "2025-01-10")(draft), drawAnnouncement(draft)));
    expect(end.thirdparty).toMatchObject({ status: "STRUCK_OFF", collectiveProcedure: null });
    await recent.do((draft) => (procedure("SAUVEGARDE", "2025-11-10")(draft), drawAnnouncement(draft)));
    expect(recent.thirdparty.collectiveProcedure).not.toBeNull();
  });
  it("a procedure of more than a year is closed within the next year", async () => {
    const one = await desk("cleaner");
    await one.do(procedure("SAUVEGARDE", "2025-01-10"));
    await advance(one.world, "P1Y");
    expect((await one.reread()).thirdparty.collectiveProcedure).toBeNull();
  });
  it("a test company in a procedure stays in it for two years", async () => {
    const one = await desk("inProcedure");
    await advance(one.world, "P2Y");
    expect((await one.reread()).thirdparty.status).toBe("COLLECTIVE_PROCEDURE");
  });
  it("only companies with a weak financial score are struck off, and only now and then", async () => {
    const ends = async (financial: number) => {
      const one = await desk("cleaner");
      let count = 0;
      const { internal } = one.thirdparty;
      const folder = {
        ...one.folder,
        thirdparty: { ...one.thirdparty, internal: { ...internal, bases: { ...internal.bases, financial } } },
      };
      for (let morning = 0; morning < 400; morning++) {
        const draft = new Draft(folder, { ...one.world.context(), now: one.world.now + morning * 86_400_000 }, client);
        drawAnnouncement(draft);
        if (draft.thirdparty.status === "STRUCK_OFF") count++;
      }
      return count;
    };
    expect(await ends(90)).toBe(0);
    expect(await ends(30)).toBeGreaterThan(0);
    expect(await ends(30)).toBeLessThan(40);
  });
});
