import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { namedSeed, seedFile, seedNames, seedsOf } from "../../src/seed/seed-file.ts";
import { temporaryFolder } from "../store/file/folders.ts";

it("lists the seeds that are on file", () => {
  expect(seedNames()).toEqual(["empty", "expiring", "onboarding", "portfolio"]);
});

it("takes a name or the path of a regular file to start a sandbox", () => {
  const folder = temporaryFolder();
  const file = join(folder, "team.json");
  writeFileSync(file, "{}");
  expect(seedFile(file)).toBe(file);
  expect(seedFile("portfolio")).toMatch(/seeds.portfolio\.json$/);
  expect(() => seedFile(folder)).toThrow(`${folder} is no regular file`);
  if (process.platform !== "win32") expect(() => seedFile("/dev/zero")).toThrow("/dev/zero is no regular file");
  for (const absent of ["nowhere", join(folder, "absent.json")])
    expect(() => seedFile(absent)).toThrow(`there are ${seedNames().join(", ")}, or the path`);
});

it("knows the file that the sandbox was started with by its name, but never another file", () => {
  const own = "/worlds/team.json";
  expect([...seedsOf(own).keys()]).toEqual([...seedNames(), "team"]);
  expect([namedSeed("team", own), namedSeed(own, own), namedSeed("empty", own)]).toEqual([own, own, "empty"]);
  for (const path of ["/worlds/other.json", "/etc/passwd", "../worlds/team.json", "team.json", "seeds/empty.json"])
    expect(() => namedSeed(path, own)).toThrow(`there are ${seedNames().join(", ")}, team, and a file`);
  expect(namedSeed("portfolio", "/worlds/portfolio.json")).toBe("portfolio");
  expect([...seedsOf("/worlds/a team.json").keys()]).toEqual(seedNames());
});
