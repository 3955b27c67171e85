import type { Change } from "../../domain/change.ts";
import { checksummedLines } from "../checksummed-line.ts";

/** The lines of a write-ahead log. */

export const logFormat = "tiers-sandbox/log@1";

/** The first line, with the number of the last change before the log. */
export interface Header {
  format: string;
  after: number;
}
/** Every other line: a change, its number, and the number of the first change of the same batch. */
export interface Entry extends Change {
  change: number;
  batch: number;
  /** How many changes of the same write follow; undefined for the last one. */
  left?: number;
}

/** A change on its way to the log. */
export interface Body {
  text: string;
  left: number;
}

export const headerLine = (after: number, format = logFormat) =>
  checksummedLines([JSON.stringify({ format, after } satisfies Header).slice(1)]);

/** The part of a line that is known when the change is committed. */
export const textOf = ({ put, remove, events }: Change) => JSON.stringify({ put, remove, events }).slice(1);

/** The changes of one write. */
export const bodiesOf = (texts: readonly string[]): Body[] =>
  texts.map((text, nth) => ({ text, left: texts.length - 1 - nth }));

/** In characters: the size of one buffer. */
const usualMost = 1 << 21;

/** The lines of a batch of changes, numbered from `first`. */
export function* entryLines(first: number, bodies: readonly Body[], most = usualMost): Generator<Buffer> {
  let texts: string[] = [];
  let length = 0;
  for (const [nth, { text, left }] of bodies.entries()) {
    texts.push(`"change":${first + nth},"batch":${first},${left > 0 ? `"left":${left},` : ""}${text}`);
    length += text.length;
    if (length < most) continue;
    yield checksummedLines(texts);
    texts = [];
    length = 0;
  }
  if (texts.length > 0) yield checksummedLines(texts);
}
