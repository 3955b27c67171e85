/**
 * Kills a whole server while clients write, again and again, and looks at the world it left: every answered write is
 * there with its event, and what must be true of every world is true of this one.
 *
 *     npx tsx scripts/crash-server.ts --rounds 40 [--seed N]
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { fileStorage } from "../src/store/file.ts";
import { World } from "../src/world.ts";
import { dice } from "../test/store/samples.ts";
import { wrongs } from "../test/support/invariants.ts";
import { nowOf } from "../test/support/model.ts";

const account = "demo";
const label = "Référencement interne";
const project = join(import.meta.dirname, "..");

interface Tally {
  rounds: number;
  answered: number;
  /** Writes of all kinds, those that others brought about among them. */
  events: number;
}

export async function crashServer(rounds: number, seed: number): Promise<Tally> {
  const next = dice(seed);
  const root = mkdtempSync(join(tmpdir(), "tiers-sandbox-server-"));
  // Where its packages are found.
  mkdirSync(join(project, "reports"), { recursive: true });
  const home = mkdtempSync(join(project, "reports/crash-"));
  const tally: Tally = { rounds, answered: 0, events: 0 };
  try {
    const main = await bundled(home);
    const answered: string[] = [];
    for (let round = 0; round < rounds; round++) {
      try {
        answered.push(...(await oneLife(main, join(root, "data"), next, round)));
        tally.events = await inspect(root, answered);
      } catch (error) {
        throw new Error(`round ${round} of seed ${seed} failed`, { cause: error });
      }
    }
    tally.answered = answered.length;
  } finally {
    for (const folder of [root, home]) rmSync(folder, { recursive: true, force: true });
  }
  return tally;
}

async function bundled(home: string): Promise<string> {
  const outfile = join(home, "main.mjs");
  await build({
    entryPoints: [join(project, "src/main.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outfile,
    logLevel: "error",
  });
  return outfile;
}

/** The address that the server prints when it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  let said = "";
  for await (const chunk of child.stdout ?? []) {
    said += chunk;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
    if (url) return url;
  }
  throw new Error(`the server ended by itself: ${said}`);
}

/** Clients write until the server dies; gives the values whose writes were answered. */
async function oneLife(main: string, data: string, next: (below: number) => number, round: number): Promise<string[]> {
  const options = ["--port", "0", "--data", data, "--seed", "onboarding", "--now", "2026-01-15T09:00:00", "--freeze", "--log", "error", "--auth", "off"];
  const child = spawn(process.execPath, [main, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const died = once(child, "exit");
  try {
    return await writeUntilKilled(child, died, next, round);
  } finally {
    // Whatever went wrong, nothing is left running.
    child.kill("SIGKILL");
  }
}

async function writeUntilKilled(child: ChildProcess, died: Promise<unknown[]>, next: (below: number) => number, round: number): Promise<string[]> {
  const url = await addressOf(child);
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`${url}${path}`, { method, headers: { "Content-Type": "application/json" }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const service = `/api/v1/account/${account}`;
  const control = `/_sandbox/accounts/${account}`;
  const { content } = (await (await ask("GET", `${service}/thirdparties`)).json()) as { content: { thirdpartyId: number }[] };
  const answered: string[] = [];
  const enough = 15 + next(200);
  const client = async (nth: number) => {
    const { thirdpartyId } = content[nth % content.length] as { thirdpartyId: number };
    for (let count = 0; ; count++) {
      const value = `${round}-${nth}-${count}`;
      const response = await ask("POST", `${service}/thirdparties/${thirdpartyId}/attributes`, { label, values: [value] });
      await response.arrayBuffer();
      assert.equal(response.status, 200);
      answered.push(value);
      // While the others' writes are under way.
      if (answered.length === enough) child.kill("SIGKILL");
      // Among them, writes that bring much else about.
      if (count % 5 === nth % 5)
        await (await ask("POST", `${control}/occurrences`, { event: nth % 2 ? "DOCUMENT_ANSWER_ADDED" : "DOSSIER_UPDATED" })).arrayBuffer();
      if (nth === 0 && count % 7 === 3) await (await ask("POST", `${control}/clock`, { advance: "PT6H" })).arrayBuffer();
    }
  };
  const dead = (error: Error) => assert.ok(error instanceof TypeError, error);
  await Promise.all(Array.from({ length: 6 }, (_, nth) => client(nth).catch(dead)));
  const [code, signal] = await died;
  assert.deepEqual([code, signal], [null, "SIGKILL"], "the server ended by itself");
  return answered;
}

/** Looks at a copy; gives how many events its journal has. */
async function inspect(root: string, answered: readonly string[]): Promise<number> {
  const copy = join(root, "copy");
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(root, "data"), copy, { recursive: true });
  const storage = await fileStorage(copy);
  try {
    const store = await storage.open(account);
    assert.ok(store, "the world is gone");
    const state = await store.dump();
    const world = await World.open(account, store, { wall: Date.now, linkSecret: "" });
    assert.deepEqual(wrongs(state, nowOf(world)), []);
    const told = new Set(
      state.events
        .filter(({ eventName, payload }) => eventName === "THIRD_PARTY_ATTRIBUTE_UPDATED" && payload.label === label)
        .flatMap(({ payload }) => payload.to as string[]),
    );
    assert.deepEqual(
      answered.filter((value) => !told.has(value)),
      [],
      "answered, and gone",
    );
    return state.events.length;
  } finally {
    await storage.close();
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { rounds: { type: "string", default: "40" }, seed: { type: "string", default: String(Date.now() % 1_000_000) } } });
  console.log(await crashServer(Number(values.rounds), Number(values.seed)));
}
