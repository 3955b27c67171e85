import { basename, dirname, join } from "node:path";
import type { Disk } from "./disk.ts";
import { accountOf, temporary } from "./names.ts";

/** What an interrupted creation or deletion leaves. `base` is the path of an account's files without their endings. */

/** The account file of a deleted account has this name until all other files of the account are gone. */
export const tombstone = (base: string) => `${base}.deleted`;
/** A half-made account has this file and no account file. */
export const halfMade = (base: string) => temporary(`${base}.json`);

const snapshots = "snapshots";
export const snapshotsOf = (base: string) => join(dirname(base), snapshots, basename(base));

const endings = /^\.(?:log|log\.tmp|events-\d+\.jsonl(?:\.gz)?|start-\d+\.world)$/;

/** The numbers of the events files and reset points among the names of a folder, by the account's file name. */
export function numberedFiles(names: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const name of names) {
    const [, account, events, start] = /^(.+)\.(?:events-(\d+)\.jsonl(?:\.gz)?|start-(\d+)\.world)$/.exec(name) ?? [];
    if (account !== undefined) found.set(account, [...(found.get(account) ?? []), Number(events ?? start)]);
  }
  return found;
}

/** Removes the files of an account that has no account file, and its snapshots if it was deleted. */
export async function removeRemains(disk: Disk, base: string): Promise<void> {
  const folder = dirname(base);
  const names = await disk.list(folder);
  const start = basename(base).length;
  for (const name of names)
    if (name.startsWith(basename(base)) && endings.test(name.slice(start))) await disk.remove(join(folder, name));
  if (names.includes(basename(tombstone(base)))) {
    await disk.removeFolder(snapshotsOf(base));
    if (names.includes(snapshots)) await disk.syncFolder(join(folder, snapshots));
  }
  // The marks go last, so that a crash before this line begins again.
  await disk.syncFolder(folder);
  for (const mark of [tombstone(base), halfMade(base)]) await disk.remove(mark);
}

/** Finishes creations and deletions that a crash interrupted, and removes temporary files. */
export async function sweep(disk: Disk, folder: string): Promise<void> {
  const names = await disk.list(folder);
  for (const name of names) {
    const [, account = ""] = /^(.+)\.(?:deleted|(?:json|log)\.tmp)$/.exec(name) ?? [];
    if (accountOf(account) === undefined) continue;
    if (names.includes(`${account}.json`)) await disk.remove(join(folder, name));
    else await removeRemains(disk, join(folder, account));
  }
  if (!names.includes(snapshots)) return;
  for (const account of await disk.list(join(folder, snapshots))) {
    if (accountOf(account) === undefined) continue;
    await sweepSnapshots(disk, join(folder, snapshots, account));
  }
}

/** A snapshot whose replacement was interrupted is the new one if that is in its place, and else the former one. */
async function sweepSnapshots(disk: Disk, home: string): Promise<void> {
  const names = await disk.list(home);
  for (const name of names) {
    const path = join(home, name);
    if (name.endsWith(".world.tmp")) await disk.remove(path);
    if (!name.endsWith(".world.old")) continue;
    const place = name.slice(0, -".old".length);
    await (names.includes(place) ? disk.remove(path) : disk.rename(path, join(home, place)));
  }
}
