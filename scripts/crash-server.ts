/**
 * Kills a whole server while clients write, while it folds its journal and while it starts, again and again, and looks
 * at the world it left: every answered write is there with its events, and what must be true of every world is true of
 * this one.
 *
 *     npx tsx scripts/crash-server.ts --rounds 200 [--seed N]
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { format } from "../src/domain/time.ts";
import { fileStorage } from "../src/store/file/file.ts";
import { World } from "../src/world/world.ts";
import { dice } from "../test/store/samples.ts";
import { wrongs } from "../test/support/invariants.ts";
import { nowOf } from "../test/support/model.ts";

const account = "demo";
const label = "Référencement interne";
const project = join(import.meta.dirname, "..");

interface Tally {
  rounds: number;
  answered: number;
  /** In the journal of the last world: those that others brought about are among them. */
  events: number;
  /** Rounds that were killed before the server listened. */
  killedAtStart: number;
  /** Rounds that left a file half made. */
  halfMade: number;
}

/** What clients were told. */
interface Told {
  values: string[];
  eventIds: number[];
  clock: string;
}

export async function crashServer(rounds: number, seed: number): Promise<Tally> {
  const next = dice(seed);
  const root = mkdtempSync(join(tmpdir(), "tiers-sandbox-server-"));
  // Where its packages are found.
  mkdirSync(join(project, "reports"), { recursive: true });
  const home = mkdtempSync(join(project, "reports/crash-"));
  const tally: Tally = { rounds, answered: 0, events: 0, killedAtStart: 0, halfMade: 0 };
  const told: Told = { values: [], eventIds: [], clock: "" };
  try {
    const main = await bundled(home);
    for (let round = 0; round < rounds; round++) {
      try {
        // The first life makes the world.
        const atStart = round > 0 && next(3) === 0;
        if (
          !(await oneLife(main, join(root, "data"), atStart ? next(450) : undefined, (child) =>
            writeUntilKilled(child, next, round, told),
          ))
        )
          tally.killedAtStart++;
        const { events, halfMade } = await inspect(root, told);
        tally.events = events;
        tally.halfMade += Number(halfMade);
      } catch (error) {
        throw new Error(`round ${round} of seed ${seed} failed`, { cause: error });
      }
    }
    tally.answered = told.values.length;
  } finally {
    for (const folder of [root, home]) rmSync(folder, { recursive: true, force: true });
  }
  return tally;
}

async function bundled(home: string): Promise<string> {
  await build({
    entryPoints: [join(project, "src/main.ts")],
    outdir: home,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
    plugins: [
      {
        name: "early",
        setup: ({ onLoad }) =>
          onLoad({ filter: /store[\\/]file[\\/]file\.ts$/ }, ({ path }) => ({
            contents: foldingEarly(path),
            loader: "ts",
          })),
      },
    ],
  });
  return join(home, "main.js");
}

