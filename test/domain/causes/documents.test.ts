import { describe, expect, it } from "vitest";
import { draftOf } from "../stage.ts";
import { type Caused, freeDossier, occur, withFreeDossier } from "./occurrence.ts";

describe("a decision that is triggered on a document without a response", () => {
  const reviewed = ["third party submits", "ACTION_REQUIRED"];
  const refused = ["third party submits", "third party denies", "INVALID", "third party submits"];
  it.each([
    ["cleaner", "RIB", true, [...reviewed, "CLIENT accepts", "VALID"]],
    ["cleaner", "RIB", false, [...reviewed, "CLIENT denies", "INVALID"]],
    ["cleaner", "KBIS", true, [...reviewed, "CLIENT accepts", "VALID"]],
    ["cleaner", "SCR_SANCTIONS", true, ["screening submits", "CLIENT accepts", "VALID"]],
    ["cleaner", "SCR_SANCTIONS", false, ["screening submits", "ACTION_REQUIRED", "CLIENT denies", "INVALID"]],
    ["cleaner", "IBAN", true, ["third party submits", "CLIENT accepts", "VALID"]],
    ["cleaner", "IBAN", false, [...reviewed, "CLIENT denies", "INVALID"]],
    ["struckOff", "KBIS", false, [...refused, "CLIENT denies", "INVALID"]],
    ["struckOff", "KBIS", true, refused],
    ["sanctioned", "SCR_SANCTIONS", true, ["screening submits", "CLIENT accepts", "VALID"]],
  ] as const)("a company of the kind %s has its %s decided (%j) by %j", async (kind, code, approved, expected) => {
    const draft = draftOf(await withFreeDossier(kind, [code]));
    const event = approved ? "DOCUMENT_ANSWER_ACCEPTED" : "DOCUMENT_ANSWER_DENIED";
    const verbs: Record<string, string> = { ADDED: "submits", ACCEPTED: "accepts", DENIED: "denies" };
    const { events } = occur(draft, event, { comment: "Vu" });
    const told = events.flatMap(({ eventName, actor, payload }) => {
      if (eventName === "DOCUMENT_ANSWER_STATUS_UPDATE") return payload.to === "ONGOING" ? [] : [payload.to];
      const [, verb = ""] = /^DOCUMENT_ANSWER_(ADDED|ACCEPTED|DENIED)$/.exec(eventName) ?? [];
      return verbs[verb] ? [`${actor.name} ${verbs[verb]}`] : [];
    });
    expect(told).toEqual(expected);
    if (code === "IBAN" && approved) expect(draft.all("responses")).toMatchObject([{ outcome: "valid", chosen: true }]);
    const comments = draft.all("comments").map(({ text, author }) => `${author}: ${text}`);
    expect(comments).toEqual(told.some((word) => String(word).startsWith("CLIENT")) ? ["CLIENT: Vu"] : []);
  });
  it.each([
    ["DOCUMENT_ANSWER_DENIED", "INVALID", true],
    ["DOCUMENT_ANSWER_STATUS_UPDATE_INVALID", "INVALID", true],
    ["DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION", "BELOW_EXPECTATION", false],
  ] as const)("%s decides the response that waits: %s, with the reason shared: %j", async (event, status, shared) => {
    const draft = draftOf(await withFreeDossier());
    occur(draft, "DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED");
    expect(occur(draft, event).occurred).toHaveLength(1);
    expect(draft.all("responses").map(({ decision }) => decision)).toMatchObject([
      { decision: "REJECTED", statusCode: status, shareRejectionReason: shared },
    ]);
  });
  it("a valid document is not made valid again, and a response under way is amended for a review", async () => {
    const draft = draftOf(await withFreeDossier());
    occur(draft, "DOCUMENT_ANSWER_ADDED");
    occur(draft, "DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED");
    occur(draft, "DOCUMENT_ANSWER_STATUS_UPDATE_VALID");
    expect(occur(draft, "DOCUMENT_ANSWER_STATUS_UPDATE_VALID").events).toEqual([]);
    expect(draft.all("responses").map(({ state, evidenceIds }) => [state, evidenceIds.length])).toEqual([
      ["ACCEPTED", 2],
    ]);
  });
});

it("DOCUMENT_MODIFICATION moves the day on which a document is due, and to none before it was asked for", async () => {
  const draft = draftOf(await withFreeDossier());
  const due = (data: object) => {
    const { outcome } = occur(draft, "DOCUMENT_MODIFICATION", data);
    return outcome ?? draft.all("documents").at(-1)?.internal.dueDate;
  };
  const { documentId } = draft.all("documents").at(-1) as { documentId: number };
  expect([{ dueDate: "2026-01-15" }, {}, {}, {}].map(due)).toEqual([
    "2026-01-15",
    "2026-02-16",
    "2026-03-02",
    "2026-02-16",
  ]);
  const because = `/data/dueDate must not be before 2026-01-15, when document ${documentId} was asked for.`;
  const found = due({ dueDate: "2026-01-14" });
  expect(found).toBeRefused({ status: 400, detail: "A document cannot be due before it is asked for." });
  expect(found).toMatchObject({
    refused: {
      body: {
        errors: [
          { pointer: "/data/dueDate", detail: because, expected: "a day from 2026-01-15 on", received: '"2026-01-14"' },
        ],
      },
    },
  });
});

it("DOCUMENT_STOPPED withdraws a document of a free dossier, and archives a typed dossier", async () => {
  const one = await withFreeDossier();
  const stopped = (documentId: number) => {
    const draft = draftOf(one);
    occur(draft, "DOCUMENT_STOPPED", {}, { documentId });
    const { dossierId, internal } = draft.existing("documents", documentId);
    return [internal.withdrawn, draft.existing("dossiers", dossierId).stoppingReason];
  };
  expect(stopped(one.document("RIB").documentId)).toEqual([true, null]);
  expect(stopped(one.document("LNTE").documentId)).toEqual([false, "CLIENT"]);
});

it("a document whose dossier is open and that is stopped takes no trigger", async () => {
  const draft = draftOf(await withFreeDossier("cleaner", ["RIB", "STATUTS"]));
  occur(draft, "DOCUMENT_STOPPED");
  const events: Caused[] = ["DOCUMENT_ANSWER_ADDED", "DOCUMENT_MODIFICATION", "DOCUMENT_ANSWER_STATUS_UPDATE"];
  expect(events.map((event) => occur(draft, event).events.length)).toEqual([0, 0, 0]);
  expect(freeDossier(draft).monitored).toBe(true);
});

it("evidence is deleted after one warning, and only a form of a missing document is interrupted", async () => {
  const draft = draftOf(await withFreeDossier());
  occur(draft, "DOCUMENT_ANSWER_EXPIRED");
  expect(occur(draft, "DOCUMENT_ANSWER_INTERRUPTED").events).toEqual([]);
  const [warning] = occur(draft, "DOCUMENT_DELETION_WARNING").events;
  expect([warning?.eventName, warning?.actor.name]).toEqual(["DOCUMENT_DELETION_WARNING", "CLIENT"]);
  expect(occur(draft, "DOCUMENT_DELETION").events.slice(0, 1)).toTell(["DOCUMENT_DELETION"]);
  const fresh = draftOf(await withFreeDossier());
  occur(fresh, "DOCUMENT_ANSWER_EXPIRED");
  const both = ["DOCUMENT_DELETION_WARNING", "DOCUMENT_DELETION"] as const;
  expect(occur(fresh, "DOCUMENT_DELETION").events.slice(0, 2)).toTell(both);
});
