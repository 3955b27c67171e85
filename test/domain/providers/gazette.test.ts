import { describe, expect, it } from "vitest";
import { isWorkingDay } from "../../../src/directory/calendar.ts";
import { siretOf } from "../../../src/directory/numbers.ts";
import { headOf, signatoryOf } from "../../../src/domain/document/form-values.ts";
import type { Draft } from "../../../src/domain/draft.ts";
import {
  announceCessation,
  announceChanges,
  announceCreation,
  announceProcedure,
  announceTransfer,
  canProcedureEnd,
  drawAnnouncement,
  isTroubled,
} from "../../../src/domain/providers/gazette.ts";
import { chooseMonitoring } from "../../../src/domain/providers/monitoring.ts";
import type { ThirdpartyRow } from "../../../src/domain/rows.ts";
import { archiveThirdparty, editThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { day, parse } from "../../../src/domain/time.ts";
import { addToPortfolio } from "../../../src/world/operations.ts";
import { Supplier } from "../../support/supplier.ts";
import { type Desk, Desk as DeskOf, desk, granted, quietWorld } from "../../support/worlds.ts";
import { draftOf, later, shape } from "../stage.ts";

type Procedure = "SAUVEGARDE" | "REDRESSEMENT_JUDICIAIRE" | "LIQUIDATION_JUDICIAIRE";
const announced = (draft: Draft) =>
  draft.change().put.flatMap(({ collection, row }) => (collection === "announcements" ? [row] : []));
const procedureOf = ({ thirdparty: { status, collectiveProcedure } }: Draft) => [
  status,
  collectiveProcedure?.type ?? null,
];

describe("collective procedures", () => {
  it("a procedure is opened, converted and closed, each by a judgment", async () => {
    const draft = draftOf(await desk("cleaner"));
    announceProcedure(draft, "SAUVEGARDE");
    const opened = {
      type: "SAUVEGARDE",
      openingDate: "2026-01-15",
      court: "Tribunal des activités économiques de Marseille",
    };
    expect(draft.thirdparty.collectiveProcedure).toEqual(opened);
    announceProcedure(draft, "REDRESSEMENT_JUDICIAIRE");
    announceProcedure(draft, "LIQUIDATION_JUDICIAIRE");
    expect(draft.thirdparty.collectiveProcedure).toEqual({ ...opened, type: "LIQUIDATION_JUDICIAIRE" });
    announceProcedure(draft);
    expect(procedureOf(draft)).toEqual(["ACTIVE", null]);
    announceProcedure(draft, "REDRESSEMENT_JUDICIAIRE");
    announceProcedure(draft);
    announceProcedure(draft, "LIQUIDATION_JUDICIAIRE");
    const texts = [
      "Jugement d'ouverture d'une procédure de sauvegarde",
      "Jugement de conversion en redressement judiciaire",
      "Jugement de conversion en liquidation judiciaire",
      "Jugement de clôture de la liquidation",
      "Jugement d'ouverture d'une procédure de redressement judiciaire",
      "Jugement arrêtant le plan de redressement",
      "Jugement d'ouverture de liquidation judiciaire",
    ];
    const common = { thirdpartyId: 924_000, family: "PROCEDURE_COLLECTIVE", publishedOn: "2026-01-15" };
    expect(announced(draft)).toEqual(texts.map((text, nth) => ({ ...common, announcementId: 33_000_000 + nth, text })));
    const judged = draft.events.filter(({ eventName }) => eventName === "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED");
    expect(judged.map(({ payload }) => payload.text)).toEqual(texts);
    expect(judged[0]?.payload).toMatchObject({ from: "ACTIVE", to: "COLLECTIVE_PROCEDURE" });
    expect(draft.thirdparty.lastUpdateDate).toBe(judged.at(-1)?.occurredAt);
  });
  it("a procedure is not converted to a lighter one, nor to the same", async () => {
    const draft = draftOf(await desk("cleaner"));
    announceProcedure(draft, "REDRESSEMENT_JUDICIAIRE");
    const told = draft.events.length;
    for (const type of ["SAUVEGARDE", "REDRESSEMENT_JUDICIAIRE"] as const) announceProcedure(draft, type);
    expect(draft.events).toHaveLength(told);
  });
  it("a judgment changes what the financial data providers publish, and only those that are active", async () => {
    const draft = draftOf(await desk("cleaner", { "Montant d'achat annuel": [50_000] }));
    const base = draft.thirdparty.internal.bases.financial;
    announceProcedure(draft, "SAUVEGARDE");
    chooseMonitoring(draft, "CREDITDATA", false);
    announceProcedure(draft);
    const told = draft.events.map(({ eventName, payload }) => [eventName.slice(12), payload.from, payload.to]);
    expect(told.filter(([, , to]) => typeof to === "number")).toEqual([
      ["FINANCIAL_STRENGTH_UPDATED", base, 20],
      ["CREDITDATA_UPDATED", base, 20],
      ["FINANCIAL_STRENGTH_UPDATED", 20, base],
    ]);
  });
});

describe("a cessation", () => {
  it("closes an open procedure, strikes the company off, and closes its establishments", async () => {
    const draft = draftOf(await desk("inProcedure"));
    announceCessation(draft);
    expect(announced(draft).map((row) => [row.family, row.text])).toEqual([
      ["PROCEDURE_COLLECTIVE", "Jugement de clôture pour insuffisance d'actif"],
      ["CESSATION", expect.stringMatching(/^Radiation d/)],
    ]);
    const cessation = draft.events.find(({ eventName }) => eventName.endsWith("CESSATION"));
    expect(cessation?.payload).toMatchObject({ from: "COLLECTIVE_PROCEDURE", to: "STRUCK_OFF" });
    const ended = { status: "STRUCK_OFF", collectiveProcedure: null, internal: { struckOffOn: "2026-01-15" } };
    expect(draft.thirdparty).toMatchObject(ended);
    expect(draft.thirdparty.establishments.filter(({ closed }) => !closed)).toEqual([]);
    expect(draft.thirdparty.internal.monitoring.FINANCIAL_STRENGTH.active).toBe(false);
  });
  it("judges no procedure where none is open", async () => {
    const draft = draftOf(await desk("cleaner"));
    announceCessation(draft);
    expect(draft.events).toTell([
      "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION",
      "THIRD_PARTY_INFORMATION_UPDATED",
      "THIRD_PARTY_FINANCIAL_STRENGTH_DEACTIVATED",
    ]);
  });
});

it.each(["german", "struckOff"] as const)(
  "the gazette announces nothing about a company of the kind %s",
  async (kind) => {
    const draft = draftOf(await desk(kind));
    const procedure = (one: Draft) => announceProcedure(one, "SAUVEGARDE");
    for (const rule of [announceChanges, announceTransfer, announceCreation, announceCessation, procedure]) rule(draft);
    expect([draft.events, announced(draft)]).toEqual([[], []]);
  },
);

describe("establishments", () => {
  const siren = "219966488";
  it("a creation opens a branch in the same town under the next number", async () => {
    const draft = draftOf(await desk("it"));
    const before = draft.thirdparty;
    for (const _ of [1, 2]) announceCreation(draft);
    const { establishments, ...after } = draft.thirdparty;
    const opened = establishments.slice(before.establishments.length);
    const { activityCode, activityLabel, addressCity, addressPostCode } = before;
    const place = { activityCode, activityLabel, addressCity, addressPostCode, headOffice: false, closed: false };
    expect(opened).toMatchObject([4, 5].map((number) => ({ ...place, siret: siretOf(siren, number) })));
    expect({ ...after, lastUpdateDate: "" }).toEqual({ ...before, establishments: undefined, lastUpdateDate: "" });
    const [{ text } = { text: "" }] = announced(draft);
    const inTown = `${opened[0]?.addressLine1}, Courbevoie`;
    expect(text).toBe(`Immatriculation d'un établissement de Novalune Systèmes : ${inTown}`);
    const created = draft.events.filter(({ eventName }) => eventName.endsWith("CREATION"));
    expect(created[0]?.payload).toEqual({ text, siret: siretOf(siren, 4) });
  });
  it.each([
    ["the head office", "it", true],
    ["a branch", "sister", false],
  ] as const)(
    "a transfer moves the head office to the next number, and the third party with it if it is %s",
    async (_what, kind, moves) => {
      const draft = draftOf(await desk(kind));
      const { length } = draft.thirdparty.establishments;
      // One of the places was closed before.
      const shut = draft.thirdparty.establishments.map((place, at) => ({ ...place, closed: at === length - 1 }));
      shape(draft, { establishments: shut });
      const { establishments: places, ...before } = draft.thirdparty;
      announceTransfer(draft);
      const { establishments, ...after } = draft.thirdparty;
      const [{ siret, addressLine1 } = { siret: "", addressLine1: "" }] = establishments;
      const head = places.find(({ headOffice }) => headOffice);
      expect(siret).toBe(siretOf(siren, moves ? 4 : 5));
      expect(addressLine1).not.toBe(head?.addressLine1);
      expect(establishments).toEqual([
        { ...head, siret, addressLine1 },
        ...places.map((place) => ({ ...place, headOffice: false, closed: place.headOffice || place.closed })),
      ]);
      const moved = moves ? { siret, addressLine1, addressLine2: null } : {};
      expect(after).toEqual({ ...before, ...moved, lastUpdateDate: after.lastUpdateDate });
      expect(draft.events[0]?.payload).toEqual({ siret, addressLine1 });
      expect(announced(draft)[0]?.text).toBe(`Transfert du siège : ${addressLine1}, ${head?.addressCity}`);
    },
  );
  it("the next number is above those of all sisters; after 9999, it is the first gap", async () => {
    const one = await desk("it");
    const next = (sisters: Partial<ThirdpartyRow>[], row: Partial<ThirdpartyRow> = {}) => {
      const [folder, { thirdparty }] = [one.folder, one];
      const places = { establishments: [], companyIdType: "CIT003" as const };
      const others = sisters.map((sister) => ({ ...thirdparty, siret: null, ...places, ...sister }));
      const draft = draftOf({ ...one, folder: { ...folder, sisters: others }, world: one.world } as never);
      shape(draft, row);
      announceCreation(draft);
      return Number(draft.thirdparty.establishments.at(-1)?.siret?.slice(9, 13));
    };
    const numbered = (number: number) => siretOf(siren, number);
    expect(next([])).toBe(4);
    expect(next([{ siret: numbered(20) }])).toBe(21);
    expect(next([], { companyIdValue: numbered(30) })).toBe(31);
    expect(next([], { companyIdType: "CIT003", companyIdValue: numbered(30) })).toBe(4);
    expect(next([{ establishments: [{ siret: numbered(40) } as never] }])).toBe(41);
    expect([next([{ siret: numbered(9998) }]), next([{ siret: numbered(9999) }])]).toEqual([9999, 4]);
  });
});

it("an announced change is published as it is made", async () => {
  const one = await desk("cleaner");
  const topics = new Set<string | undefined>();
  for (let time = 0; time < 60; time++) {
    const draft = draftOf(one, one.world.now + time * day);
    announceChanges(draft);
    const [published = {}] = draft.events.map(({ payload }) => payload);
    topics.add(Object.keys(published)[0]);
    expect(draft.thirdparty).toMatchObject(published);
    expect(announced(draft)).toMatchObject([{ family: "CHANGES", text: expect.stringMatching(/^Modification /) }]);
  }
  expect([...topics].sort()).toEqual(["addressLine1", "capital", "ceo", "name"]);
});
it("no branch opens in an unknown town, and nothing moves without a SIREN", async () => {
  const draft = draftOf(await desk("cleaner"));
  shape(draft, { addressCity: null });
  announceCreation(draft);
  shape(draft, { siren: null, addressCity: "Lyon" });
  for (const rule of [announceCreation, announceTransfer]) rule(draft);
  expect(draft.events).toEqual([]);
});

describe("drawAnnouncement", () => {
  const inProcedure = (draft: Draft, type: Procedure, openingDate: string) =>
    shape(draft, { status: "COLLECTIVE_PROCEDURE", collectiveProcedure: { type, openingDate, court: "Tribunal" } });
  it("a procedure can end from the day after a year, but for a liquidation", async () => {
    const draft = draftOf(await desk("cleaner"));
    expect(canProcedureEnd(draft.thirdparty, draft.now)).toBe(false);
    const can = ["2025-01-14", "2025-01-15"].map((openingDate) => {
      inProcedure(draft, "SAUVEGARDE", openingDate);
      return canProcedureEnd(draft.thirdparty, parse("2026-01-15T09:00:00"));
    });
    expect(can).toEqual([true, false]);
    inProcedure(draft, "SAUVEGARDE", "2025-01-14");
    drawAnnouncement(draft);
    expect(procedureOf(draft)).toEqual(["ACTIVE", null]);
    inProcedure(draft, "LIQUIDATION_JUDICIAIRE", "2020-01-14");
    expect(canProcedureEnd(draft.thirdparty, draft.now)).toBe(false);
  });
  it("mornings draw changes, moves, branches, a fall of the score in twenty, and the end of weak ones", async () => {
    const one = await desk("cleaner");
    const drawn = (financial: number, prepare = (_draft: Draft) => {}) => {
      const families: Record<string, number> = {};
      for (let morning = 0; morning < 400; morning++) {
        const draft = draftOf(one, one.world.now + morning * day);
        shape(draft, {}, { financial });
        prepare(draft);
        drawAnnouncement(draft);
        for (const { family, text } of announced(draft).slice(-1)) {
          const name = family === "PROCEDURE_COLLECTIVE" ? text.replace(/.*(ouverture|conversion).*/, "$1") : family;
          families[name] = (families[name] ?? 0) + 1 / 400;
        }
      }
      return families;
    };
    const near = (share: number) => expect.closeTo(share, 1);
    const usual = { CHANGES: near(0.55), TRANSFERT: near(0.2), CREATION: near(0.2) };
    expect(drawn(50)).toEqual(usual);
    expect(drawn(49)).toEqual({ ...usual, CESSATION: near(0.03) });
    const open = (draft: Draft) => inProcedure(draft, "SAUVEGARDE", "2026-01-15");
    expect(drawn(50, open)).toMatchObject({ ...usual, conversion: near(0.05) });
  });
  it("a score falls before a procedure, mostly a liquidation, and recovers with the adoption of a plan", async () => {
    const one = await desk("cleaner");
    const opened: Record<string, number> = {};
    let fallen = 0;
    for (let morning = 0; morning < 400; morning++) {
      const draft = draftOf(one, one.world.now + morning * day);
      shape(draft, {}, { financial: 60 });
      drawAnnouncement(draft);
      const { financial } = draft.thirdparty.internal.bases;
      if (financial === 60) continue;
      fallen++;
      expect([financial >= 8 && financial <= 22, isTroubled(draft.thirdparty)]).toEqual([true, true]);
      expect(draft.events.map(({ eventName }) => eventName)).toEqual(["THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED"]);
    }
    expect(fallen / 400).toBeCloseTo(0.05, 1);
    for (let morning = 0; morning < 400; morning++) {
      const draft = draftOf(one, one.world.now + morning * day);
      shape(draft, {}, { financial: 20 });
      drawAnnouncement(draft);
      const { type } = draft.thirdparty.collectiveProcedure as { type: string };
      opened[type] = (opened[type] ?? 0) + 1 / 400;
      announceProcedure(draft);
      const { financial } = draft.thirdparty.internal.bases;
      expect(financial).toBeGreaterThanOrEqual(type === "LIQUIDATION_JUDICIAIRE" ? 20 : 35);
    }
    const near = (share: number) => expect.closeTo(share, 1);
    expect(opened).toEqual({
      SAUVEGARDE: near(0.03),
      REDRESSEMENT_JUDICIAIRE: near(0.27),
      LIQUIDATION_JUDICIAIRE: near(0.7),
    });
  });
});

describe("a liquidation", () => {
  const seen = ({ thirdparty }: Pick<Desk, "thirdparty">) => [
    thirdparty.status,
    thirdparty.workforce,
    thirdparty.executives.at(-1)?.role,
  ];
  it("brings a liquidator who signs, lets the staff go, and strikes off in two to three years", () => {
    const one = Supplier.of("it");
    const [head] = one.thirdparty.executives;
    one.do((draft) => announceProcedure(draft, "REDRESSEMENT_JUDICIAIRE"));
    expect(one.folder.jobs.filter(({ kind }) => kind === "LIQUIDATE")).toEqual([]);
    one.do((draft) => announceProcedure(draft, "LIQUIDATION_JUDICIAIRE"));
    const liquidator = expect.stringMatching(/^Liquidat(eur|rice) judiciaire$/);
    expect(seen(one)).toEqual(["COLLECTIVE_PROCEDURE", expect.any(Number), liquidator]);
    expect([one.thirdparty.executives[0], one.thirdparty.ceo]).toEqual([head, `${head?.lastName} ${head?.firstName}`]);
    expect([headOf(one.thirdparty).role, signatoryOf(one.thirdparty).role]).toEqual([head?.role, liquidator]);
    expect(seen(one.wait("P19D"))[1]).toBeGreaterThan(0);
    expect(seen(one.wait("P27D"))).toEqual(["COLLECTIVE_PROCEDURE", 0, liquidator]);
    expect(seen(one.wait("P22M"))[0]).toBe("COLLECTIVE_PROCEDURE");
    expect(seen(one.wait("P1Y"))[0]).toBe("STRUCK_OFF");
    const end = one.folder.thirdparty?.internal.struckOffOn as string;
    expect(end >= "2028-01-15" && end <= "2029-01-16").toBe(true);
    expect(one.folder.jobs.filter(({ kind }) => kind === "LIQUIDATE")).toEqual([]);
  });
  it("that is closed sends the liquidator away, and an archived company stays as it is until it is back", () => {
    const closed = Supplier.of("it");
    for (const type of ["LIQUIDATION_JUDICIAIRE", undefined] as const)
      closed.do((draft) => announceProcedure(draft, type));
    expect(seen(closed)).toEqual(["ACTIVE", expect.any(Number), Supplier.of("it").thirdparty.executives.at(-1)?.role]);
    const kept = Supplier.of("it");
    kept.do((draft) => announceProcedure(draft, "LIQUIDATION_JUDICIAIRE"));
    kept.do(archiveThirdparty);
    expect(seen(kept.wait("P4Y"))[0]).toBe("COLLECTIVE_PROCEDURE");
    kept.do((draft) => editThirdparty(draft, { archived: false }));
    expect(seen(kept.wait("P15D")).slice(0, 2)).toEqual(["COLLECTIVE_PROCEDURE", 0]);
    expect(seen(kept.wait("P60D"))[0]).toBe("STRUCK_OFF");
  });
  it.each([
    ["HU99000367", /^Liquidator$/],
    ["DE999000566", /^Insolvenzverwalter(in)?$/],
  ])("abroad, of %s, has a liquidator of the country, and ends by the register", async (companyIdValue, role) => {
    const world = await quietWorld();
    const { result } = granted(await addToPortfolio(world, { companyIdType: "CIT002", companyIdValue }, "tester"));
    const one = await new DeskOf(world, result.thirdpartyId).reread();
    expect(seen(one)).toEqual(["COLLECTIVE_PROCEDURE", expect.any(Number), expect.stringMatching(role)]);
    await later(one, "P3Y");
    expect(one.thirdparty).toMatchObject({ status: "STRUCK_OFF", workforce: 0, collectiveProcedure: null });
    const { struckOffOn = "", monitoring } = one.thirdparty.internal;
    expect(isWorkingDay(one.thirdparty.addressCountryCode, struckOffOn)).toBe(true);
    expect(monitoring.CREDITDATA.active).toBe(false);
    const ends = (await world.store.scan("events", { limit: 10_000 })).filter(({ payload }) =>
      (payload.changed as string[] | undefined)?.includes("status"),
    );
    expect(ends.map(({ eventName, payload }) => [eventName, payload.cause])).toEqual([
      ["THIRD_PARTY_INFORMATION_UPDATED", "REGISTRY"],
    ]);
  });
  it("of a company that joins in it has let the staff go, and ends in its time", () => {
    const one = Supplier.of("inProcedure");
    expect(seen(one)).toEqual(["COLLECTIVE_PROCEDURE", 0, expect.stringMatching(/^Liquidat/)]);
    const { openingDate } = one.thirdparty.collectiveProcedure as { openingDate: string };
    one.wait("P3Y");
    const months =
      (Date.parse(one.thirdparty.internal.struckOffOn as string) - Date.parse(openingDate)) / 2_629_800_000;
    expect([one.thirdparty.status, months >= 24 && months <= 36.1]).toEqual(["STRUCK_OFF", true]);
  });
});
