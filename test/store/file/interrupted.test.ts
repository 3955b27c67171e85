import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { contents, temporaryFolder } from "./folders.ts";

/** The names of files that a crash left, and whether they are there after the next start. */
const left: Record<string, boolean | string> = {
  // A deletion that was interrupted.
  "gone.deleted": false,
  "gone.log": false,
  "gone.log.tmp": false,
  "gone.events-1.jsonl": false,
  "gone.events-12.jsonl.gz": false,
  "gone.start-1.world": false,
  "gone.txt": true,
  "snapshots/gone/one.world": false,
  // Accounts whose names begin in the same way.
  "gone2.json": true,
  "gone2.log": true,
  "gone2.events-1.jsonl": true,
  // A creation that was interrupted: it has no snapshots of its own.
  "half.json.tmp": false,
  "half.events-1.jsonl": false,
  "snapshots/half/one.world": true,
  // An account that was being written, and one that was created again before its deletion was finished.
  "kept.json": true,
  "kept.json.tmp": false,
  "kept.log": true,
  "kept.log.tmp": false,
  "again.json": true,
  "again.deleted": false,
  "again.log": true,
  // Files of another kind.
  "Notes.json.tmp": true,
  "my notes.deleted": true,
  "snapshots/my notes/one.world.tmp": true,
  // Snapshots that were being taken.
  "snapshots/kept/one.world": true,
  "snapshots/kept/one.world.old": false,
  "snapshots/kept/two.world.tmp": false,
  "snapshots/kept/three.world.old": "snapshots/kept/three.world",
  "snapshots/kept/four.old": true,
};

it("a start finishes what a crash interrupted, and touches no other file", async () => {
  const folder = temporaryFolder();
  for (const name of Object.keys(left)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  await (await fileStorage(folder)).close();
  const expected = Object.entries(left).flatMap(([name, stays]) =>
    stays === false ? [] : [[stays === true ? name : stays, name]],
  );
  expect(contents(folder)).toEqual(Object.fromEntries(expected));
});
