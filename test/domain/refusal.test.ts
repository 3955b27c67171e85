import { expect, it } from "vitest";
import { wordsIn } from "../../src/domain/accents.ts";
import { clockAt, readClock } from "../../src/domain/clock.ts";
import {
  conflict,
  invalidValues,
  notFound,
  timedOut,
  unavailable,
  wrongParameter,
  wrongValue,
} from "../../src/domain/refusal.ts";
import { parse } from "../../src/domain/time.ts";
import { v5 } from "../../src/domain/uuid.ts";

it("a refusal is the body of its status", () => {
  const refusals = { 404: notFound, 409: conflict, 503: unavailable, 504: timedOut };
  for (const [status, refuse] of Object.entries(refusals))
    expect(refuse("CONFLICT", "Why.", { thirdpartyId: 1 })).toEqual({
      refused: { status: Number(status), body: { code: "CONFLICT", detail: "Why.", thirdpartyId: 1 } },
    });
});
it("a refused value says where it is, what was expected and what came", () => {
  const about = { code: "VALIDATION_ERROR", name: null, expected: "a day" };
  const errors = [
    { ...about, in: "body", pointer: "/a", detail: "/a must be a day.", received: "[1]" },
    { ...about, in: "body", pointer: "/b", detail: "Why.", received: "nothing" },
  ];
  const violations = [wrongValue("/a", "a day", [1]), wrongValue("/b", "a day", undefined, "Why.")];
  expect(invalidValues("No.", violations)).toEqual({
    refused: { status: 400, body: { code: "VALIDATION_ERROR", detail: "No.", errors } },
  });
  const parameter = { ...about, in: "query", pointer: null, name: "page", detail: "Why.", received: '"x"' };
  const refused = (code: string) => ({
    refused: { status: 400, body: { code, detail: "Why.", errors: [{ ...parameter, code }] } },
  });
  expect(wrongParameter("page", "Why.", "a day", "x")).toEqual(refused("VALIDATION_ERROR"));
  expect(wrongParameter("page", "Why.", "a day", "x", "INVALID_PAGE")).toEqual(refused("INVALID_PAGE"));
});
it("of more than a hundred violations, the others are counted", () => {
  const of = (count: number) => {
    const { body } = invalidValues("No.", Array(count).fill(wrongValue("/a", "b", 1))).refused;
    return `${body.errors?.length} ${body.furtherErrors}`;
  };
  expect([of(99), of(100), of(101)]).toEqual(["99 undefined", "100 undefined", "100 1"]);
});

it("a clock stands still at its moment, or runs on by its offset up to the end of time", () => {
  const [wall, moment] = [parse("2026-01-15T09:00:00"), parse("2030-01-01T00:00:00")];
  const [frozen, running] = [clockAt(moment, true, wall), clockAt(moment, false, wall)];
  expect([frozen, running]).toEqual([
    { frozenAt: "2030-01-01T00:00:00.000", offset: 0 },
    { frozenAt: null, offset: moment - wall },
  ]);
  expect([readClock(frozen, wall + 5), readClock(running, wall + 5)]).toEqual([moment, moment + 5]);
  expect(readClock({ frozenAt: null, offset: 1e15 }, wall)).toBe(parse("9999-12-31T23:59:59.999"));
});

it("a name always gives the same UUID of version 5, and another name another", () => {
  const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const all = Array.from({ length: 64 }, (_, nth) => v5(String(nth)));
  expect([all.every((uuid) => shape.test(uuid)), new Set(all).size]).toEqual([true, 64]);
  expect(v5("6876000")).toBe("53ba53da-0249-5096-9f78-fab127c34334");
});
it("words are found in small letters and without accents", () => {
  expect([wordsIn("Élan d'ÉTÉ", /[a-z]+/g), wordsIn("…", /[a-z]+/g)]).toEqual([["elan", "d", "ete"], []]);
});
