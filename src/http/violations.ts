import { z } from "zod";
import { compiled } from "../../contract/compiled.ts";
import { nearest } from "../../contract/nearest.ts";
import { type ProblemCode, refusals, type Violation } from "../../contract/shared.ts";

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
  path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as never)[key] : undefined,
    root,
  );

const pointerOf = (path: readonly PropertyKey[]) =>
  path.map((part) => `/${String(part).replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");

const articles: Record<string, string> = {
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
  [count, units[origin]?.[count === 1 ? 0 : 1]].filter((word) => word !== undefined).join(" ");
const sentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);
const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
const oneOf = (values: readonly unknown[]) => (values.length === 1 ? shown(values[0]) : `one of ${values.join(", ")}`);

/** What a message of the contract asks for, without its verb and its reasons: "must be FR: this number is French" asks for "FR". */
const asked = (message: string): string | undefined =>
  /^must (?:be|have|hold) (?<what>.+?)(?:: .*)?$/.exec(message)?.groups?.what;

/** What a value had to be, as a noun phrase. */
function expectation(issue: Issue): string {
  const named = issue.code === "custom" ? (issue.params as { expected?: string } | undefined)?.expected : undefined;
  const wanted = named ?? (issue.code === "too_big" ? undefined : asked(issue.message));
  if (wanted !== undefined) return wanted;
  switch (issue.code) {
    case "invalid_type":
      return articles[issue.expected] ?? issue.expected;
    case "invalid_value":
      return oneOf(issue.values);
    case "unrecognized_keys":
      return "no such property";
    case "too_small":
      return `at least ${counted(issue.minimum, issue.origin)}`;
    case "too_big":
      return `at most ${counted(issue.maximum, issue.origin)}`;
    default:
      return "the form that the documentation gives";
  }
}

/** What is said of a value that came: the contract's own words, where it has some. */
function complaint(issue: Issue, expected: string, received: unknown): string {
  if (issue.message) return issue.message;
  if (issue.code === "unrecognized_keys") return "is not known here";
  if (issue.code === "invalid_value") return `must be ${expected}${guess(received, issue.values)}`;
  const holds = (issue.code === "too_small" || issue.code === "too_big") && units[issue.origin] !== undefined;
  return `must ${holds || issue.code === "invalid_format" ? "have" : "be"} ${expected}`;
}
function guess(received: unknown, values: readonly unknown[]): string {
  const near = typeof received === "string" ? nearest(received, values.map(String)) : undefined;
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/** What one part of a request is held against. */
interface Checked {
  place: Place;
  schema: z.ZodType;
  input: unknown;
}

function violation(
  { place, schema, input }: Checked,
  path: readonly PropertyKey[],
  told: (received: unknown) => Pick<Violation, "detail" | "expected"> & { code?: string | undefined },
): Violation {
  const received = valueAt(input, path);
  const { code, detail, expected } = told(received);
  const inBody = place === "body";
  return {
    in: place,
    pointer: inBody ? pointerOf(path) : null,
    name: inBody ? null : path.map(String).join("."),
    code: code ?? refusalOf(inBody ? schema : (schema as z.ZodObject).shape[String(path[0])]),
    detail: sentence(`${inBody ? pointerOf(path) || "The body" : path.map(String).join(".")} ${detail}`),
    expected,
    received: shown(received),
  };
}

const inside = (schema: unknown): z.ZodType | undefined =>
  (schema as { def?: { innerType?: z.ZodType } } | undefined)?.def?.innerType;

/** The code of what is wrong with a schema's values, when the violation has none of its own. */
function refusalOf(schema: z.ZodType | undefined): string {
  for (let at = schema; at; at = inside(at)) {
    const code = refusals.get(at)?.code;
    if (code !== undefined) return code;
  }
  return "VALIDATION_ERROR";
}

/** A parameter that came more than once arrives as a list. */
function repeated(schema: z.ZodType | undefined, times: number): { detail: string; expected: string } {
  let at = schema;
  while (at && at.meta()?.type === undefined && inside(at)) at = inside(at);
  const many = at?.meta()?.type === "array";
  return {
    detail: `came ${times === 2 ? "twice" : `${times} times`}: send it once${many ? ", with its values separated by commas" : ""}`,
    expected: many ? "one parameter, its values separated by commas" : "one value",
  };
}

function plain(issue: Issue, checked: Checked): Violation[] {
  const paths = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  return paths.map((path) =>
    violation(checked, path, (received) => {
      if (checked.place === "query" && Array.isArray(received) && issue.code !== "custom")
        return repeated((checked.schema as z.ZodObject).shape[String(path[0])], received.length);
      const expected = expectation(issue);
      const missing = received === undefined && issue.code !== "custom" && issue.code !== "unrecognized_keys";
      return {
        code: issue.code === "custom" ? (issue.params as { code?: string } | undefined)?.code : undefined,
        detail: missing ? `is missing: ${expected} is expected` : complaint(issue, expected, received),
        expected,
      };
    }),
  );
}

/** What is wrong whichever branch was meant; where the branches put it differently, all that would do is named. */
function common(branches: readonly Violation[][]): Violation[] {
  const [first = [], ...others] = branches;
  return first.flatMap((one): Violation[] => {
    const same = others.map((branch) =>
      branch.find(({ pointer, name }) => pointer === one.pointer && name === one.name),
    );
    if (same.some((other) => other === undefined)) return [];
    const all = [one, ...(same as Violation[])];
    if (all.every(({ detail }) => detail === one.detail)) return [one];
    const expected = listed([...new Set(all.map((each) => each.expected.replace(/^true or false$/, "true/false")))]);
    const code = all.every((each) => each.code === one.code) ? one.code : "VALIDATION_ERROR";
    const missing = one.received === shown(undefined);
    return [
      {
        ...one,
        code,
        expected,
        detail: `${one.pointer || one.name || "The body"} ${missing ? `is missing: ${expected} is expected` : `must be ${expected}`}.`,
      },
    ];
  });
}

const valuesOf = (branch: z.ZodType, discriminator: string): unknown[] => [
  ...(branch._zod.propValues?.[discriminator] ?? []),
];

/** The schema of a place inside a value; undefined where it is not plain which one that is. */
function schemaAt(
  schema: z.ZodType | undefined,
  value: unknown,
  [key, ...rest]: readonly PropertyKey[],
): z.ZodType | undefined {
  let at = schema;
  for (let inner = inside(at); inner; inner = inside(at)) at = inner;
  if (key === undefined) return at;
  if (at instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = at.def;
    const chosen = valueAt(value, [discriminator]);
    at = (at.options as z.ZodType[]).find((branch) => valuesOf(branch, discriminator).includes(chosen));
  }
  if (at instanceof z.ZodObject) return schemaAt(at.shape[String(key)], valueAt(value, [key]), rest);
  if (at instanceof z.ZodArray) return schemaAt(at.element as z.ZodType, valueAt(value, [key]), rest);
  return undefined;
}

/** The value of a discriminator is wrong or missing: said with the values it has, and with what is wrong for each of them. */
function undecided(issue: Issue & { code: "invalid_union" }, checked: Checked): Violation[] {
  const at = issue.path.slice(0, -1);
  const union = schemaAt(checked.schema, checked.input, at);
  if (!(union instanceof z.ZodDiscriminatedUnion)) return plain(issue, checked);
  const { discriminator } = union.def;
  const branches = (union.options as z.ZodType[]).map((schema) => ({ schema, own: valuesOf(schema, discriminator) }));
  const values = branches.flatMap(({ own }) => own);
  const first = violation(checked, issue.path, (received) => ({
    detail:
      received === undefined
        ? `is missing: ${oneOf(values)} is expected`
        : `must be ${oneOf(values)}${guess(received, values)}`,
    expected: oneOf(values),
  }));
  const meant = branches.map(({ schema, own }) =>
    issuesOf(schema, { ...(valueAt(checked.input, at) as object), [discriminator]: own[0] }).flatMap((inner) =>
      told(below(at, inner), checked),
    ),
  );
  return [first, ...common(meant)];
}

const below = (path: readonly PropertyKey[], issue: Issue): Issue =>
  ({ ...issue, path: [...path, ...issue.path] }) as Issue;

/** A union's issue stands for the branch that came closest; among equals, for what they have in common. */
function told(issue: Issue, checked: Checked): Violation[] {
  if (issue.code !== "invalid_union") return plain(issue, checked);
  if (issue.errors.length === 0) return undecided(issue, checked);
  const scored = issue.errors.map((errors) => ({
    errors,
    far: errors.reduce(
      (sum, { code, path }) =>
        sum + (code === "unrecognized_keys" ? 1.5 : 1) + (path.length === 0 && code === "invalid_type" ? 10 : 0),
      0,
    ),
  }));
  const least = Math.min(...scored.map(({ far }) => far));
  const nearestOnes = scored.filter(({ far }) => far === least);
  const branches = nearestOnes.map(({ errors }) => errors.flatMap((inner) => told(below(issue.path, inner), checked)));
  const shared = common(branches);
  const [here] = plain(issue, checked);
  const same = shared.some(({ pointer, name }) => pointer === here?.pointer && name === here?.name);
  return branches.length === 1 || same || !here ? shared : [here, ...shared];
}

/** zod's own words are left empty, so that whatever a client reads is ours. */
const ours = { error: () => "" };
const issuesOf = (schema: z.ZodType, input: unknown): Issue[] => schema.safeParse(input, ours).error?.issues ?? [];

/** One part of a request as the contract reads it, or every violation of it: where, what was expected, what came. */
export function check(
  place: Place,
  schema: z.ZodType,
  input: unknown,
): { data: unknown } | { violations: Violation[] } {
  const result = compiled(schema).safeParse(input, ours);
  if (result.success) return { data: result.data };
  return { violations: result.error.issues.flatMap((issue) => told(issue, { place, schema, input })) };
}

/** One code for the whole request: the violations' own when they agree. */
export function codeOfAll(violations: readonly Violation[]): ProblemCode {
  const [first, ...others] = new Set(violations.map(({ code }) => code));
  return (others.length === 0 && first ? first : "VALIDATION_ERROR") as ProblemCode;
}
