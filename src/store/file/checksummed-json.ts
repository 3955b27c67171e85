import { crc32 } from "node:zlib";
import { hex } from "../checksummed-line.ts";
import { type Disk, writeNew } from "./disk.ts";

/** JSON files that hold their own checksum: that of the whole file with zeros in its place. */

const name = '\n  "checksum": "';
const blank = "00000000";
export const blankChecksum = `${name}${blank}"`;
/** In characters: the size of one write. */
const block = 1 << 17;

/** Writes and syncs a file whose head ends with a blank checksum. */
export function writeChecksummed(disk: Disk, path: string, head: string, parts: Iterable<string>): Promise<void> {
  return writeNew(disk, path, async (file) => {
    let sum = 0;
    let position = 0;
    let text = head;
    const write = async () => {
      const bytes = Buffer.from(text);
      sum = crc32(bytes, sum);
      await file.write(bytes, position);
      position += bytes.length;
      text = "";
    };
    for (const part of parts) {
      text += part;
      if (text.length > block) await write();
    }
    if (text !== "") await write();
    await file.write(Buffer.from(`${head.slice(0, -blankChecksum.length)}${name}${hex(sum)}"`), 0);
  });
}

/** The first bytes of a file with a blank checksum. */
export function withBlankChecksum(start: Buffer): Buffer {
  const at = start.indexOf(name);
  if (at < 0) return start;
  const copy = Buffer.from(start);
  copy.write(blank, at + name.length);
  return copy;
}

/** The checksum that the file states; undefined for none. */
export function statedChecksum(start: Buffer): string | undefined {
  const at = start.indexOf(name);
  return at < 0 ? undefined : start.toString("latin1", at + name.length, at + name.length + blank.length);
}
