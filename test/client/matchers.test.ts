import { expect, it, vi } from "vitest";
import { syncReport } from "../../contract/examples/control.ts";
import { assertMissedNothing, matchers, missedNothing } from "../../src/client/matchers.ts";
import type { SyncReport } from "../../src/client/world.ts";

expect.extend(matchers);
const report = syncReport as SyncReport;
const [caller] = report.callers as [SyncReport["callers"][number]];
const [finding] = report.findings as [SyncReport["findings"][number]];
const lost = `nightly-sync missed 1 (THIRD_PARTY_ARCHIVED 50000001). ${finding.sentence}`;
const silent = { ...caller, caller: "silent", answered: 0 };

it.each<[string, Partial<SyncReport>, complaint: string | undefined]>([
  ["that was shown every event", { findings: [] }, undefined],
  ["of which something is remarked alone", { findings: [{ ...finding, missed: 0, fails: false }] }, undefined],
  [
    "that left an hour out in which nothing happened",
    { findings: [{ ...finding, missed: 0 }] },
    `nightly-sync left time unread. ${finding.sentence}`,
  ],
  [
    "of which not all searches are known",
    { findings: [], isComplete: false, unknowns: ["Some are gone."] },
    "Not all is known of demo: Some are gone.",
  ],
  ["that missed an event", {}, lost],
  [
    "that missed more than is listed, by two mistakes",
    {
      findings: [
        { ...finding, missed: 5, events: { ...finding.events, more: 4 } },
        { ...finding, caller: null },
      ],
    },
    `nightly-sync missed 5 (THIRD_PARTY_ARCHIVED 50000001 and 4 more). ${finding.sentence}\n` +
      lost.replace("nightly-sync", "The client"),
  ],
  [
    "whose searches were all refused",
    {
      callers: [caller, silent],
      findings: [{ ...finding, caller: "silent", missed: 0, fails: false, sentence: "Wrong name." }],
    },
    "No search of silent was answered. Wrong name.",
  ],
  [
    "whose searches were all refused, beside another that missed an event",
    { callers: [caller, silent] },
    `No search of silent was answered.\n${lost}`,
  ],
  [
    "that was not seen",
    { callers: [], findings: [], unknowns: ["No search was seen.", "So it is."] },
    "Nothing can be said of demo: No search was seen. So it is.",
  ],
])("toMissNothing, assertMissedNothing and missedNothing judge a client %s alike", (_name, change, complaint) => {
  const judged = { ...report, ...change };
  expect(missedNothing(judged)).toBe(complaint === undefined);
  if (complaint === undefined) {
    expect(judged).toMissNothing();
    assertMissedNothing(judged);
    expect(() => expect(judged).not.toMissNothing()).toThrow("Every event reached the clients of demo.");
  } else {
    expect(judged).not.toMissNothing();
    expect(() => expect(judged).toMissNothing()).toThrow(complaint);
    expect(() => assertMissedNothing(judged)).toThrow(new Error(complaint));
  }
});

it("passes a client that may pause where the test says so, and prints what is remarked of one that passes", () => {
  const print = vi.spyOn(console, "info").mockImplementation(() => {});
  const paused = { ...report, findings: [{ ...finding, missed: 0 }] };
  expect(paused).toMissNothing({ allowGaps: true });
  assertMissedNothing(paused, { allowGaps: true });
  expect(missedNothing(report, { allowGaps: true })).toBe(false);
  expect(print.mock.calls).toEqual(Array(2).fill([`Remark (gap, nightly-sync): ${finding.sentence}`]));
});
