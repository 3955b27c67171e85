import { describe, expect, it } from "vitest";
import { archiveDossier, reactivateDossier } from "../../../src/domain/dossier/dossiers.ts";
import type { Supplied } from "../../../src/domain/response/new-evidence.ts";
import { why } from "../../../src/domain/response/reasons.ts";
import { withdrawResponses } from "../../../src/domain/response/responses.ts";
import { recheck, respondAndCheck } from "../../../src/domain/response/verification.ts";
import { updateInformation } from "../../../src/domain/thirdparty/identity.ts";
import { type Kind, Supplier } from "../../support/supplier.ts";
import { told } from "../stage.ts";

const foundOf = (one: Supplier, code = "IBAN") => ({
  status: one.document(code).statusCode,
  verified: one.document(code).evidences[0]?.metadata.verified,
});
const otherName = "Une tout autre société";
const otherHolder = { formdata: { titulaire_compte: "Holding Les Tilleuls" } };
const rename = (one: Supplier, name: string) => void one.do((draft) => updateInformation(draft, { name }, "REGISTRY"));
const ways = {
  "a year later": (one: Supplier) => void one.wait("P12M1D"),
  "when it is triggered": (one: Supplier) => void one.trigger("DOCUMENT_DOCCHECK_REPORT_REFRESHED", "IBAN", {}),
} as const;

function checked(supplied: Supplied = {}, kind: Kind = "cleaner", code = "IBAN"): Supplier {
  const one = Supplier.of(kind, [code]);
  one.respond(code, supplied);
  return one.wait("PT2M");
}

describe.each(Object.entries(ways))("a bank check that is repeated %s", (_way, refresh) => {
  it("makes a document invalid when it turns negative, and valid again when it turns positive", () => {
    const one = checked();
    const { name } = one.thirdparty;
    rename(one, otherName);
    one.journal.length = 0;
    refresh(one);
    expect(foundOf(one)).toEqual({ status: "INVALID", verified: "false" });
    const said = one.journal.filter(({ documentId }) => documentId === one.document("IBAN").documentId);
    const { responseId, reason, reasonCode } = one.response("IBAN");
    expect({ reason, reasonCode }).toEqual(why("BANK_DETAILS_DISAGREE"));
    const [back, on] = [
      { from: "VALID", to: "ONGOING", cause: "VERIFY", responseId },
      { from: "ONGOING", to: "INVALID", cause: "DOCUMENT_ANSWER_DENIED" },
    ];
    expect(told(said)).toEqual([
      ["DOCUMENT_DOCCHECK_REPORT_REFRESHED", { reportId: one.reports[0]?.reportId, verified: "false" }],
      ["DOCUMENT_DOCCHECK_STATUS_UPDATE", { from: "VERIFIED", to: "INCONCLUSIVE" }],
      ["DOCUMENT_ANSWER_STATUS_UPDATE", back],
      ["DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING", back],
      ["DOCUMENT_ANSWER_DENIED", { responseId, reason, reasonCode }],
      ["DOCUMENT_ANSWER_STATUS_UPDATE", on],
      ["DOCUMENT_ANSWER_STATUS_UPDATE_INVALID", on],
    ]);
    rename(one, name);
    refresh(one);
    expect(foundOf(one)).toEqual({ status: "VALID", verified: "true" });
    expect(one.response("IBAN")).toMatchObject({ state: "ACCEPTED", outcome: "valid", reason: null });
  });
  it.each([
    ["has approved after a review", true, "VALID", "INVALID"],
    ["has rejected", false, "BELOW_EXPECTATION", "BELOW_EXPECTATION"],
  ])("leaves alone what the client %s, until it turns negative", (_what, approved, status, last) => {
    const one = checked(otherHolder);
    one.decide("IBAN", { approved });
    refresh(one);
    expect(foundOf(one)).toEqual({ status, verified: "false" });
    rename(one, "Holding Les Tilleuls");
    one.journal.length = 0;
    refresh(one);
    expect(one.journal.filter(({ eventName }) => eventName.startsWith("DOCUMENT_ANSWER"))).toTell([]);
    expect(foundOf(one)).toEqual({ status, verified: "true" });
    rename(one, otherName);
    refresh(one);
    expect(foundOf(one)).toEqual({ status: last, verified: "false" });
  });
});

