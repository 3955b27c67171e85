import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { parse } from "../../src/domain/time.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { makeState } from "../../src/seed/new-world.ts";
import { worldFormat } from "../../src/seed/seed-file.ts";
import { WriteFailed } from "../../src/store/failures.ts";
import type { Disk } from "../../src/store/file/disk.ts";
import { fileStorage } from "../../src/store/file/storage.ts";
import type { World } from "../../src/world/world.ts";
import { contents, leftBehind, temporaryFolder } from "../store/file/folders.ts";
import { type Interruption, interruptEverywhere } from "../store/file/interruptions.ts";
import { options } from "../support/sandbox.ts";

/** A world of one third party and its events, which its random seed tells from others. */
async function stateOf(randomSeed: number): Promise<State> {
  const now = parse("2026-01-15T09:00:00");
  return makeState({ accountId: "x", seed: "empty", randomSeed, size: 1, now, frozen: true, wall: now });
}
const imported = async (randomSeed: number) => ({ format: worldFormat, state: await stateOf(randomSeed) });

async function opened(folder: string, disk?: Disk): Promise<Sandbox> {
  const sandbox = new Sandbox(options, await fileStorage(folder, { ...(disk && { disk }) }));
  for (const accountId of (await sandbox.worlds.accounts()).keys()) await sandbox.worlds.openOrCreate(accountId);
  return sandbox;
}
const seedOf = (world: World) => world.origin.randomSeed;

/** What a new process finds: for each account its world, its snapshots, and the world that a reset returns to. */
async function told(folder: string): Promise<Record<string, unknown>> {
  const sandbox = await opened(folder);
  const accounts: Record<string, unknown> = {};
  for (const accountId of (await sandbox.worlds.accounts()).keys()) {
    const world = await sandbox.worlds.openOrCreate(accountId);
    const now = seedOf(world);
    const { total } = await world.store.page("events", { offset: 0, limit: 0 });
    const snapshots = [];
    for (const listed of await sandbox.storage.snapshots.list(accountId)) {
      const snapshot = await sandbox.worlds.copy(world, listed.name);
      snapshots.push([listed.name, listed.damage, snapshot?.state.world[0]?.randomSeed]);
    }
    const start = await world.store.start();
    accounts[accountId] = { now, events: total, snapshots, start: start?.world[0]?.randomSeed };
  }
  await sandbox.storage.close();
  return accounts;
}

/** Files that no account needs, in a folder that was opened and closed. */
function needless(folder: string): string[] {
  return Object.keys(contents(folder)).filter((name) => {
    const [, account, kind, number] = /^(.+)\.(events|start)-(\d+)\./.exec(name) ?? [];
    if (account === undefined) return !/^(?:snapshots\/\w+\/\w+\.world|\w+\.(?:json|log))$/.test(name);
    const file = join(folder, `${account}.json`);
    const { events, resetsTo } = JSON.parse(readFileSync(file, "utf8"));
    return Number(number) !== (kind === "events" ? events.file : resetsTo);
  });
}

async function prepare(folder: string): Promise<void> {
  const sandbox = await opened(folder);
  const world = await sandbox.worlds.make("a", { seed: "empty", size: 1, randomSeed: 12 }).then((made) => made.world);
  await sandbox.worlds.takeSnapshot(world, "one");
  await sandbox.worlds.import("a", await imported(13));
  await sandbox.worlds.make("seeded", { seed: "empty", size: 1, randomSeed: 14 });
  await sandbox.storage.close();
}

