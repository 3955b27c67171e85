import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it("commits every generated file as it is generated, the table of assumptions too", () => {
  const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", "scripts/generate.ts", "--check"], {
    encoding: "utf8",
  });
  expect(stderr.split("\n").filter((line) => line.includes(" is "))).toEqual([]);
  expect(status).toBe(0);
});
