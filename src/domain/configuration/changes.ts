import { isDeepStrictEqual } from "node:util";
import type { Configuration } from "../../../contract/configuration.ts";
import { parts } from "./merge.ts";

type Named = Readonly<Record<string, unknown>>;
interface Change {
  pointer: string;
  sentence: string;
}

const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");
const shown = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));
const isNamed = (value: unknown): value is Named =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function* changesIn(pointer: string, before: unknown, after: unknown): Generator<Change> {
  if (isDeepStrictEqual(before, after)) return;
  if (after === undefined) yield { pointer, sentence: "is of the account alone" };
  else if (before === undefined) yield { pointer, sentence: "is of the file alone" };
  else if (isNamed(before) && isNamed(after))
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* changesIn(`${pointer}/${escaped(name)}`, before[name], after[name]);
  else yield { pointer, sentence: `is ${shown(before)}; the file says ${shown(after)}` };
}

/** Where what an account has configured and what a file says differ, each with its place. */
export const changes = (of: Configuration, file: Configuration): Change[] =>
  [...parts, "practice" as const].flatMap((part) => [...changesIn(`/${part}`, of[part], file[part])]);
