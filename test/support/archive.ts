import { crc32, deflateRawSync } from "node:zlib";
import { filesIn } from "../../src/files/unzip.ts";

const names = ["README.md", "manifest.json", "requests.har", "events.jsonl", "world.json"];

/** The files of a bundle, as texts. */
export function filesOf(bundle: Uint8Array): Record<string, string> {
  const read = filesIn(Buffer.from(bundle), Object.fromEntries(names.map((name) => [name, 2 ** 30])));
  return Object.fromEntries(names.map((name) => [name, read(name).toString()]));
}

/** A file of an archive, and what the archive says of it where that is not true. */
export interface Claimed {
  name: string;
  content: string | Buffer;
  stored?: boolean;
  packing?: number;
  packed?: Buffer;
  mode?: number;
  flags?: number;
  size?: number;
  packedSize?: number;
  checksum?: number;
  /** In its own head, where the directory has another. */
  ownName?: string;
  at?: number;
}

/** An archive of anything, as no honest program writes it. */
export function zipped(files: readonly Claimed[], end: { files?: number; at?: number; comment?: string } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const content = typeof file.content === "string" ? Buffer.from(file.content) : file.content;
    const packed = file.packed ?? (file.stored ? content : deflateRawSync(content));
    const summed = { ...file, checksum: file.checksum ?? crc32(content) };
    const own = headOf(summed, content, packed, file.ownName ?? file.name);
    directory.push(listed(headOf(summed, content, packed, file.name), file, file.at ?? at));
    parts.push(Buffer.from("PK\x03\x04"), own.fields, own.name, packed);
    at += 4 + own.fields.length + own.name.length + packed.length;
  }
  const listing = Buffer.concat(directory);
  const tail = Buffer.alloc(22);
  tail.write("PK\x05\x06", "latin1");
  for (const place of [8, 10]) tail.writeUInt16LE(end.files ?? files.length, place);
  tail.writeUInt32LE(listing.length, 12);
  tail.writeUInt32LE(end.at ?? at, 16);
  tail.writeUInt16LE(end.comment?.length ?? 0, 20);
  return Buffer.concat([...parts, listing, tail, Buffer.from(end.comment ?? "")]);
}

function headOf(file: Claimed & { checksum: number }, content: Buffer, packed: Buffer, called: string) {
  const name = Buffer.from(called);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(file.flags ?? 0x800, 2);
  fields.writeUInt16LE(file.packing ?? (file.stored ? 0 : 8), 4);
  fields.writeUInt32LE(file.checksum, 10);
  fields.writeUInt32LE(file.packedSize ?? packed.length, 14);
  fields.writeUInt32LE(file.size ?? content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return { fields, name };
}

function listed({ fields, name }: { fields: Buffer; name: Buffer }, { mode = 0o100644 }: Claimed, at: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE((mode << 16) >>> 0, 6);
  rest.writeUInt32LE(at, 10);
  return Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 3]), fields, rest, name]);
}
