import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { CommandError, outputs, schemaOf } from "../../src/commands/output.ts";
import { compiledCommand } from "../support/compiled-command.ts";
import { launch } from "./launch.ts";

const main = compiledCommand();
const schema = (line: string) => schemaOf(outputs.find((output) => output.line === line)!);

async function serving(...words: string[]): Promise<{ child: ChildProcess; printed: { url: string; token: string } }> {
  const child = spawn(process.execPath, [main, ...words, "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout! })) return { child, printed: JSON.parse(line) };
  throw new Error("it printed nothing");
}
const run = async (...words: string[]) => {
  const ended = promisify(execFile)(process.execPath, [main, ...words, "--json"], { maxBuffer: 2 ** 26 });
  return ended.then(({ stdout }) => JSON.parse(stdout));
};

it("start, bundle, open, verify and stop print what their schemas say, and a failure is one line of JSON", async () => {
  const folder = mkdtempSync(join(tmpdir(), "output-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { printed } = await serving("start", "--memory", "--seed", "onboarding");
  expect(schema("start").safeParse(printed).error).toBeUndefined();
  const file = join(folder, "a.zip");
  await run("bundle", "--url", printed.url, "--out", file);
  const opened = await serving("open", file);
  expect(schema("open FILE").safeParse(opened.printed).error).toBeUndefined();
  const verified = await run("verify", "--target", printed.url, "--account", "demo", "--token", printed.token);
  expect(schema("verify").safeParse(verified).error).toBeUndefined();
  const helps = {
    "--version": "--version",
    "--help": "--help",
    "reset --help": "reset --help",
    "help reset": "reset --help",
  };
  const texts = Object.entries(helps).map(async ([words, line]) => schema(line).parse(await run(...words.split(" "))));
  expect(await Promise.all(texts)).toHaveLength(4);
  expect(schema("stop").safeParse(await run("stop", "--url", printed.url)).error).toBeUndefined();
  const failed = await run("reset", "--url", printed.url).catch((error) => error);
  expect([failed.code, failed.stdout]).toEqual([1, ""]);
  expect(CommandError.parse(JSON.parse(failed.stderr)).error.kind).toBe("failed");
});

it.skipIf(spawnSync("script", ["--version"]).status !== 0)(
  "a terminal and a pipe get no control characters that a world or a request holds",
  async () => {
    const { printed } = await serving("start", "--memory", "--seed", "onboarding", "--auth", "off");
    const at = (path: string) => `${printed.url}${path}`;
    const state = at("/_sandbox/accounts/demo/state");
    const world = (await (await fetch(state)).json()) as { state: { thirdparties: { name: string }[] } };
    const hostile = "\u001b[31mRED\u009b2J\u0007\u202e";
    for (const row of world.state.thirdparties) row.name = hostile;
    const headers = { "content-type": "application/json" };
    await fetch(at("/_sandbox/accounts/other"), { method: "PUT", headers, body: '{"seed":"onboarding"}' });
    const odd = await fetch(`${state}?check=shape`, { method: "PUT", headers, body: JSON.stringify(world) });
    expect(odd.status).toBe(200);
    await fetch(at(`/api/v1/account/demo/thirdparties?name=${encodeURIComponent(hostile)}&size=${hostile}`));
    const piped = await launch(process.execPath, [main, "export", "--url", printed.url]).ended;
    expect(piped.out.match(/[^\P{Cc}\n]|\u202e/gu)).toBeNull();
    expect(JSON.parse(piped.out).state.thirdparties[0].name).toBe(hostile);
    for (const words of ["compare other demo", "requests", "export"]) {
      const line = [process.execPath, main, words, "--url", printed.url].join(" ");
      const { out } = await launch("script", ["-qec", line, "/dev/null"], { SHELL: "/bin/sh" }).ended;
      expect(out).toContain("RED");
      expect(out.match(/[^\P{Cc}\r\n]/gu)).toBeNull();
    }
  },
);
