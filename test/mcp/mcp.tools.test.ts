import { describe, expect, it } from "vitest";
import { agent } from "./agent.ts";

/** Calls that name a world which does not exist, in every way. */
const nobody: [tool: string, given: Record<string, unknown>][] = [
  ["world", { action: "fork", from: "nobody" }],
  ["world", { action: "restore", account: "nobody", snapshot: "before" }],
  ["clock", { account: "nobody", advance: "P1D" }],
  ["scenario", { account: "nobody", scenario: "new-thirdparty" }],
  ["cause", { account: "nobody", event: "THIRD_PARTY_ADDED" }],
  ["faults", { account: "nobody", faults: [] }],
  ...["status", "clock", "events", "requests", "faults", "audit"].map((name): (typeof nobody)[number] => [
    ...([name, { account: "nobody" }] as const),
  ]),
];

describe("a call that cannot be done", () => {
  const cases: [tool: string, given: Record<string, unknown>, sentence: RegExp][] = [
    ["scenario", { scenario: "iban-mismach" }, /^scenario must be one of .*; did you mean iban-mismatch\?$/],
    ["scenario", { scenari: "iban-mismatch" }, /^scenario has no option scenari; did you mean scenario\?/],
    ["cause", { event: "DOCUMENT_ANSWER_EXPIRD" }, /[Dd]id you mean DOCUMENT_ANSWER_EXPIRED\?/],
    ["cause", { event: "THIRD_PARTY_ARCHIVED", thirdpartyId: 7 }, /7/],
    ["cause", { event: "THIRD_PARTY_ARCHIVED", answer: {} }, /^cause takes event with .*, or documentId and answer/],
    ["cause", {}, /^cause takes event/],
    ["cause", { documentId: 7, answer: { outcom: "valid" } }, /outcom/],
    ["cause", { documentId: 7, thirdpartyId: 7, answer: {} }, /^cause takes event/],
    ["cause", { documentId: 7, answer: { outcome: "good" } }, /^\/outcome must be one of valid/],
    ["clock", { advance: "90 days" }, /^advance must be an ISO 8601 duration such as P90D/],
    ["clock", { set: "2020-01-01T00:00:00" }, /never goes back; reset the account/],
    ["clock", { advance: "P1D", freeze: true }, /^clock takes one of advance, set and freeze/],
    ["world", { action: "mak" }, /did you mean make\?/],
    ["world", { action: "make", account: "mine" }, /begins with agent-, such as agent-mine/],
    ["world", { action: "make", seed: "portfolo" }, /portfolio/],
    ["world", { action: "snapshot" }, /^world needs snapshot/],
    [
      "world",
      { action: "restore", snapshot: "nope" },
      /nope; it has none\. world with the action snapshot takes one\.$/,
    ],
    ["cause", { event: "DOSSIER_REACTIVATED" }, /there is none\. look with an id says what can happen to it now\.$/],
    ["faults", { faults: [{ kind: "slow" }] }, /^\/0\/kind must be one of status, delay/],
    ["faults", { faults: [{ kind: "status", operation: "thirdparty.list" }] }, /thirdparties\.list/],
    ["faults", { faults: [{ kind: "delay", accountId: "demo" }] }, /this one is for demo/],
    ["look", {}, /^look needs id\.$/],
    ["look", { id: "no such name" }, /Nothing in the world agent-1 has .* no such name/],
    ["requests", { requestId: "none" }, /none/],
    ["requests", { limit: 1000 }, /^limit must be at most 100\.$/],
    ["requests", { status: "400" }, /^status must be a number\.$/],
    ["events", { names: ["DOCUMENT_ANSWER_EXPIRD"] }, /DOCUMENT_ANSWER_EXPIRED/],
    ["events", { names: "DOCUMENT_ANSWER_EXPIRED" }, /^names must be a list\.$/],
    ["world", { action: "make", freeze: "yes" }, /^freeze must be true or false\.$/],
    ["look", { id: {} }, /^id must be a number or a text\.$/],
    ...nobody.map(([name, given]): (typeof cases)[number] => [name, given, /^There is no world nobody: status names/]),
    ["look", { id: "x".repeat(200) }, /^id must have at most 100 characters\.$/],
    ["cause", { event: "x".repeat(100_000) }, /\/event must be one of/],
    ["faults", { [`f${"x".repeat(100_000)}`]: [] }, /characters more$/],
    ["audit", { from: "yesterday" }, /^from must be a moment/],
  ];
  it("is refused with what to do, and the next call is answered", async () => {
    const { call, client } = await agent();
    for (const [name, given, sentence] of cases) {
      const { isRefused, text } = await call(name, given);
      expect(text.length).toBeLessThan(5_000);
      expect(text).not.toMatch(/Invalid|expected \w+, received/);
      expect([name, given, isRefused, text]).toEqual([name, given, true, expect.stringMatching(sentence)]);
    }
    await expect(client.callTool({ name: "wrold" })).rejects.toThrow(/wrold/);
    expect((await call("status")).isRefused).toBe(false);
  });
});

