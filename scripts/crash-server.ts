/**
 * Kills a whole server again and again, while clients write, while it folds its write-ahead log and while it starts,
 * and checks the world that it leaves: every answered write is there with its events, and every invariant holds.
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
  /** In the audit journal of the last world, including those that follow from other events. */
  events: number;
  /** Rounds in which the server was killed before it listened. */
  killedAtStart: number;
  /** Rounds that left a half-made file. */
  halfMade: number;
}

/** The values, events and clock of the responses that clients have received. */
interface Received {
  values: string[];
  eventIds: number[];
  clock: string;
}

export async function crashServer(rounds: number, seed: number): Promise<Tally> {
  const next = dice(seed);
  const root = mkdtempSync(join(tmpdir(), "tiers-sandbox-server-"));
  // The bundle finds its packages only inside the project.
  mkdirSync(join(project, "reports"), { recursive: true });
  const home = mkdtempSync(join(project, "reports/crash-"));
  const tally: Tally = { rounds, answered: 0, events: 0, killedAtStart: 0, halfMade: 0 };
  const received: Received = { values: [], eventIds: [], clock: "" };
  try {
    const main = await bundled(home);
    for (let round = 0; round < rounds; round++) {
      try {
        // The first server must live long enough to create the world.
        const atStart = round > 0 && next(3) === 0;
        if (
          !(await oneLife(main, join(root, "data"), atStart ? next(450) : undefined, (child) =>
            writeUntilKilled(child, next, round, received),
          ))
        )
          tally.killedAtStart++;
        const { events, halfMade } = await inspect(root, received);
        tally.events = events;
        tally.halfMade += Number(halfMade);
      } catch (error) {
        throw new Error(`round ${round} of seed ${seed} failed`, { cause: error });
      }
    }
    tally.answered = received.values.length;
  } finally {
    for (const folder of [root, home]) rmSync(folder, { recursive: true, force: true });
  }
  return tally;
}

async function bundled(home: string): Promise<string> {
  let early = false;
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
          onLoad({ filter: /store[\\/]file[\\/]file\.ts$/ }, ({ path }) => {
            early = true;
            return { contents: foldingEarly(path), loader: "ts" };
          }),
      },
    ],
  });
  assert.ok(early, "the file with the folding sizes has another name");
  return join(home, "main.js");
}

/** The server folds its log after a few dozen writes, because it is killed long before the usual size is reached. */
function foldingEarly(path: string): string {
  const source = readFileSync(path, "utf8");
  const early = source.replace("{ least: 1 << 26, most: 1 << 28 }", "{ least: 30_000, most: 30_000 }");
  assert.notEqual(early, source, "the literal of the folding sizes has changed");
  return early;
}

/** The address that the server prints when it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  let printed = "";
  for await (const chunk of child.stdout ?? []) {
    printed += chunk;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    if (url) return url;
  }
  throw new Error(`the server ended by itself: ${printed}`);
}

/** Runs a server until `drive` has killed it, or for some milliseconds. Returns whether it listened. */
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
    // No server is left running after an error.
    child.kill("SIGKILL");
  }
}

/** Clients write until the server dies, and record the responses. */
async function writeUntilKilled(
  child: ChildProcess,
  next: (below: number) => number,
  round: number,
  received: Received,
): Promise<void> {
  const url = await addressOf(child);
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    // A trigger is refused with 409 when no resource is in a fitting state.
    assert.ok(response.ok || response.status === 409, `${method} ${path}: ${response.status}`);
    return answer;
  };
  const service = `/api/v1/account/${account}`;
  const control = `/_sandbox/accounts/${account}`;
  const { content } = (await ask("GET", `${service}/thirdparties`)) as { content: { thirdpartyId: number }[] };
  const enough = received.values.length + 15 + next(120);
  const client = async (nth: number) => {
    const { thirdpartyId } = content[nth % content.length] as { thirdpartyId: number };
    for (let count = 0; ; count++) {
      const value = `${round}-${nth}-${count}`;
      await ask("POST", `${service}/thirdparties/${thirdpartyId}/attributes`, { label, values: [value] });
      received.values.push(value);
      // Writes of the other clients are running at this moment.
      if (received.values.length === enough) child.kill("SIGKILL");
      // A trigger brings about more events than its own.
      if (count % 5 === nth % 5) {
        const brought = (await ask("POST", `${control}/occurrences`, {
          event: nth % 2 ? "DOCUMENT_ANSWER_ADDED" : "DOSSIER_UPDATED",
        })) as Brought;
        received.eventIds.push(...(brought.events ?? []).map(({ eventId }) => eventId));
      }
      if (nth === 0 && count % 7 === 3)
        received.clock = ((await ask("POST", `${control}/clock`, { advance: "PT6H" })) as { now: string }).now;
    }
  };
  const dead = (error: Error) => assert.ok(error instanceof TypeError, error);
  await Promise.all(Array.from({ length: 6 }, (_, nth) => client(nth).catch(dead)));
}
interface Brought {
  events?: { eventId: number }[];
}

/** Checks a copy, because opening a folder changes it. */
async function inspect(root: string, received: Received): Promise<{ events: number; halfMade: boolean }> {
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
      [
        received.values.filter((value) => !values.has(value)),
        received.eventIds.filter((eventId) => !eventIds.has(eventId)),
      ],
      [[], []],
      "answered writes are lost",
    );
    // A row and its event are in the same change.
    const last = new Map(updates.map(({ thirdpartyId, payload }) => [thirdpartyId, payload.to]));
    const rows = state.attributes.filter((row) => row.label === label && last.has(row.thirdpartyId));
    assert.deepEqual(
      new Map(rows.map(({ thirdpartyId, values: now }) => [thirdpartyId, now])),
      new Map([...last].sort(([one], [other]) => one - other)),
    );
    assert.ok(
      format(world.clock) >= received.clock,
      `the clock was answered to be at ${received.clock}, and is at ${format(world.clock)}`,
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
