import { chmodSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { madeWorldsIn } from "../../../src/store/file/made-worlds.ts";
import { worthKeeping as made, world } from "../samples.ts";
import { temporaryFolder } from "./folders.ts";

const only = (folder: string) => join(folder, readdirSync(folder)[0] as string);

describe("made worlds that are kept for the next process", () => {
  it("are as they were made, each by its own key", async () => {
    const folder = join(temporaryFolder(), "new/cache");
    const kept = madeWorldsIn(folder);
    expect(await kept.get("one")).toBeUndefined();
    await Promise.all([kept.put("one", made(1)), kept.put("two", made(2)), madeWorldsIn(folder).put("one", made(1))]);
    expect(await madeWorldsIn(folder).get("one")).toEqual(made(1));
    expect(await kept.get("two")).toEqual(made(2));
    expect(await kept.get("three")).toBeUndefined();
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([expect.stringMatching(/^[0-9a-f]{32}\.world$/)]));
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it.each<[harm: string, change: (path: string) => void]>([
    ["was cut", (path) => truncateSync(path, statSync(path).size - 9)],
    ["is empty", (path) => truncateSync(path)],
    ["has a turned bit", (path) => writeFileSync(path, readFileSync(path).fill(1, 400, 401))],
    ["is of another key", (path) => writeFileSync(path, readFileSync(path).toString("latin1").replace("one", "two"))],
  ])("are made again where the file %s", async (_, change) => {
    const folder = temporaryFolder();
    const kept = madeWorldsIn(folder);
    await kept.put("one", made());
    change(only(folder));
    expect(await kept.get("one")).toBeUndefined();
    await kept.put("one", made());
    expect(await kept.get("one")).toEqual(made());
  });

  it("are none of the small ones, which are made sooner than they are read", async () => {
    const folder = temporaryFolder();
    await madeWorldsIn(folder).put("small", world(1, 1));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("take no more than their room: those that were not used for longest go", async () => {
    const folder = temporaryFolder();
    await madeWorldsIn(folder).put("first", made());
    const { size } = statSync(only(folder));
    const kept = madeWorldsIn(folder, 2.5 * size);
    await kept.put("second", made());
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1);
    expect(await kept.get("first")).toBeDefined();
    await kept.put("third", made());
    expect(
      await Promise.all(["first", "second", "third"].map(async (key) => (await kept.get(key)) !== undefined)),
    ).toEqual([true, false, true]);
  });

  it("are whole in the folder once what is being put has settled, and that wait has an end", async () => {
    const folder = temporaryFolder();
    const kept = madeWorldsIn(folder);
    void kept.put("one", made());
    await kept.settled(0);
    await kept.settled();
    expect(await madeWorldsIn(folder).get("one")).toEqual(made());
  });

  it("leave no draft of a process that was killed, and leave the draft that another one is writing", async () => {
    const folder = temporaryFolder();
    for (const name of ["killed.world.1", "writing.world.2"]) writeFileSync(join(folder, name), "");
    utimesSync(join(folder, "killed.world.1"), 1, 1);
    await madeWorldsIn(folder).put("one", made());
    expect(readdirSync(folder).sort()).toEqual([expect.stringMatching(/\.world$/), "writing.world.2"]);
  });

  it("are not kept, without a word, where the folder is no folder or cannot be written", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    chmodSync(folder, 0o500);
    for (const place of [join(folder, "file"), join(folder, "file/below")]) {
      await madeWorldsIn(place).put("one", made());
      expect(await madeWorldsIn(place).get("one")).toBeUndefined();
    }
    chmodSync(folder, 0o700);
    expect(readdirSync(folder)).toEqual(["file"]);
  });
});
