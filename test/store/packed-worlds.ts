import { isDeepStrictEqual } from "node:util";
import type { State } from "../../src/domain/change.ts";
import { Damaged } from "../../src/store/failures.ts";
import { headOf, pack, unpack } from "../../src/store/world-codec.ts";
import { chunksOf } from "../support/chunks.ts";

export async function packed(state: State, meta = {}): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of pack(state, meta)) parts.push(part);
  return Buffer.concat(parts);
}
export const unpacked = (bytes: Buffer, size = bytes.length) => unpack("demo", chunksOf(bytes, size));
export const opened = (bytes: Buffer, size = bytes.length) => headOf("demo", chunksOf(bytes, size));

const orError = (work: Promise<unknown>) => work.catch((error: unknown) => error);

/** The places at which a changed byte leads to another world, or to a head that is read although the world is not. */
export async function unnoticedChanges(state: State, bytes: Buffer, places: Iterable<number>): Promise<number[]> {
  const unnoticed: number[] = [];
  for (const at of places) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
    const [found, head] = [await orError(unpacked(damaged)), await orError(opened(damaged))];
    // Some bits in the header of gzip mean nothing.
    const isSame = isDeepStrictEqual((found as { state?: State }).state, state);
    const isRefused = found instanceof Damaged && head instanceof Damaged;
    if (!isRefused && !(isSame && !(head instanceof Error))) unnoticed.push(at);
  }
  return unnoticed;
}
