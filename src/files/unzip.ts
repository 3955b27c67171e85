import { crc32, inflateRawSync } from "node:zlib";
import { printable } from "../domain/printable.ts";

/** Why an archive is not read, as the rest of a sentence that begins with its name. */
export class UnreadableArchive extends Error {}

interface Listed {
  name: string;
  packing: number;
  checksum: number;
  packedSize: number;
  size: number;
  /** Where its own head begins. */
  at: number;
}

const marks = { file: 0x04034b50, listed: 0x02014b50, end: 0x06054b50 };
const [fileHead, listedHead, endHead] = [30, 46, 22];
const [stored, deflated] = [0, 8];
const regularFile = 0o10;

function refuse(reason: string): never {
  throw new UnreadableArchive(reason);
}
const damage = "is damaged, or was not copied whole";
const quoted = (name: string) => JSON.stringify(printable(name.slice(0, 80)));

/**
 * Reads the files of an archive that may come from anywhere, in memory. It may hold only the files that `largest`
 * names, each once and with at most that number of bytes, in the plain form that `zipOf` writes.
 */
export function filesIn(archive: Buffer, largest: Readonly<Record<string, number>>): (name: string) => Buffer {
  const listed = new Map<string, Listed>();
  const directory = directoryOf(archive);
  for (let { at } = directory; at < directory.end; ) {
    const [file, next] = listedAt(archive, at, directory.end);
    const { name, size } = file;
    const most = Object.hasOwn(largest, name) ? largest[name] : undefined;
    if (most === undefined) refuse(`holds ${quoted(name)}, and may hold ${Object.keys(largest).join(", ")} alone`);
    if (listed.has(name)) refuse(`holds ${name} twice`);
    if (size > most) refuse(`holds a ${name} of ${size} bytes, and ${most} are the most that is read`);
    listed.set(name, file);
    at = next;
  }
  if (listed.size !== directory.files) refuse(damage);
  return (name) => contentOf(archive.subarray(0, directory.at), listed.get(name) ?? refuse(`holds no ${name}`));
}

/** Without a comment the end of the directory is the end of the archive: whatever was cut off, it is missing then. */
function directoryOf(archive: Buffer): { at: number; end: number; files: number } {
  const end = archive.length - endHead;
  if (archive.length < 4 || ![marks.file, marks.end].includes(archive.readUInt32LE(0))) refuse("is no ZIP archive");
  if (end < 0 || archive.readUInt32LE(end) !== marks.end) refuse(damage);
  const at = archive.readUInt32LE(end + 16);
  if (at + archive.readUInt32LE(end + 12) !== end) refuse(damage);
  return { at, end, files: archive.readUInt16LE(end + 10) };
}

function listedAt(archive: Buffer, at: number, end: number): [file: Listed, next: number] {
  if (at + listedHead > end || archive.readUInt32LE(at) !== marks.listed) refuse(damage);
  const nameEnd = at + listedHead + archive.readUInt16LE(at + 28);
  const next = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  if (next > end) refuse(damage);
  const name = archive.toString("utf8", at + listedHead, nameEnd);
  const [packing, kind] = [archive.readUInt16LE(at + 10), archive.readUInt16LE(at + 40) >> 12];
  if (kind !== 0 && kind !== regularFile) refuse(`holds ${quoted(name)}, which is no regular file`);
  const isEncrypted = (archive.readUInt16LE(at + 8) & 1) === 1;
  if (isEncrypted || (packing !== stored && packing !== deflated))
    refuse(`holds ${quoted(name)} in a form that is not read`);
  const file = {
    ...{ name, packing, checksum: archive.readUInt32LE(at + 16) },
    ...{ packedSize: archive.readUInt32LE(at + 20), size: archive.readUInt32LE(at + 24) },
    at: archive.readUInt32LE(at + 42),
  };
  return [file, next];
}

function contentOf(archive: Buffer, { name, packing, checksum, packedSize, size, at }: Listed): Buffer {
  if (at + fileHead > archive.length || archive.readUInt32LE(at) !== marks.file) refuse(damage);
  const nameEnd = at + fileHead + archive.readUInt16LE(at + 26);
  const from = nameEnd + archive.readUInt16LE(at + 28);
  if (from + packedSize > archive.length || archive.toString("utf8", at + fileHead, nameEnd) !== name) refuse(damage);
  const packed = archive.subarray(from, from + packedSize);
  const content = packing === stored ? packed : inflated(packed, size);
  if (content.length !== size || crc32(content) !== checksum) refuse(`holds ${name}, which is damaged`);
  return content;
}

/** Stops at the size that the directory gives: a lie about it takes no memory. */
function inflated(packed: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    return refuse(damage);
  }
}
