import type { State } from "../domain/change.ts";
import type { CollectionName } from "../domain/collections.ts";

/**
 * Collections as members of a JSON object, piece by piece, so that other work comes in between. With a `margin`, a line
 * break and an indent, each stands on lines of its own; a text of a row then begins with its own margin.
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
