import { describe, expect, it } from "vitest";
import { hasProof } from "../../../src/domain/document/company-habits.ts";
import { valuesIn } from "../../../src/domain/document/forms.ts";
import { isRefusal } from "../../../src/domain/refusal.ts";
import { decide, openDossier, respond } from "../../../src/world/operations.ts";
import { trigger } from "../../../src/world/trigger.ts";
import { wrongs } from "../../support/invariants.ts";
import { nowOf } from "../../support/model.ts";
import { advance, Desk, desk, granted, join, type Kind, quietWorld } from "../../support/worlds.ts";
import { later, responseOf } from "../stage.ts";

const claims = [
  ["ISO_27001", "Q_CYBER", "iso_27001"],
  ["PENTEST", "Q_CYBER", "pentest_annuel"],
  ["ISO_14001", "Q_RSE", "iso_14001"],
  ["BEGES", "Q_RSE", "bilan_carbone"],
] as const;
const kinds = ["it", "builder", "cleaner", "german", "american"] as const satisfies Kind[];

async function asked(kind: Kind, ...requiredDocuments: string[]): Promise<Desk> {
  const one = await desk(kind);
  granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments }, "tester"));
  return one.reread();
}
async function answer(one: Desk, code: string, supplied: Parameters<typeof respond>[2] = {}): Promise<Desk> {
  granted(await respond(one.world, one.document(code).documentId, supplied));
  return later(one, "PT2M");
}
const said = (one: Desk, code: string) => valuesIn(one.document(code).evidences[0] as object);
const reasonOf = (one: Desk, code: string) =>
  one.folder.responses.find(({ responseId }) => responseId === responseOf(one, code))?.reason;
const faultsIn = async ({ world }: Desk) => wrongs(await world.store.dump(), nowOf(world));
const denied = (key: string) => ({ formdata: { [key]: false } });

describe.each(claims)("%s and the answer of %s (%s)", (proof, form, key) => {
  it("a document that a questionnaire of the same day denies is invalid, and the reason names the form", async () => {
    const seen = new Set<boolean>();
    for (const kind of kinds) {
      const one = await asked(kind, form, proof);
      await answer(one, form);
      const claimed = said(one, form)[key] === "true";
      expect([kind, claimed]).toEqual([kind, hasProof(one.thirdparty, proof)]);
      await answer(one, proof);
      if (!claimed) {
        expect(one.document(proof).statusCode).toBe("INVALID");
        expect(reasonOf(one, proof)).toBe(`${form} of 2026-01-15 says that the company has none`);
      } else expect(reasonOf(one, proof)).not.toContain(form);
      seen.add(claimed);
    }
    expect(seen).toContain(false);
  });

  it("a document that a questionnaire denied on an earlier day is taken", async () => {
    const one = await asked("cleaner", form, proof);
    await answer(one, form, denied(key));
    await advance(one.world, "P1D");
    await answer(one, proof, { outcome: "valid", issueDate: "2026-01-16" });
    expect(one.document(proof).statusCode).toBe("VALID");
    expect(await faultsIn(one)).toEqual([]);
  });

  it("a questionnaire that denies a document in force is invalid, and the client cannot approve it", async () => {
    const one = await asked("cleaner", proof, form);
    await answer(one, proof, { outcome: "valid" });
    granted(await respond(one.world, one.document(form).documentId, { ...denied(key), outcome: "review" }));
    await one.reread();
    const outcome = await decide(one.world, responseOf(one, form), { approved: true }, "claire");
    const detail = `${proof} of the same company is in force, and the form denies it`;
    expect(isRefusal(outcome) && outcome.refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(detail) },
    });
    await later(one, "PT2M");
    expect([one.document(form).statusCode, reasonOf(one, form)]).toEqual(["INVALID", detail]);
  });

  it("a questionnaire that the company corrects no longer stands against the document", async () => {
    const one = await asked("cleaner", form, proof);
    await answer(one, form, { ...denied(key), outcome: "pending" });
    await answer(one, form, { formdata: { [key]: true }, outcome: "valid" });
    await answer(one, proof, { outcome: "valid" });
    expect([one.document(form).statusCode, one.document(proof).statusCode]).toEqual(["VALID", "VALID"]);
    expect(await faultsIn(one)).toEqual([]);
  });

  it("the pieces of another establishment count, whichever comes first", async () => {
    for (const [first, second] of [
      [form, proof],
      [proof, form],
    ] as const) {
      const world = await quietWorld();
      const [one, other] = [new Desk(world, await join(world, "it")), new Desk(world, await join(world, "sister"))];
      for (const [establishment, code] of [
        [one, first],
        [other, second],
      ] as const) {
        granted(await openDossier(world, establishment.thirdpartyId, { requiredDocuments: [code] }, "tester"));
        await establishment.reread();
        await answer(establishment, code, { outcome: "valid", ...(code === form && denied(key)) });
      }
      expect([one.document(first).statusCode, other.document(second).statusCode]).toEqual(["VALID", "INVALID"]);
      if (second === form) {
        await answer(other, form, { outcome: "valid" });
        expect([other.document(form).statusCode, said(other, form)[key]]).toEqual(["VALID", "true"]);
      }
      expect(await faultsIn(one)).toEqual([]);
    }
  });
});

describe("a statement that the company does not contribute", () => {
  const certificate = { outcome: "valid", issueDate: "2026-01-15" } as const;
  it("is invalid beside a certificate of its contributions, and the other way round", async () => {
    for (const [first, second, why] of [
      ["ATT_URSSAF", "ASLNC", "ATT_URSSAF of the same company is in force, and the form denies it"],
      ["ASLNC", "ATT_URSSAF", "ASLNC of 2026-01-15 says that the company has none"],
    ] as const) {
      const one = await asked("soleTrader", "ATT_URSSAF", "ASLNC");
      await answer(one, first, certificate);
      await answer(one, second, certificate);
      expect([one.document(first).statusCode, one.document(second).statusCode]).toEqual(["VALID", "INVALID"]);
      expect(reasonOf(one, second)).toBe(why);
      expect(await faultsIn(one)).toEqual([]);
    }
  });

  it("is invalid where it denies the employees that the company has", async () => {
    const one = await asked("cleaner", "ASLNC");
    await answer(one, "ASLNC", { outcome: "valid", ...{ formdata: { absence_salaries: true } } });
    expect(reasonOf(one, "ASLNC")).toBe("the company has employees, and the statement says that it has none");
  });
});

describe("a dossier that is made valid", () => {
  it("asks for the certificates before the questionnaire that speaks of them", async () => {
    for (const kind of kinds)
      for (const dossierTypeCode of ["CYBERSECURITY", "CSR"]) {
        const one = await desk(kind);
        await one.reread();
        const open = one.folder.dossiers.find((row) => row.dossierTypeCode === dossierTypeCode);
        const { dossierId } =
          open ?? granted(await openDossier(one.world, one.thirdpartyId, { dossierTypeCode }, "tester")).result;
        granted(await trigger(one.world, { event: "DOSSIER_STATUS_UPDATED_VALID", dossierId }));
        await one.reread();
        expect([kind, one.dossier(dossierTypeCode).statusCode]).toEqual([kind, "VALID"]);
        expect(await faultsIn(one)).toEqual([]);
      }
  });
});
