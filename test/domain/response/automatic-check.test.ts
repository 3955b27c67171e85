import { describe, expect, it } from "vitest";
import type { Supplied } from "../../../src/domain/response/new-evidence.ts";
import { noReason, type Reason, why } from "../../../src/domain/response/reasons.ts";
import { withdrawResponses } from "../../../src/domain/response/responses.ts";
import type { ThirdpartyRow } from "../../../src/domain/rows.ts";
import { type Kind, Supplier } from "../../support/supplier.ts";

const [yesterday, today] = ["2026-01-14", "2026-01-15"];
type Facts = Partial<Omit<ThirdpartyRow, "internal">> & { internal?: Partial<ThirdpartyRow["internal"]> };
/** What is known of the company, what it supplies one after another, and why the response is refused. */
type Case = [code: string, facts: Facts, supplied: Supplied[], reason: Reason | null, kind?: Kind];

const struckOff: Facts = { status: "STRUCK_OFF", internal: { struckOffOn: yesterday } };
const active: Facts = { internal: { struckOffOn: yesterday } };
const procedure = (type: string): Facts => ({
  collectiveProcedure: { type, openingDate: yesterday, court: "Marseille" } as ThirdpartyRow["collectiveProcedure"],
});
const insolvent = procedure("REDRESSEMENT_JUDICIAIRE");
const liquidated = procedure("LIQUIDATION_JUDICIAIRE");
const issued = (issueDate: string, formdata?: Supplied["formdata"]): Supplied => ({
  issueDate,
  ...(formdata && { formdata }),
});
const workers = (emploie_salaries_etrangers: boolean, nombre_salaries: number) =>
  issued(today, { emploie_salaries_etrangers, nombre_salaries });
const file = { fileName: "a.pdf", size: 1, pieces: ["AQ=="], contentType: "application/pdf" };

const because = {
  struckOff: why("STRUCK_OFF"),
  late: why("LATE"),
  tax: why("COLLECTIVE_PROCEDURE"),
  contributions: why("LIQUIDATION"),
  workers: why("WORKERS_WITHOUT_STAFF"),
  staff: why("STAFF_DENIED"),
  account: why("NO_ACCOUNT"),
  expired: why("DOCUMENT_EXPIRED"),
};
const cases: Case[] = [
  ...["KBIS", "ATT_URSSAF", "ATT_FISCALE", "LNTE", "ASLNC", "ATT_CIBTP", "CARTE_BTP"].map(
    (code): Case => [code, struckOff, [issued("2026-01-10")], because.struckOff, "builder"],
  ),
  ["RNE", struckOff, [issued("2026-01-10")], because.struckOff, "soleTrader"],
  ...["EXTRAIT_LOCAL", "A1"].map(
    (code): Case => [code, struckOff, [issued("2026-01-10")], because.struckOff, "german"],
  ),
  ...["ASS_RC_PRO", "CODE_CONDUITE", "FICHE_FOURN", "IBAN", "KBIS"].flatMap((code): Case[] => [
    [code, active, [issued(yesterday)], null],
    [code, active, [issued(today)], because.late],
  ]),
  ["SCR_MEDIA", struckOff, [issued(today)], null],
  ["ATT_FISCALE", insolvent, [issued("2026-01-13")], null],
  ["ATT_FISCALE", insolvent, [issued(yesterday)], because.tax],
  ["ATT_FISCALE", insolvent, [issued(today)], because.tax],
  ["ATT_FISCALE", {}, [issued(today)], null],
  ["ATT_FISCALE", insolvent, [issued(today), issued("2026-01-13")], because.tax],
  ["ATT_FISCALE", insolvent, [issued("2026-01-13"), issued(today)], because.tax],
  ["ATT_URSSAF", insolvent, [issued(today)], null],
  ["ATT_URSSAF", liquidated, [issued("2026-01-13")], null],
  ["ATT_URSSAF", liquidated, [issued(yesterday)], because.contributions],
  ["LNTE", { workforce: 0 }, [workers(true, 0)], because.workers],
  ["LNTE", { workforce: 0 }, [workers(false, 1)], because.workers],
  ["LNTE", { workforce: 0 }, [workers(false, 0)], null],
  ["LNTE", { workforce: 0 }, [{ file }], null],
  ["LNTE", { workforce: null }, [workers(true, 4)], null],
  ["LNTE", { workforce: 1 }, [workers(true, 4)], null],
  ["ASLNC", { workforce: 1 }, [issued(today, { absence_salaries: true })], because.staff],
  ["ASLNC", { workforce: 1 }, [issued(today, { absence_salaries: false })], null],
  ["ASLNC", { workforce: 0 }, [issued(today, { absence_salaries: true })], null],
  ["ASLNC", { workforce: null }, [issued(today, { absence_salaries: true })], null],
  ["SCR_SANCTIONS", { internal: { sanctioned: true } }, [{}], null],
  ["SCR_SANCTIONS", { internal: { sanctioned: false } }, [{}], null],
  ["SCR_PPE", { internal: { sanctioned: true } }, [{}], null],
  ["RIB", {}, [{}], because.account, "withoutBank"],
  ["RIB", {}, [{ file }], null, "withoutBank"],
  ["RIB", {}, [{}], null],
  ["LNTE", {}, [issued("2025-07-15")], null],
  ["LNTE", {}, [issued("2025-07-14")], because.expired],
  ["LNTE", {}, [issued("2025-07-14"), issued(today)], because.expired],
  ["LNTE", {}, [issued(today), issued("2025-07-14")], because.expired],
  ["STATUTS", {}, [issued("2015-07-14")], null],
];

