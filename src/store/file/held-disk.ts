import { ReadFailed } from "../failures.ts";
import type { Disk, OpenFile } from "./disk.ts";

/**
 * A disk that changes nothing once `check` throws. It checks again after each call: if another server took the folder
 * during a write, it may not have read that.
 */
export function heldDisk(disk: Disk, check: () => void): Disk {
  const checked =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      check();
      const result = await call(...given);
      check();
      return result;
    };
  const unread = (path: string) => (error: NodeJS.ErrnoException) => {
    throw error.code === undefined || error.code === "ENOENT" ? error : new ReadFailed(path, error);
  };
  const held = (path: string, file: OpenFile): OpenFile => ({
    read: (position, length, into) => file.read(position, length, into).catch(unread(path)),
    write: checked((bytes, position) => file.write(bytes, position)),
    keep: checked((bytes, position) => file.keep(bytes, position)),
    truncate: checked((length) => file.truncate(length)),
    sync: () => file.sync(),
    close: () => file.close(),
  });
  const open = checked((file: string, flags: "r+" | "w") => disk.open(file, flags));
  return {
    makeFolder: checked((folder) => disk.makeFolder(folder)),
    removeFolder: checked((folder) => disk.removeFolder(folder)),
    list: checked((folder) => disk.list(folder).catch(unread(folder))),
    open: async (file, flags) =>
      held(file, await (flags === "r" ? disk.open(file, flags).catch(unread(file)) : open(file, flags))),
    rename: checked((from, to) => disk.rename(from, to)),
    remove: checked((file) => disk.remove(file)),
    syncFolder: checked((folder) => disk.syncFolder(folder)),
    time: (file) => disk.time(file).catch(unread(file)),
    setTime: checked((file, milliseconds) => disk.setTime(file, milliseconds)),
  };
}
