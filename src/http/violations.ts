import type { z } from "zod";
import type { ProblemCode, Violation } from "../../contract/shared.ts";

type Issue = z.core.$ZodIssue;
type Place = Violation["in"];

/** What came, as JSON, short enough to read. */
function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  // JSON knows no infinity, and would show null.
  if (typeof value === "number" && !Number.isFinite(value)) return "a number too large to count with";
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as never)[key] : undefined), root);

const pointerOf = (path: readonly PropertyKey[]) => path.map((part) => `/${String(part).replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");

const articles: Record<string, string> = {
  array: "a list",
  object: "an object",
  string: "a text",
  number: "a number",
  boolean: "true or false",
  int: "a whole number",
};

function expectation(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return articles[issue.expected] ?? issue.expected;
    case "invalid_value":
      return issue.values.length === 1 ? shown(issue.values[0]) : `one of ${issue.values.join(", ")}`;
    case "unrecognized_keys":
      return "no such property";
    case "too_small":
      return `at least ${counted(issue.minimum, issue.origin)}`;
    case "too_big":
      return `at most ${counted(issue.maximum, issue.origin)}`;
    case "invalid_union":
      return "discriminator" in issue && issue.discriminator ? `a known ${issue.discriminator}` : "one of the forms in the documentation";
    case "custom":
      return (issue.params as { expected?: string } | undefined)?.expected ?? withoutMust(issue.message);
    default:
      return withoutMust(issue.message);
  }
}
const withoutMust = (message: string) => message.replace(/^must be /, "");
const units: Record<string, [one: string, many: string]> = { string: ["character", "characters"], array: ["entry", "entries"] };
const counted = (count: number | bigint, origin: string) => [count, units[origin]?.[count === 1 ? 0 : 1]].filter((word) => word !== undefined).join(" ");
const sentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);

/** A union's issue stands for the branch that came closest; what that branch misses is what the client wants to hear. */
function flatten(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const scored = issue.errors.map((errors) => ({
    errors,
    far: errors.reduce((sum, { code, path }) => sum + (code === "unrecognized_keys" ? 1.5 : 1) + (path.length === 0 && code === "invalid_type" ? 10 : 0), 0),
  }));
  scored.sort((a, b) => a.far - b.far);
  const [best, second] = scored;
  if (!best || (second && second.far === best.far)) return [issue];
  return best.errors.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] } as Issue));
}

/** Every violation of one part of a request: where, what was expected, what came. */
export function violationsOf(place: Place, error: z.ZodError, input: unknown): Violation[] {
  return error.issues.flatMap(flatten).flatMap((issue): Violation[] => {
    const paths = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => {
      const received = valueAt(input, path);
      const expected = expectation(issue);
      const where = place === "body" ? pointerOf(path) || "The body" : path.map(String).join(".");
      const told = issue.code === "custom" || issue.code === "invalid_format" || issue.code === "invalid_union";
      const missing = received === undefined && issue.code !== "custom" && issue.code !== "unrecognized_keys";
      return {
        in: place,
        pointer: place === "body" ? pointerOf(path) : null,
        name: place === "body" ? null : path.map(String).join("."),
        code: codeOf(issue),
        detail: missing
          ? `${where} is missing: ${expected} is expected.`
          : issue.code === "unrecognized_keys"
            ? `${where} is not known here.`
            : told
              ? sentence(`${where} ${issue.message}`)
              : `${where} must be ${expected}.`,
        expected,
        received: shown(received),
      };
    });
  });
}

const codeOf = (issue: Issue): string =>
  issue.code === "custom" ? ((issue.params as { code?: string } | undefined)?.code ?? "VALIDATION_ERROR") : "VALIDATION_ERROR";

/** One code for the whole request: the violations' own when they agree. */
export function codeOfAll(violations: readonly Violation[]): ProblemCode {
  const [first, ...others] = new Set(violations.map(({ code }) => code));
  return (others.length === 0 && first ? first : "VALIDATION_ERROR") as ProblemCode;
}
