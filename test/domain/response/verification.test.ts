import { describe, expect, it } from "vitest";
import { chooseMonitoring } from "../../../src/domain/providers/monitoring.ts";
import type { Supplied } from "../../../src/domain/response/new-evidence.ts";
import { withdrawResponses } from "../../../src/domain/response/responses.ts";
import { receiveReport, recheck, verifyResponse } from "../../../src/domain/response/verification.ts";
import type { Outcome } from "../../../src/domain/rows.ts";
import { type Kind, Supplier } from "../../support/supplier.ts";
import { granted } from "../../support/worlds.ts";
import { told } from "../stage.ts";

const wrongKey = { iban: "FR7630004008230001005432189" };
const rightKey = { iban: "FR7630004008230001005432188" };
const foreign = { iban: "DE89370400440532013000" };
const otherHolder = { titulaire_compte: "Holding Les Tilleuls" };
const disagreement = "BANK_DETAILS_DISAGREE";

function checked(supplied: Supplied, kind: Kind = "cleaner"): Supplier {
  const one = Supplier.of(kind, ["IBAN"]);
  one.respond("IBAN", supplied);
  return one.wait("PT2M");
}
const statusOf = (one: Supplier) => one.document("IBAN").statusCode;
/** What the check says of the newest form. */
const resultOf = (one: Supplier) => ({
  status: statusOf(one),
  verified: one.document("IBAN").evidences[0]?.metadata.verified,
  verdict: one.reports.at(-1)?.verdict,
  reason: one.response("IBAN").reasonCode,
});
const verified = { status: "VALID", verified: "true", verdict: "VERIFIED", reason: null };
const inconclusive = { status: "ACTION_REQUIRED", verified: "false", verdict: "INCONCLUSIVE", reason: disagreement };
const elsewhere = {
  ...{ status: "ACTION_REQUIRED", verified: "true", verdict: "VERIFIED" },
  reason: "UNUSUAL_ACCOUNT",
};
const refused = { status: "INVALID", verified: "false", verdict: "REFUSED", reason: disagreement };
const wrongNumber = { ...refused, reason: "WRONG_ACCOUNT_NUMBER" };