describe("a fact that refutes a response", () => {
  it.each(cases)("%s of a company with %j that supplies %j has the objection %j", (code, facts, all, reason, kind) => {
    const one = Supplier.of(kind ?? "cleaner", [code]);
    one.do((draft) =>
      draft.putInternal("thirdparties", { ...draft.thirdparty, ...facts } as never, {
        ...draft.thirdparty.internal,
        ...facts.internal,
      }),
    );
    for (const supplied of all) one.respond(code, { outcome: "review", ...supplied });
    const { responseId } = one.response(code);
    const refusal = one.decide(code);
    if (reason === null)
      expect({ refusal, status: one.document(code).statusCode }).toEqual({ refusal: null, status: "VALID" });
    else {
      const said = `cannot be approved (${reason.reasonCode}): ${reason.reason}`;
      const detail = `Response ${responseId} ${said} Reject it, or wait for another answer.`;
      expect(refusal?.refused).toEqual({ status: 409, body: { code: "CONFLICT", detail } });
      expect(one.wait("PT2M").document(code).statusCode).toBe("INVALID");
      expect(one.response(code)).toMatchObject({ state: "DENIED", outcome: "invalid", ...reason });
    }
  });
});

describe("the end of the check", () => {
  const change = (to: string, cause: string) => ({ from: "ONGOING", to, cause });
  it.each([
    ["valid", "VALID", "ACCEPTED", "DOCUMENT_ANSWER_ACCEPTED", noReason],
    ["review", "ACTION_REQUIRED", "WAITING", null, why("TO_BE_JUDGED")],
    ["invalid", "INVALID", "DENIED", "DOCUMENT_ANSWER_DENIED", why("UNKNOWN_SIGNATORY")],
  ] as const)(
    "with the outcome %s makes the document %s and the response %s",
    (outcome, status, state, event, reason) => {
      const one = Supplier.of("cleaner", ["LNTE"]);
      one.respond("LNTE", { outcome, issueDate: "2025-12-31" });
      one.journal.length = 0;
      const { responseId } = one.response("LNTE");
      expect(one.wait("PT1M").document("LNTE").statusCode).toBe(status);
      const said = one.journal.filter(({ eventName }) => eventName.startsWith("DOCUMENT"));
      const pair = ["DOCUMENT_ANSWER_STATUS_UPDATE", `DOCUMENT_ANSWER_STATUS_UPDATE_${status}`] as const;
      expect(said).toTell(event ? [event, ...pair] : pair);
      const told = outcome === "valid" ? {} : reason;
      const last = event ? change(status, event) : { ...change(status, "VERIFY"), responseId, ...told };
      expect(said.map(({ payload }) => payload)).toEqual([...(event ? [{ responseId, ...told }] : []), last, last]);
      expect(one.response("LNTE")).toMatchObject({ outcome, state, ...reason, decision: null });
      expect(one.jobs("LNTE")).toEqual(outcome !== "invalid" ? { EXPIRE: "2026-07-01T00:00:00.000" } : {});
    },
  );
  it("of a pending response never comes, and after ten days the client has to judge it", () => {
    for (const code of ["LNTE", "IBAN"]) {
      const one = Supplier.of("cleaner", [code]);
      one.respond(code, { outcome: "pending" });
      expect(Object.keys(one.jobs(code))).toEqual(["TIMEOUT"]);
      expect(one.wait("P9D").document(code).statusCode).toBe("ONGOING");
      expect(one.wait("P2D").document(code)).toMatchObject({ statusCode: "ACTION_REQUIRED" });
      expect(one.response(code)).toMatchObject({ state: "WAITING", ...why("NO_RESULT") });
      expect(one.decide(code)).toBeNull();
      expect(one.wait("PT2M").document(code).statusCode).toBe("VALID");
      expect(one.document(code).evidences[0]?.metadata.verified).toBe(code === "IBAN" ? "true" : undefined);
    }
  });
  it("of a response that was decided, answered again or taken back in time is the usual one", () => {
    for (const step of [
      (one: Supplier) => void one.decide("LNTE", { approved: false }),
      (one: Supplier) => void one.respond("LNTE", { outcome: "valid" }),
      (one: Supplier) => void one.do((draft) => withdrawResponses(draft, one.document("LNTE").documentId)),
    ]) {
      const one = Supplier.of("cleaner", ["LNTE"]);
      one.respond("LNTE", { outcome: "pending" });
      step(one);
      expect(one.wait("PT2M").jobs("LNTE")).not.toHaveProperty("TIMEOUT");
    }
  });
});

