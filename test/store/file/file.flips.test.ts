import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Damaged } from "../../../src/store/failures.ts";
import { fileStorage } from "../../../src/store/file/file.ts";
import { commit, dice, step, world } from "../samples.ts";
import { leftBehind, temporaryFolder } from "./folders.ts";

/** A folder as a killed process leaves it, with a file of every kind. */
async function everyKind(): Promise<string> {
  const folder = temporaryFolder();
  const storage = await fileStorage(folder);
  const store = await storage.create("demo", world());
  await store.load(world(2), "this");
  const snapshot = { name: "one", takenAt: "2026-01-15T09:00:00.000", running: false, format: "world" };
  await storage.snapshots.put("demo", { ...snapshot, state: world(3) });
  for (let nth = 0; nth < 3; nth++) await commit(store, step(nth));
  const left = leftBehind(folder);
  await storage.close();
  return left;
}

/** What the folder holds, or the error that says that it cannot be read; and what is said meanwhile. */
async function found(folder: string) {
  const said: string[] = [];
  const storage = await fileStorage(folder, { report: (message) => said.push(message) });
  const orError = <T>(work: Promise<T>) => work.catch((error: Error) => error);
  const store = await orError(storage.open("demo"));
  const opened = store instanceof Error ? undefined : store;
  const things = {
    world: opened ? await orError(opened.dump()) : store,
    start: opened ? await orError(opened.start()) : store,
    snapshot: await orError(storage.snapshots.get("demo", "one")),
  };
  const [listed] = await storage.snapshots.list("demo");
  await storage.close();
  return { things, listed, said };
}

describe("a file in which a bit was flipped", () => {
  it.each(["demo.json", "demo.events-2.jsonl", "demo.start-2.json", "demo.log", "snapshots/demo/one.json"])(
    "no flipped bit of %s goes unnoticed: its data is the same, refused, or reported",
    async (file) => {
      const sound = await everyKind();
      const good = await found(leftBehind(sound));
      expect([good.said, good.listed?.damage]).toEqual([[], null]);
      const next = dice(12);
      let noticed = 0;
      for (let time = 0; time < 25; time++) {
        const folder = leftBehind(sound);
        const bytes = readFileSync(join(folder, file));
        // The first bytes hold the head.
        const at = next(time % 3 === 0 ? 300 : bytes.length);
        bytes[at] = (bytes[at] as number) ^ (1 << next(8));
        writeFileSync(join(folder, file), bytes);
        const { things, listed, said } = await found(folder);
        const place = `byte ${at}`;
        for (const [name, thing] of Object.entries(things)) {
          if (thing instanceof Error) {
            expect(thing, place).toBeInstanceOf(Damaged);
            expect(thing.message, place).toContain(folder);
            noticed++;
          } else if (said.some((message) => message.includes(basename(file)))) noticed++;
          else expect(thing, `${place}, ${name}`).toEqual(good.things[name as keyof typeof things]);
        }
        expect(listed?.damage === null, place).toBe(!(things.snapshot instanceof Error));
        // Damage in one file spoils no other.
        if (file !== "snapshots/demo/one.json") expect(things.snapshot).toEqual(good.things.snapshot);
        if (/start|snapshots/.test(file)) expect(things.world).toEqual(good.things.world);
      }
      expect(noticed).toBeGreaterThan(22);
    },
  );
});
