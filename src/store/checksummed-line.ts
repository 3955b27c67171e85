import { crc32 } from "node:zlib";

/** Lines of JSON objects whose first member is the checksum of the rest of the line. */

const blank = '{"crc":"00000000",';
const start = Buffer.from('{"crc":"');
const newline = 10;

/** Objects as JSON text without their opening brace become lines. JSON text holds no newline. */
export function checksummedLines(texts: readonly string[]): Buffer {
  const bytes = Buffer.from(`${blank}${texts.join(`\n${blank}`)}\n`);
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(newline, at);
    bytes.write(hex(crc32(bytes.subarray(at + blank.length, end))), at + start.length, "latin1");
    at = end + 1;
  }
  return bytes;
}

/** The object of a line without its newline; undefined when the line was changed since it was written. */
export function readLine(line: Buffer): unknown {
  if (line.length <= blank.length || !isChecksummedLine(line)) return undefined;
  const sum = Number.parseInt(line.toString("latin1", start.length, start.length + 8), 16);
  if (sum !== crc32(line.subarray(blank.length))) return undefined;
  if (line.toString("latin1", start.length, blank.length) !== `${hex(sum)}",`) return undefined;
  return JSON.parse(line.toString("utf8"));
}

export const isChecksummedLine = (bytes: Buffer): boolean => start.equals(bytes.subarray(0, start.length));

export const hex = (sum: number) => sum.toString(16).padStart(8, "0");
