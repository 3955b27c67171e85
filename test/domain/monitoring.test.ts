import { describe, expect, it } from "vitest";
import { isSiret } from "../../contract/identifiers.ts";
import { chance } from "../../src/directory/chance.ts";
import { nameFor } from "../../src/directory/news.ts";
import { siretOf } from "../../src/directory/numbers.ts";
import { type Activity, activities } from "../../src/directory/profile.ts";
import { archiveDossier, openTypedDossier, reactivateDossier } from "../../src/domain/dossiers.ts";
import { Draft } from "../../src/domain/draft.ts";
import {
  announceCessation,
  announceChanges,
  announceCreation,
  announceProcedure,
  announceTransfer,
  readGazette,
} from "../../src/domain/gazette.ts";
import { hearFrom, hearLoudly, refreshHub } from "../../src/domain/hub.ts";
import { archiveThirdparty, changeCode, detach, editThirdparty } from "../../src/domain/identity.ts";
import { followReasons, setMonitoring } from "../../src/domain/monitoring.ts";
import { refreshFromRegister } from "../../src/domain/register.ts";
import { type Article, providers } from "../../src/domain/rows.ts";
import { settle, settleAndFollowRules } from "../../src/domain/settle.ts";
import { format, parse } from "../../src/domain/time.ts";
import { add, answer } from "../../src/world/operations.ts";
import { visitAll } from "../../src/world/rounds.ts";
import { trigger } from "../../src/world/trigger.ts";
import { wrongs } from "../support/invariants.ts";
import { advance, client, companies, Desk, desk, granted, join, type Kind, quietWorld } from "../support/worlds.ts";

const watching = (one: Desk) => providers.filter((provider) => one.thirdparty.internal.monitoring[provider].active);
const isFrench = (kind: Kind) => companies[kind].companyIdType === "CIT001";
type Attributes = Parameters<typeof desk>[1];

describe("monitoring", () => {
  it.each([
    ["french companies: financial strength, and the bank check", "cleaner", {}, ["DOCCHECK", "FINANCIAL_STRENGTH"]],
    ["companies abroad: credit data", "german", {}, ["DOCCHECK", "CREDITDATA"]],
    [
      "from 50 000 EUR: credit data too",
      "cleaner",
      { "Montant d'achat annuel": [50_000] },
      ["DOCCHECK", "FINANCIAL_STRENGTH", "CREDITDATA"],
    ],
    [
      "category IT: security rating",
      "cleaner",
      { Catégorie: ["IT"] },
      ["DOCCHECK", "SECURITY_RATING", "FINANCIAL_STRENGTH"],
    ],
    [
      "a CSR dossier: ESG and the scorecard",
      "german",
      { "Montant d'achat annuel": [100_000] },
      ["DOCCHECK", "ESG", "SUSTAINSCORE", "CREDITDATA"],
    ],
    [
      "high criticality: news",
      "german",
      { Criticité: ["High"] },
      ["DOCCHECK", "SECURITY_RATING", "CREDITDATA", "NEWSFEED"],
    ],
  ] as const)("%s", async (_name, kind, attributes, expected) => {
    expect(watching(await desk(kind as Kind, attributes as unknown as Attributes))).toEqual(expected);
  });
  it("stays off where somebody switched it off", async () => {
    const one = await desk("cleaner");
    await one.do((draft) => setMonitoring(draft, "FINANCIAL_STRENGTH", false));
    expect(await one.do(followReasons)).toEqual([]);
  });
  it("comes back from the archive as it was: by its reasons, and by what somebody said", async () => {
    const one = await desk("german", { "Montant d'achat annuel": [100_000] });
    await one.do((draft) => (setMonitoring(draft, "CREDITDATA", false), setMonitoring(draft, "NEWSFEED", true)));
    expect(watching(one)).toEqual(["DOCCHECK", "ESG", "SUSTAINSCORE", "NEWSFEED"]);
    await one.do((draft) => (archiveThirdparty(draft), settle(draft)));
    expect(watching(one)).toEqual([]);
    expect(await one.do((draft) => (editThirdparty(draft, { archived: false }), settle(draft)))).toEqual([
      "THIRD_PARTY_UPDATED",
      "THIRD_PARTY_NEWSFEED_ACTIVATED",
    ]);
    const reopened = await one.do((draft) => (reactivateDossier(draft, one.dossier("CSR").dossierId), settle(draft)));
    expect(reopened.filter((name) => name.endsWith("_ACTIVATED"))).toEqual([
      "THIRD_PARTY_ESG_ACTIVATED",
      "THIRD_PARTY_SUSTAINSCORE_ACTIVATED",
    ]);
    expect(watching(one)).toEqual(["ESG", "SUSTAINSCORE", "NEWSFEED"]);
  });
  it("of a struck-off company comes back for what watched it, and for nobody new", async () => {
    const one = await desk("cleaner");
    await one.do((draft) => (announceCessation(draft), archiveThirdparty(draft), settle(draft)));
    await one.do((draft) => {
      editThirdparty(draft, { archived: false });
      for (const { dossierId } of draft.all("dossiers")) reactivateDossier(draft, dossierId);
      openTypedDossier(draft, "CSR", { origin: "CONTROL" });
      settle(draft);
    });
    expect(watching(one)).toEqual(["DOCCHECK"]);
  });
  it("ends with the archive, and for finances with the company", async () => {
    const archived = await desk("german", { "Montant d'achat annuel": [100_000] });
    await archived.do(archiveThirdparty);
    expect(watching(archived)).toEqual([]);
    const struck = await desk("cleaner", { "Montant d'achat annuel": [50_000] });
    await struck.do(announceCessation);
    expect(watching(struck)).toEqual(["DOCCHECK"]);
  });
});

