import { isUtf8 } from "node:buffer";

/** One value two levels down in `{ "name": [value, …], … }`, as it stands in the file. */
export interface Piece {
  name: string;
  /** Its place in the array. */
  nth: number;
  line: number;
  text: string;
}

export class ScanFault extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const newline = 0x0a;
const blank = 0x20;
const openBrace = 0x7b;
const openBracket = 0x5b;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

/**
 * Cuts a JSON text of any size into its rows, chunk by chunk, so that neither the longest string that the engine
 * can hold nor the memory for a second copy limits a world. It knows only strings and brackets: the rows and what is
 * left around them (`skeleton`, each row replaced by its place) are for JSON.parse to judge.
 */
export class Scan {
  skeleton = "";
  #take: (piece: Piece) => void;
  #window: Buffer = Buffer.alloc(0);
  #position = 0;
  #depth = 0;
  #line = 1;
  #inString = false;
  #escaped = false;
  #stringStart = 0;
  #pieceStart = -1;
  #pieceLine = 0;
  #name = "";
  #nth = 0;

  constructor(take: (piece: Piece) => void) {
    this.#take = take;
  }

  feed(chunk: Buffer): void {
    // What began in the chunk before is still needed whole.
    const keep = this.#pieceStart >= 0 ? this.#pieceStart : this.#inString ? this.#stringStart : this.#position;
    this.#window = keep === this.#window.length ? chunk : Buffer.concat([this.#window.subarray(keep), chunk]);
    this.#position -= keep;
    this.#stringStart -= keep;
    if (this.#pieceStart >= 0) this.#pieceStart -= keep;
    this.#scan();
  }

  #scan(): void {
    const bytes = this.#window;
    const length = bytes.length;
    let inString = this.#inString;
    let escaped = this.#escaped;
    let depth = this.#depth;
    let line = this.#line;
    let at = this.#position;
    for (; at < length; at++) {
      let byte = bytes[at] as number;
      if (inString) {
        // Most bytes are plain text inside a string, or blanks between the parts of a row.
        while (!escaped && byte !== quote && byte !== backslash && byte !== newline && at + 1 < length)
          byte = bytes[++at] as number;
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) {
          inString = false;
          if (depth < 3) this.#outside(bytes.toString("utf8", this.#stringStart, at + 1), depth);
        } else if (byte === newline) throw new ScanFault(line, "a string does not end on its line");
        continue;
      }
      while (byte === blank && at + 1 < length) byte = bytes[++at] as number;
      if (byte === quote) {
        inString = true;
        this.#stringStart = at;
      } else if (byte === openBrace || byte === openBracket) {
        depth++;
        if (depth < 3) this.skeleton += String.fromCharCode(byte);
        else if (depth === 3) {
          this.#pieceStart = at;
          this.#pieceLine = line;
        }
        if (depth === 2) this.#nth = 0;
      } else if (byte === closeBrace || byte === closeBracket) {
        if (depth === 3) this.#piece(bytes.subarray(this.#pieceStart, at + 1));
        else if (depth < 3) this.skeleton += String.fromCharCode(byte);
        depth--;
      } else if (byte === newline) line++;
      else if (depth < 3 && byte !== blank && byte !== 0x0d && byte !== 0x09)
        this.skeleton += String.fromCharCode(byte);
    }
    this.#inString = inString;
    this.#escaped = escaped;
    this.#depth = depth;
    this.#line = line;
    this.#position = at;
  }

  #outside(string: string, depth: number): void {
    this.skeleton += string;
    if (depth === 1) this.#name = string.slice(1, -1);
  }

  #piece(bytes: Buffer): void {
    if (!isUtf8(bytes)) throw new ScanFault(this.#pieceLine, "the row that begins here holds bytes that are not UTF-8");
    this.skeleton += this.#nth;
    this.#pieceStart = -1;
    this.#take({ name: this.#name, nth: this.#nth++, line: this.#pieceLine, text: bytes.toString("utf8") });
  }
}
