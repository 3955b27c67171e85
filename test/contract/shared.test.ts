import { expect, it } from "vitest";
import { z } from "zod";
import { compiled } from "../../contract/compiled.ts";
import { control } from "../../contract/control.ts";
import { WorldRequest } from "../../contract/control-configuration.ts";
import * as shapes from "../../contract/control-shapes.ts";
import { someOf } from "../../contract/control-sync.ts";
import { DocumentCode } from "../../contract/documents.ts";
import { DateTime, Day, Email, FrenchDay, IdParameters, text, wholeNumber } from "../../contract/shared.ts";
import { check } from "../../contract/violations.ts";

it("accepts a date exactly when the day exists", () => {
  const two = (number: number) => String(number).padStart(2, "0");
  const wrong: string[] = [];
  for (const year of [1900, 1999, 2000, 2023, 2024, 2100, 2400])
    for (let month = 0; month <= 13; month++)
      for (let day = 0; day <= 32; day++) {
        const iso = `${year}-${two(month)}-${two(day)}`;
        const date = new Date(Date.UTC(year, month - 1, day));
        const exists = date.toISOString().slice(0, 10) === iso;
        const french = `${two(day)}/${two(month)}/${year}`;
        const verdicts = [Day.safeParse(iso), DateTime.safeParse(`${iso}T12:00:00.000`), FrenchDay.safeParse(french)];
        if (verdicts.some(({ success }) => success !== exists)) wrong.push(iso);
      }
  expect(wrong).toEqual([]);
});

/** What a client is told of a value, without the name of its place; an empty text where it is taken. */
const told = (schema: z.ZodType, value: unknown): string =>
  check("body", z.object({ at: schema }), { at: value })
    .violations.map(({ detail }) => detail.replace("/at ", ""))
    .join(" ");
const moment = "must be a moment as yyyy-MM-ddTHH:mm:ss.SSS, without a zone.";
const clock = "must be a moment that exists, as yyyy-MM-ddTHH:mm:ss with its seconds, without a zone";
const within = `${clock}, from 1980-01-01 to the end of 9999.`;
const duration = "must be an ISO 8601 duration such as P90D, P1Y or PT12H.";
const period = "must be an ISO 8601 duration longer than nothing, such as P7D or PT12H.";
const long = "x".repeat(64);
const snapshot = "must be 1 to 64 letters, digits, hyphens or underscores, a letter or digit first.";
const seed = "must be the name of a seed, of letters, digits, hyphens and underscores; GET /_sandbox/seeds lists them.";
const digit = "must be a whole number from 0 to 9.";
const { statusCode } = control.portfolio.documents.query.shape;
const statuses =
  "must be statuses of documents, separated by commas: " +
  "MISSING, ONGOING, ACTION_REQUIRED, VALID, BELOW_EXPECTATION, INVALID.";

it.each<[what: string, schema: z.ZodType, good: unknown[], bad: unknown[], sentence: string]>([
  ["day", Day, ["2024-02-29"], ["2023-02-29", "2026-1-5"], "must be a day that exists, as YYYY-MM-DD."],
  ["French day", FrenchDay, ["29/02/2024"], ["2024-02-29"], "must be a day that exists, as DD/MM/YYYY."],
  ["moment", DateTime, ["2026-01-15T23:59:59.999"], ["2026-01-15T09:00:00", "2026-01-15T24:00:00.000"], moment],
  ["moment", DateTime, [], ["2026-01-15T09:00:00.000Z", "2026-01-15 09:00:00.000", "2026-01-15T09:60:00.000"], moment],
  ["moment of a world", shapes.Moment, ["1979-12-31T00:00:00"], ["2026-01-15"], `${clock}.`],
  ["moment of a clock", shapes.ClockMoment, ["1980-01-01T00:00:00"], ["1979-12-31T23:59:59"], within],
  ["moment of a clock", shapes.ClockMoment, ["9999-12-31T23:59:59.999"], ["0999-01-01T00:00:00"], within],
  ["duration", shapes.Duration, ["P1Y2M3W4DT5H6M7S", "PT12H", "P0D"], ["P", "PT", "P1H", "1D"], duration],
  ["period", shapes.Period, ["P7D", "PT0H1S"], ["P0D", "PT0S", "P"], period],
  ["name of a snapshot", shapes.SnapshotName, ["before-renewal", "0", long], ["", "-a", "a b", `${long}x`], snapshot],
  ["name of a seed", shapes.SeedName, ["portfolio"], ["", "../x"], seed],
  ["document code", DocumentCode, ["KBIS"], ["kbis", ""], "must be a document code: capitals, digits and underscores."],
  ["e-mail address", Email, ["a.b+c'd@e-f.g"], ["a@b", "@b.c", "é@b.c"], "must be an e-mail address."],
  ["text", text(3, 1), ["abc", "😀😀😀"], ["abcd", "😀😀😀😀", "abcdefg"], "must have at most 3 characters."],
  ["text", text(3, 1), [], [""], "must have at least 1 character."],
  ["number in a path", wholeNumber(0, 9), ["0", "9"], ["10", "-1", "01", "1.0", ""], digit],
  ["id", IdParameters.fileId, ["1", "999999999"], ["0", "1000000000"], "must be a whole number from 1 to 999999999."],
  ["list of statuses", statusCode, ["VALID", "MISSING,VALID"], ["VALID,", "valid"], statuses],
])("takes and refuses as a %s, with the sentence of the contract", (_, schema, good, bad, sentence) => {
  const answers = [...good, ...bad].map((value) => [value, told(schema, value)]);
  expect(answers).toEqual([...good.map((value) => [value, ""]), ...bad.map((value) => [value, sentence])]);
});

it("a world that is copied from another takes nothing beside its source", () => {
  const from = { accountId: "demo" };
  expect(check("body", WorldRequest, { from }).violations).toEqual([]);
  expect(check("body", WorldRequest, { seed: "empty", size: 3 }).violations).toEqual([]);
  const { violations } = check("body", WorldRequest, { from, seed: "empty", freeze: false });
  const reason = "cannot go with from: a copy has the seed and the clock of its source.";
  expect(violations.map(({ detail, expected }) => ({ detail, expected }))).toEqual([
    { detail: `/seed ${reason}`, expected: "nothing" },
    { detail: `/freeze ${reason}`, expected: "nothing" },
  ]);
});

it("a record refuses the key __proto__, as its published schema does", () => {
  const record = shapes.ownKeys(z.record(z.string(), z.number()));
  expect(record.parse({ a: 1 })).toEqual({ a: 1 });
  expect(told(record, JSON.parse('{"__proto__":1}'))).toBe("/at/__proto__ is not known here.");
  expect(told(record, null)).toBe("must be an object.");
});

it("a list that is long is shown by its first ten entries and the number of the others", () => {
  expect(someOf([0, 1], String)).toEqual({ content: ["0", "1"], more: 0 });
  expect(someOf([..."abcdefghijklm"], String)).toEqual({ content: [..."abcdefghij"], more: 3 });
});

it("a schema that is used often gets a parser of its own, which gives the same results", () => {
  const schema = z.object({ length: z.number().max(9) });
  const used = Array.from({ length: 70 }, () => compiled(schema));
  expect(used.findIndex((one) => one !== schema)).toBe(64);
  expect(new Set(used.slice(64)).size).toBe(1);
  for (const value of [{ length: 9, more: 1 }, { length: 10 }, null])
    expect(used[64]?.safeParse(value)).toEqual(schema.safeParse(value));
});
