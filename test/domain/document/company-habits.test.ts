import { describe, expect, it } from "vitest";
import type { Company } from "../../../src/directory/company.ts";
import { emissionsOf, foreignWorkersOf, hasProof, proofOf } from "../../../src/domain/document/company-habits.ts";
import { valuesIn } from "../../../src/domain/document/forms.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { frenchDay, parse } from "../../../src/domain/time.ts";
import { decide, openDossier, respond } from "../../../src/world/operations.ts";
import { wrongs } from "../../support/invariants.ts";
import { nowOf } from "../../support/model.ts";
import { advance, type Desk, desk, granted } from "../../support/worlds.ts";
import { addCompany, firstCompany, isActive } from "../stage.ts";

const isLarge = (one: Company) => isActive(one) && one.workforce >= 50;
const company = (siren: string) => ({ siren, duns: null, name: "X", workforce: 12 });
const companies = Array.from({ length: 200 }, (_, at) => company(String(219_000_000 + at)));

const answer = async (one: Desk, code: string) => {
  granted(await respond(one.world, one.document(code).documentId, {}));
  await advance(one.world, "PT1H");
  await one.reread();
  return valuesIn(one.document(code).evidences[0] as Parameters<typeof valuesIn>[0]);
};

describe("the practices of a company", () => {
  it("some companies are certified, and the answer is the same whenever it is asked", () => {
    const certified = companies.map((one) => hasProof(one, "ISO_27001"));
    expect(new Set(certified).size).toBe(2);
    expect(companies.map((one) => hasProof({ ...one, name: "Y" }, "ISO_27001"))).toEqual(certified);
    expect(hasProof(companies[0] as (typeof companies)[0], "KBIS")).toBe(true);
  });

  it("some employers have foreign workers, and never the whole staff", () => {
    const counts = companies.map(foreignWorkersOf);
    expect(counts).toContain(0);
    expect(Math.max(...counts)).toBeGreaterThan(2);
    for (const one of companies) expect(foreignWorkersOf({ ...one, workforce: 4 })).toBeLessThanOrEqual(2);
    for (const one of companies) expect(foreignWorkersOf({ ...one, workforce: 1 })).toBe(0);
  });

  it.each([
    ["ISO_27001", "Q_CYBER", "iso_27001"],
    ["PENTEST", "Q_CYBER", "pentest_annuel"],
    ["ISO_14001", "Q_RSE", "iso_14001"],
    ["BEGES", "Q_RSE", "bilan_carbone"],
  ])("%s proves an answer of %s", async (proof, form, key) => {
    expect(proofOf(form, key)).toBe(proof);
    for (const kind of ["it", "builder", "cleaner", "german"] as const) {
      const one = await desk(kind);
      granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments: [proof, form] }, "tester"));
      await one.reread();
      const certified = hasProof(one.thirdparty, proof);
      expect((await answer(one, form))[key]).toBe(String(certified));
      // A company that supplies the piece all the same has it from that day on, not on the day of its denial.
      await advance(one.world, "P1D");
      await answer(one, proof);
      expect((await answer(one, form))[key]).toBe("true");
    }
  });

  it("a valid certificate that follows a questionnaire which denies it was issued later", async () => {
    const one = await desk("builder");
    const proof = ["ISO_27001", "ISO_14001", "PENTEST", "BEGES"].find(
      (code) => !hasProof(one.thirdparty, code),
    ) as string;
    const form = proof === "ISO_27001" || proof === "PENTEST" ? "Q_CYBER" : "Q_RSE";
    granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments: [proof, form] }, "tester"));
    await one.reread();
    for (const code of [form, proof]) {
      await advance(one.world, "P1D");
      await answer(one, code);
      const [newest] = one.document(code).evidences;
      granted(await decide(one.world, newest?.responseId ?? 0, { approved: true }, "tester"));
    }
    await one.do(recalculate);
    expect([one.document(form).statusCode, one.document(proof).statusCode]).toEqual(["VALID", "VALID"]);
    expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
  });

  it.each([
    ["Q_RSE", "bilan_carbone_date", "BEGES"],
    ["Q_VIGILANCE", "date_cartographie", "CARTO_RISQUES"],
  ])("%s gives the day of the piece that the company has (%s, %s)", async (form, key, piece) => {
    const days = new Set<string>();
    for (const kind of ["it", "builder", "cleaner", "german", "american", "withoutBank"] as const)
      for (const codes of [
        [form, piece],
        [piece, form],
      ]) {
        const one = await desk(kind);
        granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments: codes }, "tester"));
        await one.reread();
        for (const code of codes) await answer(one, code);
        const said = valuesIn(one.document(form).evidences[0] as object)[key] as string;
        const issueDate = one.document(piece).evidences[0]?.internal.issueDate ?? "";
        // A company without the piece denies it, until the day on which it supplies one.
        if (said !== "") expect([kind, said]).toEqual([kind, frenchDay(parse(issueDate))]);
        days.add(said);
      }
    expect(days.size).toBeGreaterThan(3);
  });

  it("a questionnaire adds up the emissions that the report lists", async () => {
    const totals = new Set<string>();
    for (const kind of ["it", "builder", "cleaner", "german", "american", "withoutBank"] as const) {
      const one = await desk(kind);
      granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments: ["BEGES", "Q_RSE"] }, "tester"));
      await one.reread();
      await answer(one, "BEGES");
      const { emissions_tco2e } = await answer(one, "Q_RSE");
      const rows = emissionsOf(one.thirdparty).filter(({ category }) => category <= 2);
      expect(emissions_tco2e).toBe(String(rows.reduce((sum, { tonnes }) => sum + tonnes, 0)));
      totals.add(emissions_tco2e as string);
    }
    expect(totals.size).toBeGreaterThan(3);
  });

  it("bank details took effect before the bank printed the statement that shows them", async () => {
    for (let at = 0; at < 12; at++) {
      const one = await desk("cleaner", {}, { randomSeed: at + 1 });
      granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments: ["RIB"] }, "tester"));
      await one.reread();
      const { date_effet = "" } = await answer(one, "IBAN");
      await answer(one, "RIB");
      const issueDate = one.document("RIB").evidences[0]?.internal.issueDate ?? "";
      expect(date_effet.split("/").reverse().join("-") <= issueDate).toBe(true);
    }
  });

  it("the index of equality is French", async () => {
    for (const [kind, expected] of [
      ["german", ""],
      ["large", expect.stringMatching(/^\d\d$/)],
    ] as const) {
      const one = kind === "german" ? await desk(kind) : await addCompany(firstCompany(isLarge));
      granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments: ["Q_RSE"] }, "tester"));
      await one.reread();
      expect([(one.thirdparty.workforce as number) >= 50, (await answer(one, "Q_RSE")).index_egalite]).toEqual([
        true,
        expected,
      ]);
    }
  });

  it("the answers of one questionnaire do not contradict each other, nor those of another", async () => {
    const seen = new Set<string>();
    for (const kind of ["it", "builder", "cleaner", "german", "american", "withoutBank", "sanctioned"] as const)
      for (let time = 0; time < 4; time++) {
        const one = await desk(kind, {}, { randomSeed: time + 1 });
        const requiredDocuments = ["Q_ETHIQUE", "Q_VIGILANCE", "Q_CYBER"];
        granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments }, "tester"));
        await one.reread();
        const ethics = await answer(one, "Q_ETHIQUE");
        if (/dispositif d'alerte/.test(ethics.precisions ?? "")) expect(ethics.dispositif_alerte).toBe("true");
        if (/Le code/.test(ethics.precisions ?? "")) expect(ethics.code_ethique).toBe("true");
        if ((await answer(one, "Q_VIGILANCE")).mecanisme_alerte === "true")
          expect(ethics.dispositif_alerte).toBe("true");
        const cyber = await answer(one, "Q_CYBER");
        if (cyber.iso_27001 === "true")
          expect([cyber.rssi, cyber.pssi, cyber.sauvegardes]).toEqual(["true", "true", "true"]);
        seen.add(`${ethics.precisions} ${ethics.dispositif_alerte} ${cyber.iso_27001}`);
      }
    expect(seen.size).toBeGreaterThan(5);
  });
});
