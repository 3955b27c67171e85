import { decoded } from "../../store/row-lines.ts";
import { sliced } from "../../store/time-slice.ts";

/** Reads the text of a row, or of the frame around the rows. */
type Parse = (text: Buffer, part: "row" | "frame") => unknown;

/** The text of a world exceeds a limit. */
export class WorldTooLarge extends Error {}

const mebibyte = 1024 * 1024;
/** In bytes: read without a pause. */
const piece = 1 << 16;
/** In bytes: the text beside the rows. */
const mostFrame = mebibyte;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Reads `{ …, "state": { "name": [row, …], … } }` row by row, as its bytes come, so that a large world is parsed in
 * many small steps. `parse` reads each row, and the frame: the text with a number for each list.
 */
class WorldReader {
  readonly #parse: Parse;
  readonly #mostRows: number;
  readonly #lists: unknown[][] = [];
  #rows = 0;
  /** The list that is being read. */
  #list: unknown[] | undefined;
  /** The bytes of the row, or of the frame, that have come in earlier chunks. */
  #before: Buffer[] = [];
  #frame: Buffer[] = [];
  #frameLength = 0;
  #openings: number[] = [];
  #depth = 0;
  #inString = false;
  #escaped = false;

  constructor(parse: Parse, mostRows: number) {
    this.#parse = parse;
    this.#mostRows = mostRows;
  }

  /** The chunk may be overwritten afterwards. */
  feed(chunk: Buffer): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) this.#inString = false;
      } else if (byte === quote) this.#inString = true;
      else if (byte === openBrace || byte === openBracket) {
        if (this.#depth < 3) this.#openings[this.#depth] = byte;
        this.#depth++;
        if (this.#list || this.#depth !== 3 || !this.#opensList()) continue;
        this.#keepFrame(chunk.subarray(start, at + 1));
        start = at + 1;
      } else if (byte === closeBrace || byte === closeBracket) {
        if (this.#list && this.#depth === 3) {
          this.#endList(chunk.subarray(start, at), byte);
          start = at;
        }
        this.#depth--;
      } else if (byte === comma && this.#list && this.#depth === 3) {
        this.#endRow(chunk.subarray(start, at));
        start = at + 1;
      }
    }
    const rest = chunk.subarray(start);
    if (this.#list) this.#before.push(Buffer.from(rest));
    else this.#keepFrame(rest);
  }

  #opensList(): boolean {
    const [outer, inner, list] = this.#openings;
    if (outer !== openBrace || inner !== openBrace || list !== openBracket) return false;
    this.#list = [];
    this.#lists.push(this.#list);
    return true;
  }
  #keepFrame(bytes: Buffer): void {
    this.#frame.push(Buffer.from(bytes));
    this.#frameLength += bytes.length;
    if (this.#frameLength > mostFrame)
      throw new WorldTooLarge(
        `The world holds more than ${mostFrame / mebibyte} MiB beside its rows, the most that is taken.`,
      );
  }
  #rowText(last: Buffer): Buffer {
    const text = this.#before.length === 0 ? last : Buffer.concat([...this.#before, last]);
    this.#before = [];
    return text;
  }
  #endRow(last: Buffer): void {
    this.#rows += 1;
    if (this.#rows > this.#mostRows)
      throw new WorldTooLarge(
        `The world holds more than ${this.#mostRows.toLocaleString("en")} rows, the most that is taken.`,
      );
    this.#list?.push(this.#parse(this.#rowText(last), "row"));
  }
  #endList(last: Buffer, closing: number): void {
    const isEmpty = this.#list?.length === 0 && this.#before.every(isBlank) && isBlank(last);
    if (isEmpty) this.#before = [];
    else this.#endRow(last);
    if (closing !== closeBracket) throw new SyntaxError("a list ends with }");
    this.#list = undefined;
    this.#keepFrame(Buffer.from(String(this.#lists.length - 1)));
  }

  end(): unknown {
    const frame = this.#parse(Buffer.concat([...this.#frame, ...this.#before]), "frame") as Record<string, unknown>;
    if (this.#lists.length === 0) return frame;
    // Every list in this place was taken out above, and holds its number now.
    for (const value of Object.values(frame)) {
      if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
      const lists = value as Record<string, unknown>;
      for (const [name, list] of Object.entries(lists))
        if (Array.isArray(list)) lists[name] = this.#lists[list[0] as number];
    }
    return frame;
  }
}

const isBlank = (bytes: Buffer) => bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));

/** The world in a text; undefined where there is no text. Yields to other requests. */
export async function readWorld(
  chunks: AsyncIterable<Buffer>,
  parse: Parse = (text) => JSON.parse(decoded(text)),
  mostRows = Number.POSITIVE_INFINITY,
): Promise<unknown> {
  const reader = new WorldReader(parse, mostRows);
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    for await (const part of sliced(piecesOf(chunk))) reader.feed(part);
  }
  return length === 0 ? undefined : reader.end();
}

function* piecesOf(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += piece) yield chunk.subarray(at, at + piece);
}
