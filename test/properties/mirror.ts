import fc from "fast-check";
import { expect } from "vitest";
import { EventName, resourceTypeOf } from "../../contract/events.ts";
import { format } from "../../src/domain/time.ts";
import { exportState } from "../../src/seed/seed-file.ts";
import { setPeople } from "../../src/world/people.ts";
import type { World } from "../../src/world/world.ts";
import { type Command, obey, play, sequences } from "../support/model.ts";
import { makeWorld, type TestWorld } from "../support/sandbox.ts";

const searches = {
  THIRD_PARTY: { path: "/thirdparties/search", id: "thirdpartyId" },
  DOSSIER: { path: "/dossiers/search", id: "dossierId" },
  DOCUMENT: { path: "/documents/search", id: "documentId" },
} as const;
type ResourceType = keyof typeof searches;
const types = Object.keys(searches) as ResourceType[];

/** A client that follows every event by the three searches, and keeps what it read of each resource. */
export class Mirror {
  readonly #world: TestWorld;
  readonly records = new Map<string, string>();
  #cursor = "1980-01-01T00:00:00.000";

  constructor(world: TestWorld) {
    this.#world = world;
  }

  /** Reads the resources with an event since the last poll, up to a moment. */
  async poll(until: string): Promise<void> {
    for (const type of types) await this.#read(type, this.#cursor, until);
    // Both bounds are included: what happens later at the same moment is found next time.
    this.#cursor = until;
  }
  async #read(type: ResourceType, from: string, to: string): Promise<void> {
    const { path, id } = searches[type];
    const eventNames = EventName.options.filter((name) => resourceTypeOf(name) === type).join();
    const query = { eventNames, eventOccurrenceStartDate: from, eventOccurrenceEndDate: to, size: 100 };
    for (let page = 0, pages = 1; page < pages; page++) {
      const { body } = await this.#world.get(path, { ...query, page }).expect(200);
      pages = body.totalPages;
      for (const row of body.content) {
        const parts = type === "THIRD_PARTY" ? await this.#parts(row[id]) : [];
        this.records.set(`${type} ${row[id]}`, JSON.stringify([row, ...parts]));
      }
    }
  }
  /** What is read of a third party beside the search. */
  async #parts(thirdpartyId: number): Promise<unknown[]> {
    const paths = ["", "/attributes", "/indicators"].map((part) => `/thirdparties/${thirdpartyId}${part}`);
    return Promise.all(paths.map(async (path) => (await this.#world.get(path).expect(200)).body));
  }
}

/** The records in which a mirror differs from one that reads everything now. */
export async function differences(world: TestWorld, mirror: Mirror, now: string): Promise<string[]> {
  const fresh = new Mirror(world);
  await fresh.poll(now);
  const keys = [...new Set([...fresh.records.keys(), ...mirror.records.keys()])];
  return keys.filter((key) => fresh.records.get(key) !== mirror.records.get(key));
}

/** A world behind a server with several third parties, in which people act, and its mirror. */
export async function mirrored(): Promise<{ served: TestWorld; world: World; mirror: Mirror }> {
  const served = await makeWorld();
  await served.control("put", "/state", await exportState(await play([]))).expect(200);
  const world = await served.sandbox.worlds.openOrCreate(served.accountId);
  await world.write(() => setPeople(world, "all"));
  return { served, world, mirror: new Mirror(served) };
}

const days = 400;
/** Expects a mirror to be equal to the byte after random commands that are spread over 400 days. */
export const expectMirrorToConverge = (seed: number, numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(sequences(10), async (commands) => {
      const { served, world, mirror } = await mirrored();
      const pause: Command = { do: "advance", by: `P${Math.ceil(days / commands.length)}D` };
      for (const command of commands.flatMap((each) => [each, pause])) {
        await world.write(() => obey(world, command));
        await mirror.poll(format(world.now));
      }
      expect(await differences(served, mirror, format(world.now))).toEqual([]);
    }),
    { seed, numRuns },
  );
