import { expect, it } from "vitest";
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
  ["of which something is remarked alone", { findings: [{ ...finding, missed: 0 }] }, undefined],
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
    { callers: [caller, silent], findings: [{ ...finding, caller: "silent", missed: 0, sentence: "Wrong name." }] },
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
