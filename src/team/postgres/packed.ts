import type { State } from "../../domain/change.ts";
import { pack, unpack } from "../../store/world-codec.ts";

/** A packed world as one value of a column. */
export async function packed(state: State): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of pack(state, {})) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Rejects with a Damaged when it is not as it was written, or does not fit. */
export const unpacked = (place: string, bytes: Buffer): Promise<{ state: State; shape: string }> =>
  unpack(place, once(bytes));

export async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
