/** The names in a ZIP archive, from its central directory; undefined when it has none. */
export function zipNames(bytes: Uint8Array): string[] | undefined {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) return undefined;
  const names: string[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== 0x02014b50) return undefined;
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    names.push(archive.toString("utf8", at + 46, nameEnd));
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return names;
}
