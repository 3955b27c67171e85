import { createHash } from "node:crypto";

export interface ByteRange {
  /** Both ends included, as in `Content-Range`. */
  start: number;
  end: number;
}

/** RFC 9110, 14.2: what is not understood is ignored, and several ranges are answered with the whole. */
export function parseRange(header: string | undefined, length: number): "whole" | "unsatisfiable" | ByteRange {
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const wanted = Math.min(Number(last), length);
    return wanted === 0 ? "unsatisfiable" : { start: length - wanted, end: length - 1 };
  }
  const start = Number(first);
  const end = last === "" ? Number.POSITIVE_INFINITY : Number(last);
  if (end < start) return "whole";
  return start < length ? { start, end: Math.min(end, length - 1) } : "unsatisfiable";
}

/** Strong: the same bytes, the same tag. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}
