import { describe, expect, it } from "vitest";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { inBody } from "../support/problems.ts";
import { makeWorld } from "../support/sandbox.ts";

describe("responses.approve", () => {
  refusesWhatAllRefuse("responses.approve");

  it("approves a response, which makes the document and its dossier valid", async () => {
    const world = await makeWorld();
    const { thirdpartyId, dossierId, documentId, responseId } = await world.answered();
    await world.advance("PT2M");
    expect((await world.document(dossierId, documentId)).statusCode).toBe("ACTION_REQUIRED");
    const mark = await world.mark();
    const { body } = await world.post(`/responses/${responseId}/approve`, { comment: "Conforme" }).expect(200);
    expect(body).toEqual({
      responseId,
      documentId,
      dossierId,
      decision: "APPROVED",
      statusCode: "VALID",
      comment: "Conforme",
      shareRejectionReason: null,
      decisionDate: expect.stringMatching(/^2026-01-15T09:02:00\.\d{3}$/),
      decidedBy: "tester",
    });
    expect((await world.document(dossierId, documentId)).statusCode).toBe("VALID");
    expect((await world.dossiersOf(thirdpartyId)).find((dossier) => dossier.dossierId === dossierId)).toMatchObject({
      statusCode: "VALID",
      statusLabel: "Valide",
      state: true,
    });
    const events = await world.eventsSince(mark);
    expect(events.filter((name) => /^DOCUMENT|^DOSSIER_STATUS/.test(name))).toEqual([
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

  it("approves without a comment and without a body", async () => {
    for (const send of [{}, undefined]) {
      const world = await makeWorld();
      const { responseId } = await world.answered();
      const { body } = await world.post(`/responses/${responseId}/approve`, send).expect(200);
      expect(body).toMatchObject({ decision: "APPROVED", comment: null });
    }
  });

  it("decides once when twenty requests come at the same time", async () => {
    const world = await makeWorld();
    const { responseId, documentId } = await world.answered();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2
          ? world.post(`/responses/${responseId}/approve`, {})
          : world.post(`/responses/${responseId}/reject`, { shareRejectionReason: true }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const decided = await world.control("get", "/events?names=DOCUMENT_ANSWER_ACCEPTED,DOCUMENT_ANSWER_DENIED");
    expect(decided.body.content.map((event: { documentId: number }) => event.documentId)).toEqual([documentId]);
  });

  it("takes null for a comment as none, as typed clients send it", async () => {
    const world = await makeWorld();
    const { responseId } = await world.answered();
    const { body } = await world.post(`/responses/${responseId}/approve`, { comment: null }).expect(200);
    expect(body.comment).toBeNull();
    expect(await world.happenedTo("documents", "DOCUMENT_COMMENT_ADDED")).toEqual([]);
  });

  it("refuses an approval of the wrong shape", async () => {
    const world = await makeWorld();
    const { responseId } = await world.answered();
    const before = await world.state();
    expect(
      await world.post(`/responses/${responseId}/approve`, { comment: 7, shareRejectionReason: true }),
    ).toBeProblem({
      status: 400,
      code: "VALIDATION_ERROR",
      detail: "2 things are wrong: /comment must be a text. /shareRejectionReason is not known here.",
      errors: [inBody("/comment", "a text", 7), inBody("/shareRejectionReason", "no such property", true)],
    });
    expect(await world.state()).toEqual(before);
  });

  it("answers 404 for a documentId, and names the responseId to use", async () => {
    const world = await makeWorld();
    const { documentId, responseId } = await world.answered();
    const reason = `${documentId} is a documentId; its latest responseId is ${responseId}.`;
    expect(await world.post(`/responses/${documentId}/approve`, {})).toBeProblem({
      status: 404,
      code: "RESPONSE_NOT_FOUND",
      detail: `There is no response ${documentId} in this account: ${reason}`,
    });
  });

  it("refuses to decide a response to a document that is withdrawn from its open dossier", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, responseId } = await world.answered();
    await world.control("post", "/occurrences", { event: "DOCUMENT_STOPPED", documentId });
    expect(await world.post(`/responses/${responseId}/approve`, {})).toBeProblem({
      status: 409,
      code: "DOCUMENT_NOT_ANSWERABLE",
      detail: `Document ${documentId} is withdrawn: dossier ${dossierId} no longer asks for it.`,
    });
  });

  it("refuses to approve a response that is already decided", async () => {
    const world = await makeWorld();
    const { documentId, responseId } = await world.answered();
    await world.post(`/responses/${responseId}/approve`, {}).expect(200);
    const before = await world.state();
    expect(await world.post(`/responses/${responseId}/approve`, {})).toBeProblem({
      status: 409,
      code: "RESPONSE_ALREADY_DECIDED",
      detail: `Response ${responseId} is accepted already; document ${documentId} is VALID.`,
    });
    expect(await world.state()).toEqual(before);
  });
});

describe("responses.reject", () => {
  refusesWhatAllRefuse("responses.reject");

  it.each([
    [true, "INVALID", "Invalide"],
    [false, "BELOW_EXPECTATION", undefined],
  ] as const)("rejects a response, with shareRejectionReason %s", async (shareRejectionReason, statusCode, label) => {
    const world = await makeWorld();
    const { thirdpartyId, dossierId, documentId, responseId } = await world.answered();
    const mark = await world.mark();
    const { body } = await world
      .post(`/responses/${responseId}/reject`, { comment: "Illisible", shareRejectionReason })
      .expect(200);
    expect(body).toEqual({
      responseId,
      documentId,
      dossierId,
      decision: "REJECTED",
      statusCode,
      comment: "Illisible",
      shareRejectionReason,
      decisionDate: expect.stringMatching(/^2026-01-15T09:00:00\.\d{3}$/),
      decidedBy: "tester",
    });
    expect((await world.document(dossierId, documentId)).statusCode).toBe(statusCode);
    const dossier = (await world.dossiersOf(thirdpartyId)).find((candidate) => candidate.dossierId === dossierId);
    expect(dossier).toMatchObject({ statusCode, state: false, ...(label ? { statusLabel: label } : {}) });
    const events = await world.eventsSince(mark);
    expect(events).toEqual(
      expect.arrayContaining([
        "DOCUMENT_ANSWER_DENIED",
        "DOCUMENT_COMMENT_ADDED",
        `DOCUMENT_ANSWER_STATUS_UPDATE_${statusCode}`,
        `DOSSIER_STATUS_UPDATED_${statusCode}`,
      ]),
    );
    expect(await world.happenedTo("documents", "DOCUMENT_ANSWER_DENIED")).toEqual([documentId]);
  });

  it("lets the third party submit another response after a rejection", async () => {
    const world = await makeWorld();
    const { dossierId, documentId, responseId } = await world.answered();
    await world.post(`/responses/${responseId}/reject`, { shareRejectionReason: true }).expect(200);
    await world.control("post", `/documents/${documentId}/answers`, { outcome: "review" }).expect(201);
    const { evidences, statusCode } = await world.document(dossierId, documentId);
    expect([statusCode, evidences.length]).toEqual(["ONGOING", 2]);
    expect(evidences[0]?.responseId).not.toBe(responseId);
    await world.post(`/responses/${evidences[0]?.responseId}/approve`, {}).expect(200);
  });

  it.each([
    ["no body", undefined],
    ["an empty body", {}],
    ["a text in the place of a boolean", { shareRejectionReason: "true" }],
    ["null in the place of a boolean", { shareRejectionReason: null }],
    ["a comment that is too long", { shareRejectionReason: true, comment: "x".repeat(4001) }],
  ])("refuses a rejection with %s", async (_, send) => {
    const world = await makeWorld();
    const { responseId } = await world.answered();
    const before = await world.state();
    const test = world.call("post", `/responses/${responseId}/reject`).set("Content-Type", "application/json");
    const response = await (send === undefined ? test : test.send(send));
    expect(response.status).toBe(400);
    expect(response.body.errors).toHaveLength(1);
    expect(await world.state()).toEqual(before);
  });

  it("answers 404 when the response does not exist", async () => {
    const world = await makeWorld();
    expect(await world.post("/responses/2238000/reject", { shareRejectionReason: true })).toBeProblem({
      status: 404,
      code: "RESPONSE_NOT_FOUND",
      detail: "There is no response 2238000 in this account.",
    });
  });

  it("refuses to reject a response that is already decided", async () => {
    const world = await makeWorld();
    const { documentId, responseId } = await world.answered();
    await world.post(`/responses/${responseId}/reject`, { shareRejectionReason: false }).expect(200);
    expect(await world.post(`/responses/${responseId}/reject`, { shareRejectionReason: true })).toBeProblem({
      status: 409,
      code: "RESPONSE_ALREADY_DECIDED",
      detail: `Response ${responseId} is rejected already; document ${documentId} is BELOW_EXPECTATION.`,
    });
  });
});
