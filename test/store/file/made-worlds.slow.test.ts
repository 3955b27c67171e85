import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { madeWorldsIn } from "../../../src/store/file/made-worlds.ts";
import { compiledProgram } from "../../support/compiled-command.ts";
import { worthKeeping } from "../samples.ts";
import { temporaryFolder } from "./folders.ts";

const keeper = compiledProgram("test/store/file/keeper.ts");
const start = (folder: string, times: number) =>
  spawn(process.execPath, [keeper, folder, String(times)], { stdio: "ignore" });

it("processes that make the same worlds at a time share a folder, and one that is killed harms none", async () => {
  const folder = join(temporaryFolder(), "cache");
  const killed = start(folder, 1_000_000);
  const isWriting = () => existsSync(folder) && readdirSync(folder).some((name) => !name.endsWith(".world"));
  while (!isWriting()) await setTimeout(1);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  const others = [1, 2, 3, 4].map(() => start(folder, 30));
  expect(await Promise.all(others.map((child) => once(child, "exit")))).toEqual(others.map(() => [0, null]));
  const kept = madeWorldsIn(folder);
  for (const size of [0, 1, 2]) expect(await kept.get(`size ${size}`)).toEqual(worthKeeping(size));
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1);
  await kept.put("size 0", worthKeeping(0));
  expect(readdirSync(folder).filter((name) => !name.endsWith(".world"))).toEqual([]);
});
