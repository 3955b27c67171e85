import { describe, expect, it } from "vitest";
import { defaultConfiguration } from "../../../src/domain/configuration.ts";
import { hasProof } from "../../../src/domain/document/company-habits.ts";
import { valuesIn } from "../../../src/domain/document/forms.ts";
import type { Supplied } from "../../../src/domain/response/new-evidence.ts";
import { why } from "../../../src/domain/response/reasons.ts";
import { format, hour, parse } from "../../../src/domain/time.ts";
import { Supplier } from "../../support/supplier.ts";

const claims = [
  ["ISO_27001", "Q_CYBER", "iso_27001"],
  ["PENTEST", "Q_CYBER", "pentest_annuel"],
  ["ISO_14001", "Q_RSE", "iso_14001"],
  ["BEGES", "Q_RSE", "bilan_carbone"],
] as const;

function answer(one: Supplier, code: string, supplied: Supplied = {}) {
  one.respond(code, { outcome: "valid", ...supplied });
  one.wait("PT2M");
  const { reason, reasonCode } = one.response(code);
  return { status: one.document(code).statusCode, reason, reasonCode };
}
const taken = { status: "VALID", reason: null, reasonCode: null };
const refused = (reasonCode: string, reason: string) => ({ status: "INVALID", reason, reasonCode });

describe.each(claims)("%s and the answer of %s (%s)", (proof, form, key) => {
  const today = "2026-01-15";
  const denial = { formdata: { [key]: false } };
  const denied = refused("DENIED_BY_FORM", `Selon ${form} du 15/01/2026, la société n'a pas ce document.`);
  const inForce = refused(
    "FORM_DENIES_DOCUMENT",
    `Le formulaire nie l'existence de ${proof}, qui est en cours de validité.`,
  );

  it("a questionnaire says by itself whether the company has the piece, and one that says no refutes it", () => {
    const seen = new Set<boolean>();
    for (const kind of ["it", "builder", "cleaner", "german", "american"] as const) {
      const one = Supplier.of(kind, [form, proof]);
      const claimed = hasProof(defaultConfiguration, one.thirdparty, proof);
      answer(one, form);
      expect({ kind, said: valuesIn(one.document(form).evidences[0]!)[key] }).toEqual({ kind, said: String(claimed) });
      expect({ kind, ...answer(one, proof) }).toEqual({ kind, ...(claimed ? taken : denied) });
      // A company that supplies the piece all the same has it from that day on.
      one.wait("P1D");
      answer(one, proof);
      answer(one, form);
      expect(valuesIn(one.document(form).evidences[0]!)[key]).toBe("true");
      seen.add(claimed);
    }
    expect(seen).toContain(false);
  });
  it.each<[string, Supplied, Supplied, object]>([
    ["a piece in force on the day of the denial", denial, { issueDate: today }, denied],
    ["a piece of an earlier day that is in force", denial, { issueDate: "2026-01-14" }, denied],
    ["a piece beside a form that agrees", { formdata: { [key]: true } }, { issueDate: today }, taken],
    ["a piece beside a denial that was refused", { ...denial, outcome: "invalid" }, { issueDate: today }, taken],
    ["a piece beside a denial that waits", { ...denial, outcome: "review" }, { issueDate: today }, denied],
    ["a piece beside a denial that is pending", { ...denial, outcome: "pending" }, { issueDate: today }, denied],
  ])("the form comes first: %s", (_what, first, second, expected) => {
    const one = Supplier.of("cleaner", [form, proof]);
    answer(one, form, first);
    expect(answer(one, proof, second)).toEqual(expected);
  });
  it("a piece that is issued on the day after the denial is taken", () => {
    const one = Supplier.of("cleaner", [form, proof]);
    answer(one, form, denial);
    one.wait("P1D");
    expect(answer(one, proof, { issueDate: "2026-01-16" })).toEqual(taken);
  });
  it("a denial is taken only when the piece is not in force, or is refused", () => {
    for (const [supplied, expected] of [
      [{}, inForce],
      [{ outcome: "invalid" }, taken],
    ] as const) {
      const one = Supplier.of("cleaner", [proof, form]);
      answer(one, proof, { issueDate: today, ...supplied });
      expect(answer(one, form, denial)).toEqual(expected);
    }
    const one = Supplier.of("cleaner", [proof, form]);
    answer(one, proof, { issueDate: today });
    const last = one.document(proof).evidences[0]?.expirationDate?.slice(0, 10) as string;
    one.until(format(parse(last) + 25 * hour));
    one.do((draft) =>
      draft.put("documents", { ...draft.existing("documents", one.document(proof).documentId), statusCode: "VALID" }),
    );
    expect(answer(one, form, { ...denial, issueDate: last })).toEqual(inForce);
    expect(answer(one, form, denial)).toEqual(taken);
  });
  it("a form that the company corrects no longer stands against the piece", () => {
    const one = Supplier.of("cleaner", [form, proof]);
    answer(one, form, { ...denial, outcome: "pending" });
    answer(one, form, { formdata: { [key]: true } });
    expect(answer(one, proof, { issueDate: today })).toEqual(taken);
  });
  it.each([true, false])("the pieces of another establishment count (the form first: %s)", (isFormFirst) => {
    const one = Supplier.of("it", [isFormFirst ? form : proof]);
    answer(one, isFormFirst ? form : proof, isFormFirst ? denial : { issueDate: today });
    one.join("sister", [isFormFirst ? proof : form]);
    if (isFormFirst) return expect(answer(one, proof, { issueDate: today })).toEqual(denied);
    expect(answer(one, form, denial)).toEqual(inForce);
    expect(answer(one, form)).toEqual(taken);
    expect(valuesIn(one.document(form).evidences[0]!)[key]).toBe("true");
  });
});

it.each([
  ["ATT_URSSAF", "ASLNC", "FORM_DENIES_DOCUMENT"],
  ["ASLNC", "ATT_URSSAF", "DENIED_BY_FORM"],
] as const)("%s refutes %s, as a statement without contributions excludes their certificate", (first, second, code) => {
  const one = Supplier.of("soleTrader", ["ATT_URSSAF", "ASLNC"]);
  one.do((draft) => draft.put("thirdparties", { ...draft.thirdparty, workforce: 0 }));
  const { reason } = why(code, { code: first, day: "2026-01-15" });
  const answers = [first, second].map((each) => answer(one, each, { issueDate: "2026-01-15" }));
  expect(answers).toEqual([taken, refused(code, reason)]);
});
