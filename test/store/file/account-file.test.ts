import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowShape as shapeNow } from "../../../scripts/row-shape.ts";
import type { Row } from "../../../src/domain/collections.ts";
import { readWorld } from "../../../src/http/request/world-reader.ts";
import {
  type AccountFile,
  mostReadable,
  readAccountFile,
  writeAccountFile,
} from "../../../src/store/file/account-file.ts";
import { realDisk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { rowShape } from "../../../src/store/row-shape.ts";
import type { Store } from "../../../src/store/store.ts";
import { chunksOf } from "../../support/chunks.ts";
import { change, comment, commit, put, world } from "../samples.ts";
import { temporaryFolder } from "./folders.ts";
import { expectChangedBytesRefused, read, unfit, written } from "./written-accounts.ts";

/** The comments of a file that is read in pieces of one size. */
async function commentsIn(bytes: Buffer, size: number): Promise<unknown> {
  const { state } = (await readWorld(chunksOf(bytes, size))) as AccountFile;
  return state.comments;
}

const nasty = fc.constantFrom(
  '\n    },\n    {"',
  "\n  ]",
  '"],"',
  "é€𝄞",
  "\\",
  "\u2028",
  "},",
  "]",
  "x".repeat(70_000),
);
const text = fc.array(fc.oneof(fc.string(), nasty), { maxLength: 3 }).map((parts) => parts.join(""));

describe("the account file", () => {
  it("an account file is read as it was written, whatever its rows hold and in pieces of any size", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 6 }), fc.integer({ min: 1, max: 5_000 }), async (texts, piece) => {
        const comments = texts.map((text, nth) => comment(31_000_000 + nth, 924_000, text));
        const state = { ...world(1, 0), comments };
        const path = await written(state);
        const bytes = readFileSync(path);
        expect(await commentsIn(bytes, Math.max(piece, bytes.length >> 7))).toEqual(comments);
        expect(await read(path)).toEqual(state);
      }),
      { numRuns: 60, seed: 20260115 },
    );
  });

  it("the rows of an account file are checked only when its checksum does not hold", async () => {
    const path = await written(unfit());
    expect((await read(path))?.comments).toEqual(unfit().comments);
    const sound = readFileSync(path, "utf8");
    for (const edit of [
      (all: string) => `${all}\n`,
      (all: string) => all.replace('"changes": 7', '"changes": 8'),
      (all: string) => all.replace('"bytes": 0', '"bytes": 1'),
      (all: string) => all.replace("Relance", "Rappel"),
    ]) {
      writeFileSync(path, edit(sound));
      await expect(read(path)).rejects.toThrow("/state/comments/0/stray: is not a field that is known here");
    }
  });

  it("an account file with a changed byte is refused when a row does not fit", () => expectChangedBytesRefused(50));

  it("a change of a row changes only its lines and the checksum of the account file", async () => {
    const state = world(2, 3);
    const [first, ...others] = state.comments;
    const changed = { ...state, comments: [{ ...(first as Row<"comments">), text: "Autre" }, ...others] };
    const before = readFileSync(await written(state), "utf8").split("\n");
    const after = readFileSync(await written(changed), "utf8").split("\n");
    expect(after).toHaveLength(before.length);
    expect(after.filter((line, at) => line !== before[at])).toEqual([
      expect.stringMatching(/^ {2}"checksum": /),
      '        "text": "Autre",',
    ]);
    expect(before.slice(1, -2).every((line) => /^(?: {2}){1,}\S/.test(line))).toBe(true);
  });

  it.each([
    ["few large rows", 90, "x".repeat(100_000)],
    ["many rows, each on a line of its own", 6_000, `{\n      {"é": "],\n    "${"x".repeat(800)}`],
  ])("an account file of %s is read as it was written, and an edit is found by its line", async (_, count, text) => {
    const comments = Array.from({ length: count }, (_, nth) => comment(31_000_000 + nth, 924_000, text));
    const state = { ...world(3, 0), comments };
    const path = await written(state);
    expect(await read(path)).toEqual(state);
    const sound = readFileSync(path, "utf8");
    const id = `"commentId": ${31_000_000 + count - 1},`;
    const place = sound.includes(id) ? sound.indexOf(id) : sound.indexOf(id.replace(" ", ""));
    writeFileSync(path, `${sound.slice(0, place)}"commentId": "one",${sound.slice(sound.indexOf(",", place) + 1)}`);
    const start = sound.lastIndexOf("\n      {", place) + 1;
    const line = sound.slice(0, start).split("\n").length;
    await expect(read(path)).rejects.toThrow(`line ${line}, /state/comments/${count - 1}/commentId`);
  });

  it("an account file that was edited by hand gets a checksum that holds with its next write", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    await storage.create("demo", world());
    await storage.close();
    const path = join(folder, "demo.json");
    writeFileSync(path, readFileSync(path, "utf8").replace("Relance n° 1", "Rappel n° 1"));
    const again = await fileStorage(folder);
    const store = (await again.open("demo")) as Store;
    expect((await store.get("comments", 31_000_001))?.text).toBe("Rappel n° 1");
    await commit(store, change({ put: [put("comments", comment(31_000_009, 924_000, "Merci"))] }));
    await again.close();
    const { state, ...head } = (await readAccountFile(realDisk, path)) as AccountFile;
    await writeAccountFile(realDisk, `${path}.copy`, head, state, mostReadable);
    expect(readFileSync(`${path}.copy`, "utf8")).toBe(readFileSync(path, "utf8"));
  });

  it("an account file names the current row schemas, whose checksum `npm run generate` writes", () => {
    expect(rowShape).toBe(shapeNow());
  });
});
