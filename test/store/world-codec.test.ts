import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { checksummedLines } from "../../src/store/checksummed-line.ts";
import { Damaged } from "../../src/store/failures.ts";
import { emptyState } from "../../src/store/memory/tables.ts";
import { headOf, pack, unpack } from "../../src/store/world-codec.ts";
import { chunksOf } from "../support/chunks.ts";
import { dice, event, world } from "./samples.ts";

async function packed(state: State, meta = {}): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of pack(state, meta)) parts.push(part);
  return Buffer.concat(parts);
}
const unpacked = (bytes: Buffer, size = bytes.length) => unpack("demo", chunksOf(bytes, size));
const opened = (bytes: Buffer, size = bytes.length) => headOf("demo", chunksOf(bytes, size));
const changed = "demo: it was changed since the sandbox wrote it. The file was left as it is.";
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "read",
    (error: Error) => error.message,
  );

/** The same rows under another first line. */
async function withHead(bytes: Buffer, edit: (head: { counts: object }) => object): Promise<Buffer> {
  const { crc: _, ...head } = JSON.parse(bytes.toString("utf8", 0, bytes.indexOf(10)));
  const line = checksummedLines([JSON.stringify({ ...head, ...edit(head) }).slice(1)]);
  return Buffer.concat([line, bytes.subarray(bytes.indexOf(10) + 1)]);
}

describe("a packed world", () => {
  const long = { payload: { text: "é".repeat(300_000) } };
  it.each([
    ["no row", emptyState()],
    ["few rows", world()],
    ["rows for several members of gzip", { ...world(), events: [1, 2, 3, 4, 5, 6].map((id) => event(id, 1, 1, long)) }],
  ])("holds all of a world of %s, and the meta of its writer", async (_, state) => {
    const bytes = await packed(state, { name: "one" });
    expect(await unpacked(bytes, 1_000)).toMatchObject({ state, meta: { name: "one" } });
    const counts = Object.fromEntries(Object.entries(state).map(([name, rows]) => [name, rows.length]));
    expect(await opened(bytes, 1_000)).toMatchObject({ meta: { name: "one" }, counts });
  });

  it("is a line of JSON and then gzip with a row a line", async () => {
    const bytes = await packed(world(), { takenAt: "now" });
    const end = bytes.indexOf(10);
    expect(JSON.parse(bytes.toString("utf8", 0, end))).toMatchObject({
      format: "tiers-sandbox/packed@1",
      meta: { takenAt: "now" },
    });
    const rows = gunzipSync(bytes.subarray(end + 1)).toString();
    const expected = Object.values(world()).flat();
    expect(rows).toBe(expected.map((row) => `${JSON.stringify(row)}\n`).join(""));
  });

  it("is the same or refused when one of its bytes is another, and its head is refused with it", async () => {
    const bytes = await packed(world(1, 1));
    const orError = (work: Promise<unknown>) => work.catch((error: unknown) => error);
    const next = dice(7);
    for (let count = 0; count < 60; count++) {
      const at = next(bytes.length);
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      const [found, head] = [await orError(unpacked(damaged)), await orError(opened(damaged))];
      // Some bits in the header of gzip mean nothing.
      if (found instanceof Damaged) expect(head, `byte ${at}`).toBeInstanceOf(Damaged);
      else expect([found, head], `byte ${at}`).toMatchObject([{ state: world(1, 1) }, { meta: {} }]);
    }
  });

  it("is refused when it is cut off, has a row too many, or is no packed world", async () => {
    const bytes = await packed(world(1, 1));
    const cuts = Array.from({ length: 20 }, (_, nth) => bytes.subarray(0, (nth * bytes.length) / 20));
    const others = [Buffer.concat([bytes, gzipSync("{}\n")]), Buffer.from("{}\n"), Buffer.from("no JSON\n")];
    for (const wrong of [...cuts, ...others])
      expect([await outcome(unpacked(wrong)), await outcome(opened(wrong))], `of ${wrong.length} bytes`).toEqual([
        changed,
        changed,
      ]);
  });

  it("is refused when its first line has no end", async () => {
    let chunks = 0;
    const endless = async function* () {
      for (; chunks < 100; chunks++) yield Buffer.alloc(100_000, "x");
    };
    expect(await outcome(headOf("demo", endless()))).toBe(changed);
    expect(chunks).toBeLessThan(15);
  });

  it("is not called damaged when it cannot be read", async () => {
    const bytes = await packed(world(1, 1));
    const broken = async function* () {
      yield* chunksOf(bytes.subarray(0, -9), 100);
      throw Object.assign(new Error("EIO: the disk is away"), { code: "EIO" });
    };
    expect([await outcome(unpack("demo", broken())), await outcome(headOf("demo", broken()))]).toEqual([
      "EIO: the disk is away",
      "EIO: the disk is away",
    ]);
  });

  it.each([
    [
      "of a newer format",
      () => ({ format: "tiers-sandbox/packed@2" }),
      "demo, /format: a newer tiers-sandbox wrote it (this one reads tiers-sandbox/packed@1).",
    ],
    [
      "with an unknown collection",
      ({ counts }: { counts: object }) => ({ counts: { ...counts, sequels: 0 } }),
      "demo, /sequels: is not a collection that is known here.",
    ],
  ])("%s is refused with its place", async (_, edit, message) => {
    await expect(unpacked(await withHead(await packed(world()), edit))).rejects.toThrow(message);
  });

  it("of other row schemas is checked row by row, and the first row that does not fit is named", async () => {
    const state = world(1, 9);
    const other = async (events: typeof state.events) =>
      unpacked(await withHead(await packed({ ...state, events }), () => ({ shape: "other" })));
    expect((await other(state.events)).state).toEqual(state);
    const odd = state.events.map((row, nth) => (nth === 7 ? { ...row, resourceId: "seven" as never } : row));
    await expect(other(odd)).rejects.toThrow("demo, /events/7/resourceId: Invalid input: expected number");
    await expect(unpacked(await packed({ ...state, events: odd }))).resolves.not.toBeInstanceOf(Damaged);
  });
});
