import { zipNames } from "../zip.ts";

/** An archive of empty files with these names. */
function archiveOf(names: readonly string[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const name of names) {
    const text = Buffer.from(name, "utf8");
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(0x0800, 6);
    local.writeUInt16LE(text.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(0x0800, 8);
    central.writeUInt16LE(text.length, 28);
    central.writeUInt32LE(at, 42);
    parts.push(local, text);
    directory.push(central, text);
    at += local.length + text.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const beginnings: [type: RegExp, bytes: Buffer][] = [
  [/pdf/, Buffer.from("%PDF-1.7\n% replaced\n")],
  [/png/, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  [/jpe?g/, Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
];

/** A file of the same type and length with nothing in it; of an archive, one with made names. */
export function madeFile(bytes: Uint8Array, type: string, named: (fileName: string) => string): Buffer {
  const names = zipNames(bytes);
  if (names)
    return archiveOf(
      names.map((name) => {
        const [folder = "", ...rest] = name.split("/");
        return rest.length === 0
          ? named(folder)
          : `${/^[A-Z0-9_]{1,40}$/.test(folder) ? folder : "X"}/${named(rest.join("/"))}`;
      }),
    );
  const made = Buffer.alloc(bytes.length, " ");
  beginnings.find(([known]) => known.test(type))?.[1].copy(made);
  return made;
}