describe("the plan of the next bank check", () => {
  it("is a year after the last report, every year, and shows the day", () => {
    const one = checked();
    const days = ["2026-01-15", "2027-01-15", "2028-01-15"];
    for (const [at, day] of days.entries()) {
      const { receivedAt, refreshedAt } = one.reports[0]!;
      expect((refreshedAt ?? receivedAt)?.slice(0, 10)).toBe(day);
      const date_verification = day.split("-").reverse().join("/");
      expect(one.document("IBAN").evidences[0]?.metadata.date_verification).toBe(date_verification);
      expect(one.jobs("IBAN").RECHECK?.slice(0, 10)).toBe(`${2027 + at}-01-15`);
      one.wait("P12M");
    }
  });
  it("has only a refreshed report as its event where the verdict is the same", () => {
    const one = checked();
    one.journal.length = 0;
    one.wait("P12M1D");
    const said = one.journal.filter(({ eventName }) => /DOCUMENT|DOCCHECK/.test(eventName));
    const actor = { type: "PROVIDER", name: "bank verification" };
    expect(said).toMatchObject([{ eventName: "DOCUMENT_DOCCHECK_REPORT_REFRESHED", actor }]);
  });
  it("is dropped with the withdrawal of the form, whose report stays", () => {
    const one = checked();
    one.do((draft) => withdrawResponses(draft, one.document("IBAN").documentId));
    expect({ jobs: one.jobs("IBAN"), reports: one.reports.length }).toEqual({ jobs: {}, reports: 1 });
    expect(one.do((draft) => draft.all("reports"))).toTell([]);
  });
  it("follows the report of the second response, and leaves the first report as it is", () => {
    const one = checked();
    one.wait("P6M");
    one.respond("IBAN", otherHolder);
    one.wait("PT2M");
    expect(one.jobs("IBAN").RECHECK?.slice(0, 10)).toBe("2027-07-15");
    one.wait("P12M1D");
    expect(one.reports.map(({ verdict, refreshedAt }) => [verdict, refreshedAt?.slice(0, 10)])).toEqual([
      ["VERIFIED", undefined],
      ["INCONCLUSIVE", "2027-07-15"],
    ]);
  });
  it.each([
    ["within the year keeps its day", "P3M", "2027-01-15"],
    ["after two years checks at once", "P2Y", "2028-01-15"],
  ])("stops with the dossier, and its reactivation %s", (_what, pause, day) => {
    const one = checked();
    const { dossierId } = one.document("IBAN");
    one.do((draft) => archiveDossier(draft, dossierId, "CLIENT"));
    const [report] = one.reports;
    expect({ jobs: one.jobs("IBAN"), reports: one.wait(pause).reports }).toEqual({ jobs: {}, reports: [report] });
    const { documentId } = one.document("IBAN");
    expect(one.do((draft) => (recheck(draft, documentId), respondAndCheck(draft, documentId)))).toTell([]);
    one.do((draft) => reactivateDossier(draft, dossierId));
    expect(one.jobs("IBAN").RECHECK?.slice(0, 10)).toBe(day);
    expect(Date.parse(`${one.jobs("IBAN").RECHECK}Z`)).toBeGreaterThan(one.now);
    one.wait("PT1M");
    expect(one.reports[0]?.refreshedAt?.slice(0, 10)).toBe(pause === "P2Y" ? day : undefined);
  });
  it("is of each document where two dossiers ask for bank details, and of the last report that has arrived", () => {
    const one = checked();
    one.ask(["IBAN"]);
    one.respond("IBAN", otherHolder);
    one.wait("PT2M").wait("P12M1D");
    expect(one.reports.map(({ verdict, refreshedAt }) => [verdict, refreshedAt?.slice(0, 10)])).toEqual([
      ["VERIFIED", "2027-01-15"],
      ["INCONCLUSIVE", "2027-01-15"],
    ]);
    one.respond("IBAN");
    one.until(one.jobs("IBAN").VERIFY as string);
    one.do((draft) => recheck(draft, one.document("IBAN").documentId));
    const days = one.reports.map(({ refreshedAt }) => refreshedAt?.slice(0, 10));
    expect(days).toEqual(["2027-01-15", "2027-01-16", undefined]);
  });
  it("a check of a response that a newer one has replaced moves nothing", () => {
    const one = checked();
    rename(one, otherName);
    one.respond("IBAN", { outcome: "pending" });
    ways["when it is triggered"](one);
    const states = one.folder.responses.map(({ state }) => state);
    expect([one.document("IBAN").statusCode, ...states]).toEqual(["ONGOING", "SUPERSEDED", "CHECKING"]);
  });
});

