import type { AttributeEntry, Configuration, Role } from "../../../contract/configuration.ts";
import type { Fault } from "./fault.ts";

type Type = AttributeEntry["type"];
const lists: readonly Type[] = ["list_unique", "list_multiple"];
/** The types that an attribute of a role may have. */
const typesOf: Record<Role, readonly Type[]> = {
  category: ["list_unique"],
  criticality: ["list_unique"],
  amount: ["decimal"],
  dependency: ["percentage"],
  risk: ["string", "list_unique"],
};

const plain = (label: string) => label.normalize("NFC").trim().toLowerCase();

function* ofOne(label: string, { type, options, role, calculated }: AttributeEntry): Generator<Fault> {
  const of = ["attributes", label] as const;
  const isList = lists.includes(type);
  if (isList && (options ?? []).length === 0)
    yield { of, path: ["options"], detail: `is missing: ${type} chooses among options`, expected: "a list of texts" };
  if (!isList && options !== null)
    yield {
      of,
      path: ["options"],
      detail: `is for lists alone, and this is a ${type}`,
      expected: "null",
      received: options,
    };
  const twice = (options ?? []).filter((option, at, all) => all.indexOf(option) !== at);
  if (twice.length > 0)
    yield {
      of,
      path: ["options"],
      detail: `has ${twice.join(", ")} twice`,
      expected: "each option once",
      received: twice,
    };
  if (role === undefined) return;
  if (!typesOf[role].includes(type)) {
    const expected = typesOf[role].join(" or ");
    yield { of, path: ["type"], detail: `must be ${expected}: its role is ${role}`, expected, received: type };
  }
  const expected = role === "risk";
  const why = expected ? "the sandbox calculates the risk" : `clients set the ${role}`;
  if (calculated !== expected)
    yield {
      ...{ of, path: ["calculated"], expected: String(expected), received: calculated },
      detail: `must be ${expected}: ${why}`,
    };
}

/** The second entry of each pair that shares what only one may have. */
function* shared(
  { attributes }: Configuration,
  keyOf: (label: string, entry: Configuration["attributes"][string]) => string | undefined,
  wordOf: (first: string, entry: Configuration["attributes"][string]) => Pick<Fault, "path" | "detail" | "expected">,
): Generator<Fault> {
  const first = new Map<string, string>();
  for (const [label, entry] of Object.entries(attributes)) {
    const key = keyOf(label, entry);
    if (key === undefined) continue;
    const before = first.get(key);
    if (before === undefined) first.set(key, label);
    else yield { of: ["attributes", label], because: ["attributes", before], ...wordOf(before, entry) };
  }
}

export function* attributeFaults(configuration: Configuration): Generator<Fault> {
  for (const [label, entry] of Object.entries(configuration.attributes)) yield* ofOne(label, entry);
  yield* shared(
    configuration,
    (label) => plain(label),
    (first) => ({
      path: [],
      detail: `has the label of ${JSON.stringify(first)}, but for capitals or spaces`,
      expected: "one attribute of a label",
    }),
  );
  yield* shared(
    configuration,
    (_, { role }) => role,
    (first, { role }) => ({
      path: ["role"],
      detail: `is ${role}, which ${JSON.stringify(first)} is already`,
      expected: `one attribute with the role ${role}: leave it out here or there`,
    }),
  );
  yield* shared(
    configuration,
    (_, { id }) => String(id),
    (first, { id }) => ({
      path: ["id"],
      detail: `is ${id}, which ${JSON.stringify(first)} has already`,
      expected: "an id of its own, or none",
    }),
  );
}
