import { beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { day, format, parse } from "../../src/domain/time.ts";
import { WriteFailed } from "../../src/store/failures.ts";
import { type Done, MemoryStore } from "../../src/store/memory/store.ts";
import { Tables } from "../../src/store/memory/tables.ts";
import { cancelMove, moveClock } from "../../src/world/move-clock.ts";
import { World } from "../../src/world/world.ts";
import { quietWorld, start } from "../support/worlds.ts";

/** Counts the writes, and fails one of them. */
class CountingStore extends MemoryStore {
  writes = 0;
  failing = Number.NaN;
  /** Called after the first write. */
  onFirst = () => {};
  protected override keep(done: readonly Done[]): Promise<void> | undefined {
    if (done.length > 0 && ++this.writes === 1) this.onFirst();
    if (this.writes !== this.failing) return undefined;
    for (const { undo } of done.toReversed()) undo();
    return Promise.reject(new WriteFailed("x.json", { code: "EIO", message: "broken" }));
  }
}

const one = { run: "one", stopping: new AbortController().signal };
const settings = { wall: () => parse(start), linkSecret: "" };
async function opened(state: State, whyFull?: (world: World) => string | undefined) {
  const store = new CountingStore(new Tables(state));
  return { store, world: await World.open("x", store, { ...settings, ...(whyFull && { whyFull }) }) };
}
const onboarding = async () => (await quietWorld({ seed: "onboarding" })).store.dump();
const later = (years: number) => parse(start) + years * 365 * day;
/** Far enough for several parts. */
const far = later(1);
const to = (target: number) => () => target;
const count = (happened: Record<string, number>) => Object.values(happened).reduce((sum, each) => sum + each, 0);

describe("a move of the clock", () => {
  /** Where the same way leads in one write. */
  let inOne: { events: number; state: State };
  beforeAll(async () => {
    const { world, store } = await opened(await onboarding());
    const events = await world.write(async () => {
      const happened = await world.runDueJobs(far);
      await world.setClock(far, true);
      return happened.length;
    });
    inOne = { events, state: await store.dump() };
  });

  it("that is long goes in several writes, and leads to the same as one", async () => {
    const { world, store } = await opened(await onboarding());
    const moved = await moveClock(world, one, to(far));
    expect(store.writes).toBeGreaterThan(2);
    expect(isRefusal(moved) || { count: count(moved.happened), isCancelled: moved.isCancelled }).toEqual({
      count: inOne.events,
      isCancelled: false,
    });
    expect(await store.dump()).toEqual(inOne.state);
  });

  it("keeps other requests waiting until its end", async () => {
    const { world } = await opened(await onboarding());
    const seen: string[] = [];
    const moving = moveClock(world, one, to(far)).then(() => seen.push("moved"));
    const reading = world.catchUp()?.then(() => seen.push(`read at ${format(world.clock)}`));
    const writing = world.write(async () => seen.push(`written at ${format(world.clock)}`));
    const second = moveClock(world, { ...one, run: "two" }, (here) => here + day).then(() =>
      seen.push(`moved from ${format(far)}`),
    );
    await Promise.all([moving, reading, writing, second]);
    expect(seen.toSorted()).toEqual([
      "moved",
      `moved from ${format(far)}`,
      expect.stringMatching(/^read at 2027/),
      expect.stringMatching(/^written at 2027/),
    ]);
    expect(world.clock).toBe(far + day);
  });

  it("that is cancelled ends with nothing overdue, and goes on with another one as if it had not been", async () => {
    const cancelled = await opened(await onboarding());
    let cancelling: Promise<boolean> | undefined;
    cancelled.store.onFirst = () => {
      cancelling = cancelMove(cancelled.world);
    };
    expect(await moveClock(cancelled.world, one, to(far))).toMatchObject({ isCancelled: true });
    expect(await cancelling).toBe(true);
    const { clock, nextDue } = cancelled.world;
    expect([clock > parse(start), clock < far, nextDue > clock]).toEqual([true, true, true]);
    expect(await cancelMove(cancelled.world)).toBe(false);
    await moveClock(cancelled.world, one, to(far));
    expect(await cancelled.store.dump()).toEqual(inOne.state);
  });

  it("ends with its part when the server stops, and says that it was cancelled", async () => {
    const { world, store } = await opened(await onboarding());
    const stop = new AbortController();
    store.onFirst = () => stop.abort();
    const moved = await moveClock(world, { ...one, stopping: stop.signal }, to(far));
    expect(moved).toMatchObject({ isCancelled: true, stopped: undefined });
    const { clock, nextDue, origin } = world;
    expect([clock > parse(start), clock < far, nextDue > clock, origin.move]).toEqual([true, true, true, undefined]);
    await moveClock(world, one, to(far));
    expect(await store.dump()).toEqual(inOne.state);
  });

  it("that fails leaves the clock at the end of its last part, with nothing overdue", async () => {
    const { world, store } = await opened(await onboarding());
    store.failing = 2;
    await expect(moveClock(world, one, to(far))).rejects.toThrow(WriteFailed);
    store.failing = Number.NaN;
    await world.catchUp();
    const { clock, nextDue } = world;
    expect([clock > parse(start), clock < far, nextDue > clock]).toEqual([true, true, true]);
    expect(await moveClock(world, one, to(far))).toMatchObject({ isCancelled: false });
    expect(format(world.clock)).toBe(format(far));
  });

  it("stops where the world may not grow, and its clock with it, whether it stands or runs", async () => {
    let most = Number.POSITIVE_INFINITY;
    const whyFull = ({ store }: World) => (store.bytes > most ? "It is too large." : undefined);
    const { world, store } = await opened(await onboarding(), whyFull);
    most = store.bytes + 2e5;
    expect(world.stopped).toBeUndefined();
    expect(await moveClock(world, one, to(later(60)), false)).toMatchObject({
      isCancelled: false,
      stopped: "It is too large.",
    });
    const { clock, nextDue } = world;
    expect({ stopped: world.stopped, before: clock < later(60), overdue: nextDue <= clock }).toEqual({
      stopped: "It is too large.",
      before: true,
      overdue: false,
    });
    expect(store.bytes).toBeLessThan(most + 2e6);
    // A clock that runs stands before what is due, and nothing happens.
    const { revision } = store;
    await world.write(() => world.setClock(nextDue + day, false));
    expect(world.clock).toBe(nextDue - 1);
    await world.catchUp();
    expect([store.revision - revision, world.nextDue]).toEqual([1, nextDue]);
    most = Number.POSITIVE_INFINITY;
    await world.catchUp();
    expect(world.nextDue).toBeGreaterThan(nextDue + day);
  });

  it("leaves a clock that stands or runs as the move before it has left it", async () => {
    const { world } = await opened(await onboarding());
    const running = moveClock(world, one, (here) => here, false);
    await Promise.all([running, moveClock(world, one, (here) => here + day)]);
    expect(world.frozen).toBe(false);
  });

  it("is refused as its wish refuses it, and changes nothing", async () => {
    const { world, store } = await opened(await onboarding());
    const refused = { refused: { status: 409, body: { code: "CLOCK_BACKWARDS", detail: "No." } } } as never;
    expect(await moveClock(world, one, () => refused)).toBe(refused);
    expect(store.writes).toBe(0);
  });
});
