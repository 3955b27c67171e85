import { z } from "zod";
import { compiled } from "./compiled.ts";
import { nearest } from "./nearest.ts";
import { mostViolations, type ProblemCode, refusals, type Violation } from "./shared.ts";
import { below, changed, type Path, trimmed, trimmedFirst, trimmedInside } from "./unknown-properties.ts";
import {
  complaint,
  expectation,
  type Issue,
  listed,
  missing,
  mustBe,
  oneOf,
  ours,
  sentence,
  shown,
} from "./wording.ts";

type Place = Violation["in"];

const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], root);

/** A name that a client made up may be as long as its request. */
const brief = (name: string) => (name.length > 100 ? `${name.slice(0, 99)}…` : name);
const pointerOf = (path: Path) =>
  path.map((part) => `/${brief(String(part)).replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");

interface Part {
  place: Place;
  schema: z.ZodType;
  input: unknown;
}
type Words = Pick<Violation, "detail" | "expected"> & { code?: string | undefined };

function violation({ place, schema, input }: Part, path: Path, words: (received: unknown) => Words): Violation {
  const received = valueAt(input, path);
  const { code, detail, expected } = words(received);
  const inBody = place === "body";
  const pointer = pointerOf(path);
  const name = path.map((part) => brief(String(part))).join(".");
  return {
    in: place,
    pointer: inBody ? pointer : null,
    name: inBody ? null : name,
    code: code ?? codeOf(inBody ? schema : (schema as z.ZodObject).shape[String(path[0])]),
    detail: sentence(`${inBody ? pointer || "The body" : name} ${detail}`),
    expected,
    received: shown(received),
  };
}

const inside = (schema: unknown): z.ZodType | undefined =>
  (schema as { def?: { innerType?: z.ZodType } } | undefined)?.def?.innerType;

/** The code of a schema's violations, where an issue has none of its own. */
function codeOf(schema: z.ZodType | undefined): string {
  for (let at = schema; at; at = inside(at)) {
    const code = refusals.get(at)?.code;
    if (code !== undefined) return code;
  }
  return "VALIDATION_ERROR";
}

/** A query parameter that is sent more than once arrives as a list. */
function repeated(schema: z.ZodType | undefined, times: number): Words {
  let at = schema;
  while (at && at.meta()?.type === undefined && inside(at)) at = inside(at);
  const many = at?.meta()?.type === "array";
  const often = times === 2 ? "twice" : `${times} times`;
  return {
    detail: `came ${often}: send it once${many ? ", with its values separated by commas" : ""}`,
    expected: many ? "one parameter, its values separated by commas" : "one value",
  };
}

/** A place that is wrong. It is put into words only when it is named. */
interface Finding {
  path: Path;
  word: () => Violation;
  /** The maximum of a list that is too long: zod does not look at the entries of such a list. */
  maximum?: number;
}

/** A property that does not exist, with the most similar one that does. */
function unknown({ schema, input }: Part, path: Path): Words {
  const [key, owner] = [path.at(-1), path.slice(0, -1)];
  const known = branchOf(schemaAt(schema, input, owner), valueAt(input, owner));
  const near = known instanceof z.ZodObject ? nearest(String(key), Object.keys(known.shape)) : undefined;
  const advice = near === undefined ? "" : `; did you mean ${near}?`;
  return { detail: `is not known here${advice}`, expected: "no such property" };
}

const keyOf = ({ path }: Finding) => path.map(String).join("\0");

function simple(issue: Issue, part: Part): Finding[] {
  const code = issue.code === "custom" ? (issue.params as { code?: string } | undefined)?.code : undefined;
  const mayBeMissing = issue.code !== "custom" && issue.code !== "unrecognized_keys";
  const at = (path: Path): Finding => ({
    path,
    word: () =>
      violation(part, path, (received) => {
        if (part.place === "query" && Array.isArray(received) && issue.code !== "custom")
          return repeated((part.schema as z.ZodObject).shape[String(path[0])], received.length);
        if (issue.code === "unrecognized_keys") return unknown(part, path);
        const expected = expectation(issue);
        const isMissing = received === undefined && mayBeMissing;
        return { code, expected, detail: isMissing ? missing(expected) : complaint(issue, expected, received) };
      }),
  });
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => at([...issue.path, key]));
  const isLongList = issue.code === "too_big" && issue.origin === "array";
  return [isLongList ? { ...at(issue.path), maximum: Number(issue.maximum) } : at(issue.path)];
}

/** The findings at places that are wrong in every branch of a union, worded for all branches together. */
function common([first = [], ...others]: readonly Finding[][]): Finding[] {
  const places = others.map((branch) => new Map(branch.map((finding) => [keyOf(finding), finding])));
  return first.flatMap((one): Finding[] => {
    const key = keyOf(one);
    const same = places.map((branch) => branch.get(key));
    if (same.some((other) => other === undefined)) return [];
    return [{ ...one, word: () => together([one, ...(same as Finding[])].map(({ word }) => word())) }];
  });
}

function together(all: readonly Violation[]): Violation {
  const one = all[0] as Violation;
  if (all.every(({ detail }) => detail === one.detail)) return one;
  const expected = listed([...new Set(all.map((each) => each.expected.replace(/^true or false$/, "true/false")))]);
  const code = all.every((each) => each.code === one.code) ? one.code : "VALIDATION_ERROR";
  const predicate = one.received === shown(undefined) ? missing(expected) : `must be ${expected}`;
  return { ...one, code, expected, detail: `${one.pointer || one.name || "The body"} ${predicate}.` };
}

const valuesOf = ({ _zod }: z.ZodType, discriminator: string): unknown[] =>
  Array.from(_zod.propValues?.[discriminator] ?? []);

/** The branch of a discriminated union that a value chooses; any other schema stays as it is. */
function branchOf(schema: z.ZodType | undefined, value: unknown): z.ZodType | undefined {
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return schema;
  const { discriminator } = schema.def;
  const chosen = valueAt(value, [discriminator]);
  return (schema.options as z.ZodType[]).find((branch) => valuesOf(branch, discriminator).includes(chosen));
}

/** The schema of a place inside a value; undefined where the value does not decide on one. */
function schemaAt(schema: z.ZodType | undefined, value: unknown, [key, ...rest]: Path): z.ZodType | undefined {
  let at = schema;
  for (let inner = inside(at); inner; inner = inside(at)) at = inner;
  if (key === undefined) return at;
  at = branchOf(at, value);
  if (at instanceof z.ZodObject) return schemaAt(at.shape[String(key)], valueAt(value, [key]), rest);
  if (at instanceof z.ZodArray) return schemaAt(at.element as z.ZodType, valueAt(value, [key]), rest);
  return undefined;
}

/** A wrong or missing discriminator: names its values, and the places that are wrong in all branches. */
function undecided(issue: Issue, part: Part): Finding[] {
  const at = issue.path.slice(0, -1);
  const union = schemaAt(part.schema, part.input, at);
  if (!(union instanceof z.ZodDiscriminatedUnion)) return simple(issue, part);
  const { discriminator } = union.def;
  const branches = (union.options as z.ZodType[]).map((schema) => ({ schema, own: valuesOf(schema, discriminator) }));
  const values = branches.flatMap(({ own }) => own);
  const expected = oneOf(values);
  const word = () =>
    violation(part, issue.path, (received) => ({
      detail: received === undefined ? missing(expected) : mustBe(values, received),
      expected,
    }));
  const given = trimmedInside(union, valueAt(part.input, at) as object);
  const supposed = branches.map(({ schema, own }) => {
    const input = { ...given, [discriminator]: own[0] };
    const issues = schema.safeParse(input, ours).error?.issues ?? [];
    return issues.flatMap((inner) => findingsOf(below(at, inner), part));
  });
  return [{ path: issue.path, word }, ...common(supposed)];
}

const distanceOf = (issues: readonly Issue[]) =>
  issues.reduce((sum, { code, path }) => {
    const wrongKind = path.length === 0 && code === "invalid_type";
    return sum + (code === "unrecognized_keys" ? 1.5 : 1) + (wrongKind ? 10 : 0);
  }, 0);

/** A union's issue becomes the findings of the nearest branch, or those that equally near ones share. */
function findingsOf(issue: Issue, part: Part): Finding[] {
  if (issue.code !== "invalid_union") return simple(issue, part);
  if (issue.errors.length === 0) return undecided(issue, part);
  const least = Math.min(...issue.errors.map(distanceOf));
  const branches = issue.errors
    .filter((errors) => distanceOf(errors) === least)
    .map((errors) => errors.flatMap((inner) => findingsOf(below(issue.path, inner), part)));
  const shared = common(branches);
  const [here] = simple(issue, part) as [Finding];
  const isShared = () => shared.some((finding) => keyOf(finding) === keyOf(here));
  return branches.length === 1 || isShared() ? shared : [here, ...shared];
}

/** Every place that is wrong; in a list that is too long, also among the entries up to its maximum. */
function findingsIn(part: Part, issues: readonly Issue[]): Finding[] {
  const findings = issues.flatMap((issue) => findingsOf(issue, part));
  const long = findings.filter(({ maximum }) => maximum !== undefined).slice(0, mostViolations);
  if (long.length === 0) return findings;
  const cut = (input: unknown, { path, maximum }: Finding) =>
    changed(input, path, (list) => (list as unknown[]).slice(0, maximum));
  const input = long.reduce(cut, part.input);
  const again = part.schema.safeParse(input, ours).error?.issues ?? [];
  const known = new Set(findings.map(keyOf));
  return [...findings, ...findingsIn({ ...part, input }, again).filter((finding) => !known.has(keyOf(finding)))];
}

export interface Checked {
  data?: unknown;
  violations: readonly Violation[];
  /** How many violations there are beside those. */
  further: number;
}
export const fits: Checked = { violations: [], further: 0 };

/** One part of a request as the contract reads it, or its violations; nothing where the contract has no schema. */
export function check(place: Place, schema: z.ZodType | undefined, input: unknown): Checked {
  if (!schema) return fits;
  const first = trimmedFirst(schema, input);
  const result = compiled(schema).safeParse(first.input, ours);
  if (result.success) return { ...fits, data: result.data };
  const { input: looked, dropped } = trimmed(schema, first.input, result.error.issues);
  const issues = dropped === 0 ? result.error.issues : (schema.safeParse(looked, ours).error?.issues ?? []);
  const findings = findingsIn({ place, schema, input: looked }, issues);
  const further = first.dropped + dropped + Math.max(0, findings.length - mostViolations);
  return { violations: findings.slice(0, mostViolations).map(({ word }) => word()), further };
}

/** The violations of several parts together, with as many named as of one. */
export function allOf(parts: readonly Checked[]): Checked {
  if (parts.every(({ violations }) => violations.length === 0)) return fits;
  const named = parts.flatMap(({ violations }) => violations);
  const counted = parts.reduce((sum, { further }) => sum + further, 0);
  return { violations: named.slice(0, mostViolations), further: counted + Math.max(0, named.length - mostViolations) };
}

/** The code of the whole request: that of the violations if they agree. */
export function codeOfAll(violations: readonly Violation[]): ProblemCode {
  const [first, ...others] = new Set(violations.map(({ code }) => code));
  return (others.length === 0 && first ? first : "VALIDATION_ERROR") as ProblemCode;
}
