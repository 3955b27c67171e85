import { expect, it } from "vitest";
import { judgeArchive } from "../../src/verify/files.ts";
import { Ledger } from "../../src/verify/ledger.ts";

/** A central directory with these names, which is all that is read of an archive. */
function directory(names: readonly string[]): Uint8Array {
  const entries = names.map((name) => {
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(Buffer.byteLength(name), 28);
    return Buffer.concat([head, Buffer.from(name)]);
  });
  const all = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(all.length, 12);
  return Buffer.concat([all, end]);
}

it.each([
  [["KBIS/a.pdf", "KBIS/b.pdf", "IBAN/a.pdf"], true],
  [["KBIS/a.pdf", "IBAN/a.pdf", "KBIS/a.pdf"], false],
  [["KBIS/a/b.pdf"], false],
  [["RIB/a.pdf"], false],
  [["a.pdf"], false],
  [[], false],
])("an archive of a dossier with KBIS and IBAN that holds %j is as assumed: %s", (names, fits) => {
  const ledger = new Ledger();
  judgeArchive(ledger, { status: 200, bytes: directory(names) }, ["KBIS", "IBAN"]);
  expect(ledger.report("", "", false).findings.length === 0).toBe(fits);
});
