import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { running, send } from "../control/running.ts";
import { installed } from "../files/readers.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { compiledCommand } from "../support/compiled-command.ts";

const main = compiledCommand("open-test");
const on = running();
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** Starts the command in a folder of its own. Resolves when it has printed, or has ended. */
async function start(...words: string[]) {
  const cwd = temporaryFolder();
  const child = spawn(process.execPath, [main, ...words], { cwd, env: { PATH: process.env.PATH } });
  children.push(child);
  const seen = { out: "", error: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => (seen.out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (seen.error += text));
  const ended = once(child, "close").then(([code]) => code as number);
  await Promise.race([once(child.stdout, "data"), ended]);
  const stop = () => (child.kill("SIGTERM"), ended);
  return { seen, cwd, ended, stop };
}

async function bundled() {
  const world = await on.sandbox.world(undefined, { seed: "empty", now: "2026-01-15T09:00:00", freeze: true });
  const window = "eventOccurrenceStartDate=2026-01-15T00:00:00&eventOccurrenceEndDate=2026-01-15T08:00:00";
  const path = `/thirdparties/search?eventNames=THIRD_PARTY_ADDED&${window}`;
  await send(`${world.baseUrl}${path}`, "GET", undefined, { authorization: `Bearer ${world.token}` });
  await expect.poll(async () => (await world.requests()).length).toBe(1);
  const file = join(temporaryFolder(), "opened.zip");
  writeFileSync(file, await world.bundle());
  return { world, file };
}

describe("tiers-sandbox open", () => {
  it("serves the world of a bundle with its requests until it is stopped, and keeps nothing", async () => {
    const { world, file } = await bundled();
    const { accountId } = world;
    const { seen, cwd, stop } = await start("open", file, "--port", "0", "--json", "--log", "silent");
    const { url, token, ...opened } = JSON.parse(seen.out);
    expect(opened).toMatchObject({ accountId, now: "2026-01-15T09:00:00.000", frozen: true, requests: 1 });
    const headers = { authorization: `Bearer ${token}` };
    expect((await send(`${url}/api/v1/account/${accountId}/thirdparties`, "GET", undefined, headers)).status).toBe(200);
    expect((await send(`${url}/_sandbox/accounts/${accountId}/state`)).body).toEqual(await world.export());
    const { content } = (await send(`${url}/_sandbox/requests`)).body;
    expect(content[0]).toEqual((await world.requests())[0]);
    expect([await stop(), existsSync(join(cwd, ".sandbox"))]).toEqual([0, false]);
  });

  it("prints where to look, with commands that work", async () => {
    const { world, file } = await bundled();
    const { seen, stop } = await start("open", file, "--port", "0");
    expect(seen.out).toContain(`serves ${world.accountId} as it was.`);
    expect(seen.out).toContain("stopped at 2026-01-15T09:00:00.000");
    const lines = [...seen.out.matchAll(/tiers-sandbox ((?:requests|events|sync|faults) .*)/g)].map(([, line]) => line);
    expect(lines).toHaveLength(5);
    for (const line of lines.filter((each) => !each?.includes("--out"))) {
      const { status, stderr } = spawnSync(process.execPath, [main, ...(line as string).split(" ")]);
      expect([line, status, String(stderr)]).toEqual([line, 0, ""]);
    }
    expect(await stop()).toBe(0);
  });

  it("ends with code 1 and a sentence for a bundle that is torn, and makes no folder", async () => {
    const { world, file } = await bundled();
    writeFileSync(file, (await world.bundle()).subarray(0, -1));
    const { seen, cwd, ended } = await start("open", file, "--port", "0", "--data", "data");
    expect([await ended, seen]).toEqual([
      1,
      { out: "", error: `${file} cannot be opened. It is damaged, or was not copied whole.\n` },
    ]);
    expect(existsSync(join(cwd, "data"))).toBe(false);
  });

  it.skipIf(!installed("unzip"))("a bundle is an archive that unzip lists and finds whole", async () => {
    const { file } = await bundled();
    const { stdout: list } = spawnSync("unzip", ["-Z1", file], { encoding: "utf8" });
    expect(list.trim().split("\n")).toEqual([
      "README.md",
      "manifest.json",
      "requests.har",
      "events.jsonl",
      "world.json",
    ]);
    expect(spawnSync("unzip", ["-t", file], { encoding: "utf8" }).stdout).toContain("No errors detected");
  });
});
