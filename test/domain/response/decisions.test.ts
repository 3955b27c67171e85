import { describe, expect, it } from "vitest";
import { purge, warnOfDeletion } from "../../../src/domain/document/retention.ts";
import type { Draft } from "../../../src/domain/draft.ts";
import { type Decision, shownDecision } from "../../../src/domain/response/decisions.ts";
import { expireResponse, shortenValidity, withdrawResponses } from "../../../src/domain/response/responses.ts";
import { deleteContact, inviteContact } from "../../../src/domain/thirdparty/contacts.ts";
import { archiveThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { format } from "../../../src/domain/time.ts";
import { Supplier } from "../../support/supplier.ts";

const code = "ATT_FISCALE";
const answered = (outcome: "valid" | "review" = "review", issueDate = "2026-01-10") => {
  const one = Supplier.of("cleaner", [code]);
  one.respond(code, { outcome, issueDate });
  return one;
};

describe("a decision of the client", () => {
  const invited = ["a@lumina.example", "b@lumina.example", "c@lumina.example"];
  const notified = [invited[0], invited[2]];
  const dueDate = "2026-01-30";
  it.each<[Decision, string, string, boolean | null]>([
    [{ approved: true }, "VALID", "ACCEPTED", null],
    [{ approved: true, shareRejectionReason: true, comment: "Bon" }, "VALID", "ACCEPTED", null],
    [{ approved: false, shareRejectionReason: true, comment: "Illisible" }, "INVALID", "DENIED", true],
    [{ approved: false, shareRejectionReason: true }, "INVALID", "DENIED", true],
    [{ approved: false, shareRejectionReason: false }, "BELOW_EXPECTATION", "DENIED", false],
    [{ approved: false, comment: "Non" }, "BELOW_EXPECTATION", "DENIED", false],
  ])("such as %j makes the document %s and the response %s", (decision, status, state, shareRejectionReason) => {
    for (const wait of ["PT0S", "PT2M"]) {
      const one = answered();
      for (const email of invited) one.do((draft) => inviteContact(draft, { email }));
      one.do((draft) => deleteContact(draft, draft.all("contacts")[1]!));
      one.wait(wait).journal.length = 0;
      const { responseId, documentId, dossierId, ...before } = one.response(code);
      const decisionDate = format(one.now);
      expect(one.decide(code, decision)).toBeNull();
      const comment = decision.comment ?? null;
      const notice = { sentAt: decisionDate, recipients: notified, reason: comment, dueDate };
      const ids = { responseId, documentId, dossierId };
      const decided = { decision: decision.approved ? "APPROVED" : "REJECTED", decidedBy: "tester" };
      expect(one.response(code)).toEqual({
        ...before,
        ...ids,
        state,
        decision: { ...ids, ...decided, statusCode: status, comment, shareRejectionReason, decisionDate },
        ...(status === "INVALID" && { notice }),
      });
      const internal = { dueDate: status === "INVALID" ? dueDate : null };
      expect(one.document(code)).toMatchObject({ statusCode: status, internal });
      const event = decision.approved ? "DOCUMENT_ANSWER_ACCEPTED" : "DOCUMENT_ANSWER_DENIED";
      expect(one.journal).toTell([
        event,
        ...(comment ? (["DOCUMENT_COMMENT_ADDED"] as const) : []),
        "DOCUMENT_ANSWER_STATUS_UPDATE",
        `DOCUMENT_ANSWER_STATUS_UPDATE_${status as "VALID"}`,
        ...(status === "INVALID" ? (["DOCUMENT_MODIFICATION"] as const) : []),
      ]);
      const asked = status === "INVALID" ? { dueDate, notified } : {};
      expect(one.journal[0]?.payload).toEqual({ responseId, shareRejectionReason, ...asked });
      expect(one.journal.at(status === "INVALID" ? -2 : -1)?.payload).toMatchObject({ to: status, cause: event });
      // The check has no say any more.
      expect(one.jobs(code)).toEqual(decision.approved ? { EXPIRE: "2026-07-11T00:00:00.000" } : {});
    }
  });
});

it("a decision is shown with the contacts who were asked for another answer", () => {
  const one = answered();
  expect(shownDecision(one.response(code))).toBeNull();
  one.do((draft) => inviteContact(draft, { email: "a@lumina.example" }));
  one.decide(code, { approved: false });
  expect(shownDecision(one.response(code))).toEqual({ ...one.response(code).decision, notified: [] });
  const other = answered();
  other.do((draft) => inviteContact(draft, { email: "a@lumina.example" }));
  other.decide(code, { approved: false, shareRejectionReason: true });
  const { decision } = other.response(code);
  expect(shownDecision(other.response(code))).toEqual({ ...decision, notified: ["a@lumina.example"] });
});

describe("a response that cannot be decided", () => {
  const documentOf = (one: Supplier) => one.document(code).documentId;
  const by =
    (...rules: ((draft: Draft, documentId: number) => unknown)[]) =>
    (one: Supplier) =>
      void one.do((draft) => rules.forEach((rule) => void rule(draft, documentOf(one))));
  it.each<[string, string, string, (one: Supplier) => void]>([
    ["approved", "is accepted already by tester", "VALID", (one) => void one.decide(code)],
    [
      "rejected",
      "is rejected already by tester",
      "BELOW_EXPECTATION",
      (one) => void one.decide(code, { approved: false }),
    ],
    ["replaced", "is superseded by a newer answer", "ONGOING", (one) => (one.decide(code), void one.respond(code))],
    ["expired", "is expired", "INVALID", (one) => (one.decide(code), by(shortenValidity, expireResponse)(one))],
    ["withdrawn", "is withdrawn by the third party", "MISSING", by(withdrawResponses)],
    ["purged", "is purged", "MISSING", by(warnOfDeletion, purge)],
  ])("is one that was %s", (_how, words, status, end) => {
    const one = answered();
    const { responseId } = one.response(code);
    end(one);
    const detail = `Response ${responseId} ${words}; document ${documentOf(one)} is ${status}.`;
    for (const approved of [true, false])
      expect(one.decideOn(responseId, { approved })).toMatchObject({
        refused: { status: 409, body: { code: "RESPONSE_ALREADY_DECIDED", detail } },
      });
  });
  it("is one of an archived third party", () => {
    const one = answered();
    one.do(archiveThirdparty);
    expect(one.decide(code)).toMatchObject({ refused: { status: 409, body: { code: "DOSSIER_ARCHIVED" } } });
  });
  it("has expired in the meantime, so that another one is owed", () => {
    const lastMoment = answered("review", "2025-07-20").until("2026-01-20T23:59:59.999");
    expect(lastMoment.decide(code)).toBeNull();
    const next = answered("review", "2025-07-20").wait("PT2M");
    next.journal.length = 0;
    const { responseId } = next.until("2026-01-21T00:00:00.000").response(code);
    expect(next.journal).toTell([
      "DOCUMENT_ANSWER_EXPIRED",
      "DOCUMENT_ANSWER_STATUS_UPDATE",
      "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID",
      "DOSSIER_STATUS_UPDATED",
      "DOSSIER_STATUS_UPDATED_INVALID",
    ]);
    const detail = `Response ${responseId} is expired; document ${documentOf(next)} is INVALID.`;
    for (const approved of [true, false])
      expect(next.decide(code, { approved })).toBeRefused({ status: 409, code: "RESPONSE_ALREADY_DECIDED", detail });
    expect(next.jobs(code)).toEqual({});
  });
  it("ends no more by its date once it was rejected", () => {
    const one = answered("review", "2025-07-20").wait("PT2M");
    expect(Object.keys(one.jobs(code))).toEqual(["EXPIRE"]);
    one.decide(code, { approved: false, shareRejectionReason: false });
    expect(one.jobs(code)).toEqual({});
    expect(one.until("2026-01-22T00:00:00.000").document(code).statusCode).toBe("BELOW_EXPECTATION");
  });
});
