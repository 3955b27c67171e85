import { isAscii, isUtf8 } from "node:buffer";

/** One value two levels down in `{ "name": [value, …], … }`. */
export interface Piece {
  name: string;
  /** Its place in the array. */
  nth: number;
  /** Where it begins in the file, in bytes. */
  offset: number;
  value: unknown;
}

export class ScanFault extends Error {
  readonly offset: number;

  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
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

const comma = 0x2c;

/** How an indented row of an account file ends. No string holds a newline, and nested values are indented more. */
const rowEnd = Buffer.from("\n    }");

/**
 * Reads a JSON text of any size value by value, chunk by chunk, so that neither the longest string that the engine
 * can hold nor the memory for a second copy limits a world. It knows only strings and brackets: JSON.parse judges the
 * values, and what is left around them (`skeleton`, each value replaced by its place).
 */
export class Scan {
  skeleton = "";
  #take: (piece: Piece) => void;
  #window: Buffer = Buffer.alloc(0);
  /** Where the window begins in the file. */
  #offset = 0;
  #position = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #stringStart = 0;
  #pieceStart = -1;
  #name = "";
  #nth = 0;
  /** Whether rows have ended so far as they do in the layout of an account file. */
  #ownLayout = true;

  constructor(take: (piece: Piece) => void) {
    this.#take = take;
  }

  /** The chunk may be overwritten afterwards. */
  feed(chunk: Buffer): void {
    this.#window = this.#window.length === 0 ? chunk : Buffer.concat([this.#window, chunk]);
    this.#scan();
    // A value or a name that goes on in the next chunk is needed whole.
    const keep = this.#pieceStart >= 0 ? this.#pieceStart : this.#inString ? this.#stringStart : this.#position;
    this.#window = Buffer.from(this.#window.subarray(keep));
    this.#offset += keep;
    this.#position -= keep;
    this.#stringStart -= keep;
    if (this.#pieceStart >= 0) this.#pieceStart -= keep;
  }

  #scan(): void {
    const bytes = this.#window;
    for (; this.#position < bytes.length; this.#position++) {
      const byte = bytes[this.#position] as number;
      if (this.#inString) this.#string(byte);
      else if (byte === quote) {
        this.#inString = true;
        this.#stringStart = this.#position;
      } else if (byte === openBrace || byte === openBracket) this.#open(byte);
      else if (byte === closeBrace || byte === closeBracket) this.#close(byte);
      else if (this.#depth < 3 && byte !== blank && byte !== newline && byte !== 0x0d && byte !== 0x09)
        this.skeleton += String.fromCharCode(byte);
    }
  }

  #string(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === newline) throw new ScanFault(this.#offset + this.#position, "a string does not end on its line");
    else if (byte === quote) {
      this.#inString = false;
      if (this.#depth > 2) return;
      const text = this.#window.toString("utf8", this.#stringStart, this.#position + 1);
      this.skeleton += text;
      if (this.#depth === 1) this.#name = text.slice(1, -1);
    }
  }

  #open(byte: number): void {
    this.#depth++;
    if (this.#depth < 3) this.skeleton += String.fromCharCode(byte);
    if (this.#depth === 2) this.#nth = 0;
    if (this.#depth !== 3) return;
    this.#pieceStart = this.#position;
    if (this.#ownLayout) this.#skipRow();
  }

  /** Takes a row up to where it should end. A text that begins with a brace parses only if it ends with that brace. */
  #skipRow(): void {
    const end = this.#endOfRow();
    if (end < 0) return;
    try {
      this.#piece(end);
      this.#position = end - 1;
      this.#depth = 2;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#ownLayout = false;
    }
  }

  /** An account file has its rows indented, or each on one line. */
  #endOfRow(): number {
    const bytes = this.#window;
    const isIndented = bytes[this.#position + 1] === newline;
    const end = bytes.indexOf(isIndented ? rowEnd : newline, this.#position);
    if (isIndented) return end < 0 ? end : end + rowEnd.length;
    return bytes[end - 1] === comma ? end - 1 : end;
  }

  #close(byte: number): void {
    if (this.#depth === 3) this.#piece(this.#position + 1);
    else if (this.#depth < 3) this.skeleton += String.fromCharCode(byte);
    this.#depth--;
  }

  #piece(end: number): void {
    const bytes = this.#window.subarray(this.#pieceStart, end);
    const offset = this.#offset + this.#pieceStart;
    const ascii = isAscii(bytes);
    if (!ascii && !isUtf8(bytes))
      throw new ScanFault(offset, "the row that begins here holds bytes that are not UTF-8");
    const value = JSON.parse(bytes.toString(ascii ? "latin1" : "utf8"));
    this.skeleton += this.#nth;
    this.#pieceStart = -1;
    this.#take({ name: this.#name, nth: this.#nth++, offset, value });
  }
}
