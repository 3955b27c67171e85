import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cacheFolder, madeWorlds } from "../../../src/sandbox/worlds/made.ts";
import { temporaryFolder } from "../../store/file/folders.ts";

it("made worlds are kept with the nearest packages of a project", () => {
  const project = temporaryFolder();
  mkdirSync(join(project, "node_modules"));
  mkdirSync(join(project, "part/of/it"), { recursive: true });
  const place = join(project, "node_modules/.cache/tiers-sandbox");
  for (const from of [project, join(project, "part/of/it")]) expect(cacheFolder(from)).toBe(place);
});

it("outside of a project they are kept with the user's other caches", () => {
  expect(cacheFolder(temporaryFolder())).toBe(join(homedir(), ".cache/tiers-sandbox"));
});

it("sources, which may change at any moment, keep none", () => {
  expect(madeWorlds()).toBeUndefined();
});