describe("news from a provider", () => {
  it("moves its score, and is told", async () => {
    const one = await desk("cleaner");
    const before = one.thirdparty.internal.bases.financial;
    const shift = before > 50 ? -3 : 3;
    expect(await one.do((draft) => hearFrom(draft, "FINANCIAL_STRENGTH", shift))).toEqual([
      "THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED",
    ]);
    expect(one.thirdparty.internal).toMatchObject({
      bases: { financial: before + shift },
      monitoring: { FINANCIAL_STRENGTH: { score: before + shift } },
    });
  });
  it("of a rating is told from five points on", async () => {
    const one = await desk("it");
    const here = one.thirdparty.internal.bases.cyber;
    const sign = here > 50 ? -1 : 1;
    expect(await one.do((draft) => hearFrom(draft, "SECURITY_RATING", 3 * sign))).toEqual([]);
    expect(await one.do((draft) => hearFrom(draft, "SECURITY_RATING", 2 * sign))).toEqual([
      "THIRD_PARTY_SECURITY_RATING_UPDATED",
    ]);
  });
  it("of whom nobody watches is not heard", async () => {
    const one = await desk("cleaner");
    expect(await one.do((draft) => hearLoudly(draft, "ESG"))).toEqual([]);
  });
  it("of the papers is an article, which is kept and named", async () => {
    const one = await desk("german", { Criticité: ["High"] });
    const told: Article[] = [];
    one.world.listen((events) => {
      for (const { eventName, payload } of events)
        if (eventName === "THIRD_PARTY_NEWSFEED_UPDATED") told.unshift(payload.article as Article);
    });
    for (let week = 0; week < 12; week++) {
      expect(await one.do((draft) => hearLoudly(draft, "NEWSFEED"))).toEqual(["THIRD_PARTY_NEWSFEED_UPDATED"]);
      await advance(one.world, "P7D");
    }
    await one.reread();
    expect(told.at(-1)).toEqual({
      headline: expect.stringContaining(one.thirdparty.name),
      publishedOn: "2026-01-15",
      source: expect.any(String),
      sentiment: expect.stringMatching(/^(POSITIVE|NEGATIVE)$/),
    });
    expect(new Set(told.map(({ sentiment }) => sentiment)).size).toBe(2);
    const kept = async () => (await one.world.store.dump()).thirdparties[0]?.internal.monitoring.NEWSFEED.articles;
    expect(await kept()).toEqual(told.slice(0, 10));
    await one.do((draft) => (archiveThirdparty(draft), editThirdparty(draft, { archived: false }), settle(draft)));
    expect(watching(one)).toContain("NEWSFEED");
    expect(await kept()).toEqual(told.slice(0, 10));
  });
  it("of a scorecard is a new answer to whoever asks for it", async () => {
    const one = await desk("german", { "Montant d'achat annuel": [100_000] });
    await advance(one.world, "P1D");
    await (await one.reread()).do((draft) => hearLoudly(draft, "SUSTAINSCORE"));
    await advance(one.world, "P1D");
    expect((await one.reread()).document("SCORE_RSE").evidences).toHaveLength(2);
  });
  it("comes in batches: one word at the end of each in which something changed", async () => {
    const one = await desk("it", { Criticité: ["High"], "Montant d'achat annuel": [300_000] });
    const batches = [];
    for (let week = 0; week < 12; week++) {
      batches.push(await one.do(refreshHub));
      await advance(one.world, "P1D");
    }
    for (const batch of batches) {
      expect(batch.filter((name) => name === "THIRD_PARTY_DATA_HUB_UPDATED")).toHaveLength(batch.length > 0 ? 1 : 0);
      if (batch.length > 0) expect(batch.at(-1)).toBe("THIRD_PARTY_DATA_HUB_UPDATED");
    }
    expect(batches.some((batch) => batch.length > 1)).toBe(true);
  });
});

