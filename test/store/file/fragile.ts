import { fileStorage } from "../../../src/store/file/storage.ts";
import { world } from "../samples.ts";
import { type Call, watchedDisk } from "./disks.ts";
import { leftBehind, temporaryFolder } from "./folders.ts";

/** An account on a disk whose calls fail as `control.fault` says. */
export async function fragile(foldAt?: number) {
  const control: { fault?: Parameters<typeof watchedDisk>[0] } = {};
  const { disk, calls } = watchedDisk((call) => control.fault?.(call));
  const folder = temporaryFolder();
  const reports: string[] = [];
  const storage = await fileStorage(folder, {
    disk,
    ...(foldAt !== undefined && { foldAt }),
    report: (message) => reports.push(message.replace(folder, "…")),
  });
  const store = await storage.create("demo", world());
  return { control, calls, folder, reports, storage, store };
}

/** The state that a new process would find. */
export async function reread(folder: string) {
  const storage = await fileStorage(leftBehind(folder));
  const state = await (await storage.open("demo"))?.dump();
  await storage.close();
  return state;
}

export const on =
  (verb: Call["verb"], file: string, code = "ENOSPC", written?: number) =>
  (call: Call) =>
    call.verb === verb && call.file === file ? { code, written } : undefined;
