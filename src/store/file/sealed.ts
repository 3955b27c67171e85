import { crc32 } from "node:zlib";
import type { Disk } from "./disk.ts";
import { crc, hex } from "./record.ts";

/** JSON files that hold their own checksum: that of the whole file with zeros in its place. */

const name = '\n  "checksum": "';
const blank = "00000000";
export const blankChecksum = `${name}${blank}"`;
const chunk = 1 << 17;

/** Writes and syncs a file whose blank checksum ends at a place, and leaves nothing behind when that fails. */
export async function writeSealed(
  disk: Disk,
  path: string,
  parts: Iterable<string>,
  { seed, end }: { seed: string; end: number },
): Promise<number> {
  let sum = crc32(seed);
  let position = 0;
  try {
    const file = await disk.open(path, "w");
    try {
      let pending = "";
      const flush = async () => {
        const bytes = Buffer.from(pending);
        pending = "";
        sum = crc(bytes, sum);
        await file.write(bytes, position);
        position += bytes.length;
      };
      for (const part of parts) {
        pending += part;
        if (pending.length > chunk) await flush();
      }
      await flush();
      await file.write(Buffer.from(hex(sum)), end - blank.length - 1);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await disk.remove(path).catch(() => {});
    throw error;
  }
  return position;
}

/** The beginning of a file as it was when its checksum was made. */
export function unsealed(start: Buffer): Buffer {
  const at = start.indexOf(name);
  if (at < 0) return start;
  const copy = Buffer.from(start);
  copy.write(blank, at + name.length);
  return copy;
}

/** The checksum that a file claims to have; undefined where it claims none. */
export function sealOf(start: Buffer): string | undefined {
  const at = start.indexOf(name);
  return at < 0 ? undefined : start.toString("latin1", at + name.length, at + name.length + blank.length);
}
