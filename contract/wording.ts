import type { z } from "zod";
import { nearest } from "./nearest.ts";
import type { Violation } from "./shared.ts";

export type Issue = z.core.$ZodIssue;

/** Empty messages instead of zod's own, so that only the contract's and these reach a client. */
export const ours = { error: () => "" };

const longest = 120;

/** For JSON.stringify: leaves out what cannot be among the first characters, so that a long value costs no more. */
function beginning(): (key: string, value: unknown) => unknown {
  let room = longest;
  return (_key, value) => {
    if (--room < 0) return null;
    if (typeof value === "string" || Array.isArray(value)) return value.slice(0, longest);
    if (typeof value !== "object" || value === null) return value;
    const first: Record<string, unknown> = {};
    let count = 0;
    for (const name in value) {
      if (++count > longest) break;
      first[name.slice(0, longest)] = (value as Record<string, unknown>)[name];
    }
    return first;
  };
}

/** A received value as JSON, cut to a readable length. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  // JSON would write null for an infinite number.
  if (typeof value === "number" && !Number.isFinite(value)) return "a number too large to count with";
  const text = JSON.stringify(value, beginning()) ?? String(value);
  return text.length > longest ? `${text.slice(0, longest - 3)}…` : text;
}

const kinds: Record<string, string> = {
  array: "a list",
  object: "an object",
  record: "an object",
  string: "a text",
  number: "a number",
  boolean: "true or false",
  int: "a whole number",
};
const units: Record<string, [one: string, many: string]> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};
const counted = (count: number | bigint, origin: string) =>
  `${count} ${units[origin]?.[count === 1 ? 0 : 1] ?? ""}`.trim();

export const sentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);
/** The detail of a violation, with what to do where it does not say so itself. */
export const withRemedy = ({ code, detail, expected }: Pick<Violation, "code" | "detail" | "expected">) =>
  code !== "WRONG_CONFIGURATION" || detail.includes(expected) ? detail : `${detail} Expected: ${expected}.`;
export const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
/** A list of more values is no help in a sentence. */
const mostListed = 40;
export const oneOf = (values: readonly unknown[]) => {
  if (values.length === 1) return shown(values[0]);
  if (values.length <= mostListed) return `one of ${values.join(", ")}`;
  return `one of ${values.length} values that the OpenAPI document lists, such as ${values[0]}`;
};
export const missing = (expected: string) => `is missing: ${expected} is expected`;

/** The noun phrase in a message of the contract: "must be FR: this number is French" expects "FR". */
const asked = (message: string): string | undefined =>
  /^must (?:be|have|hold) (?<what>.+?)(?:: .*)?$/.exec(message)?.groups?.what;

/** What the value should be, as a noun phrase. */
export function expectation(issue: Issue): string {
  if (issue.code === "invalid_key") return `a name that is ${expectation(issue.issues[0] as Issue)}`;
  const named = issue.code === "custom" ? (issue.params as { expected?: string } | undefined)?.expected : undefined;
  const wanted = named ?? (issue.code === "too_big" ? undefined : asked(issue.message));
  if (wanted !== undefined) return wanted;
  if (issue.code === "invalid_type") return kinds[issue.expected] ?? issue.expected;
  if (issue.code === "invalid_value") return oneOf(issue.values);
  if (issue.code === "too_small") return `at least ${counted(issue.minimum, issue.origin)}`;
  if (issue.code === "too_big") return `at most ${counted(issue.maximum, issue.origin)}`;
  return "the form that the documentation gives";
}

/** The predicate of the sentence about a received value: the contract's own message, if it has one. */
export function complaint(issue: Issue, expected: string, received: unknown): string {
  if (issue.message) return issue.message;
  if (issue.code === "invalid_key") {
    const [own] = issue.issues as [Issue];
    return `is no name of such an entry: it ${complaint(own, expectation(own), received)}`;
  }
  if (issue.code === "invalid_value") return mustBe(issue.values, received);
  const holds = (issue.code === "too_small" || issue.code === "too_big") && units[issue.origin] !== undefined;
  return `must ${holds || issue.code === "invalid_format" ? "have" : "be"} ${expected}`;
}

export function mustBe(values: readonly unknown[], received: unknown): string {
  const isChoice = typeof received === "string" && values.length > 1;
  const near = isChoice ? nearest(received, values.map(String)) : undefined;
  return `must be ${oneOf(values)}${near === undefined ? "" : `; did you mean ${near}?`}`;
}
