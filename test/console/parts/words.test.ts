import { describe, expect, it } from "vitest";
import * as words from "../../../src/console/parts/words.ts";

const { actorWord, documentEventWord, eventTone, figure, money, statusWord, withWords, wordOf } = words;

describe("words and figures of the console", () => {
  it("thousands stand apart by a narrow space, and amounts have the sign of their currency", () => {
    expect([0, 999, 1000, 1234567].map(figure)).toEqual(["0", "999", "1\u202f000", "1\u202f234\u202f567"]);
    const amounts = [money(1500, "EUR"), money(2, "USD"), money(2, "GBP"), money(2, "CHF"), money(2, null)];
    expect(amounts).toEqual(["1\u202f500 €", "2 $", "2 £", "2 CHF", "2 "]);
    expect([money(null, "EUR"), money(0, "EUR")]).toEqual([null, "0 €"]);
  });

  it("a status has a colour and a word", () => {
    const all = {
      ok: { VALID: "Valid", ACTIVE: "Active", APPROVED: "Approved" },
      warn: { ACTION_REQUIRED: "Action required", COLLECTIVE_PROCEDURE: "In procedure" },
      info: { ONGOING: "Ongoing", INVITED: "Invited" },
      below: { BELOW_EXPECTATION: "Below expectation" },
      bad: { INVALID: "Invalid", STRUCK_OFF: "Struck off", REJECTED: "Rejected" },
      none: {
        MISSING: "Missing",
        ABSENT: "Absent",
        ARCHIVED: "Archived",
        STOPPED: "Stopped",
        DELETED: "Removed",
        X: "X",
      },
    };
    for (const [tone, wordsOf] of Object.entries(all))
      for (const [status, word] of Object.entries(wordsOf))
        expect([statusWord(status), wordOf(status)], status).toEqual([[tone, word], word]);
  });

  it("an event is bad news, a warning, good news or none", () => {
    const bad = ["ANSWER_EXPIRED", "STATUS_UPDATE_INVALID", "ANSWER_DENIED", "CESSATION", "THIRD_PARTY_DELETED"];
    const warn = ["ACTION_REQUIRED", "DOSSIER_REMINDER", "ABSENT", "COLLECTIVE_PROCEDURE", "ACTION_REQUIRED_VALID"];
    const all = [...bad, ...warn, "STATUS_UPDATE_VALID", "ANSWER_ACCEPTED", "DOSSIER_ADDED"];
    expect(all.map(eventTone)).toEqual([...bad.map(() => "bad"), ...warn.map(() => "warn"), "ok", "ok", "none"]);
  });

  it("actors and events of documents are written as people say them", () => {
    expect(["THIRD_PARTY", "CLIENT"].map(actorWord)).toEqual(["third party", "client"]);
    expect(
      ["DOCUMENT_ANSWER_STATUS_UPDATE_VALID", "DOCUMENT_STOPPED", "OF_DOCUMENT_X", ""].map(documentEventWord),
    ).toEqual(["Status update valid", "Stopped", "Of document x", ""]);
  });

  it("a filter finds texts that have every word of it, in any case and order", () => {
    const found = (filter: string, between?: RegExp) =>
      ["Let time pass", "Time", "Disarm all"].filter(withWords(filter, between));
    expect([found("TIME let"), found(" time "), found("time all"), found("")]).toEqual([
      ["Let time pass"],
      ["Let time pass", "Time"],
      [],
      ["Let time pass", "Time", "Disarm all"],
    ]);
    expect([found("time,,pass", /,/), found("e  p")]).toEqual([["Let time pass"], ["Let time pass"]]);
  });
});
