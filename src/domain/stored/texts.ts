import { isPrintable } from "../printable.ts";
import { type Flaw, flaw } from "./flaw.ts";

/** What the texts of stored rows are held to. */

const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Control characters in texts that no request can give: those that the sandbox writes are lines without them. */
export function* unprintable(value: unknown, pointer = ""): Generator<Flaw> {
  if (typeof value === "string") {
    if (!isPrintable(value)) yield flaw(pointer, "must be one line without control characters");
  } else if (typeof value === "object" && value !== null)
    for (const [name, item] of Object.entries(value)) yield* unprintable(item, `${pointer}/${escaped(name)}`);
}

/** In characters: a comment of 4,000 of them in which every third is a name that was replaced. */
const longest = 200_000;
/** A payload has few names, which rules have chosen, and the longest list is of the evidences of one document. */
const [mostNames, mostItems, deepest] = [20, 100_000, 4];
const isName = (name: string) => /^[A-Za-z]\w{0,63}$/.test(name);

/** What is larger than any rule makes the payload of an event. */
export function* oversized(value: unknown, pointer: string, depth = 0): Generator<Flaw> {
  if (typeof value === "string" && value.length > longest)
    yield flaw(pointer, `must have at most ${longest} characters`);
  if (typeof value !== "object" || value === null) return;
  const entries = Object.entries(value);
  const most = Array.isArray(value) ? mostItems : mostNames;
  if (depth > deepest) return yield flaw(pointer, "is deeper than the payload of any event");
  if (entries.length > most) return yield flaw(pointer, `must have at most ${most} entries`);
  for (const [name, item] of entries)
    if (!Array.isArray(value) && !isName(name)) yield flaw(pointer, "has a name that no payload has");
    else yield* oversized(item, `${pointer}/${name}`, depth + 1);
}
