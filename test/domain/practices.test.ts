import { describe, expect, it } from "vitest";
import { valuesIn } from "../../src/domain/forms.ts";
import { foreignWorkersOf, hasProof, proofOf } from "../../src/domain/practices.ts";
import { settle } from "../../src/domain/settle.ts";
import { decide, openDossier, respond } from "../../src/world/operations.ts";
import { wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { advance, type Desk, desk, granted } from "../support/worlds.ts";

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
      // A company that supplies the piece all the same has it from that day on.
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
      await answer(one, code);
      const [newest] = one.document(code).evidences;
      granted(await decide(one.world, newest?.responseId ?? 0, { approved: true }, "tester"));
    }
    await one.do(settle);
    expect([one.document(form).statusCode, one.document(proof).statusCode]).toEqual(["VALID", "VALID"]);
    expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
  });
});
