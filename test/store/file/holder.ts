import { statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import type { Pace } from "../../../src/store/file/lock.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { commit, step, world } from "../samples.ts";

const [folder = "", watch = "real"] = process.argv.slice(2);

const lockTime = () => statSync(join(folder, "sandbox.lock"), { throwIfNoEntry: false })?.mtimeMs;

/** How a process watches the lock of another: `touched` waits as long as it takes, `silent` takes no time at all. */
const waits: Record<string, () => Promise<void>> = {
  async touched() {
    const before = lockTime();
    while (lockTime() === before) await wait(20);
  },
  async silent() {},
};
const every: Pace["every"] = (_, work) => {
  const timer = setInterval(work, 50);
  return () => clearInterval(timer);
};
const pace = watch === "real" ? undefined : { wait: waits[watch] as Pace["wait"], every };

/** Opens a folder and prints the outcome; each line of its input asks for a write, and the end of it ends all. */
try {
  const storage = await fileStorage(folder, { pace });
  console.log("open");
  const input = createInterface({ input: process.stdin });
  input.on("line", async () => {
    const store = (await storage.open("demo")) ?? (await storage.create("demo", world()));
    const written = (await store.get("sequences", "step"))?.next ?? 0;
    const outcome = commit(store, step(written)).then(() => "written", String);
    console.log(await outcome);
  });
  input.once("close", () => storage.close());
} catch (error) {
  console.log(String(error));
}
