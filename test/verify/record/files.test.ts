import { expect, it } from "vitest";
import { zipOf } from "../../../src/files/zip.ts";
import { madeFile } from "../../../src/verify/record/files.ts";
import { zipNames } from "../../../src/verify/zip.ts";

const named = (name: string) => `made-${name.length}.pdf`;
const secret = "Zorblax45".repeat(5);

it.each([
  ["application/pdf", "%PDF-1.7\n% replaced\n"],
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff\xe0"],
  ["image/jpg", "\xff\xd8\xff\xe0"],
  ["application/octet-stream", ""],
])("a file of the type %s keeps its beginning and its length, and nothing that was in it", (type, start) => {
  const made = madeFile(Buffer.from(secret), type, named);
  expect(made.toString("latin1")).toBe(start.padEnd(secret.length, " "));
});

it("an archive keeps its folders that are codes, has made names, and nothing in its files", async () => {
  const names = ["KBIS/secret.pdf", "Zorblax/inner/secret.png", "plain.txt"];
  const entries = names.map((name) => ({ name, mtime: 0, bytes: () => Buffer.from(secret) }));
  const bytes = Buffer.concat(await zipOf(entries).toArray());
  const made = madeFile(bytes, "application/zip", named);
  expect(zipNames(made)).toEqual(["KBIS/made-10.pdf", "X/made-16.pdf", "made-9.pdf"]);
  expect(made.toString("latin1")).not.toMatch(/secret|zorblax/i);
});
