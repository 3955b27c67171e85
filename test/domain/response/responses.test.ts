import { describe, expect, it } from "vitest";
import { isWorkingDay } from "../../../src/directory/calendar.ts";
import { interruptResponse } from "../../../src/domain/document/documents.ts";
import { warnOfDeletion } from "../../../src/domain/document/retention.ts";
import { archiveDossier } from "../../../src/domain/dossier/dossiers.ts";
import { actors } from "../../../src/domain/draft.ts";
import { noReason, why } from "../../../src/domain/response/reasons.ts";
import {
  expireResponse,
  hasExpired,
  shortenValidity,
  withdrawResponses,
} from "../../../src/domain/response/responses.ts";
import { respondToDocument } from "../../../src/domain/response/submissions.ts";
import { inviteContact } from "../../../src/domain/thirdparty/contacts.ts";
import { format, parse } from "../../../src/domain/time.ts";
import { Supplier } from "../../support/supplier.ts";
import { told } from "../stage.ts";

const code = "ATT_FISCALE";
/** The platform collects it. */
const collected = "ATT_URSSAF";
const states = (one: Supplier) => one.folder.responses.map(({ state }) => state);
const idOf = (one: Supplier) => one.document(code).documentId;
const seconds = (from: string, to = "") => (parse(to) - parse(from)) / 1000;
const accepted = (issueDate = "2026-01-10") => {
  const one = Supplier.of("cleaner", [code]);
  one.respond(code, { outcome: "valid", issueDate });
  return one.wait("PT1M");
};

describe("a submission", () => {
  it("cancels what was planned", () => {
    const one = Supplier.of("cleaner", [collected]);
    expect(Object.keys(one.jobs(collected))).toEqual(["COLLECT"]);
    one.respond(collected);
    expect(Object.keys(one.jobs(collected))).toEqual(["VERIFY"]);
  });
  it("makes a response, which is checked within a minute, and forgets an announced deletion", () => {
    const one = Supplier.of("cleaner", [code]);
    one.do((draft) => (interruptResponse(draft, idOf(one)), warnOfDeletion(draft, idOf(one))));
    const stamp = format(one.now);
    const events = one.respond(code, { outcome: "review" });
    const { documentId, dossierId, present, statusCode, evidences, internal } = one.document(code);
    const evidenceIds = evidences.map(({ id }) => id);
    const { responseId, ...response } = one.response(code);
    const cleared = { interruptedAt: null, deletionWarnedAt: null, deletedAt: null };
    expect({ present, statusCode, internal }).toMatchObject({
      present: true,
      statusCode: "ONGOING",
      internal: cleared,
    });
    const change = { from: "MISSING", to: "ONGOING", cause: "DOCUMENT_ANSWER_ADDED" };
    expect(told(events)).toEqual([
      ["DOCUMENT_ANSWER_ADDED", { responseId, evidenceIds }],
      ["DOCUMENT_ANSWER_STATUS_UPDATE", change],
      ["DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING", change],
    ]);
    expect(response).toEqual({
      ...{ documentId, dossierId, thirdpartyId: one.thirdpartyId, submittedAt: stamp, evidenceIds, decision: null },
      ...{ outcome: "review", chosen: true, ...why("TO_BE_JUDGED"), state: "CHECKING", scope: "COMPANY" },
    });
    expect(one.tables.dump().responses).toHaveLength(1);
    const jobs = one.jobs(code);
    expect(Object.keys(jobs)).toEqual(["VERIFY"]);
    expect(seconds(stamp, jobs.VERIFY)).toBeGreaterThanOrEqual(5);
    expect(seconds(stamp, jobs.VERIFY)).toBeLessThanOrEqual(60.1);
  });
  it("of a second piece is added to an undecided response, whose first day and scope stay", () => {
    for (const outcome of ["pending", "review"] as const) {
      const one = Supplier.of("cleaner", [code]);
      one.respond(code, { outcome });
      one.wait("P1D");
      const first = one.response(code);
      one.do((draft) => draft.put("responses", { ...first, scope: "ESTABLISHMENT" }));
      const [event] = one.respond(code, { outcome: "valid" });
      const [newest, oldest] = one.document(code).evidences;
      const payload = { responseId: first.responseId, evidenceIds: [newest?.id] };
      expect(event).toMatchObject({ eventName: "DOCUMENT_ANSWER_UPDATED", payload });
      const amended = { scope: "ESTABLISHMENT", outcome: "valid", ...noReason, state: "CHECKING" };
      expect(one.folder.responses).toEqual([{ ...first, ...amended, evidenceIds: [oldest?.id, newest?.id] }]);
      expect([newest?.responseId, oldest?.responseId]).toEqual([first.responseId, first.responseId]);
      expect(newest?.id).toBeGreaterThan(oldest?.id as number);
      expect(one.folder.jobs.map(({ kind }) => kind)).toEqual(["VERIFY"]);
    }
  });
  it("supersedes an accepted response, and leaves a refused one as it is", () => {
    const one = accepted();
    expect(one.jobs(code)).toEqual({ EXPIRE: "2026-07-11T00:00:00.000" });
    one.respond(code, { outcome: "invalid" });
    expect([...states(one), ...Object.keys(one.jobs(code))]).toEqual(["SUPERSEDED", "CHECKING", "VERIFY"]);
    one.wait("PT1M");
    one.respond(code);
    expect(states(one)).toEqual(["SUPERSEDED", "DENIED", "CHECKING"]);
  });
  it("of the third party shows that its contacts have answered; a collected piece does not", () => {
    for (const [actor, status] of [
      [actors.thirdparty, "ACTIVE"],
      [actors.platform, "INVITED"],
    ] as const) {
      const one = Supplier.of("cleaner", [code]);
      one.do((draft) => inviteContact(draft, { email: "a@lumina.example" }));
      one.do((draft) => respondToDocument(draft, idOf(one), {}), actor);
      expect(one.folder.contacts).toMatchObject([{ status }]);
    }
  });
});

