import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { State } from "../../../src/domain/change.ts";
import { collections, type Row } from "../../../src/domain/collections.ts";
import { Damaged } from "../../../src/store/failures.ts";
import { placeSnapshot, prepareSnapshot, readSnapshot } from "../../../src/store/file/account-file.ts";
import { realDisk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/file.ts";
import { rowsIn, Seal, SealedRows } from "../../../src/store/file/sealed.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import { change, comment, event, put, world } from "../samples.ts";
import { temporaryFolder } from "./folders.ts";

async function written(state: State): Promise<string> {
  const path = join(temporaryFolder(), "demo.json");
  await prepareSnapshot(realDisk, path, state, 7);
  await placeSnapshot(realDisk, path);
  return path;
}
const headOf = (text: string) => text.indexOf(',\n  "world"');

/** The rows of a file that is fed piece by piece. */
function fed(bytes: Buffer, piece: number): State {
  const rows = new SealedRows(Seal.begun(1, 7), headOf(bytes.toString("latin1")));
  let rest: Buffer = Buffer.alloc(0);
  for (let at = headOf(bytes.toString("latin1")); at < bytes.length; at += piece)
    rest = rows.take(Buffer.concat([rest, bytes.subarray(at, at + piece)]));
  expect(rows.ends(rest)).toBe(true);
  const passed = rows.passed ? rowsIn(bytes.subarray(rows.passed.from, rows.passed.to)) : [];
  return { ...rows.state, events: [...(passed as State["events"]), ...rows.state.events] };
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

/** What a schema says to people alone. */
const words = ["description", "title", "example", "examples", "id", "$id"];

describe("a snapshot that nobody touched", () => {
  it("is read as what was written, whatever its rows say and however it comes", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 6 }),
        fc.array(text, { maxLength: 6 }),
        fc.integer({ min: 1, max: 5_000 }),
        async (comments, payloads, piece) => {
          const state = {
            ...world(1, 0),
            comments: comments.map((said, nth) => comment(31_000_000 + nth, 924_000, said)),
            events: payloads.map((said, nth) =>
              event(50_000_000 + nth, nth, 924_000, { payload: { said, [said]: [{}] } }),
            ),
          };
          const path = await written(state);
          const bytes = readFileSync(path);
          expect(fed(bytes, Math.max(piece, bytes.length >> 7))).toEqual(state);
          expect(await new Tables((await readSnapshot(realDisk, path))?.state as State).dump().comments).toEqual(
            state.comments,
          );
        },
      ),
      { numRuns: 60, seed: 20260115 },
    );
  });

  it("is not looked at row by row; touched anywhere, it is", async () => {
    const state = world();
    (state.comments[0] as Row<"comments"> & { stray?: number }).stray = 1;
    const path = await written(state);
    expect((await readSnapshot(realDisk, path))?.state.comments).toEqual(state.comments);
    const sealed = readFileSync(path, "utf8");
    for (const touch of [
      (all: string) => `${all}\n`,
      (all: string) => all.replace('"changes": 7', '"changes": 8'),
      (all: string) => all.replace("Relance", "Rappel"),
    ]) {
      writeFileSync(path, touch(sealed));
      await expect(readSnapshot(realDisk, path)).rejects.toThrow(
        "/comments/0/stray: is not a field that is known here",
      );
    }
  });

  it("notices any byte that changes", async () => {
    const state = world(1, 1);
    // The checking way would not take it.
    (state.comments[0] as Row<"comments"> & { stray?: number }).stray = 1;
    const path = await written(state);
    const sound = readFileSync(path);
    const rows = headOf(sound.toString("latin1"));
    for (let at = rows; at < sound.length; at += 7) {
      const bytes = Buffer.from(sound);
      bytes[at] = (bytes[at] as number) ^ 1;
      writeFileSync(path, bytes);
      await expect(readSnapshot(realDisk, path), `byte ${at}`).rejects.toThrow(Damaged);
    }
  });

  it("is two-space JSON in which a change shows as the lines that changed", async () => {
    const state = world(2, 3);
    const [first, ...others] = state.comments;
    const before = readFileSync(await written(state), "utf8").split("\n");
    const after = readFileSync(
      await written({ ...state, comments: [{ ...(first as Row<"comments">), text: "Autre" }, ...others] }),
      "utf8",
    ).split("\n");
    const changed = after.filter((line, at) => line !== before[at]);
    expect(after).toHaveLength(before.length);
    expect(changed).toEqual([expect.stringMatching(/^ {2}"checksum": /), '      "text": "Autre",']);
    expect(before.slice(1, -2).every((line) => /^(?: {2}){1,}\S/.test(line))).toBe(true);
  });

  it("may be edited by hand, and is sealed again when it is next written", async () => {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    await storage.create("demo", world(2, 500));
    await storage.close();
    const path = join(folder, "demo.json");
    writeFileSync(path, readFileSync(path, "utf8").replace("Relance n° 1", "Rappel n° 1"));
    expect((await readSnapshot(realDisk, path))?.unread).toBeUndefined();
    const again = await fileStorage(folder);
    const store = await again.open("demo");
    expect((await store?.get("comments", 31_000_001))?.text).toBe("Rappel n° 1");
    await store?.commit(change({ put: [put("comments", comment(31_000_009, 924_000, "Merci"))] }));
    await again.close();
    expect((await readSnapshot(realDisk, path))?.unread).toBeDefined();
  });

  it("knows the shape of today's rows: a changed schema needs another `shape` in sealed.ts, and then this fingerprint", () => {
    const schemas = Object.entries(collections).map(([name, { schema }]) => [
      name,
      z.toJSONSchema(schema as z.ZodType, { io: "input", unrepresentable: "any" }),
    ]);
    expect(
      createHash("sha256")
        .update(JSON.stringify(schemas, (key, value) => (words.includes(key) ? undefined : value)))
        .digest("hex")
        .slice(0, 16),
    ).toBe("218bf9e375ab3aa5");
  });
});
