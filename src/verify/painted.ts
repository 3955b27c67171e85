import { styleText } from "node:util";
import { printable, printableLines } from "../domain/printable.ts";

/** Stands for the escape of a style that this program sets; what others have stored cannot know it. */
const mark = `\u001b${process.pid}:`;

/** A text in a colour or weight, for `printableStyled`. */
export const painted = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, printable(text), { validateStream: false }).replaceAll("\u001b", mark);

/** Several lines, each of them printable but for the styles of `painted`. */
export const printableStyled = (text: string): string => text.split(mark).map(printableLines).join("\u001b");