it("look says what an id is, what it belongs to, its state, and what can happen to it", async () => {
  const { done } = await agent();
  const made = await done("scenario", { scenario: "expired-document" });
  const { thirdpartyId, dossierId, documentId, responseId, evidenceId } = made;
  const document = await done("look", { id: documentId });
  expect(document).toMatchObject({
    ...{ kind: "DOCUMENT", id: documentId, state: "INVALID" },
    parents: { thirdpartyId, dossierId, documentId },
    documents: [{ documentId, documentCode: "CODE_CONDUITE", statusCode: "INVALID" }],
    responses: [{ responseId, state: "EXPIRED" }],
    canHappen: expect.arrayContaining(["DOCUMENT_ANSWER_ADDED"]),
  });
  expect(document.canHappen.filter((name: string) => !name.startsWith("DOCUMENT_"))).toEqual([]);
  const kinds = {
    [thirdpartyId]: "THIRD_PARTY",
    [dossierId]: "DOSSIER",
    [responseId]: "RESPONSE",
    [evidenceId]: "FILE",
  };
  for (const [id, kind] of Object.entries(kinds)) expect((await done("look", { id: Number(id) })).kind).toBe(kind);
  const dossier = await done("look", { id: dossierId });
  expect(dossier.documents.map((row: { documentCode: string }) => row.documentCode)).toContain("KBIS");
  // A name that several things have is a list to choose from.
  expect((await done("look", { id: "e" })).found.length).toBeGreaterThan(1);
});

it("cause brings an event about, or answers a document as the third party", async () => {
  const { done } = await agent();
  const { documentId, thirdpartyId } = await done("scenario", { scenario: "missing-document" });
  const answered = await done("cause", { documentId, answer: { outcome: "review" } });
  expect(answered.happened).toMatchObject({ DOCUMENT_ANSWER_ADDED: 1 });
  expect(answered.events[0]).toMatchObject({ eventName: "DOCUMENT_ANSWER_ADDED", documentId });
  const data = { type: "SAUVEGARDE" };
  const judged = await done("cause", { event: "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", thirdpartyId, data });
  expect(judged.happened).toMatchObject({ THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED: 1 });
});

it("the clock says what comes next, and a move says what happened", async () => {
  const { done } = await agent();
  const { thirdpartyId, dossierId } = await done("scenario", { scenario: "document-expiring-soon" });
  const { now, frozen, next } = await done("clock");
  expect([now.slice(0, 19), frozen]).toEqual(["2026-01-15T09:00:00", true]);
  const due = { thirdpartyId, dossierId, documentId: expect.any(Number), dueAt: expect.stringMatching(/^2026-01-15T/) };
  const sentence = "The platform collects the document from a register.";
  expect(next).toEqual([{ ...due, sentence, events: expect.arrayContaining(["DOCUMENT_ANSWER_ADDED"]) }]);
  const moved = await done("clock", { advance: "P8D" });
  expect(moved).toMatchObject({
    now: expect.stringContaining("2026-01-23T09:00:00"),
    happened: { DOCUMENT_ANSWER_EXPIRED: 1 },
  });
  expect(await done("clock", { freeze: false })).toMatchObject({ frozen: false });
});