describe("a screening", () => {
  const found = (one: Supplier, code: string) => ({
    status: one.document(code).statusCode,
    match: (one.document(code).evidences[0]!.internal.subject as { sanctioned: boolean }).sanctioned,
  });
  it.each([
    ["sanctioned", "SCR_SANCTIONS", { status: "ACTION_REQUIRED", match: true }],
    ["sanctioned", "SCR_MEDIA", { status: "ACTION_REQUIRED", match: true }],
    ["sanctioned", "SCR_PPE", { status: "VALID", match: false }],
    ["it", "SCR_SANCTIONS", { status: "VALID", match: false }],
    ["it", "SCR_MEDIA", { status: "VALID", match: false }],
  ] as const)("of the company %s by %s is delivered by the provider: %j", (kind, code, expected) => {
    const one = Supplier.of(kind, [code]).wait("PT8H");
    expect(found(one, code)).toEqual(expected);
    expect(one.document(code).evidences).toMatchObject([
      { issuer: "PARTENAIRE", transmitter: "PARTENAIRE", format: "ORIGINALNUMERIQUE" },
    ]);
    expect(one.journal.find(({ eventName }) => eventName === "DOCUMENT_ANSWER_ADDED")?.actor.type).toBe("PROVIDER");
  });
  it.each(["valid", "review", "invalid", "pending"] as const)(
    "with the forced outcome %s reports what fits",
    (outcome) => {
      for (const kind of ["it", "sanctioned"] as const) {
        const one = Supplier.of(kind, ["SCR_SANCTIONS"]);
        one.respond("SCR_SANCTIONS", { outcome });
        const match = { valid: false, review: true, invalid: true, pending: kind === "sanctioned" }[outcome];
        expect(found(one, "SCR_SANCTIONS")).toEqual({ status: "ONGOING", match });
      }
    },
  );
});
