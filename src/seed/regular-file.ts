import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { toRead } from "../system/files.ts";

const megabyte = 1024 * 1024;
/** As much as an import over HTTP. */
const largest = 256 * megabyte;

const kinds = {
  isDirectory: "a folder",
  isFIFO: "a pipe",
  isSocket: "a socket",
  isCharacterDevice: "a device",
  isBlockDevice: "a device",
} as const;

/** Reads a whole file. Refuses what might never end, with a sentence that names the path. */
export function readRegularFile(path: string): Buffer<ArrayBuffer> {
  // A pipe without a writer would otherwise block the process, signals included.
  const descriptor = openSync(path, toRead());
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) {
      const kind = Object.entries(kinds).find(([is]) => status[is as keyof typeof kinds]())?.[1] ?? "no file";
      throw new Error(`${path} is ${kind}: give a regular file.`);
    }
    return readBounded(path, descriptor, status.size);
  } finally {
    closeSync(descriptor);
  }
}

/** The system says that some files are empty that are not, and others grow while they are read. */
function readBounded(path: string, descriptor: number, expected: number): Buffer<ArrayBuffer> {
  const tooLarge = () => new Error(`${path} has more than ${largest / megabyte} MB, the most that is read.`);
  if (expected > largest) throw tooLarge();
  const pieces: Buffer[] = [];
  let length = 0;
  for (let read = 1; read > 0; length += read) {
    if (length > largest) throw tooLarge();
    const piece = Buffer.allocUnsafe(length < expected ? expected - length : 64 * 1024);
    read = readSync(descriptor, piece, 0, piece.length, null);
    pieces.push(piece.subarray(0, read));
  }
  return Buffer.concat(pieces);
}