const operations: Record<string, (sandbox: Sandbox) => Promise<unknown>> = {
  "an import": async (sandbox) => sandbox.worlds.import("a", await imported(21)),
  "an import over a world from a seed": async (sandbox) => sandbox.worlds.import("seeded", await imported(22)),
  "an import into a new account": async (sandbox) => sandbox.worlds.import("new", await imported(23)),
  "a PUT": (sandbox) => sandbox.worlds.make("a", { seed: "empty", size: 1, randomSeed: 24 }),
  "a PUT of a new account": (sandbox) => sandbox.worlds.make("new", { seed: "empty", size: 1, randomSeed: 25 }),
  "a DELETE": (sandbox) => sandbox.worlds.delete("a"),
  "a first snapshot": async (sandbox) =>
    sandbox.worlds.takeSnapshot(await sandbox.worlds.openOrCreate("seeded"), "two"),
  "a snapshot in the place of another": async (sandbox) =>
    sandbox.worlds.takeSnapshot(await sandbox.worlds.openOrCreate("a"), "one"),
  "the deletion of a snapshot": (sandbox) => sandbox.storage.snapshots.delete("a", "one"),
  "a restore": async (sandbox) => {
    await sandbox.worlds.restore(await sandbox.worlds.openOrCreate("a"), "one");
  },
  "a reset": async (sandbox) => {
    const world = await sandbox.worlds.openOrCreate("a");
    await sandbox.worlds.reset(world);
  },
  "a stop with changes in the log": async (sandbox) => sandbox.storage.close(),
};

describe("an operation that is interrupted", () => {
  it.each(Object.entries(operations))(
    "%s is whole or absent wherever the process dies or the disk refuses a call",
    async (name, operate) => {
      const prepared = temporaryFolder();
      await prepare(prepared);
      const change = async (sandbox: Sandbox) => {
        const world = await sandbox.worlds.openOrCreate("a");
        await world.write(() => world.setClock(parse("2026-03-01T00:00:00"), true));
      };
      const before = await told(leftBehind(prepared));
      const changed = leftBehind(prepared);
      const sandbox = await opened(changed);
      await change(sandbox);
      await operate(sandbox);
      if (!name.startsWith("a stop")) await sandbox.storage.close();
      const after = await told(leftBehind(changed));

      const times = await interruptEverywhere({
        prepare,
        async operate(folder, disk, begin) {
          const live = await opened(folder, disk);
          await change(live);
          begin();
          await operate(live);
        },
        async inspect(folder, { nth, call, outcome, error }: Interruption) {
          const place = `${name}, call ${nth}: ${call.verb} of ${call.file}, ${outcome}`;
          if (outcome === "refused") {
            expect(error, place).toBeInstanceOf(WriteFailed);
            expect(
              readdirSync(folder, { recursive: true }).filter((file) => String(file).endsWith(".tmp")),
              place,
            ).toEqual([]);
          }
          const found = await told(folder);
          expect(needless(folder), place).toEqual([]);
          // A folder that cannot be synced may hold either.
          const either = outcome === "stopped" || (outcome === "refused" && call.verb === "syncFolder");
          if (either) expect([before, after], place).toContainEqual(found);
          else expect(found, place).toEqual(outcome === "done" ? after : before);
        },
      });
      expect(times).toBeGreaterThan(5);
    },
  );

  it("a start that finishes an interrupted deletion is whole wherever it is interrupted itself", async () => {
    const interrupt = (folder: string) => {
      renameSync(join(folder, "a.json"), join(folder, "a.deleted"));
      for (const name of ["new.json.tmp", "new.events-1.jsonl", "seeded.json.tmp", "seeded.events-7.jsonl"])
        writeFileSync(join(folder, name), "half");
      writeFileSync(join(folder, "snapshots", "a", "two.world.tmp"), "half");
    };
    let expected: unknown;
    await interruptEverywhere({
      async prepare(folder) {
        await prepare(folder);
        expected = { seeded: (await told(leftBehind(folder))).seeded };
        interrupt(folder);
      },
      async operate(folder, disk, begin) {
        begin();
        await (await opened(folder, disk)).storage.close();
      },
      async inspect(folder, { nth, call, outcome }) {
        const place = `call ${nth}: ${call.verb} of ${call.file}, ${outcome}`;
        expect(await told(folder), place).toEqual(expected);
        expect(Object.keys(contents(folder)), place).toEqual(["seeded.events-1.jsonl", "seeded.json"]);
      },
    });
  });
});
