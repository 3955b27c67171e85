import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import type { Row } from "../../../src/domain/collections.ts";
import {
  type AccountFile,
  isPacked,
  mostReadable,
  readAccountFile,
  writeAccountFile,
} from "../../../src/store/file/account-file.ts";
import { realDisk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { emptyState } from "../../../src/store/memory/tables.ts";
import { rowShape } from "../../../src/store/row-shape.ts";
import type { Store } from "../../../src/store/store.ts";
import { change, comment, commit, dice, put, world } from "../samples.ts";
import { temporaryFolder } from "./folders.ts";
import { read, unfit, unnoticedChanges, written } from "./written-accounts.ts";

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

/** A state of `count` rows in all, one of which is that of the world. */
function stateOf(count: number, text: string): State {
  const comments = Array.from({ length: count - 1 }, (_, nth) => comment(31_000_000 + nth, 924_000, text));
  return { ...emptyState(), world: world().world, comments };
}

describe("the account file", () => {
  it("is JSON that is read as it was written, whatever its rows hold", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 6 }), async (texts) => {
        const comments = texts.map((text, nth) => comment(31_000_000 + nth, 924_000, text));
        const state = { ...world(1, 0), comments };
        const path = await written(state);
        expect(JSON.parse(readFileSync(path, "utf8")).state.comments).toEqual(comments);
        expect(await read(path)).toEqual(state);
      }),
      { numRuns: 30, seed: 20260115 },
    );
  });

  it("has its rows checked only when its checksum does not hold", async () => {
    const path = await written(unfit());
    expect((await read(path))?.comments).toEqual(unfit().comments);
    const sound = readFileSync(path, "utf8");
    for (const edit of [
      (all: string) => `${all}\n`,
      (all: string) => all.replace('"changes": 7', '"changes": 8'),
      (all: string) => all.replace('"bytes": 0', '"bytes": 1'),
      (all: string) => all.replace("Relance", "Rappel"),
      (all: string) => all.replace(rowShape, "0000000000000000"),
    ]) {
      writeFileSync(path, edit(sound));
      await expect(read(path)).rejects.toThrow("/state/comments/0/stray: is not a field that is known here");
    }
  });

  it("is refused with a changed byte when a row does not fit", async () => {
    const next = dice(3);
    expect(await unnoticedChanges((length) => Array.from({ length: 25 }, () => next(length)))).toEqual([]);
  });

  it("differs after a change of a row only in the lines of the row and the checksum", async () => {
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
    expect(before.slice(1, -2).filter((line) => !/^(?: {2})+\S/.test(line))).toEqual([]);
  });

  it("has a field a line up to 5,000 rows and a row a line beyond, and an edit is found by its line", async () => {
    const few = readFileSync(await written(stateOf(5_000, "x")), "utf8");
    expect(few.slice(few.indexOf('"comments"')).split("\n").slice(1, 3)).toEqual([
      "      {",
      '        "commentId": 31000000,',
    ]);
    const path = await written(stateOf(5_001, "x"));
    const lines = readFileSync(path, "utf8").split("\n");
    const line = lines.findIndex((text) => text.startsWith('      {"commentId":31004999,')) + 1;
    writeFileSync(path, lines.join("\n").replace(":31004999,", ':"one",'));
    await expect(read(path)).rejects.toThrow(`line ${line}, /state/comments/4999/commentId`);
  });

  it.each([
    ["few rows", 2, `{\n      {"é": "],\n    "${"x".repeat(1 << 22)}`],
    ["many rows, each on a line of its own", 5_001, `{\n      {"é": "],\n    "${"x".repeat(850)}`],
  ])("of more than 4 MB and %s is read as it was written", async (_, count, text) => {
    const path = await written(stateOf(count, text));
    expect(readFileSync(path).length).toBeGreaterThan(1 << 22);
    expect({ isTheSame: isDeepStrictEqual(await read(path), stateOf(count, text)) }).toEqual({ isTheSame: true });
  });

  it("is packed beyond 50,000 rows, without its events", () => {
    const events = Array(9);
    const rows = (count: number) => ({ ...emptyState(), jobs: Array(count - 1), comments: Array(1), events });
    expect([50_000, 50_001].map((count) => isPacked(rows(count), mostReadable))).toEqual([false, true]);
  });

  it("gets a checksum that holds with its next write after it was edited by hand", async () => {
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
});
