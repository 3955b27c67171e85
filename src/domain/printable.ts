const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** One line without control characters: a terminal obeys them, so a request or a file could write anything on it. */
export const printable = (text: string): string => text.replace(controls, "?");

/** Several lines, each of them printable. */
export const printableLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => printable(line.replaceAll("\t", "  ")))
    .join("\n");
