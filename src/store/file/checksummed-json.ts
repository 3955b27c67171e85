import { crc32 } from "node:zlib";
import type { Disk, OpenFile } from "./disk.ts";
import { encoder } from "./encoder.ts";
import { framed, type Packing, packed, plain } from "./pack.ts";
import { crc, hex } from "./record.ts";

/** JSON files that hold their own checksum: that of the whole file with zeros in its place. */

const name = '\n  "checksum": "';
const blank = "00000000";
export const blankChecksum = `${name}${blank}"`;
const chunk = 1 << 17;

/**
 * Writes and syncs a file whose head ends with a blank checksum, and leaves nothing behind when that fails. With
 * `block` it is packed, so many characters at a time.
 */
export async function writeSealed(
  disk: Disk,
  path: string,
  head: string,
  parts: Iterable<string>,
  { seed, block }: { seed: string; block?: number | undefined },
): Promise<number> {
  try {
    const file = await disk.open(path, "w");
    try {
      const length = await write(file, head, parts, seed, block);
      await file.sync();
      return length;
    } finally {
      await file.close();
    }
  } catch (error) {
    await disk.remove(path).catch(() => {});
    throw error;
  }
}

/** Returns the length of the text. */
async function write(file: OpenFile, head: string, parts: Iterable<string>, seed: string, block?: number) {
  const [framing, packing, size] = block === undefined ? [plain, plain, chunk] : [framed, packed, block];
  let sum = crc32(seed);
  let length = 0;
  let position = 0;
  const encoded = encoder();
  const add = async (text: string, pack: Packing) => {
    const bytes = encoded(text);
    sum = crc(bytes, sum);
    length += bytes.length;
    const written = await pack(bytes);
    await file.write(written, position);
    position += written.length;
  };
  await add(head, framing);
  let pending = "";
  for (const part of parts) {
    pending += part;
    if (pending.length <= size) continue;
    await add(pending, packing);
    pending = "";
  }
  await add(pending, packing);
  const sealed = Buffer.from(head.slice(0, -blankChecksum.length) + name + hex(sum) + '"');
  await file.write(await framing(sealed), 0);
  return length;
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