describe("the validity of a response", () => {
  it.each([
    [code, "2025-08-31", "2026-02-28T23:59:59.999"],
    [code, "2025-12-31", "2026-06-30T23:59:59.999"],
    ["LNTE", "2025-12-01", "2026-06-01T23:59:59.999"],
    ["STATUTS", "2025-12-01", null],
  ])("of %s runs from its day %s to %s", (type, issueDate, expirationDate) => {
    const one = Supplier.of("cleaner", [type]);
    one.respond(type, { issueDate, outcome: "valid" });
    expect(one.document(type).evidences).toMatchObject([{ expirationDate, internal: { issueDate } }]);
    expect(Object.keys(one.wait("PT1M").jobs(type))).toEqual(expirationDate ? ["EXPIRE"] : []);
  });
  it("ends after the last moment of its day", () => {
    const one = accepted("2025-07-20").until("2026-01-20T23:59:59.999");
    expect([one.document(code).statusCode, one.jobs(code)]).toEqual(["VALID", { EXPIRE: "2026-01-21T00:00:00.000" }]);
    expect(one.do((draft) => expireResponse(draft, idOf(one)))).toTell([]);
    one.journal.length = 0;
    one.until("2026-01-21T00:00:00.000");
    const pair = ["DOCUMENT_ANSWER_STATUS_UPDATE", "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID"] as const;
    expect(one.journal.slice(0, 3)).toTell(["DOCUMENT_ANSWER_EXPIRED", ...pair]);
    expect(one.journal[0]?.payload).toEqual({ responseId: one.response(code).responseId });
    expect([one.document(code).statusCode, ...states(one)]).toEqual(["INVALID", "EXPIRED"]);
  });
  it("of a collected piece is renewed some working days before it ends, and the document stays VALID", () => {
    const one = Supplier.of("cleaner", [collected]).wait("PT2H");
    one.journal.length = 0;
    const { COLLECT = "", EXPIRE = "" } = one.jobs(collected);
    expect(isWorkingDay("FR", COLLECT.slice(0, 10))).toBe(true);
    const days = seconds(COLLECT, EXPIRE) / 86_400;
    expect(days > 1 && days < 14).toBe(true);
    const [first] = one.document(collected).evidences;
    one.until(EXPIRE);
    expect(one.journal.filter(({ resourceType }) => resourceType === "DOCUMENT")).toTell([
      "DOCUMENT_ANSWER_ADDED",
      "DOCUMENT_ANSWER_ACCEPTED",
    ]);
    const byPlatform = { transmitter: "PLATEFORME", issuer: "ORGANISME", format: "ORIGINALNUMERIQUE" };
    const renewed = { statusCode: "VALID", evidences: [byPlatform, first] };
    expect(one.document(collected)).toMatchObject(renewed);
    expect([...states(one), ...Object.keys(one.jobs(collected)).sort()]).toEqual([
      ...["SUPERSEDED", "ACCEPTED"],
      ...["COLLECT", "EXPIRE"],
    ]);
  });
  it("of a piece that ends within days is renewed once, and at the end of time not at all", () => {
    const soon = Supplier.of("cleaner", [collected]);
    soon.respond(collected, { outcome: "valid", issueDate: "2025-07-20" });
    expect(soon.wait("P5D").document(collected).evidences).toHaveLength(2);
    const last = Supplier.of("cleaner", [collected]);
    last.now = parse("9999-12-30T09:00:00.000");
    last.respond(collected, { outcome: "valid" });
    expect(Object.keys(last.wait("PT1M").jobs(collected))).not.toContain("COLLECT");
  });
  it("of a piece that expired all the same is collected again within some hours", () => {
    const one = Supplier.of("cleaner", [collected]).wait("PT2H");
    const documentId = one.document(collected).documentId;
    one.do((draft) => (shortenValidity(draft, documentId), expireResponse(draft, documentId)));
    expect([one.document(collected).statusCode, ...states(one)]).toEqual(["INVALID", "EXPIRED"]);
    const minutes = seconds(format(one.now), one.jobs(collected).COLLECT) / 60;
    expect(minutes).toBeGreaterThanOrEqual(69.9);
    expect(minutes).toBeLessThanOrEqual(150.1);
  });
  it("is refused at its renewal where the company has been struck off", () => {
    const one = Supplier.of("cleaner", [collected]).wait("PT2H");
    one.do((draft) => draft.put("thirdparties", { ...draft.thirdparty, status: "STRUCK_OFF" }));
    one.until(one.jobs(collected).COLLECT as string);
    expect([one.document(collected).statusCode, ...states(one)]).toEqual(["INVALID", "SUPERSEDED", "DENIED"]);
  });
  it("ends with the first of its pieces", () => {
    const days = ["2025-07-20", "2026-01-10"];
    for (const inOrder of [days, days.toReversed()]) {
      const one = Supplier.of("cleaner", [code]);
      for (const issueDate of inOrder) one.respond(code, { outcome: "valid", issueDate });
      expect(one.wait("PT1M").jobs(code)).toEqual({ EXPIRE: "2026-01-21T00:00:00.000" });
    }
  });
  it("does not end for a document that is stopped, or not valid", () => {
    const stopped = accepted("2025-07-20");
    stopped.do((draft) => archiveDossier(draft, stopped.document(code).dossierId, "CLIENT"));
    const waiting = Supplier.of("cleaner", [code]);
    waiting.respond(code, { outcome: "review", issueDate: "2025-07-20" });
    for (const one of [stopped, waiting]) {
      const { statusCode } = one.wait("P1M").document(code);
      expect(one.do((draft) => expireResponse(draft, idOf(one)))).toTell([]);
      expect(one.document(code).statusCode).toBe(statusCode);
    }
    expect(stopped.do((draft) => expireResponse(draft, 1))).toTell([]);
  });
  it("is shortened to yesterday, or to a moment ago for a piece of today, and only of the accepted response", () => {
    const [old, fresh] = [accepted().wait("P3D"), accepted()];
    old.respond(code, { outcome: "valid", issueDate: "2026-01-15" });
    old.wait("PT1M").wait("P2D");
    for (const one of [old, fresh]) one.do((draft) => shortenValidity(draft, idOf(one)));
    const ends = ["2026-01-19T23:59:59.999", "2026-07-10T23:59:59.999"];
    expect(old.document(code).evidences.map(({ expirationDate }) => expirationDate)).toEqual(ends);
    expect(fresh.document(code).evidences).toMatchObject([{ expirationDate: format(fresh.now - 2) }]);
    for (const one of [old, fresh]) {
      one.do((draft) => expireResponse(draft, idOf(one)));
      expect(one.document(code).statusCode).toBe("INVALID");
      expect(one.try((draft) => hasExpired(draft, one.document(code)))).toBe(true);
    }
  });
  it("has not ended for a response that was refused after another one had expired", () => {
    const one = accepted("2025-07-20").until("2026-01-21T00:00:00.000");
    const expired = () => one.try((draft) => hasExpired(draft, one.document(code)));
    expect(expired()).toBe(true);
    one.respond(code, { outcome: "pending" });
    expect(expired()).toBe(false);
    one.decide(code, { approved: false, shareRejectionReason: true });
    expect([one.document(code).statusCode, expired()]).toEqual(["INVALID", false]);
  });
});

