import { once } from "node:events";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { numbered, safeFileName } from "../domain/file-name.ts";

export interface ZipEntry {
  /** `{folder}/{file}`; the archive makes it safe and unique. */
  name: string;
  /** Milliseconds since 1970. */
  mtime: number;
  /** Called when the archive reaches this entry. */
  bytes: () => Uint8Array | Promise<Uint8Array>;
}

/** Entries are deflated, because their size follows their bytes and streaming readers refuse that of stored entries. */
export function zipOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  zip.on("error", (error: Error) => archive.destroy(error));
  feed(zip, archive, entries).catch((error: Error) => archive.destroy(error));
  return archive;
}

async function feed(
  zip: ZipFile,
  archive: Readable,
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): Promise<void> {
  const closed = once(archive, "close").then(
    () => "closed" as const,
    () => "closed" as const,
  );
  const unique = uniqueNames();
  for await (const { name, mtime, bytes } of entries) {
    if (archive.destroyed) return;
    const options = { mtime: new UtcDate(mtime), mode: 0o100644, compress: true };
    const read = new Promise<"read">((resolve, reject) => {
      zip.addReadStreamLazy(unique(safePath(name)), options, (use) => {
        Promise.resolve()
          .then(bytes)
          .then((content) => {
            const source = Readable.from(content.length ? [content] : []);
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
    for (let copy = 1; ; copy++) {
      const candidate = numbered(path, copy);
      if (taken.has(candidate.toLowerCase())) continue;
      taken.add(candidate.toLowerCase());
      return candidate;
    }
  };
}

// yazl writes the local time of day; in UTC, an archive has the same bytes in every time zone.
class UtcDate extends Date {
  override getFullYear() {
    return this.getUTCFullYear();
  }
  override getMonth() {
    return this.getUTCMonth();
  }
  override getDate() {
    return this.getUTCDate();
  }
  override getHours() {
    return this.getUTCHours();
  }
  override getMinutes() {
    return this.getUTCMinutes();
  }
  override getSeconds() {
    return this.getUTCSeconds();
  }
}
