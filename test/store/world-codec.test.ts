import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Damaged } from "../../src/store/failures.ts";
import { emptyState } from "../../src/store/memory/tables.ts";
import { gzipped, wholeState } from "../../src/store/world-codec.ts";
import { event, world } from "./samples.ts";

describe("the body of a world", () => {
  it.each([0, 1, 99, 100, 101, 5_000])("holds all of a world of %i events", async (count) => {
    const events = Array.from({ length: count }, (_, nth) => event(50_000_000 + nth, nth));
    const state = { ...world(), events };
    const unpacked = await gzipped.unpack("demo", await gzipped.pack(state));
    expect(unpacked.state.events).toEqual(events.slice(-100));
    expect(await wholeState(unpacked)).toEqual(state);
  });

  it("holds a world without rows", async () => {
    const unpacked = await gzipped.unpack("demo", await gzipped.pack(emptyState()));
    expect(unpacked).toEqual({ state: emptyState(), unread: undefined });
  });

  it("shares the texts that events repeat, whether they are read at once or later", async () => {
    const { events } = await wholeState(await gzipped.unpack("demo", await gzipped.pack(world(2, 200))));
    expect(new Set(events.map(({ payload }) => payload)).size).toBe(1);
    expect(new Set(events.map(({ actor }) => actor)).size).toBe(1);
  });

  it("is refused when any of its bytes is another, of the rows or of the older events", async () => {
    const body = await gzipped.pack(world(2, 500));
    for (let at = 0; at < body.bytes.length; at += 97) {
      const bytes = Buffer.from(body.bytes);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      await expect(gzipped.unpack("demo", { ...body, bytes }), `byte ${at}`).rejects.toThrow(Damaged);
    }
  });

  it("is refused when it is not gzip, although its checksum is right", async () => {
    const bytes = Buffer.from('{"counts":{},"length":4,"packed":4}\ntext');
    await expect(gzipped.unpack("demo", { bytes, checksum: crc32(bytes), shape: "" })).rejects.toThrow(Damaged);
  });

  it("of other row schemas is read whole, and an older event that does not fit is named", async () => {
    const events = Array.from({ length: 200 }, (_, nth) => event(50_000_000 + nth, nth));
    const other = async (state: typeof events) =>
      gzipped.unpack("demo", { ...(await gzipped.pack({ ...emptyState(), events: state })), shape: "other" });
    expect(await other(events)).toEqual({ state: { ...emptyState(), events }, unread: undefined });
    const odd = events.map((row, nth) => (nth === 7 ? { ...row, resourceId: "seven" as never } : row));
    await expect(other(odd)).rejects.toThrow("demo, /events/7/resourceId");
  });
});
