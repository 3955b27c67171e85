import { isUtf8 } from "node:buffer";
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

/** Finds mistakes in a JSON text that a person has edited. JSON.parse says what is wrong, but often not where. */

const newline = 10;
const treeOf = (text: string, errors: ParseError[] = []) => parseTree(text, errors, { disallowComments: true });
const lineAt = (text: string, offset: number) => text.slice(0, offset).split("\n").length;

/** Undefined for JSON. */
export function syntaxFault(text: string): { line: number; reason: string } | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const errors: ParseError[] = [];
    treeOf(text, errors);
    const [first] = errors;
    if (!first) return { line: 1, reason: (error as Error).message };
    // CommaExpected becomes "comma expected".
    const words = printParseErrorCode(first.error).replace(/\B[A-Z]/g, (capital) => ` ${capital}`);
    const [found] = text.slice(first.offset, first.offset + 20).split("\n");
    const place = found ? JSON.stringify(found) : "the end";
    return { line: lineAt(text, first.offset), reason: `${words.toLowerCase()} at ${place}` };
  }
}

/** The first line with bytes that are not UTF-8. */
export function undecodableLine(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined;
  for (let line = 1, at = 0; ; line++) {
    const end = bytes.indexOf(newline, at);
    if (end < 0 || !isUtf8(bytes.subarray(at, end))) return line;
    at = end + 1;
  }
}

/** The line on which a value begins; 1 where there is none. */
export function lineOf(text: string, path: readonly (string | number)[]): number {
  const tree = treeOf(text);
  const node = tree && findNodeAtLocation(tree, [...path]);
  return lineAt(text, node?.offset ?? 0);
}

/** A name that two members of the object at the path have; JSON.parse drops the first of them. */
export function repeatedName(text: string, path: readonly string[]): string | undefined {
  const tree = treeOf(text);
  const members = (tree && findNodeAtLocation(tree, [...path])?.children) ?? [];
  const names = members.map(({ children }: Node) => children?.[0]?.value as string);
  return names.find((name, nth) => names.indexOf(name) !== nth);
}
