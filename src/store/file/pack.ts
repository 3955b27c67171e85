import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { constants, createGunzip, gzip } from "node:zlib";

/**
 * Files of large worlds are gzip: a tenth of the bytes, and any tool opens them. They are made of members, each
 * compressed on its own by a thread of the pool, so that the event loop is free meanwhile.
 */
const compress = promisify(gzip);

/** How many rows a readable file holds at most, and how many characters one member of a packed file. */
export interface Packable {
  mostReadable: number;
  block: number;
}
export const usual: Packable = { mostReadable: 50_000, block: 1 << 20 };

export type Packing = (bytes: Buffer) => Promise<Buffer>;
export const packed: Packing = (bytes) => compress(bytes, { level: constants.Z_BEST_SPEED });
/** Its length depends on the length of the bytes alone, so that it can be written again in its place. */
export const framed: Packing = (bytes) => compress(bytes, { level: constants.Z_NO_COMPRESSION });
export const plain: Packing = async (bytes) => bytes;

const isPacked = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;

/** Whether an error says that bytes are not what was compressed. */
export const isUnpackFault = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith("Z_");

/** The chunks may be overwritten after each turn, as those of `chunks`. */
async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 1 << 20 });
  const fed = pipeline(Readable.from(copies(chunks)), gunzip);
  // The loop below throws the same error.
  fed.catch(() => {});
  yield* gunzip;
  await fed;
}

async function* copies(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

/** The text of a file, whether it is packed or not. */
export async function* plainChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const all = { [Symbol.asyncIterator]: () => withFirst(first.value, iterator) };
  yield* isPacked(first.value) ? unpacked(all) : all;
}

async function* withFirst(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
