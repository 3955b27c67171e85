import { isDeepStrictEqual } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { checksummedLines } from "../../src/store/checksummed-line.ts";
import { Damaged } from "../../src/store/failures.ts";
import { emptyState } from "../../src/store/memory/tables.ts";
import { headOf, pack, unpack } from "../../src/store/world-codec.ts";
import { chunksOf } from "../support/chunks.ts";
import { event, world } from "./samples.ts";

async function packed(state: State, meta = {}): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of pack(state, meta)) parts.push(part);
  return Buffer.concat(parts);
}
const unpacked = (bytes: Buffer, size = bytes.length) => unpack("demo", chunksOf(bytes, size));
const opened = (bytes: Buffer) => headOf("demo", chunksOf(bytes, bytes.length));

/** The same bytes under another first line. */
async function withHead(state: State, edit: object): Promise<Buffer> {
  const bytes = await packed(state);
  const { crc: _, ...head } = JSON.parse(bytes.toString("utf8", 0, bytes.indexOf(10)));
  const line = checksummedLines([JSON.stringify({ ...head, ...edit }).slice(1)]);
  return Buffer.concat([line, bytes.subarray(bytes.indexOf(10) + 1)]);
}

describe("a packed world", () => {
  it.each([0, 1, 5_000])("holds all of a world of %i events, and the meta of its writer", async (count) => {
    const events = Array.from({ length: count }, (_, nth) => event(50_000_000 + nth, nth));
    const state = { ...world(), events };
    const bytes = await packed(state, { name: "one" });
    expect(await unpacked(bytes, 1_000)).toMatchObject({ state, meta: { name: "one" } });
    expect(await opened(bytes)).toMatchObject({ meta: { name: "one" }, counts: { events: count, thirdparties: 2 } });
  });

  it("holds a world without rows", async () => {
    expect((await unpacked(await packed(emptyState()))).state).toEqual(emptyState());
  });

  it("is a line of JSON and then gzip with a row a line", async () => {
    const bytes = await packed(world(), { takenAt: "now" });
    const end = bytes.indexOf(10);
    expect(JSON.parse(bytes.toString("utf8", 0, end))).toMatchObject({
      format: "tiers-sandbox/packed@1",
      meta: { takenAt: "now" },
    });
    const rows = gunzipSync(bytes.subarray(end + 1))
      .toString()
      .trimEnd()
      .split("\n");
    expect(rows.map((row) => JSON.parse(row))).toEqual(Object.values(world()).flat());
  });

  it("shares the texts that events repeat", async () => {
    const { events } = (await unpacked(await packed(world(2, 200)))).state;
    expect(new Set(events.map(({ payload }) => payload)).size).toBe(1);
    expect(new Set(events.map(({ actor }) => actor)).size).toBe(1);
  });

  it("is the same or refused when any of its bytes is another", async () => {
    const state = world(2, 50);
    const bytes = await packed(state);
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      const found = await unpacked(damaged).catch((error: unknown) => error);
      const head = await opened(damaged).catch((error: unknown) => error);
      // Some bits in the header of gzip mean nothing.
      const isSame = !(found instanceof Damaged) && isDeepStrictEqual((found as { state: State }).state, state);
      expect([at, isSame || found instanceof Damaged, head instanceof Damaged]).toEqual([at, true, !isSame]);
    }
  });

  it("is refused when it is cut off anywhere, or has more rows than its first line says", async () => {
    const bytes = await packed(world(2, 50));
    for (let end = 0; end < bytes.length; end += 41) {
      await expect(unpacked(bytes.subarray(0, end), 100), `cut at ${end}`).rejects.toThrow(Damaged);
      await expect(opened(bytes.subarray(0, end)), `cut at ${end}`).rejects.toThrow(Damaged);
    }
    const longer = Buffer.concat([bytes, gzipSync("{}\n")]);
    await expect(unpacked(longer)).rejects.toThrow("demo: it was changed since the sandbox wrote it");
    await expect(opened(longer)).rejects.toThrow(Damaged);
  });

  it("of a newer format is refused", async () => {
    const newer = await withHead(world(), { format: "tiers-sandbox/packed@2" });
    await expect(unpacked(newer)).rejects.toThrow("a newer tiers-sandbox wrote it");
  });

  it("of other row schemas is checked row by row, and the first row that does not fit is named", async () => {
    const events = Array.from({ length: 200 }, (_, nth) => event(50_000_000 + nth, nth));
    const other = async (rows: typeof events) =>
      unpacked(await withHead({ ...emptyState(), events: rows }, { shape: "other" }));
    expect((await other(events)).state).toEqual({ ...emptyState(), events });
    const odd = events.map((row, nth) => (nth === 7 ? { ...row, resourceId: "seven" as never } : row));
    await expect(other(odd)).rejects.toThrow("demo, /events/7/resourceId");
  });
});
