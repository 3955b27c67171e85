import type { z } from "zod";
import { AttributeType } from "../../../contract/attributes.ts";
import type { AttributeEntry, Role } from "../../../contract/configuration.ts";
import { idOf, type Row } from "../exchange.ts";
import type { Names } from "./names.ts";
import type { Observations } from "./observations.ts";
import type { Part } from "./part.ts";
import { Votes } from "./votes.ts";

type Entry = z.input<typeof import("../../../contract/configuration.ts").AttributeEntry>;
type Type = AttributeEntry["type"];

/** A role is guessed by the type and by words of the label. */
const guesses: [role: Role, types: readonly Type[], words: RegExp][] = [
  ["criticality", ["list_unique"], /critic/i],
  ["category", ["list_unique"], /cat[ée]gor/i],
  ["amount", ["decimal"], /montant|amount|volume d.achat|spend/i],
  ["dependency", ["percentage"], /d[ée]pend/i],
  ["risk", ["string", "list_unique"], /ris[kq]/i],
];

const isList = (type: Type) => type === "list_unique" || type === "list_multiple";
/** Stands for the options of a list of which no recording shows one. */
export const unknownOption = "(unknown)";

/** The options of a list: those that its definition names, else the values that third parties have. */
function optionsOf(type: Type, row: Row, values: readonly Row[], names: Names) {
  if (!isList(type)) return { options: null, isSeen: false };
  const given = Array.isArray(row.options) ? [...new Set(row.options.filter((one) => names.isName(one)))] : [];
  if (given.length > 0) return { options: given as string[], isSeen: false };
  const votes = new Votes<string>();
  for (const [at, one] of values.entries())
    for (const value of Array.isArray(one.values) ? one.values : []) if (names.isName(value)) votes.add(value, at);
  return { options: votes.values.length > 0 ? [...votes.values] : [unknownOption], isSeen: true };
}

export function learnAttributes(seen: Observations, names: Names): Part<Entry> {
  const rows = new Map(seen.definitions);
  for (const [label, values] of seen.attributes)
    if (!rows.has(label)) rows.set(label, [...values.values()].at(-1) as Row);
  const part: Part<Entry> = {
    ...{ part: "attributes", entries: {}, records: seen.definitions.size, of: "definitions of attributes" },
    ...{ unsure: [], record: [] },
  };
  const taken = new Set<Role>();
  for (const [label, row] of rows) {
    const { data: type } = AttributeType.safeParse(row.type);
    if (!names.isName(label) || type === undefined) continue;
    const { options, isSeen } = optionsOf(type, row, [...(seen.attributes.get(label)?.values() ?? [])], names);
    const calculated = row.calculated === true;
    // A value of a third party does not show them.
    const isDefined = typeof row.required === "boolean" && typeof row.calculated === "boolean";
    const role = guesses.find(
      ([each, types, words]) =>
        !taken.has(each) && types.includes(type) && words.test(label) && (each === "risk") === calculated,
    )?.[0];
    if (role) taken.add(role);
    const id = idOf(row, "id");
    part.entries[label] = {
      ...{ type, ...(options && { options }), ...(isDefined && { required: row.required === true, calculated }) },
      ...{ ...(role && { role }), ...(id !== undefined && { id }) },
    };
    if (isSeen) part.unsure.push(`${label}: its options are the values that were seen: add those that are missing.`);
    if (role) part.unsure.push(`${label}: the role ${role} is guessed by the label.`);
    if (calculated && role !== "risk")
      part.unsure.push(`${label}: it is calculated, by what is not known: it has no value.`);
  }
  if (seen.definitions.size === 0) part.record.push("GET /attributes: the attributes that the account has configured.");
  return part;
}
