import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { numbered, safeFileName } from "../domain/document/file-name.ts";
import { onClock } from "../domain/time.ts";

export interface ZipEntry {
  /** `{folder}/{file}`; the archive makes it safe and unique. */
  name: string;
  /** Milliseconds since 1970. */
  mtime: number;
  /** Called when the archive reaches this entry. */
  bytes: () => Uint8Array | Promise<Uint8Array> | AsyncIterable<Uint8Array>;
}

type Entries = AsyncIterable<ZipEntry> | Iterable<ZipEntry>;

/** Entries are deflated, because their size follows their bytes and streaming readers refuse that of stored entries. */
export function zipOf(entries: Entries): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  zip.on("error", (error: Error) => archive.destroy(error));
  feed(zip, archive, entries).catch((error: Error) => archive.destroy(error));
  return archive;
}

async function feed(zip: ZipFile, archive: Readable, entries: Entries): Promise<void> {
  const closed = new Promise<"closed">((resolve) => archive.once("close", () => resolve("closed")));
  const unique = uniqueNames();
  for await (const { name, mtime, bytes } of entries) {
    if (archive.destroyed) return;
    const options = { mtime: new UtcDate(onClock(mtime)), mode: 0o100644, compress: true };
    const read = new Promise<"read">((resolve, reject) => {
      zip.addReadStreamLazy(unique(safePath(name)), options, (use) => {
        Promise.resolve()
          .then(bytes)
          .then((content) => {
            const source = Readable.from(content instanceof Uint8Array ? (content.length ? [content] : []) : content);
            source.once("end", () => resolve("read"));
            use(null, source);
          })
          .catch(reject);
      });
    });
    if ((await Promise.race([read, closed])) === "closed") return;
  }
  zip.end();
}

function safePath(name: string): string {
  const parts = name.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  return parts.map(safeFileName).join("/") || "document";
}

// Names are compared without case, as many file systems do.
function uniqueNames(): (path: string) => string {
  const taken = new Set<string>();
  return (path) => {
    let copy = 1;
    while (taken.has(numbered(path, copy).toLowerCase())) copy++;
    taken.add(numbered(path, copy).toLowerCase());
    return numbered(path, copy);
  };
}

// yazl writes the local time of day; in UTC, an archive has the same bytes in every time zone.
class UtcDate extends Date {}
for (const part of ["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds"] as const)
  UtcDate.prototype[`get${part}`] = Date.prototype[`getUTC${part}`];