describe("the bank check", () => {
  it("publishes its report, receives it a second later, and then accepts the response", () => {
    const one = Supplier.of("cleaner", ["IBAN"]);
    const { documentId } = one.document("IBAN");
    one.respond("IBAN", { outcome: "valid" });
    one.journal.length = 0;
    one.wait("PT2M");
    const events = one.journal.filter(({ eventName }) => /^DOCUMENT|DOCCHECK/.test(eventName));
    const [report] = one.reports;
    const { reportId, generatedAt, receivedAt } = report!;
    const { responseId, evidenceIds } = one.response("IBAN");
    const { thirdpartyId } = one;
    const of = { reportId, documentId, thirdpartyId, evidenceId: evidenceIds[0], verdict: "VERIFIED" };
    const moments = { generatedAt: events[1]?.occurredAt, receivedAt: events[2]?.occurredAt, refreshedAt: null };
    expect(report).toEqual({ ...of, ...moments });
    expect(Date.parse(receivedAt!) - Date.parse(generatedAt)).toBe(1001);
    const accepted = { from: "ONGOING", to: "VALID", cause: "DOCUMENT_ANSWER_ACCEPTED" };
    expect(told(events)).toEqual([
      ["DOCUMENT_DOCCHECK_STATUS_UPDATE", { from: "PENDING", to: "VERIFIED" }],
      ["DOCUMENT_DOCCHECK_REPORT_GENERATED", { reportId }],
      ["DOCUMENT_DOCCHECK_REPORT_RECEIVED", { reportId, verified: "true" }],
      ["THIRD_PARTY_DOCCHECK_UPDATED", { verdict: "VERIFIED" }],
      ["DOCUMENT_ANSWER_ACCEPTED", { responseId }],
      ["DOCUMENT_ANSWER_STATUS_UPDATE", accepted],
      ["DOCUMENT_ANSWER_STATUS_UPDATE_VALID", accepted],
    ]);
    const actor = { type: "PROVIDER", name: "bank verification" };
    expect([events[0]?.actor, events[2]?.actor]).toEqual([actor, actor]);
    expect(one.thirdparty.internal.monitoring.DOCCHECK.lastUpdate).toBe(events[3]?.occurredAt);
    const metadata = { verified: "true", bank_data_country: "FR", date_verification: "15/01/2026" };
    expect(one.document("IBAN").evidences[0]).toMatchObject({ metadata });
    expect(one.jobs("IBAN")).toEqual({ RECHECK: receivedAt?.replace("2026", "2027") });
  });

  it("tells the third party nothing while the verification of documents is switched off", () => {
    const one = Supplier.of("cleaner", ["IBAN"]);
    one.do((draft) => chooseMonitoring(draft, "DOCCHECK", false));
    one.journal.length = 0;
    one.respond("IBAN", { outcome: "valid" });
    one.wait("PT2M");
    expect(one.journal.filter(({ eventName }) => eventName === "THIRD_PARTY_DOCCHECK_UPDATED")).toTell([]);
    expect(resultOf(one)).toEqual(verified);
  });

  it.each<[string, Supplied, Kind, object]>([
    ["of the company itself are verified", {}, "cleaner", verified],
    ["of another holder wait for the client", { formdata: otherHolder }, "cleaner", inconclusive],
    ["with wrong check digits are invalid", { formdata: wrongKey }, "cleaner", wrongNumber],
    ["of a company without a bank account are invalid", {}, "withoutBank", wrongNumber],
    ["abroad are verified and wait for the client", { formdata: foreign }, "cleaner", elsewhere],
  ])("bank details %s", (_name, supplied, kind, expected) => {
    expect(resultOf(checked(supplied, kind))).toEqual(expected);
  });

  it.each<[Outcome, object, object]>([
    ["valid", otherHolder, verified],
    ["review", {}, inconclusive],
    ["review", otherHolder, inconclusive],
    ["invalid", {}, refused],
    ["invalid", otherHolder, refused],
  ])("the forced outcome %s holds for the form %j, and for the yearly recheck", (outcome, formdata, expected) => {
    const { bank } = Supplier.of("cleaner", ["IBAN"]).thirdparty.internal;
    const own = { iban: bank?.iban as string, titulaire_compte: bank?.holder as string };
    const one = checked({ outcome, formdata: { ...own, ...formdata } });
    expect(resultOf(one)).toEqual(expected);
    expect(resultOf(one.wait("P13M"))).toEqual(expected);
    expect(one.reports).toMatchObject([{ refreshedAt: expect.stringMatching(/^2027-01-15/) }]);
  });

  it("reads the newest of two forms of a response, and leaves the first without a result", () => {
    const one = checked({ outcome: "pending" });
    one.respond("IBAN", { formdata: wrongKey });
    one.wait("PT2M");
    const { evidences } = one.document("IBAN");
    expect(one.response("IBAN").evidenceIds).toEqual([evidences[1]?.id, evidences[0]?.id]);
    expect({ ...resultOf(one), first: evidences[1]?.metadata }).toEqual({ ...wrongNumber, first: {} });
    expect(one.reports).toMatchObject([{ evidenceId: evidences[0]?.id }]);
  });

  it("reports on a second response that the client approves before its check, as it did on the first", () => {
    const one = checked({ outcome: "invalid" });
    one.respond("IBAN", { outcome: "valid", formdata: rightKey });
    expect(one.decide("IBAN", { approved: true })).toBeNull();
    const [second, first] = one.wait("PT2M").document("IBAN").evidences;
    expect(one.reports).toMatchObject([first, second].map((evidence) => ({ evidenceId: evidence?.id })));
    expect(one.reports.map(({ receivedAt }) => receivedAt)).not.toContain(null);
  });

  it("does nothing for a response that is decided, withdrawn or of no report", () => {
    for (const end of [
      (one: Supplier) => void one.decide("IBAN"),
      (one: Supplier) => void one.decide("IBAN", { approved: false }),
      (one: Supplier) => void one.do((draft) => withdrawResponses(draft, one.document("IBAN").documentId)),
    ]) {
      const one = checked({ outcome: "review" });
      end(one);
      const { responseId } = one.response("IBAN");
      expect(one.do((draft) => verifyResponse(draft, responseId))).toTell([]);
      expect(one.do((draft) => receiveReport(draft, responseId))).toTell([]);
    }
    const one = Supplier.of("cleaner", ["IBAN"]);
    one.respond("IBAN");
    expect(one.do((draft) => receiveReport(draft, one.response("IBAN").responseId))).toTell([]);
    expect(one.do((draft) => recheck(draft, one.document("IBAN").documentId))).toTell([]);
    expect(one.do((draft) => (verifyResponse(draft, 1), receiveReport(draft, 1), recheck(draft, 1)))).toTell([]);
  });
});