describe("a withdrawal", () => {
  const file = { fileName: "a.pdf", size: 1, pieces: ["AQ=="], contentType: "application/pdf" };
  it("removes all pieces, their files and jobs, and the document is MISSING again", () => {
    const one = accepted();
    one.respond(code, { file, outcome: "review" });
    expect(one.tables.dump().files).toHaveLength(1);
    const events = one.do((draft) => withdrawResponses(draft, idOf(one)));
    expect(events).toTell(["DOCUMENT_ANSWER_STATUS_UPDATE", "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT"]);
    expect(events[0]?.payload).toEqual({ from: "ONGOING", to: "MISSING", cause: "WITHDRAWN" });
    expect(one.document(code)).toMatchObject({ statusCode: "MISSING", present: false, evidences: [] });
    expect([...states(one), one.jobs(code), one.tables.dump().files]).toEqual(["WITHDRAWN", "WITHDRAWN", {}, []]);
    expect(one.do((draft) => withdrawResponses(draft, idOf(one)))).toTell([]);
  });
  it("cancels the end of the validity, an announced deletion and a report that is under way", () => {
    const one = accepted();
    one.do((draft) => warnOfDeletion(draft, idOf(one)));
    expect(Object.keys(one.jobs(code))).toEqual(["EXPIRE", "PURGE"]);
    // A produced file is not stored.
    const removed = one.try((draft) => (withdrawResponses(draft, idOf(one)), draft.change().remove));
    expect(removed.map(({ collection }) => collection)).toEqual(["jobs", "jobs"]);
    expect(one.jobs(code)).toEqual({});
    const account = Supplier.of("cleaner", ["IBAN"]);
    account.respond("IBAN", { outcome: "valid" });
    account.until(account.jobs("IBAN").VERIFY as string);
    expect(Object.keys(account.jobs("IBAN"))).toEqual(["RECEIVE"]);
    account.do((draft) => withdrawResponses(draft, account.document("IBAN").documentId));
    expect(account.jobs("IBAN")).toEqual({});
  });
  it("leaves the pieces of another document as they are", () => {
    const one = Supplier.of("cleaner", [code, "KBIS"]);
    for (const type of [code, "KBIS"]) one.respond(type, { file, outcome: "valid" });
    one.do((draft) => withdrawResponses(draft, idOf(one)));
    expect([...states(one), ...Object.keys(one.jobs("KBIS"))]).toEqual(["WITHDRAWN", "CHECKING", "VERIFY"]);
    expect(one.tables.dump().files).toHaveLength(1);
  });
});
