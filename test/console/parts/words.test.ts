import { describe, expect, it } from "vitest";
import {
  actorWord,
  documentEventWord,
  eventTone,
  figure,
  money,
  statusWord,
  withWords,
  wordOf,
} from "../../../src/console/parts/words.ts";

describe("words and figures of the console", () => {
  it("thousands stand apart by a narrow space, and amounts have the sign of their currency", () => {
    expect([0, 999, 1000, 1234567].map(figure)).toEqual(["0", "999", "1\u202f000", "1\u202f234\u202f567"]);
    expect([
      ["EUR", money(1500, "EUR")],
      ["USD", money(2, "USD")],
      ["GBP", money(2, "GBP")],
      ["another", money(2, "CHF")],
      ["unknown", money(2, null)],
      ["no amount", money(null, "EUR")],
      ["zero", money(0, "EUR")],
    ]).toEqual([
      ["EUR", "1\u202f500 €"],
      ["USD", "2 $"],
      ["GBP", "2 £"],
      ["another", "2 CHF"],
      ["unknown", "2 "],
      ["no amount", null],
      ["zero", "0 €"],
    ]);
  });

  it.each([
    ["VALID", "ok", "Valid"],
    ["ACTIVE", "ok", "Active"],
    ["APPROVED", "ok", "Approved"],
    ["ACTION_REQUIRED", "warn", "Action required"],
    ["COLLECTIVE_PROCEDURE", "warn", "In procedure"],
    ["ONGOING", "info", "Ongoing"],
    ["INVITED", "info", "Invited"],
    ["BELOW_EXPECTATION", "below", "Below expectation"],
    ["INVALID", "bad", "Invalid"],
    ["STRUCK_OFF", "bad", "Struck off"],
    ["REJECTED", "bad", "Rejected"],
    ["MISSING", "none", "Missing"],
    ["ABSENT", "none", "Absent"],
    ["ARCHIVED", "none", "Archived"],
    ["STOPPED", "none", "Stopped"],
    ["DELETED", "none", "Removed"],
    ["NEW_ONE", "none", "NEW_ONE"],
  ])("the status %s has the colour %s and the word %s", (status, tone, word) => {
    expect([statusWord(status), wordOf(status)]).toEqual([[tone, word], word]);
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