it("events are counted first, and rows come on demand", async () => {
  const { done } = await agent();
  const { documentId } = await done("scenario", { scenario: "rejected-document" });
  const { total, isAll, counts, rows } = await done("events");
  expect([isAll, rows, Object.values(counts as Record<string, number>).reduce((sum, each) => sum + each)]).toEqual([
    ...[true, [], total],
  ]);
  const [last, ...others] = (await done("events", { rows: 1 })).rows;
  expect([others, (await done("events", { after: last.eventId - 1 })).total]).toEqual([[], 1]);
  const names = ["DOCUMENT_ANSWER_DENIED"];
  const denied = await done("events", { names, documentId, rows: 5 });
  expect(denied).toMatchObject({ total: 1, counts: { DOCUMENT_ANSWER_DENIED: 1 }, rows: [{ documentId }] });
  expect(await done("events", { names, after: denied.after })).toMatchObject({ total: 0, counts: {} });
  await done("scenario", { scenario: "full-page" });
  expect(await done("events")).toMatchObject({ total: 1000, isAll: false });
});

it("requests show violations with the contract of the operation, and one whole", async () => {
  const { done } = await agent();
  const { world } = await done("status");
  const authorization = `Bearer ${world.token}`;
  const url = `${world.baseUrl}/thirdparties`;
  await fetch(`${url}?size=1000`, { headers: { authorization } });
  await fetch(url, { headers: { authorization } });
  const [refused, answered] = await done("requests");
  expect(refused).toMatchObject({ status: 400, contract: "tiers-sandbox://contract/thirdparties.list" });
  expect(refused.violations.join()).toContain("size");
  expect([answered.status, answered.contract]).toEqual([200, undefined]);
  expect(await done("requests", { status: 400 })).toHaveLength(1);
  const whole = await done("requests", { requestId: refused.requestId });
  expect(whole).toMatchObject({ requestId: refused.requestId, responseBody: { kept: "whole" } });
});

it("faults are set, listed and removed in the world, and the audit finds events that were not shown", async () => {
  const { done } = await agent();
  const { world } = await done("status");
  const faults = [{ kind: "status", status: 503, operation: "thirdparties.list" }];
  await done("faults", { faults });
  expect(await done("faults")).toMatchObject([{ ...faults[0], accountId: "agent-1" }]);
  const headers = { authorization: `Bearer ${world.token}` };
  expect((await fetch(`${world.baseUrl}/thirdparties`, { headers })).status).toBe(503);
  expect(await done("faults", { faults: [] })).toEqual([]);
  const search = async (from: string, to: string) => {
    const window = `eventOccurrenceStartDate=${from}&eventOccurrenceEndDate=${to}`;
    const { status } = await fetch(`${world.baseUrl}/thirdparties/search?eventNames=THIRD_PARTY_ADDED&${window}`, {
      headers,
    });
    expect(status).toBe(200);
  };
  await search("2026-01-15T08:00:00", "2026-01-15T09:00:00");
  await done("clock", { advance: "PT1H" });
  await done("scenario", { scenario: "new-thirdparty" });
  await done("clock", { advance: "PT2H" });
  await search("2026-01-15T11:00:00", "2026-01-15T12:00:00");
  const { synchronisation, coverage } = await done("audit");
  expect(synchronisation.findings[0]).toMatchObject({ kind: "gap", missed: 1, fails: true });
  expect(coverage.figures.operations.covered).toBe(1);
  expect(coverage.missingOperations).toContain("dossiers.create");
});
