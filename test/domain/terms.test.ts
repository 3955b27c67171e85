import { describe, expect, it } from "vitest";
import { assumptions } from "../../contract/assumptions.ts";
import { defaultConfiguration } from "../../src/domain/configuration.ts";
import { mixes, termRows, terms } from "../../src/domain/terms.ts";

const rowsOfMixes = Object.entries(termRows.mixes);
const rows = Object.entries({ ...termRows.amounts, ...termRows.ranges });

describe("terms, thresholds and periods", () => {
  it.each(rows)("%s is what its assumption says", (name, { value, assumption, says }) => {
    const numbers = assumptions[assumption].chosen.match(/\d+(?:\.\d+)?/g);
    expect(numbers).toEqual(expect.arrayContaining([value].flat().map(String)));
    expect(says).toMatch(/^[A-Z].+\.$/);
    expect(terms).toHaveProperty(name, value);
  });
  it.each([
    ["renewalDays", "dossier-terms"],
    ["invitationDays", "reminders"],
    ["invitationReminders", "reminders"],
    ["weeklyReminders", "reminders"],
    ["rejectionDueDays", "reminders"],
    ["changedDueDays", "reminders"],
    ["checkTimeoutDays", "automatic-checks"],
    ["reviewPercent", "automatic-checks"],
    ["refusedPercent", "automatic-checks"],
    ["bankRecheckMonths", "bank-recheck"],
    ["evidenceRetentionMonths", "stopped-documents"],
    ["deletionGraceDays", "stopped-documents"],
  ] as const)("%s of the practice of an account is what its assumption says", (name, assumption) => {
    const numbers = assumptions[assumption].chosen.match(/\d+(?:\.\d+)?/g);
    const value = [defaultConfiguration.practice[name]].flat().map(String);
    expect(numbers).toEqual(expect.arrayContaining(value));
  });
  it.each(rowsOfMixes)("%s are drawn as their assumption says", (name, { value, assumption, says }) => {
    const numbers = assumptions[assumption].chosen.match(/\d+(?:\.\d+)?/g);
    expect(numbers).toEqual(expect.arrayContaining(Object.values(value).map(String)));
    expect(says).toMatch(/^[A-Z].+\.$/);
    expect(mixes).toHaveProperty(name, Object.entries(value));
  });
  it("range from the lower to the higher", () => {
    expect(Object.values(termRows.ranges).filter(({ value: [low, high] }) => low >= high)).toEqual([]);
  });
});
