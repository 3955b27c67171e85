import { describe, expect, it } from "vitest";
import type { Disk, OpenFile } from "../../../src/store/file/disk.ts";
import { heldDisk } from "../../../src/store/file/held-disk.ts";

/** A disk that counts the calls, held by a server that loses the folder before the nth check. */
function held(lostAt: number) {
  const calls: string[] = [];
  const called =
    <T>(name: string, answer?: T) =>
    async () => (calls.push(name), answer as T);
  const file = Object.fromEntries(["write", "keep", "truncate"].map((name) => [name, called(name)]));
  const verbs = ["makeFolder", "removeFolder", "list", "rename", "remove", "syncFolder", "setTime"];
  const disk = {
    ...Object.fromEntries(verbs.map((name) => [name, called(name)])),
    open: (_: string, flags: string) => called(`open ${flags}`, file as unknown as OpenFile)(),
  } as unknown as Disk;
  let checks = 0;
  const check = () => {
    if (checks++ >= lostAt) throw new Error("lost");
  };
  return { calls, disk: heldDisk(disk, check) };
}
const opened = (disk: Disk) => disk.open("f", "r");
const bytes = Buffer.from("b");

describe("the disk of a server that has lost the folder", () => {
  it.each<[verb: string, call: (disk: Disk) => Promise<unknown>]>([
    ["makeFolder", (disk) => disk.makeFolder("f")],
    ["removeFolder", (disk) => disk.removeFolder("f")],
    ["list", (disk) => disk.list("f")],
    ["open r+", (disk) => disk.open("f", "r+")],
    ["open w", (disk) => disk.open("f", "w")],
    ["rename", (disk) => disk.rename("f", "g")],
    ["remove", (disk) => disk.remove("f")],
    ["syncFolder", (disk) => disk.syncFolder("f")],
    ["setTime", (disk) => disk.setTime("f", 0)],
    ["write", async (disk) => (await opened(disk)).write(bytes, 0)],
    ["keep", async (disk) => (await opened(disk)).keep(bytes, 0)],
    ["truncate", async (disk) => (await opened(disk)).truncate(0)],
  ])("%s changes nothing, and fails if the folder is lost during the call", async (verb, call) => {
    const [before, during, kept] = [held(0), held(1), held(2)];
    await expect(call(before.disk)).rejects.toThrow("lost");
    expect(before.calls).not.toContain(verb);
    await expect(call(during.disk)).rejects.toThrow("lost");
    expect(during.calls).toContain(verb);
    await call(kept.disk);
    expect(kept.calls).toContain(verb);
  });
});
