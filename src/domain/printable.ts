import { styleText } from "node:util";

const control = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const controls = new RegExp(control, "gu");

export const isPrintable = (text: string): boolean => !control.test(text);

/** One line without control characters: a terminal obeys them, so a request or a file could write anything on it. */
export const printable = (text: string): string => text.replace(controls, "?");

/** The same of JSON, of which nothing is lost. */
export const printableJson = (text: string): string =>
  text.replace(controls, (sign) =>
    sign === "\n" ? sign : `\\u${(sign.codePointAt(0) as number).toString(16).padStart(4, "0")}`,
  );

/** Several lines, each of them printable. */
export const printableLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => printable(line.replaceAll("\t", "  ")))
    .join("\n");

/** Stands for the escape of a style that this program sets. */
let mark = `\u001b${process.pid}:`;
/** What others have stored must not know the mark, and the number of a process can be guessed. */
export function markStylesBy(key: string): void {
  mark = `\u001b${key}:`;
}

/** A text in a colour or weight, for `printableStyled`. */
export const painted = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, printable(text), { validateStream: false }).replaceAll("\u001b", mark);

/** Several lines, each of them printable but for the styles of `painted`. */
export const printableStyled = (text: string): string => text.split(mark).map(printableLines).join("\u001b");

/** What a command prints, on a terminal and on a pipe: JSON that reads as what it was, or lines with their styles. */
export function printed(text: string, { colour, asJson }: { colour: boolean; asJson: boolean }): string {
  if (asJson || !colour) return /^\s*[{["]/.test(text) ? printableJson(text) : printableLines(text);
  return printableStyled(text);
}
