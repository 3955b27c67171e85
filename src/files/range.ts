import rangeParser, { type Range } from "range-parser";

/** RFC 9110, 14.2: a header that is not understood is ignored, and several ranges are answered with the whole file. */
export function parseRange(header: string | undefined, length: number): Range | "whole" | "unsatisfiable" {
  if (!header || !/^bytes=[^,]*$/i.test(header)) return "whole";
  // range-parser refuses a suffix that is longer than the file; RFC 9110 lets it stand for the whole file.
  const within = header.replace(/=\s*-(\d+)\s*$/, (_, suffix) => `=-${Math.min(Number(suffix), length)}`);
  const ranges = rangeParser(length, within);
  // A range that ends before it begins is invalid; RFC 9110, 14.2, lets a server ignore or reject it.
  if (ranges === -1) return "unsatisfiable";
  return ranges === -2 ? "whole" : (ranges[0] as Range);
}