describe("an approval before the bank check", () => {
  const approveAtOnce = (supplied: Supplied, kind: Kind = "cleaner") => {
    const one = Supplier.of(kind, ["IBAN"]);
    one.respond("IBAN", supplied);
    return { one, refusal: one.decide("IBAN") };
  };
  it.each([
    ["with a wrong key", { formdata: { iban: "FR7630004008230001005432189" } }, "cleaner"],
    ["of a company without an account", {}, "withoutBank"],
  ] as const)("is refused for bank details %s", (_what, supplied, kind) => {
    const { one, refusal } = approveAtOnce(supplied, kind);
    const { reason } = why("WRONG_ACCOUNT_NUMBER");
    const advice = "Reject it, or wait for another answer.";
    const { responseId } = one.response("IBAN");
    expect(refusal).toBeRefused({
      status: 409,
      detail: `Response ${responseId} cannot be approved (WRONG_ACCOUNT_NUMBER): ${reason} ${advice}`,
    });
    expect(one.wait("PT2M").document("IBAN").statusCode).toBe("INVALID");
  });
  it.each<[Supplied, boolean]>([
    [{ outcome: "valid" }, true],
    [{ outcome: "pending" }, false],
    [{}, false],
  ])("does not stop it, and the report gives the evidence its metadata (%j)", (supplied, chosen) => {
    const { one, refusal } = approveAtOnce(supplied);
    expect({ refusal, ...foundOf(one) }).toEqual({ refusal: null, status: "VALID", verified: undefined });
    expect(one.response("IBAN")).toMatchObject({ chosen, state: "ACCEPTED", decision: { decision: "APPROVED" } });
    expect(foundOf(one.wait("PT2M"))).toEqual({ status: "VALID", verified: "true" });
    expect(one.reports).toMatchObject([{ verdict: "VERIFIED" }]);
    expect(Object.keys(one.jobs("IBAN"))).toEqual(["RECHECK"]);
  });
  it.each<[Supplied, string]>([
    [{ outcome: "invalid", formdata: { iban: "FR7630004008230001005432188" } }, "INVALID"],
    [otherHolder, "VALID"],
  ])("gives way only to a check that refuses the account (%j: %s)", (supplied, status) => {
    const { one, refusal } = approveAtOnce(supplied);
    expect(refusal).toBeNull();
    expect(foundOf(one.wait("PT2M"))).toEqual({ status, verified: "false" });
  });
  it("that is a rejection ends the check", () => {
    const one = Supplier.of("cleaner", ["IBAN"]);
    one.respond("IBAN", { outcome: "valid" });
    one.decide("IBAN", { approved: false, shareRejectionReason: true });
    expect({ jobs: one.jobs("IBAN"), reports: one.wait("P1D").reports }).toEqual({ jobs: {}, reports: [] });
    expect(foundOf(one)).toEqual({ status: "INVALID", verified: undefined });
  });
});

it("bank details outside the IBAN area are read by their routing code, and wait for the client", () => {
  const found = (supplied: Supplied) => foundOf(checked(supplied, "american", "COORD_BANC"), "COORD_BANC");
  expect([found({}), found(otherHolder), found({ formdata: { code_routage: "999900014" } })]).toEqual([
    { status: "ACTION_REQUIRED", verified: "true" },
    { status: "ACTION_REQUIRED", verified: "false" },
    { status: "INVALID", verified: "false" },
  ]);
});
