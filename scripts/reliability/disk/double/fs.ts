/** In the place of node:fs: the calls that the data folder's writers make, struck as the plan says. */
import * as fs from "node:fs";
import { call, files, syncCall } from "./strike.ts";

// biome-ignore lint/performance/noReExportAll: whatever is not struck is the real thing.
// biome-ignore lint/performance/noBarrelFile: as above.
export * from "node:fs";

const nameOf = (fd: number) => files.get(fd) ?? String(fd);
const half = (length: number) => Math.max(1, Math.floor(length / 2));

type Written = (error: NodeJS.ErrnoException | null, written: number, bytes: Uint8Array) => void;
export function write(fd: number, bytes: Uint8Array, from: number, length: number, position: number, done: Written) {
  const written = (count: number) => () =>
    new Promise<number>((resolve, reject) =>
      fs.write(fd, bytes, from, count, position, (error, many) => (error ? reject(error) : resolve(many))),
    );
  call("write", nameOf(fd), written(length), written(half(length))).then(
    (many) => done(null, many, bytes),
    (error) => done(error, 0, bytes),
  );
}
export function writeSync(fd: number, bytes: Uint8Array, from: number, length: number, position: number): number {
  const written = (count: number) => () => fs.writeSync(fd, bytes, from, count, position);
  return syncCall("write", nameOf(fd), written(length), written(half(length)));
}
const synced = (sync: typeof fs.fsync) => (fd: number, done: fs.NoParamCallback) => {
  const real = () => new Promise<void>((resolve, reject) => sync(fd, (error) => (error ? reject(error) : resolve())));
  call("sync", nameOf(fd), real).then(() => done(null), done);
};
export const fdatasync = synced(fs.fdatasync);
export const fsync = synced(fs.fsync);

export function writeFileSync(file: string, text: string, { flag, mode }: { flag: string; mode: number }): void {
  const fd = syncCall("open", file, () => fs.openSync(file, flag, mode));
  try {
    const bytes = Buffer.from(text);
    const written = (count: number) => () => fs.writeSync(fd, bytes, 0, count);
    syncCall("write", file, written(bytes.length), written(half(bytes.length)));
  } finally {
    fs.closeSync(fd);
  }
}
export const unlinkSync = (file: string) => syncCall("remove", file, () => fs.unlinkSync(file));
