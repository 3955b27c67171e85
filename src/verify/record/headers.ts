import { sandboxHeader } from "../../../contract/shared.ts";

/** Media types that are written down; any other is said to be one of bytes. */
const types = new Set([
  ...["application/json", "application/problem+json", "application/hal+json", "application/pdf", "application/zip"],
  ...["application/octet-stream", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data"],
  ...["application/x-zip-compressed", "text/plain", "text/html", "text/csv", "text/xml", "image/png", "image/jpeg"],
  ...["image/gif", "image/tiff", "image/webp", "image/*", "application/*", "text/*", "*/*"],
]);

/** A media type, without a parameter but that of the usual letters. */
export function mediaType(value: string): string {
  const [type = "", ...parameters] = value.split(";").map((part) => part.trim().toLowerCase());
  const isUsual = parameters.some((one) => /^charset="?utf-8"?$/.test(one));
  if (type === "") return "";
  return types.has(type) ? `${type}${isUsual ? "; charset=utf-8" : ""}` : "application/octet-stream";
}

const listed = (value: string, pattern: RegExp) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => pattern.test(part))
    .join(", ");
const if_ = (pattern: RegExp) => (value: string) => (pattern.test(value) ? value : "");
const day = (value: string) => (Number.isNaN(Date.parse(value)) ? "" : new Date(value).toUTCString());
const caching =
  /^(?:(?:max-age|s-maxage)=\d{1,9}|no-(?:store|cache|transform)|private|public|must-revalidate|immutable)$/i;

/** What is written of a header: nothing secret or personal. All others, and what is empty here, are left out. */
const readers: Record<string, (value: string) => string> = {
  accept: (value) => [...new Set(value.split(",").map(mediaType))].filter(Boolean).join(", "),
  "content-type": mediaType,
  prefer: if_(/^(?:code=\d{3}|return=(?:minimal|representation)|respond-async)$/),
  range: if_(/^bytes=[\d,\s-]{1,60}$/),
  "retry-after": (value) => (/^\d{1,9}$/.test(value) ? value : day(value)),
  "www-authenticate": (value) => /^(?:Bearer|Basic|Digest)\b/i.exec(value)?.[0] ?? "",
  date: day,
  allow: (value) => listed(value, /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE)$/i),
  "accept-ranges": if_(/^(?:bytes|none)$/i),
  "content-range": if_(/^bytes (?:\d+-\d+|\*)\/(?:\d+|\*)$/),
  "cache-control": (value) => listed(value, caching),
  "content-disposition": (value) => /^(?:inline|attachment)\b/i.exec(value)?.[0] ?? "",
  [sandboxHeader.toLowerCase()]: if_(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/),
};
export const openHeaders = (headers: Headers): { name: string; value: string }[] =>
  [...headers].flatMap(([name, text]) => {
    const value = readers[name]?.(text) ?? "";
    return value === "" ? [] : [{ name, value }];
  });
