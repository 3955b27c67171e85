import { describe, expect, it } from "vitest";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { inBody } from "../support/problems.ts";
import { makeWorld } from "../support/sandbox.ts";
import { expectRefused } from "./refused.ts";

/** A world with a response to decide. */
async function answered() {
  const world = await makeWorld();
  const seen = await world.answered();
  const { thirdpartyId, dossierId, documentId, responseId } = seen;
  return {
    ...seen,
    world,
    decide: (decision: "approve" | "reject", body?: object) => world.post(`/responses/${responseId}/${decision}`, body),
    document: () => world.document(dossierId, documentId),
    dossier: async () => (await world.dossiersOf(thirdpartyId)).find((dossier) => dossier.dossierId === dossierId),
  };
}

describe("responses.approve", () => {
  refusesWhatAllRefuse("responses.approve");

  it("approves a response, which makes the document and its dossier valid", async () => {
    const { world, dossierId, documentId, responseId, decide, document, dossier } = await answered();
    await world.advance("PT2M");
    expect((await document()).statusCode).toBe("ACTION_REQUIRED");
    const mark = await world.mark();
    const { body } = await decide("approve", { comment: "Conforme" }).expect(200);
    expect(body).toEqual({
      ...{ responseId, documentId, dossierId, decision: "APPROVED", statusCode: "VALID", comment: "Conforme" },
      ...{ shareRejectionReason: null, decidedBy: "tester", notified: [] },
      decisionDate: expect.stringMatching(/^2026-01-15T09:02:00\.\d{3}$/),
    });
    expect((await document()).statusCode).toBe("VALID");
    expect(await dossier()).toMatchObject({ statusCode: "VALID", statusLabel: "Valide", state: true });
    const events = await world.eventsSince(mark);
    expect(events.filter((name) => /^DOCUMENT|^DOSSIER_STATUS/.test(name))).toTell([
      "DOCUMENT_ANSWER_ACCEPTED",
      "DOCUMENT_COMMENT_ADDED",
      "DOCUMENT_ANSWER_STATUS_UPDATE",
      "DOCUMENT_ANSWER_STATUS_UPDATE_VALID",
      "DOSSIER_STATUS_UPDATED",
      "DOSSIER_STATUS_UPDATED_VALID",
    ]);
    expect(await world.happenedTo("documents", "DOCUMENT_ANSWER_ACCEPTED")).toEqual([documentId]);
    expect(await world.happenedTo("dossiers", "DOSSIER_STATUS_UPDATED_VALID")).toEqual([dossierId]);
  });

  it.each([[{}], [undefined], [{ comment: null }]])("approves with the body %j, without a comment", async (send) => {
    const { world, decide } = await answered();
    const { body } = await decide("approve", send).expect(200);
    expect(body).toMatchObject({ decision: "APPROVED", comment: null });
    expect(await world.happenedTo("documents", "DOCUMENT_COMMENT_ADDED")).toEqual([]);
  });

  it("decides once when twenty requests come at the same time", async () => {
    const { world, documentId, decide } = await answered();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 ? decide("approve", {}) : decide("reject", { shareRejectionReason: true }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const decided = await world.control("get", "/events?names=DOCUMENT_ANSWER_ACCEPTED,DOCUMENT_ANSWER_DENIED");
    expect(decided.body.content).toMatchObject([{ documentId }]);
  });

  it("refuses an approval of the wrong shape", async () => {
    const { world, decide } = await answered();
    await expectRefused(world, decide("approve", { comment: 7, shareRejectionReason: true }), {
      status: 400,
      code: "VALIDATION_ERROR",
      detail: expect.stringMatching(/^2 things are wrong: /),
      errors: [inBody("/comment", "a text", 7), inBody("/shareRejectionReason", "no such property", true)],
    });
  });
});

describe("responses.reject", () => {
  refusesWhatAllRefuse("responses.reject");

  it.each([
    [true, "INVALID", "Invalide"],
    [false, "BELOW_EXPECTATION", undefined],
  ] as const)("rejects a response, with shareRejectionReason %s", async (shareRejectionReason, statusCode, label) => {
    const { world, thirdpartyId, dossierId, documentId, responseId, decide, document, dossier } = await answered();
    const email = "ana@firm.example";
    const wish = { event: "THIRD_PARTY_CONTACT_INVITED", thirdpartyId, data: { email } };
    await world.control("post", "/occurrences", wish).expect(201);
    const mark = await world.mark();
    const { body } = await decide("reject", { comment: "Illisible", shareRejectionReason }).expect(200);
    expect(body).toEqual({
      ...{ responseId, documentId, dossierId, decision: "REJECTED", statusCode, shareRejectionReason },
      ...{ comment: "Illisible", decidedBy: "tester", notified: shareRejectionReason ? [email] : [] },
      decisionDate: expect.stringMatching(/^2026-01-15T09:00:00\.\d{3}$/),
    });
    expect((await document()).statusCode).toBe(statusCode);
    expect(await dossier()).toMatchObject({ statusCode, state: false, ...(label ? { statusLabel: label } : {}) });
    const statuses = [`DOCUMENT_ANSWER_STATUS_UPDATE_${statusCode}`, `DOSSIER_STATUS_UPDATED_${statusCode}`];
    const told = ["DOCUMENT_ANSWER_DENIED", "DOCUMENT_COMMENT_ADDED", ...statuses];
    expect(await world.eventsSince(mark)).toEqual(expect.arrayContaining(told));
    expect(await world.happenedTo("documents", "DOCUMENT_ANSWER_DENIED")).toEqual([documentId]);
  });

  it.each([
    ["no body", undefined, ""],
    ["a text in the place of a boolean", { shareRejectionReason: "true" }, "/shareRejectionReason"],
    ["null in the place of a boolean", { shareRejectionReason: null }, "/shareRejectionReason"],
    ["a comment that is too long", { shareRejectionReason: true, comment: "x".repeat(4001) }, "/comment"],
  ])("refuses a rejection with %s", async (_, send, pointer) => {
    const { world, decide } = await answered();
    const before = await world.state();
    const request = decide("reject", send).set("Content-Type", "application/json");
    expect((await request.expect(400)).body.errors).toEqual([expect.objectContaining({ pointer })]);
    expect(await world.state()).toEqual(before);
  });
});

it.each([
  ["approve", {}, "accepted already", "VALID"],
  ["reject", { shareRejectionReason: false }, "rejected already", "BELOW_EXPECTATION"],
] as const)("responses.%s refuses a response that is already decided", async (decision, body, what, statusCode) => {
  const { world, documentId, responseId, decide } = await answered();
  await decide(decision, body).expect(200);
  await expectRefused(world, decide(decision, body), {
    status: 409,
    code: "RESPONSE_ALREADY_DECIDED",
    detail: `Response ${responseId} is ${what} by tester; document ${documentId} is ${statusCode}.`,
  });
});
