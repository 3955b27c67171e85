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
  call("write", nameOf(fd), written(length), () => written(half(length))()).then(
    (many) => done(null, many, bytes),
    (error) => done(error, 0, bytes),
  );
}
const synced = (sync: typeof fs.fsync) => (fd: number, done: fs.NoParamCallback) => {
  const real = () => new Promise<void>((resolve, reject) => sync(fd, (error) => (error ? reject(error) : resolve())));
  call("sync", nameOf(fd), real).then(() => done(null), done);
};
export const fdatasync = synced(fs.fdatasync);
export const fsync = synced(fs.fsync);

export const writeFileSync: typeof fs.writeFileSync = (file, data, options) => {
  const fd = syncCall("open", String(file), () =>
    fs.openSync(file as string, (options as { flag?: string })?.flag ?? "w", 0o600),
  );
  try {
    const bytes = Buffer.from(data as string);
    syncCall(
      "write",
      String(file),
      () => fs.writeSync(fd, bytes),
      () => fs.writeSync(fd, bytes.subarray(0, half(bytes.length))),
    );
  } finally {
    fs.closeSync(fd);
  }
};
export const unlinkSync: typeof fs.unlinkSync = (file) => syncCall("remove", String(file), () => fs.unlinkSync(file));
export const renameSync: typeof fs.renameSync = (from, to) =>
  syncCall("rename", String(to), () => fs.renameSync(from, to));
export const linkSync: typeof fs.linkSync = (from, to) => syncCall("link", String(to), () => fs.linkSync(from, to));
export const mkdirSync = ((folder: string, options: fs.MakeDirectoryOptions) =>
  syncCall("mkdir", folder, () => fs.mkdirSync(folder, options))) as typeof fs.mkdirSync;
export const rmSync: typeof fs.rmSync = (file, options) =>
  syncCall("remove", String(file), () => fs.rmSync(file, options));
