/** In the place of node:fs/promises: the calls that the data folder's writers make, struck as the plan says. */
import * as fs from "node:fs/promises";
import { call, files } from "./strike.ts";

// biome-ignore lint/performance/noReExportAll: whatever is not struck is the real thing.
// biome-ignore lint/performance/noBarrelFile: as above.
export * from "node:fs/promises";

/** A handle whose truncation is struck; its bytes are written and synced by its descriptor. */
export async function open(file: string, flags: string | number = "r", mode = 0o600): Promise<fs.FileHandle> {
  const real = () => fs.open(file, flags, mode);
  const handle = flags === "w" ? await call("open", file, real) : await real();
  const { fd } = handle;
  const [truncate, close] = [handle.truncate.bind(handle), handle.close.bind(handle)];
  files.set(fd, file);
  return Object.assign(handle, {
    truncate: (length: number) => call("truncate", file, () => truncate(length)),
    close: () => {
      files.delete(fd);
      return close();
    },
  });
}
export const mkdir = (folder: string, mode: number) => call("mkdir", folder, () => fs.mkdir(folder, mode));
export const rename = (from: string, to: string) => call("rename", to, () => fs.rename(from, to));

/** A folder goes file by file, as the system removes it, so that a fault can come in between. */
export async function rm(path: string, options: { recursive?: boolean; force?: boolean } = {}): Promise<void> {
  if (options.recursive)
    for (const name of await fs.readdir(path).catch(() => [])) await rm(`${path}/${name}`, options);
  await call("remove", path, () => fs.rm(path, options));
}