/** The server as it is, but that folds its journal after a few dozen writes: it would not live to fold it otherwise. */
function foldingEarly(path: string): string {
  const source = readFileSync(path, "utf8");
  const early = source.replace("{ least: 1 << 26, most: 1 << 28 }", "{ least: 30_000, most: 30_000 }");
  assert.notEqual(early, source, "where the folding is settled has changed");
  return early;
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

/** One life of a server, to whoever drives it; or so many milliseconds of one. Gives whether it came to listen. */
async function oneLife(
  main: string,
  data: string,
  milliseconds: number | undefined,
  drive: (child: ChildProcess) => Promise<void>,
): Promise<boolean> {
  const options = [
    "--port",
    "0",
    "--data",
    data,
    "--seed",
    "onboarding",
    "--now",
    "2026-01-15T09:00:00",
    "--freeze",
    "--log",
    "error",
    "--auth",
    "off",
  ];
  const child = spawn(process.execPath, [main, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const died = once(child, "exit");
  try {
    let listened = true;
    if (milliseconds === undefined) await drive(child);
    else {
      setTimeout(() => child.kill("SIGKILL"), milliseconds);
      listened = await addressOf(child).then(Boolean, () => false);
    }
    const [code, signal] = await died;
    assert.deepEqual([code, signal], [null, "SIGKILL"], "the server ended by itself");
    return listened;
  } finally {
    // Whatever went wrong, nothing is left running.
    child.kill("SIGKILL");
  }
}

/** Clients write until the server dies, and note what was answered. */
async function writeUntilKilled(
  child: ChildProcess,
  next: (below: number) => number,
  round: number,
  told: Told,
): Promise<void> {
  const url = await addressOf(child);
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    // An occurrence may find nothing that it could happen to.
    assert.ok(response.ok || response.status === 409, `${method} ${path}: ${response.status}`);
    return answer;
  };
  const service = `/api/v1/account/${account}`;
  const control = `/_sandbox/accounts/${account}`;
  const { content } = (await ask("GET", `${service}/thirdparties`)) as { content: { thirdpartyId: number }[] };
  const enough = told.values.length + 15 + next(120);
  const client = async (nth: number) => {
    const { thirdpartyId } = content[nth % content.length] as { thirdpartyId: number };
    for (let count = 0; ; count++) {
      const value = `${round}-${nth}-${count}`;
      await ask("POST", `${service}/thirdparties/${thirdpartyId}/attributes`, { label, values: [value] });
      told.values.push(value);
      // While the others' writes are under way.
      if (told.values.length === enough) child.kill("SIGKILL");
      // Among them, writes that bring much else about.
      if (count % 5 === nth % 5) {
        const brought = (await ask("POST", `${control}/occurrences`, {
          event: nth % 2 ? "DOCUMENT_ANSWER_ADDED" : "DOSSIER_UPDATED",
        })) as Brought;
        told.eventIds.push(...(brought.events ?? []).map(({ eventId }) => eventId));
      }
      if (nth === 0 && count % 7 === 3)
        told.clock = ((await ask("POST", `${control}/clock`, { advance: "PT6H" })) as { now: string }).now;
    }
  };
  const dead = (error: Error) => assert.ok(error instanceof TypeError, error);
  await Promise.all(Array.from({ length: 6 }, (_, nth) => client(nth).catch(dead)));
}
interface Brought {
  events?: { eventId: number }[];
}

/** Looks at a copy. */
async function inspect(root: string, told: Told): Promise<{ events: number; halfMade: boolean }> {
  const copy = join(root, "copy");
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(root, "data"), copy, { recursive: true });
  const halfMade = readdirSync(copy).some((name) => name.endsWith(".tmp"));
  const storage = await fileStorage(copy);
  try {
    const store = await storage.open(account);
    assert.ok(store, "the world is gone");
    const state = await store.dump();
    const world = await World.open(account, store, { wall: Date.now, linkSecret: "" });
    assert.deepEqual(wrongs(state, nowOf(world)), []);
    const updates = state.events.filter(
      ({ eventName, payload }) => eventName === "THIRD_PARTY_ATTRIBUTE_UPDATED" && payload.label === label,
    );
    const values = new Set(updates.flatMap(({ payload }) => payload.to as string[]));
    const eventIds = new Set(state.events.map(({ eventId }) => eventId));
    assert.deepEqual(
      [told.values.filter((value) => !values.has(value)), told.eventIds.filter((eventId) => !eventIds.has(eventId))],
      [[], []],
      "answered, and gone",
    );
    // A row and its event came together.
    const last = new Map(updates.map(({ thirdpartyId, payload }) => [thirdpartyId, payload.to]));
    const rows = state.attributes.filter((row) => row.label === label && last.has(row.thirdpartyId));
    assert.deepEqual(
      new Map(rows.map(({ thirdpartyId, values: now }) => [thirdpartyId, now])),
      new Map([...last].sort(([one], [other]) => one - other)),
    );
    assert.ok(
      format(world.clock) >= told.clock,
      `the clock was told to be at ${told.clock}, and is at ${format(world.clock)}`,
    );
    return { events: state.events.length, halfMade };
  } finally {
    await storage.close();
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "200" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  console.log(await crashServer(Number(values.rounds), Number(values.seed)));
}
