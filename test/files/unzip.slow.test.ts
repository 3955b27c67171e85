import { spawnSync } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { zipOf } from "../../src/files/zip.ts";
import { inFile, installed } from "./readers.ts";
import { entry, hostileNames } from "./sample.ts";

it.skipIf(!installed("unzip")).each([
  ["files of any name and an empty one", [...hostileNames.map((name) => entry(name)), entry("a.pdf", "")], "No errors"],
  ["no entries", [], "zipfile is empty"],
])("unzip accepts an archive of %s", async (_, entries, accepted) => {
  const archive = await buffer(zipOf(entries));
  const { stdout } = inFile(archive, (path) => spawnSync("unzip", ["-t", path], { encoding: "utf8" }));
  expect(stdout).toContain(accepted);
});
