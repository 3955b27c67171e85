import { expect } from "vitest";
import type { World } from "../../src/world/world.ts";
import type { TestWorld } from "../support/sandbox.ts";

export const dueOf = async (world: TestWorld, query: Record<string, string | number> = {}) =>
  (await world.control("get", `/due?${new URLSearchParams(query as Record<string, string>)}`).expect(200)).body;
export const opened = async ({ sandbox, accountId }: TestWorld) => (await sandbox.worlds.open(accountId)) as World;

/** Holds the events that are foreseen of each next job against what happens. Returns how many events were compared. */
export async function compareForeseen(world: TestWorld, steps: number): Promise<number> {
  const { store } = await opened(world);
  const after = async (eventId: number) => store.scan("events", { after: eventId, limit: 10_000 });
  let compared = 0;
  for (let step = 0; step < steps; step++) {
    const { content, until: next } = await dueOf(world);
    if (content.length > 1) {
      await world.control("post", "/clock", { set: next }).expect(200);
      continue;
    }
    const last = (await opened(world)).lastEventId as number;
    await world.control("post", "/clock", { set: next }).expect(200);
    const events = await after(last);
    // What the register publishes of a legal unit reaches its other establishments, which nothing foresees.
    const own = content[0].thirdpartyId === null ? events : events.slice(0, content[0].events.length);
    expect(own.map(({ eventName }) => eventName)).toEqual(content[0].events);
    expect(content[0].dueAt).toBe(next);
    compared += events.length;
  }
  return compared;
}
