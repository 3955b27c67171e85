import { writeSync } from "node:fs";
import { type Disk, type OpenFile, realDisk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/file.ts";
import { commit, dice, step, world } from "../samples.ts";
import { writeThenSync } from "./disks.ts";

/** The process that is killed: it commits one step after the other, and prints the number of each durable one. */

/** The real disk, but its nth call kills the process, before or after the call takes effect. */
function killingDisk(dieAt: number): Disk {
  let calls = 0;
  const killing = <F extends (...given: never[]) => Promise<unknown>>(call: F): F =>
    (async (...given: Parameters<F>) => {
      calls++;
      if (calls === dieAt && dieAt % 2 === 0) process.kill(process.pid, "SIGKILL");
      const result = await call(...given);
      if (calls >= dieAt) process.kill(process.pid, "SIGKILL");
      return result;
    }) as unknown as F;
  return {
    makeFolder: killing(realDisk.makeFolder),
    removeFolder: killing(realDisk.removeFolder),
    list: realDisk.list,
    async open(file, flags) {
      const opened = await killing(realDisk.open)(file, flags);
      return {
        read: (position, length, into) => opened.read(position, length, into),
        write: killing((bytes: Uint8Array, position: number) => opened.write(bytes, position)),
        keep(bytes, position) {
          return writeThenSync(this as OpenFile, bytes, position);
        },
        truncate: killing((length: number) => opened.truncate(length)),
        sync: killing(() => opened.sync()),
        close: () => opened.close(),
      };
    },
    rename: killing(realDisk.rename),
    remove: killing(realDisk.remove),
    syncFolder: killing(realDisk.syncFolder),
  };
}

const [folder = "", foldAt = "0", dieAt = "0", seed = "0"] = process.argv.slice(2);
const next = dice(Number(seed));
const folding = { least: Number(foldAt), most: Number(foldAt) };
const storage = await fileStorage(folder, { folding, disk: dieAt === "0" ? realDisk : killingDisk(Number(dieAt)) });
const store = (await storage.open("demo")) ?? (await storage.create("demo", world()));
writeSync(1, "ready\n");
for (let nth = (await store.get("sequences", "step"))?.next ?? 0; ; nth++) {
  const durable = commit(store, step(nth)).then(() => writeSync(1, `${nth}\n`));
  if (next(4) === 0) await durable;
  if (next(100) === 0) await store.load(await store.write(() => store.dump()));
}
