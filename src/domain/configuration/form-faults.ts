import type { Configuration, FormFieldEntry } from "../../../contract/configuration.ts";
import { FormEntry } from "../../../contract/documents.ts";
import type { Fault } from "./fault.ts";

type Way = Exclude<keyof FormFieldEntry["draw"], "if" | "given">;
type Type = FormFieldEntry["type"];
const every: readonly Type[] = ["string", "date", "iban", "boolean", "number"];
/** The types of the fields that each way of making up a value is for. */
const typesOf: Record<Way, readonly Type[]> = {
  fact: every,
  yes: ["boolean"],
  number: ["number"],
  past: ["date"],
  issued: ["date"],
  pick: ["string", "number", "iban"],
  weighted: ["string", "number"],
  computed: every,
};
type Fact = NonNullable<FormFieldEntry["draw"]["fact"]>;
const typeOfFact: Partial<Record<Fact, readonly Type[]>> = {
  foundingDate: ["date", "string"],
  today: ["date", "string"],
  workforce: ["number", "string"],
  turnover: ["number", "string"],
  iban: ["iban", "string"],
};

function* ofDraw({
  type,
  key,
  title,
  draw,
}: FormFieldEntry): Generator<Pick<Fault, "path" | "detail" | "expected" | "received">> {
  const ways = (Object.keys(typesOf) as Way[]).filter((way) => draw[way] !== undefined);
  if (ways.length > 1)
    yield {
      path: ["draw"],
      detail: `has ${ways.join(" and ")}`,
      expected: "one way to make up a value",
      received: ways,
    };
  for (const way of ways) {
    const types = way === "fact" ? (typeOfFact[draw.fact as Fact] ?? ["string"]) : typesOf[way];
    if (types.includes(type)) continue;
    const what = way === "fact" ? `the fact ${draw.fact}` : way;
    yield {
      path: ["draw", way],
      detail: `is wrong: ${what} is for ${types.join(" or ")}, and this is a ${type}`,
      expected: "a way that fits the type",
    };
  }
  const texts = [draw.pick ?? [], (draw.weighted ?? []).map(([text]) => text), Object.values(draw.given ?? {})].flat();
  const wrong = texts.filter((value) => !FormEntry.safeParse({ type, key, title, order: 1, value }).success);
  if (wrong.length > 0)
    yield {
      ...{ path: ["draw"], detail: `has values that are no answer of the type ${type}` },
      ...{ expected: `values of the type ${type}, as texts`, received: wrong },
    };
  if (draw.weighted?.every(([, weight]) => weight === 0))
    yield { path: ["draw", "weighted"], detail: "has no weight above 0", expected: "one weight above 0 at least" };
  for (const way of ["number", "past"] as const) {
    const range = draw[way];
    if (range && (way === "past" ? range[0] < range[1] : range[0] > range[1]))
      yield {
        path: ["draw", way],
        detail: "is the wrong way round",
        expected: way === "past" ? "the most days first" : "the least first",
        received: range,
      };
  }
}

/** The conditions of a draw are yes-or-no questions that stand before it. */
function* ofConditions({ draw }: FormFieldEntry, before: readonly FormFieldEntry[]) {
  const asked = before.filter(({ type }) => type === "boolean").map(({ key }) => key);
  const named = [
    ...(draw.if === undefined ? [] : [{ path: ["draw", "if"], key: draw.if }]),
    ...Object.keys(draw.given ?? {}).map((key) => ({ path: ["draw", "given", key], key })),
  ];
  for (const { path, key } of named)
    if (!asked.includes(key))
      yield {
        path,
        detail: `depends on ${key}, which is no earlier question of yes or no`,
        expected: "the key of one",
        received: key,
      };
}

export function* formFaults({ forms }: Configuration): Generator<Fault> {
  for (const [code, fields] of Object.entries(forms)) {
    for (const name of ["key", "order"] as const) {
      const all = fields.map((field) => field[name]);
      const twice = all.findIndex((value, at) => all.indexOf(value) !== at);
      if (twice >= 0)
        yield {
          of: ["forms", code],
          path: [twice, name],
          detail: `is ${all[twice]}, as that of an earlier field`,
          expected: `each ${name} once`,
          received: all[twice],
        };
    }
    for (const [at, field] of fields.entries())
      for (const { path, ...fault } of [...ofDraw(field), ...ofConditions(field, fields.slice(0, at))])
        yield { of: ["forms", code], path: [at, ...path], ...fault };
  }
}
