import fc from "fast-check";
import { expect } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { parse } from "../../src/domain/time.ts";
import { ofAccount } from "../../src/seed/import.ts";
import { fileStorage } from "../../src/store/file/storage.ts";
import { setPeople } from "../../src/world/people.ts";
import { World } from "../../src/world/world.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { type Command, obey, play, sequences } from "../support/model.ts";
import { start, worldOf } from "../support/worlds.ts";

/** The world that random commands begin with, in which people act. */
async function living(): Promise<State> {
  const world = await worldOf(ofAccount(await (await play([])).store.dump(), "living"));
  await world.write(() => setPeople(world, "all"));
  return world.store.dump();
}

const pause = (days: number): Command => ({ do: "advance", by: `P${days}D` });
const textOf = async (world: World): Promise<string> =>
  JSON.stringify({ ...ofAccount(await world.store.dump(), "same"), world: [] });

/** The same commands in a folder, whose server is started again after each of them. */
async function restarted(state: State, commands: readonly Command[]): Promise<string> {
  const folder = temporaryFolder();
  const settings = { wall: () => parse(start), linkSecret: "secret" };
  const first = await fileStorage(folder);
  await first.create("living", state);
  await first.close();
  let text = "";
  for (const command of commands) {
    const storage = await fileStorage(folder);
    const store = await storage.open("living");
    if (!store) throw new Error("the world is gone");
    const world = await World.open("living", store, settings);
    await world.write(() => obey(world, command));
    text = await textOf(world);
    await storage.close();
  }
  return text;
}

const days = 365;
/**
 * Expects random commands over a year with people to make one world: with the clock moved at once between them or day
 * by day, with restarts in between, and by several servers in turn, where the tests run on a database.
 */
export const expectOneWorld = (seed: number, numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(sequences(6), async (commands) => {
      const state = await living();
      const part = Math.ceil(days / commands.length);
      const within = (...pauses: Command[]) => commands.flatMap((command) => [command, ...pauses]);
      const daily = await worldOf(state);
      for (const command of within(...Array.from({ length: part }, () => pause(1))))
        await daily.write(() => obey(daily, command));
      const expected = await textOf(daily);
      expect(expected).toContain('"type":"CLIENT","name":"Camille Roussel"');
      const atOnce = within(pause(part));
      expect(await textOf(await play(atOnce, undefined, Promise.resolve(state)))).toBe(expected);
      expect(await restarted(state, atOnce)).toBe(expected);
    }),
    { seed, numRuns },
  );
