import type { State } from "../domain/change.ts";
import type { CollectionName } from "../domain/collections.ts";

/**
 * Collections as members of a JSON object, in pieces. With a `margin`, which is a line break and an indent, each member
 * has lines of its own; the text of a row then begins with its own margin.
 */
export function* membersText(
  state: State,
  names: readonly CollectionName[],
  margin: string,
  rowText: (row: unknown) => string,
): Generator<string> {
  let before = "";
  for (const name of names) {
    const rows: readonly unknown[] = state[name];
    yield `${before}${margin}"${name}":${margin && " "}[`;
    let comma = "";
    for (const row of rows) {
      yield comma + rowText(row);
      comma = ",";
    }
    yield rows.length === 0 ? "]" : `${margin}]`;
    before = ",";
  }
}
