import { describe, expect, it } from "vitest";
import { causes } from "../../../src/domain/causes/table.ts";
import { defaultConfiguration } from "../../../src/domain/configuration.ts";
import { Draft } from "../../../src/domain/draft.ts";
import { announceCessation, announceProcedure } from "../../../src/domain/providers/gazette.ts";
import { archiveThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { client, desk } from "../../support/worlds.ts";
import { draftOf } from "../stage.ts";
import { type Caused, occur, withFreeDossier } from "./occurrence.ts";

const payloadsOf = (draft: Draft, event: Caused, ...all: object[]) =>
  all.map((data) => occur(draft, event, data).occurred[0]?.payload ?? null);

describe("data of a trigger on a third party", () => {
  it.each([
    ["Fournisseur stratégique", [true], [false]],
    ["Date de début de relation", ["2025-01-01"], ["2025-06-01"]],
    ["Montant d'achat annuel", [1000], [2000]],
    ["Taux de dépendance", [10], [20]],
    ["Catégorie", ["IT"], ["Construction"]],
    ["Business unit", ["Travaux"], ["Informatique"]],
  ])("the attribute %s becomes %j and then %j when no value is given", async (label, first, second) => {
    const draft = draftOf(await desk("cleaner"));
    const found = payloadsOf(draft, "THIRD_PARTY_ATTRIBUTE_UPDATED", { label }, { label }, { label, values: second });
    const back = payloadsOf(draft, "THIRD_PARTY_ATTRIBUTE_UPDATED", { label, values: first });
    expect([...found, ...back]).toEqual([
      { label, from: null, to: first },
      { label, from: first, to: second },
      null,
      { label, from: second, to: first },
    ]);
  });
  it("an attribute whose list has one option keeps it, and one that cannot grow begins again", async () => {
    const one = await desk("cleaner");
    const changed = (label: string, change: object, ...values: unknown[]) => {
      const attributes = defaultConfiguration.attributes.map((row) =>
        row.label === label ? { ...row, ...change } : row,
      );
      const draft = new Draft(
        one.folder,
        { ...one.world.context(), configuration: { ...defaultConfiguration, attributes } },
        client,
      );
      const data = [...values.map((value) => ({ label, values: [value] })), { label }, { label }];
      return payloadsOf(draft, "THIRD_PARTY_ATTRIBUTE_UPDATED", ...data).map((payload) => payload?.to ?? null);
    };
    expect(changed("Business unit", { options: ["A"] })).toEqual([["A"], null]);
    expect(changed("Montant d'achat annuel", {}, 1e12)).toEqual([[1e12], [1000], [2000]]);
    expect(changed("Montant d'achat annuel", {}, 1e12 - 1)).toEqual([[1e12 - 1], [1e12 + 999], [1000]]);
    expect(changed("Référencement interne", {}, "REF-1")).toEqual([["REF-1"], ["REF-2"], ["REF-1"]]);
  });
  it("the first text of the account is set where no attribute is named, else the first of any type", async () => {
    const one = await desk("cleaner");
    const { check } = causes.THIRD_PARTY_ATTRIBUTE_UPDATED;
    const set = (isKept: (type: string, calculated: boolean) => boolean) => {
      const attributes = defaultConfiguration.attributes.filter(({ type, calculated }) => isKept(type, calculated));
      const context = { ...one.world.context(), configuration: { ...defaultConfiguration, attributes } };
      const [payload] = payloadsOf(new Draft(one.folder, context, client), "THIRD_PARTY_ATTRIBUTE_UPDATED", {});
      return check?.({}, context) ?? payload?.label ?? null;
    };
    expect([set(() => true), set((type) => type !== "string")]).toEqual(["Référencement interne", "Catégorie"]);
    const none = "The account has no attribute that can be set: its configuration adds one.";
    expect(set((_, calculated) => calculated)).toBeRefused({ status: 409, code: "NOTHING_SUITABLE", detail: none });
    const { occurred } = occur(
      new Draft(
        one.folder,
        { ...one.world.context(), configuration: { ...defaultConfiguration, attributes: [] } },
        client,
      ),
      "THIRD_PARTY_ATTRIBUTE_UPDATED",
    );
    expect(occurred).toEqual([]);
  });
  it("the rules follow an attribute that is triggered", async () => {
    const draft = draftOf(await desk("german"));
    occur(draft, "THIRD_PARTY_ATTRIBUTE_UPDATED", { label: "Criticité", values: ["High"] });
    expect(draft.all("dossiers").map(({ ruleId }) => ruleId)).toEqual(["R01", "R06", "R08b"]);
  });
  it("refuses values that the attribute does not take where the trigger has them, and an unknown label", async () => {
    const { check } = causes.THIRD_PARTY_ATTRIBUTE_UPDATED;
    const { context } = draftOf(await desk("cleaner"));
    const refused = (label: string, values?: string[]) => check?.({ label, ...(values && { values }) }, context);
    const errors = [{ pointer: "/data/values/0", detail: expect.stringMatching(/^\/data\/values\/0 /) }];
    expect(refused("Criticité", ["Huge"])).toMatchObject({ refused: { body: { errors } } });
    expect(refused("Criticite")).toMatchObject({ refused: { status: 404, body: { code: "ATTRIBUTE_NOT_FOUND" } } });
    expect([refused("Criticité"), check?.({}, context)]).toEqual([null, null]);
  });
  it("given data is written, and takes an archived third party back as well", async () => {
    const draft = draftOf(await desk("cleaner"));
    expect(payloadsOf(draft, "THIRD_PARTY_CODE_UPDATED", { thirdpartyCode: "X" })).toEqual([{ from: null, to: "X" }]);
    archiveThirdparty(draft);
    expect(payloadsOf(draft, "THIRD_PARTY_UPDATED", { tags: ["a"] }, { tags: ["a"] }, { tags: ["a", "b"] })).toEqual([
      { tags: ["a"], archived: false },
      null,
      { tags: ["a", "b"] },
    ]);
  });
  it("an attribute of an archived third party is frozen", async () => {
    const draft = draftOf(await desk("cleaner"));
    archiveThirdparty(draft);
    const detail = "Propreté Lumina is archived; its attributes are frozen.";
    const { outcome } = occur(draft, "THIRD_PARTY_ATTRIBUTE_UPDATED");
    expect(outcome).toBeRefused({ status: 409, code: "THIRD_PARTY_ARCHIVED", detail });
  });
});

describe("THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED", () => {
  const risks = (draft: Draft, times: number) =>
    Array.from({ length: times }, () => {
      const [moved] = occur(draft, "THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED").occurred;
      const { status, collectiveProcedure } = draft.thirdparty;
      return [moved?.payload.to ?? null, status, collectiveProcedure?.type ?? null].flat();
    });
  it("in France, valid documents and the end of a procedure lower the risk, and a judgment raises it", async () => {
    expect(risks(draftOf(await desk("cleaner")), 3)).toEqual([
      ["Medium", "ACTIVE", null],
      ["High", "COLLECTIVE_PROCEDURE", "REDRESSEMENT_JUDICIAIRE"],
      ["Medium", "ACTIVE", null],
    ]);
  });
  it("abroad, rejections raise the risk, because no French court judges there", async () => {
    const draft = draftOf(await desk("german"));
    expect(risks(draft, 2)).toEqual([
      ["Medium", "ACTIVE", null],
      ["High", "ACTIVE", null],
    ]);
    expect(draft.all("documents").map(({ statusCode }) => statusCode)).toEqual(Array(4).fill("INVALID"));
  });
  it("a lighter procedure of a company at less than a high risk becomes a liquidation", async () => {
    const draft = draftOf(await desk("cleaner"));
    risks(draft, 1);
    announceProcedure(draft, "SAUVEGARDE");
    expect(risks(draft, 1)).toEqual([["High", "COLLECTIVE_PROCEDURE", "LIQUIDATION_JUDICIAIRE"]]);
  });
});

describe("data providers", () => {
  it("THIRD_PARTY_INDICATOR_UPDATED comes by credit data, and by others after a strike-off", async () => {
    const published = async (prepare: (draft: Draft) => void) => {
      const draft = draftOf(await desk("cleaner"));
      prepare(draft);
      recalculate(draft);
      return occur(draft, "THIRD_PARTY_INDICATOR_UPDATED").events.map(({ eventName }) => eventName.slice(12));
    };
    const [before, after] = [await published(() => {}), await published(announceCessation)];
    expect(before).toEqual(["CREDITDATA_ACTIVATED", "CREDITDATA_UPDATED", "INDICATOR_UPDATED"]);
    const others = ["ESG_ACTIVATED", "ESG_UPDATED", "SUSTAINSCORE_ACTIVATED", "SUSTAINSCORE_UPDATED"];
    expect(after).toEqual([...others, "INDICATOR_UPDATED"]);
  });
  it("DOCCHECK comes with the check that it reports, and takes no pending outcome", async () => {
    const draft = draftOf(await desk("cleaner"));
    occur(draft, "THIRD_PARTY_DOCCHECK_DEACTIVATED");
    expect(occur(draft, "THIRD_PARTY_DOCCHECK_UPDATED", { outcome: "review" }).events.slice(0, 1)).toTell([
      "THIRD_PARTY_DOCCHECK_ACTIVATED",
    ]);
    expect(draft.all("reports").map(({ verdict }) => verdict)).toEqual(["INCONCLUSIVE"]);
    const pending = causes.THIRD_PARTY_DOCCHECK_UPDATED.check?.({ outcome: "pending" }, {} as never);
    expect(pending).toBeRefused({ status: 400, detail: "A check that is pending has no result." });
    const errors = [{ pointer: "/data/outcome", expected: "valid, review or invalid" }];
    expect(pending).toMatchObject({ refused: { body: { errors } } });
  });
  it("THIRD_PARTY_DOCCHECK_UPDATED needs a document with bank details", async () => {
    const one = await withFreeDossier();
    const draft = draftOf(one);
    for (const { dossierId, typed } of draft.all("dossiers"))
      if (typed) occur(draft, "DOSSIER_ARCHIVED", {}, { dossierId });
    expect(occur(draft, "THIRD_PARTY_DOCCHECK_UPDATED")).toEqual({ outcome: null, events: [], occurred: [] });
  });
});
