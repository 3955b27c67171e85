import { crc32 } from "node:zlib";
import type { Change } from "../../domain/change.ts";
import { Damaged } from "../../store/failures.ts";
import { changeMismatch } from "../../store/row-check.ts";
import { share } from "../../store/row-lines.ts";
import type { Entry, Line } from "./change-log.ts";

export function lineOf({ put, remove, events }: Change): Line {
  const text = JSON.stringify({ put, remove, events });
  return { text, checksum: crc32(text) };
}

/** The change of an entry; throws a Damaged. Entries that another version may have written are checked row by row. */
export function changeOf(place: string, { seq, text, checksum }: Entry, isChecked: boolean): Change {
  if (crc32(text) !== checksum) throw new Damaged(place, `change ${seq}`, "its checksum does not match");
  const change = JSON.parse(text) as Change;
  const wrong = isChecked ? changeMismatch(change) : undefined;
  if (wrong) throw new Damaged(place, `change ${seq}, ${wrong.pointer}`, wrong.reason);
  change.events.forEach(share);
  return change;
}
