import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import type { Row } from "../../../src/domain/collections.ts";
import { hex } from "../../../src/store/checksummed-line.ts";
import { Damaged } from "../../../src/store/failures.ts";
import { isPacked, mostReadable, readAccountFile, writeAccountFile } from "../../../src/store/file/account-file.ts";
import { statedChecksum, withBlankChecksum } from "../../../src/store/file/checksummed-json.ts";
import { realDisk } from "../../../src/store/file/disk.ts";
import { noEvents } from "../../../src/store/file/events-file.ts";
import { emptyState } from "../../../src/store/memory/tables.ts";
import { rowShape } from "../../../src/store/row-shape.ts";
import { comment, dice, world } from "../samples.ts";
import { temporaryFolder } from "./folders.ts";

async function written(state: State): Promise<string> {
  const path = join(temporaryFolder(), "demo.json");
  const head = { changes: 7, events: noEvents(1), resetsTo: null, loads: 1 };
  await writeAccountFile(realDisk, path, head, state, mostReadable);
  return path;
}
const read = async (path: string) => (await readAccountFile(realDisk, path))?.state;

/** A state with a row that does not fit: reading it shows whether rows are checked. */
function unfit(): State {
  const state = { ...world(1, 0) };
  (state.comments[0] as Row<"comments"> & { stray?: number }).stray = 1;
  return state;
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

  it("has its rows checked when other schemas wrote it, though its checksum holds", async () => {
    const path = await written(unfit());
    const other = Buffer.from(readFileSync(path, "utf8").replace(rowShape, "0".repeat(rowShape.length)));
    const sum = hex(crc32(withBlankChecksum(other)));
    writeFileSync(path, other.toString().replace(statedChecksum(other) as string, sum));
    await expect(read(path)).rejects.toThrow("/state/comments/0/stray: is not a field that is known here");
  });

  it("is refused with a changed byte when a row does not fit", async () => {
    const path = await written(unfit());
    const sound = readFileSync(path);
    const start = sound.indexOf('\n    "world"');
    const next = dice(3);
    for (let count = 0; count < 25; count++) {
      const bytes = Buffer.from(sound);
      const at = start + next(sound.length - start);
      bytes[at] = (bytes[at] as number) ^ 1;
      writeFileSync(path, bytes);
      await expect(read(path), `byte ${at}`).rejects.toThrow(Damaged);
    }
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
});