describe("a forced outcome", () => {
  // A new form has a wrong key, and a form that is checked again keeps its own.
  const reason = expect.stringMatching(/^(WRONG_ACCOUNT_NUMBER|BANK_DETAILS_DISAGREE)$/);
  const outcomes = { valid: verified, review: inconclusive, invalid: { ...refused, reason } } as const;
  const events = [
    "DOCUMENT_DOCCHECK_STATUS_UPDATE",
    "DOCUMENT_DOCCHECK_REPORT_GENERATED",
    "DOCUMENT_DOCCHECK_REPORT_RECEIVED",
    "DOCUMENT_DOCCHECK_REPORT_REFRESHED",
    "THIRD_PARTY_DOCCHECK_UPDATED",
  ] as const;
  type Step = Supplied | "PT2M" | "approved" | "rejected";
  const [valid, review, invalid] = (["valid", "review", "invalid"] as const).map((outcome) => ({ outcome }));
  const again = ["VALID", 2] as const;
  /**
   * Where a check comes upon a document, the status and evidences without a forced outcome (new, or refreshed), and the
   * evidences after a refresh that is forced to be valid, review and invalid: a form that cannot have it is replaced.
   */
  type Found = readonly [string, number];
  const befores: Record<string, [Step[], Found, Found, string]> = {
    "there is no response": [[], ["VALID", 1], ["VALID", 1], "111"],
    "a response is being checked": [[valid!], ["VALID", 1], ["VALID", 1], "111"],
    "a check is pending": [[{ outcome: "pending" }], ["VALID", 1], ["VALID", 1], "111"],
    "wrong check digits are being checked": [[{ formdata: wrongKey }], ["INVALID", 1], ["INVALID", 1], "221"],
    "a response is valid": [[valid!, "PT2M"], again, ["VALID", 1], "111"],
    "a response waits for the client": [[review!, "PT2M"], again, ["ACTION_REQUIRED", 1], "111"],
    "a response is invalid": [[invalid!, "PT2M"], again, ["INVALID", 1], "221"],
    "a right account is refused": [[{ ...invalid!, formdata: rightKey }, "PT2M"], again, ["INVALID", 1], "221"],
    "the client has approved a response": [[review!, "PT2M", "approved"], again, ["VALID", 1], "222"],
    "the client has rejected a response": [[review!, "PT2M", "rejected"], again, ["BELOW_EXPECTATION", 1], "222"],
    "the client has approved a response before its check": [[valid!, "approved"], again, again, "222"],
  };
  const when = (before: string) => {
    const one = Supplier.of("cleaner", ["IBAN"]);
    for (const step of befores[before]?.[0] ?? [])
      if (step === "PT2M") one.wait(step);
      else if (typeof step !== "string") one.respond("IBAN", step);
      else expect(one.decide("IBAN", { approved: step === "approved" })).toBeNull();
    return one;
  };
  it.each(Object.keys(befores))("of any triggered check is what the document gets when %s", (before) => {
    for (const event of events)
      for (const outcome of ["valid", "review", "invalid"] as const) {
        const one = when(before);
        granted(one.trigger(event, "IBAN", { outcome }));
        // No planned job changes the outcome later.
        for (const wait of ["PT0S", "P1D"])
          expect({ event, ...resultOf(one.wait(wait)) }).toEqual({ event, ...outcomes[outcome] });
        expect(one.response("IBAN")).toMatchObject({ outcome, chosen: true });
        expect(Object.keys(one.jobs("IBAN"))).toEqual(["RECHECK"]);
      }
  });
  it.each(Object.entries(befores))("may be left out when %s", (before, [, checked, refreshed, forced]) => {
    const found = (event: (typeof events)[number]) => {
      const one = when(before);
      one.trigger(event, "IBAN", {});
      return [statusOf(one.wait("P1D")), one.document("IBAN").evidences.length];
    };
    expect({ checked: found(events[0]), refreshed: found(events[3]) }).toEqual({ checked, refreshed });
    const counts = ([valid, review, invalid] as const).map((data) => {
      const one = when(before);
      one.trigger(events[3], "IBAN", data!);
      return one.document("IBAN").evidences.length;
    });
    expect(counts.join("")).toBe(forced);
  });
  it("does not stay pending where the check is triggered without one", () => {
    const one = when("a check is pending");
    one.trigger(events[0], "IBAN", {});
    expect(one.response("IBAN")).toMatchObject({ outcome: "valid", chosen: false });
  });
  it.each(["cleaner", "withoutBank"] as const)("cannot be good for a wrong number of the %s", (kind) => {
    const formdata = kind === "cleaner" ? wrongKey : {};
    const because = (pointer: string, outcome: string) => {
      const detail = `${pointer} cannot be ${outcome}: the account number is wrong, or none is known.`;
      const about = { in: "body", pointer, name: null, code: "VALIDATION_ERROR", detail };
      const errors = [{ ...about, expected: "invalid or pending", received: JSON.stringify(outcome) }];
      const body = { code: "VALIDATION_ERROR", detail: "No bank knows this account.", errors };
      return { refused: { status: 400, body } };
    };
    const one = Supplier.of(kind, ["IBAN"]);
    for (const outcome of ["valid", "review"] as const) {
      expect({ refused: one.refusal("IBAN", { outcome, formdata }) }).toEqual(because("/outcome", outcome));
      if (kind === "withoutBank")
        for (const event of [...events, "DOCUMENT_ANSWER_ADDED"] as const)
          expect(one.trigger(event, "IBAN", { outcome })).toEqual(because("/data/outcome", outcome));
    }
    expect(statusOf(one)).toBe("MISSING");
    expect(resultOf(checked({ outcome: "invalid", formdata }, kind))).toEqual(wrongNumber);
  });
  it("is never pending for a check that is triggered", () => {
    const refusal = { status: 400, detail: "A check that is pending has no result." };
    for (const event of events)
      expect(Supplier.of("cleaner", ["IBAN"]).trigger(event, "IBAN", { outcome: "pending" })).toBeRefused(refusal);
  });
});