describe("the gazette", () => {
  const procedure = (one: Desk) => [one.thirdparty.status, one.thirdparty.collectiveProcedure?.type ?? null];
  it("opens, converts and closes a procedure", async () => {
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
  it("weighs on what is told of its finances, from the opening to the end", async () => {
    const one = await desk("cleaner", { "Montant d'achat annuel": [50_000] });
    const told = () =>
      ["FINANCIAL_STRENGTH", "CREDITDATA"].map(
        (provider) => one.thirdparty.internal.monitoring[provider as "CREDITDATA"].score,
      );
    const base = one.thirdparty.internal.bases.financial;
    expect(base).toBeGreaterThan(20);
    const heard = await one.events((draft) => announceProcedure(draft, "LIQUIDATION_JUDICIAIRE"));
    expect(heard.map(({ eventName, payload }) => [eventName, payload.from, payload.to])).toEqual([
      ["THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", "ACTIVE", "COLLECTIVE_PROCEDURE"],
      ["THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED", base, 20],
      ["THIRD_PARTY_CREDITDATA_UPDATED", base, 20],
    ]);
    expect(told()).toEqual([20, 20]);
    expect(await one.do((draft) => hearFrom(draft, "FINANCIAL_STRENGTH", -1))).toEqual([]);
    expect(
      await one.do((draft) => (setMonitoring(draft, "CREDITDATA", false), setMonitoring(draft, "CREDITDATA", true))),
    ).toHaveLength(2);
    expect(told()).toEqual([20, 20]);
    expect(await one.do((draft) => announceProcedure(draft))).toEqual([
      "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
      "THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED",
      "THIRD_PARTY_CREDITDATA_UPDATED",
    ]);
    expect(told()).toEqual([base, base]);
  });
  it("tells nothing of finances that nobody watches, or that were as low before", async () => {
    const one = await desk("cleaner");
    await one.do((draft) => setMonitoring(draft, "FINANCIAL_STRENGTH", false));
    expect(await one.do((draft) => announceProcedure(draft, "SAUVEGARDE"))).toEqual([
      "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
    ]);
    const low = await desk("cleaner");
    await low.do((draft) => hearFrom(draft, "FINANCIAL_STRENGTH", 15 - draft.thirdparty.internal.bases.financial));
    expect(await low.do((draft) => announceProcedure(draft, "SAUVEGARDE"))).toEqual([
      "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
    ]);
  });
  it("leaves room for loud news", async () => {
    const one = await desk("inProcedure");
    for (let time = 0; time < 4; time++)
      expect(await one.do((draft) => hearLoudly(draft, "FINANCIAL_STRENGTH"))).toEqual([
        "THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED",
      ]);
  });
  it("does not convert back, nor to the same", async () => {
    const one = await desk("cleaner");
    await one.do((draft) => announceProcedure(draft, "LIQUIDATION_JUDICIAIRE"));
    for (const type of ["SAUVEGARDE", "REDRESSEMENT_JUDICIAIRE", "LIQUIDATION_JUDICIAIRE"] as const)
      expect(await one.do((draft) => announceProcedure(draft, type))).toEqual([]);
  });
  it("strikes off for good, and closes an open procedure first", async () => {
    const one = await desk("inProcedure");
    expect((await one.do(announceCessation)).slice(0, 3)).toEqual([
      "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
      "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION",
      "THIRD_PARTY_INFORMATION_UPDATED",
    ]);
    expect(procedure(one)).toEqual(["STRUCK_OFF", null]);
    for (const rule of [announceCessation, (draft: Draft) => announceProcedure(draft, "SAUVEGARDE")])
      expect(await one.do(rule)).toEqual([]);
  });
  it("announces changes and transfers, and the identity follows each time", async () => {
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
});

describe("a seat that moves", () => {
  const branch = { companyIdType: "CIT001", companyIdValue: "21996648800013" } as const;
  const wrong = async (one: Desk) => wrongs(await one.world.store.dump(), format(one.world.now));
  it("takes the next number, and the third party that is the seat with it", async () => {
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
      ...establishments.map((place) => ({ ...place, headOffice: false })),
    ]);
    expect(await wrong(one)).toEqual([]);
  });
  it("is still in the portfolio under both numbers", async () => {
    const one = await desk("it");
    await one.do(announceTransfer);
    for (const companyIdValue of [one.thirdparty.siret as string, companies.it.companyIdValue])
      expect(await add(one.world, { companyIdType: "CIT001", companyIdValue }, "tester")).toMatchObject({
        refused: { status: 409, body: { code: "THIRD_PARTY_ALREADY_EXISTS", thirdpartyId: one.thirdpartyId } },
      });
  });
  it("takes a number that no sister in the portfolio has, though both move in one night", async () => {
    const one = await desk("it");
    const sister = await join(one.world, "sister");
    const actor = { type: "PLATFORM", name: "test" } as const;
    const night = async (rule: (draft: Draft) => void) => {
      const ids = [one.thirdpartyId, sister];
      await one.world.commit((await visitAll(one.world.store, ids, one.world.surroundings(), actor, rule)).change);
      return (await Promise.all(ids.map((id) => one.world.store.folder(id)))).map(({ thirdparty }) =>
        thirdparty?.establishments.map(({ siret }) => siret),
      );
    };
    granted(
      await trigger(one.world, { event: "THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT", thirdpartyId: one.thirdpartyId }),
    );
    expect((await one.reread()).thirdparty.siret).toBe(siretOf("219966488", 5));
    const [first, second] = await night(announceCreation);
    expect([first?.at(-1), second?.at(-1)]).toEqual([siretOf("219966488", 6), siretOf("219966488", 7)]);
    expect(await wrong(one)).toEqual([]);
  });
  it("fills a gap when the numbers have got to the last", async () => {
    const one = await desk("it");
    granted(await add(one.world, { companyIdType: "CIT001", companyIdValue: siretOf("219966488", 9999) }, "tester"));
    await one.do(announceTransfer);
    expect(one.thirdparty.siret).toBe(siretOf("219966488", 4));
  });
  it("leaves a branch where it is", async () => {
    const world = await quietWorld();
    const { thirdpartyId } = granted(await add(world, branch, "tester")).result;
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
      establishments.map((place) => ({ ...place, headOffice: false })),
    );
    expect(await wrong(one)).toEqual([]);
  });
});

describe("what the gazette does not write of", () => {
  const rules = [
    announceChanges,
    announceTransfer,
    announceCreation,
    announceCessation,
    (draft: Draft) => announceProcedure(draft, "SAUVEGARDE"),
  ];
  it.each(["german", "struckOff"] as const)("%s", async (kind) => {
    const one = await desk(kind);
    for (const rule of rules) expect(await one.do(rule)).toEqual([]);
    expect((await one.world.store.dump()).announcements).toEqual([]);
  });
  it.each([
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION",
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES",
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION",
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT",
    "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
  ] as const)("%s is refused abroad", async (event) => {
    const one = await desk("german");
    expect(await trigger(one.world, { event, thirdpartyId: one.thirdpartyId })).toMatchObject({
      refused: {
        status: 409,
        body: { detail: expect.stringContaining("a French third party that is not struck off") },
      },
    });
  });
  it("leaves a struck-off company without news of the register either", async () => {
    const one = await desk("struckOff");
    expect(await one.do(refreshFromRegister)).toEqual([]);
  });
});

describe("a morning's gazette", () => {
  const procedure = (type: "SAUVEGARDE" | "LIQUIDATION_JUDICIAIRE", openingDate: string) => (draft: Draft) =>
    draft.put("thirdparties", {
      ...draft.thirdparty,
      status: "COLLECTIVE_PROCEDURE",
      collectiveProcedure: { type, openingDate, court: "Tribunal" },
    });
  it("ends a procedure that lasted a year, and a liquidation with its company", async () => {
    const [plan, end, recent] = [await desk("cleaner"), await desk("cleaner"), await desk("cleaner")];
    await plan.do((draft) => (procedure("SAUVEGARDE", "2025-01-10")(draft), readGazette(draft)));
    expect(plan.thirdparty).toMatchObject({ status: "ACTIVE", collectiveProcedure: null });
    await end.do((draft) => (procedure("LIQUIDATION_JUDICIAIRE", "2025-01-10")(draft), readGazette(draft)));
    expect(end.thirdparty).toMatchObject({ status: "STRUCK_OFF", collectiveProcedure: null });
    await recent.do((draft) => (procedure("SAUVEGARDE", "2025-11-10")(draft), readGazette(draft)));
    expect(recent.thirdparty.collectiveProcedure).not.toBeNull();
  });
  it("comes for most of them within a year", { timeout: 30_000 }, async () => {
    const one = await desk("cleaner");
    await one.do(procedure("SAUVEGARDE", "2025-01-10"));
    await advance(one.world, "P1Y");
    expect((await one.reread()).thirdparty.collectiveProcedure).toBeNull();
  });
  it("leaves a staged company in its case", { timeout: 30_000 }, async () => {
    const one = await desk("inProcedure");
    await advance(one.world, "P2Y");
    expect((await one.reread()).thirdparty.status).toBe("COLLECTIVE_PROCEDURE");
  });
  it("strikes off the weak now and then, and never the sound", async () => {
    const ends = async (financial: number) => {
      const one = await desk("cleaner");
      let count = 0;
      const { internal } = one.thirdparty;
      const folder = {
        ...one.folder,
        thirdparty: { ...one.thirdparty, internal: { ...internal, bases: { ...internal.bases, financial } } },
      };
      for (let morning = 0; morning < 400; morning++) {
        const draft = new Draft(
          folder,
          { ...one.world.surroundings(), now: one.world.now + morning * 86_400_000 },
          client,
        );
        readGazette(draft);
        if (draft.thirdparty.status === "STRUCK_OFF") count++;
      }
      return count;
    };
    expect(await ends(90)).toBe(0);
    expect(await ends(30)).toBeGreaterThan(0);
    expect(await ends(30)).toBeLessThan(40);
  });
});

describe("the register", () => {
  it.each(["cleaner", "soleTrader", "german", "withoutBank"] as const)(
    "always has news of %s when it is asked for some",
    async (kind) => {
      const one = await desk(kind);
      for (let time = 0; time < 4; time++)
        expect(await one.do(refreshFromRegister)).toEqual(["THIRD_PARTY_INFORMATION_UPDATED"]);
    },
  );
  /** What changed in each of many nights, as the journal says it. */
  async function nights(one: Desk, rule: (draft: Draft) => void, count: number): Promise<string[][]> {
    const told: string[][] = [];
    for (let night = 0; night < count; night++) {
      const events = await one.events(rule);
      told.push(
        ...events
          .filter(({ eventName }) => eventName === "THIRD_PARTY_INFORMATION_UPDATED")
          .map(({ payload }) => payload.changed as string[]),
      );
      expect(wrongs(await one.world.store.dump(), format(one.world.now))).toEqual([]);
    }
    return told;
  }
  it.each(["cleaner", "builder", "german", "british"] as const)(
    "tells names, addresses, trades, heads and headcounts of %s, each with what follows",
    async (kind) => {
      const one = await desk(kind);
      const told = new Set((await nights(one, refreshFromRegister, 60)).map((changed) => changed.join()));
      expect([...told].sort()).toEqual(
        expect.arrayContaining([
          `activityCode,activityLabel,establishments${isFrench(kind) ? ",name" : ""}`,
          "addressLine1,establishments",
          "ceo,executives",
          "name",
          "workforce",
        ]),
      );
      const { name, ceo, executives, internal } = one.thirdparty;
      expect([
        internal.bank?.holder ?? name,
        one.folder.dossiers.every(({ thirdpartyName }) => thirdpartyName === name),
      ]).toEqual([name, true]);
      expect(ceo).toBe(`${executives[0]?.lastName} ${executives[0]?.firstName}`);
      if (kind === "builder") expect(one.thirdparty.activityCode).toMatch(/^4[123]/);
    },
  );
  it("calls a company by what it does, and keeps the rest of its name", async () => {
    const one = await desk("cleaner");
    const named: string[] = [];
    for (let night = 0; night < 80; night++) {
      const before = one.thirdparty;
      await one.do(refreshFromRegister);
      const { name, activityCode } = one.thirdparty;
      const tradesOf = (code: string | null) =>
        activities.find((activity) => activity.code === code)?.trades.toSorted((a, b) => b.length - a.length) ?? [];
      expect(tradesOf(activityCode).filter((trade) => name.includes(trade))).not.toEqual([]);
      if (activityCode === before.activityCode) continue;
      const rest = tradesOf(before.activityCode).reduce((left, trade) => left.replace(trade, "").trim(), before.name);
      expect(name).toContain(rest);
      named.push(name);
    }
    expect(new Set(named).size).toBeGreaterThan(3);
  });
  it("keeps a name that tells of the new trade too", () => {
    const activity = (code: string) => activities.find((candidate) => candidate.code === code) as Activity;
    const french = { addressCountryCode: "FR", activityCode: null, legalForm: null };
    const renamed = (name: string, code: string, kind = french) => nameFor(chance(1, name), kind, name, activity(code));
    expect(renamed("Constructions Estalieu", "4120B")).toBe("Constructions Estalieu");
    expect(renamed("Estalieu Services aux Bâtiments", "4120B")).toMatch(/^Estalieu (Constructions|Bâtiments)$/);
    expect(renamed("Hébergia Cloud", "4322A")).toContain("Plomberie");
    expect(renamed("Doriltal Gruppe AG", "4322A", { ...french, addressCountryCode: "DE" })).toBe("Doriltal Gruppe AG");
  });
  it("is followed by the gazette in names, addresses, heads and capitals", async () => {
    const told = await nights(await desk("cleaner"), announceChanges, 60);
    expect(new Set(told.map((changed) => changed[0]))).toEqual(new Set(["capital", "ceo", "addressLine1", "name"]));
  });
  it("knows the accounts that were filed meanwhile", async () => {
    const one = await desk("cleaner");
    expect(one.thirdparty.lastBalanceSheetDate).toBe("2024-12-31");
    await one.world.setClock(parse("2027-08-01T09:00:00"), true);
    await one.do(refreshFromRegister);
    expect(one.thirdparty.lastBalanceSheetDate).toBe("2026-12-31");
  });
  it("keeps a sole trader's person, and whoever is under sanctions", async () => {
    for (const kind of ["soleTrader", "sanctioned"] as const) {
      const told = await nights(await desk(kind), refreshFromRegister, 40);
      expect(told.flat()).not.toContain("ceo");
    }
  });
  it("opens a dossier when a trade comes under a rule", async () => {
    const one = await desk("it");
    expect(one.folder.dossiers.map(({ dossierTypeCode }) => dossierTypeCode)).not.toContain("VIGILANCE");
    await one.do((draft) => {
      while (!/^4[123]/.test(draft.thirdparty.activityCode as string)) refreshFromRegister(draft);
      settleAndFollowRules(draft);
    });
    expect(one.dossier("VIGILANCE")).toMatchObject({ origin: "RULE", ruleId: "R03" });
    expect(one.document("ASS_DECENNALE").statusCode).toBe("MISSING");
    expect(one.thirdparty.internal.category).toBe("Construction");
  });
  it("has none of whom it lost sight", async () => {
    const one = await desk("german");
    expect(await one.do((draft) => detach(draft, "REGISTRY"))).toEqual(["THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED"]);
    expect(await one.do((draft) => detach(draft, "REGISTRY"))).toEqual([]);
    expect(await one.do(refreshFromRegister)).toEqual([]);
  });
});

describe("edits", () => {
  it("of what is so already leave no event", async () => {
    const one = await desk("cleaner");
    for (const [rule, event] of [
      [(draft: Draft) => editThirdparty(draft, { owner: "Zoé" }), "THIRD_PARTY_UPDATED"],
      [(draft: Draft) => changeCode(draft, "X-1"), "THIRD_PARTY_CODE_UPDATED"],
    ] as const) {
      expect(await one.do(rule)).toEqual([event]);
      expect(await one.do(rule)).toEqual([]);
    }
    expect(one.folder.dossiers.every(({ thirdpartyCode }) => thirdpartyCode === "X-1")).toBe(true);
  });
});

describe("archiving and reactivation", () => {
  it("freezes a dossier, and thaws it with what went on meanwhile", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("VIGILANCE");
    granted(await answer(one.world, one.document("LNTE").documentId, { outcome: "valid", issueDate: "2025-08-01" }));
    await advance(one.world, "PT2M");
    await (await one.reread()).do((draft) => archiveDossier(draft, dossierId, "CLIENT"));
    await advance(one.world, "P2M");
    expect((await one.reread()).document("LNTE").statusCode).toBe("VALID");
    const events = await one.do((draft) => {
      reactivateDossier(draft, dossierId);
      settle(draft);
    });
    expect(events).toEqual(
      expect.arrayContaining(["DOSSIER_REACTIVATED", "DOCUMENT_ANSWER_EXPIRED", "DOSSIER_STATUS_UPDATED_INVALID"]),
    );
    expect([one.document("LNTE").statusCode, one.dossier("VIGILANCE").monitored]).toEqual(["INVALID", true]);
  });
  it("fetches what had expired, and was to be fetched anew, when it was frozen", async () => {
    const one = await desk("cleaner");
    granted(
      await answer(one.world, one.document("ATT_URSSAF").documentId, { outcome: "valid", issueDate: "2025-07-20" }),
    );
    // It expires at five past midnight, and the errand for the next is hours away.
    await advance(one.world, "P5DT15H10M");
    expect((await one.reread()).document("ATT_URSSAF").statusCode).toBe("INVALID");
    const { dossierId } = one.dossier("VIGILANCE");
    await one.do((draft) => archiveDossier(draft, dossierId, "CLIENT"));
    await advance(one.world, "P1D");
    await (await one.reread()).do((draft) => (reactivateDossier(draft, dossierId), settle(draft)));
    await advance(one.world, "P1D");
    expect((await one.reread()).document("ATT_URSSAF")).toMatchObject({
      statusCode: "VALID",
      evidences: [{ transmitter: "PLATEFORME" }, {}],
    });
  });
  it("fetches what was to be renewed when it was frozen, once", async () => {
    const one = await desk("german", { "Montant d'achat annuel": [100_000] });
    await advance(one.world, "P1D");
    const { dossierId } = (await one.reread()).dossier("CSR");
    expect(one.document("SCORE_RSE")).toMatchObject({ statusCode: "VALID", evidences: [{}] });
    await one.do(
      (draft) => (hearLoudly(draft, "SUSTAINSCORE"), archiveDossier(draft, dossierId, "CLIENT"), settle(draft)),
    );
    await one.do((draft) => (reactivateDossier(draft, dossierId), settle(draft)));
    for (let day = 0; day < 3; day++) await advance(one.world, "P1D");
    expect((await one.reread()).document("SCORE_RSE").evidences).toHaveLength(2);
    await one.do(
      (draft) => (archiveDossier(draft, dossierId, "CLIENT"), reactivateDossier(draft, dossierId), settle(draft)),
    );
    await advance(one.world, "P3D");
    expect((await one.reread()).document("SCORE_RSE").evidences).toHaveLength(2);
  });
  it("ends an expired dossier's term anew", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("VIGILANCE");
    await one.do((draft) => archiveDossier(draft, dossierId, "CLIENT"));
    await advance(one.world, "P8M");
    await (await one.reread()).do((draft) => reactivateDossier(draft, dossierId));
    expect(one.folder.dossiers.find((row) => row.dossierId === dossierId)?.expirationDate).toBe("2027-03-15");
  });
});
