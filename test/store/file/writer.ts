import { writeSync } from "node:fs";
import { type Disk, type OpenFile, realDisk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/file.ts";
import { commit, dice, step, world } from "../samples.ts";
import { inTwo } from "./disks.ts";

/** The process that is killed: it commits one step after the other, and says which are durable. */

/** A disk whose user dies at its nth call, before or after the call is done. */
function mortal(dieAt: number): Disk {
  let calls = 0;
  const dying = <F extends (...given: never[]) => Promise<unknown>>(call: F): F =>
    (async (...given: Parameters<F>) => {
      calls++;
      if (calls === dieAt && dieAt % 2 === 0) process.kill(process.pid, "SIGKILL");
      const result = await call(...given);
      if (calls >= dieAt) process.kill(process.pid, "SIGKILL");
      return result;
    }) as unknown as F;
  return {
    makeFolder: realDisk.makeFolder,
    list: realDisk.list,
    async open(file, flags) {
      const opened = await dying(realDisk.open)(file, flags);
      return {
        read: (position, length, into) => opened.read(position, length, into),
        write: dying((bytes: Uint8Array, position: number) => opened.write(bytes, position)),
        keep(bytes, position) {
          return inTwo(this as OpenFile, bytes, position);
        },
        truncate: dying((length: number) => opened.truncate(length)),
        sync: dying(() => opened.sync()),
        close: () => opened.close(),
      };
    },
    rename: dying(realDisk.rename),
    remove: dying(realDisk.remove),
    syncFolder: dying(realDisk.syncFolder),
  };
}

const [folder = "", foldAt = "0", dieAt = "0", seed = "0"] = process.argv.slice(2);
const next = dice(Number(seed));
const folding = { least: Number(foldAt), most: Number(foldAt) };
const storage = await fileStorage(folder, { folding, disk: dieAt === "0" ? realDisk : mortal(Number(dieAt)) });
const store = (await storage.open("demo")) ?? (await storage.create("demo", world()));
writeSync(1, "ready\n");
for (let nth = (await store.get("sequences", "step"))?.next ?? 0; ; nth++) {
  const durable = commit(store, step(nth)).then(() => writeSync(1, `${nth}\n`));
  if (next(4) === 0) await durable;
  if (next(100) === 0) await store.load(await store.write(() => store.dump()));
}
