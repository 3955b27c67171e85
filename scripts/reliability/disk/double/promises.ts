/** In the place of node:fs/promises: the calls that the data folder's writers make, struck as the plan says. */
import * as fs from "node:fs/promises";
import { call, files } from "./strike.ts";

// biome-ignore lint/performance/noReExportAll: whatever is not struck is the real thing.
// biome-ignore lint/performance/noBarrelFile: as above.
export * from "node:fs/promises";

type Opened = { file: string; flags: string | number; mode: number };

const changes = (flags: string | number) => (typeof flags === "number" ? false : /[wax]/.test(flags));

export async function open(file: string, flags: string | number = "r", mode = 0o600): Promise<fs.FileHandle> {
  const handle = changes(flags)
    ? await call("open", file, () => fs.open(file, flags, mode))
    : await fs.open(file, flags, mode);
  return watched(handle, { file, flags, mode });
}

/** A handle whose calls are struck; node's own functions take its descriptor. */
function watched(handle: fs.FileHandle, { file }: Opened): fs.FileHandle {
  const { fd } = handle;
  files.set(fd, file);
  const own: Record<string, unknown> = {
    truncate: (length: number) => call("truncate", file, () => handle.truncate(length)),
    sync: () => call("sync", file, () => handle.sync()),
    datasync: () => call("sync", file, () => handle.datasync()),
    write: (bytes: Uint8Array, from = 0, length = bytes.length - from, position: number | null = null) =>
      call(
        "write",
        file,
        () => handle.write(bytes, from, length, position),
        () => handle.write(bytes, from, Math.max(1, Math.floor(length / 2)), position),
      ),
    close: () => {
      files.delete(fd);
      return handle.close();
    },
  };
  return new Proxy(handle, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name as string];
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Node's own writes and syncs inside one call; here each can be struck. */
export async function writeFile(file: string, data: string | Uint8Array, options: { mode?: number; flush?: boolean }) {
  const handle = await open(file, "w", options.mode);
  try {
    const bytes = Buffer.from(data as string);
    for (let written = 0; written < bytes.length; )
      written += (await handle.write(bytes, written, bytes.length - written, written)).bytesWritten;
    if (options.flush) await handle.sync();
  } finally {
    await handle.close();
  }
}

export const mkdir = ((folder: string, options: object) =>
  call("mkdir", folder, () => fs.mkdir(folder, options))) as typeof fs.mkdir;
export const rename = (from: string, to: string) => call("rename", to, () => fs.rename(from, to));
export const unlink = (file: string) => call("remove", file, () => fs.unlink(file));
export const rmdir = (folder: string) => call("remove", folder, () => fs.rmdir(folder));
export const link = (from: string, to: string) => call("link", to, () => fs.link(from, to));
export const truncate = (file: string, length: number) => call("truncate", file, () => fs.truncate(file, length));

/** A folder goes file by file, as the system removes it, so that a fault can come in between. */
export async function rm(path: string, options: { recursive?: boolean; force?: boolean } = {}): Promise<void> {
  if (options.recursive)
    for (const name of await fs.readdir(path).catch(() => [])) await rm(`${path}/${name}`, options);
  await call("remove", path, () => fs.rm(path, options));
}
