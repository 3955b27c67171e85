import { afterEach, describe, expect, it, vi } from "vitest";
import type { Row } from "../../../src/domain/collections.ts";
import { bytesOf, Tables } from "../../../src/store/memory/tables.ts";
import { at, change, dice, event, job, put, world } from "../samples.ts";

type Job = Row<"jobs">;
const byDue = (one: Job, other: Job) =>
  one.dueAt < other.dueAt ? -1 : one.dueAt > other.dueAt ? 1 : one.jobId - other.jobId;

/** Tables after thousands of random changes of jobs, and the jobs that must be there. */
function tablesOfJobs() {
  const tables = new Tables(world());
  const jobs = new Map(world().jobs.map((row) => [row.jobId, row]));
  const next = dice(3);
  for (let round = 0; round < 3_000; round++) {
    const row = job(1 + next(2_000), next(5_000), 1 + next(3));
    const gone = 1 + next(2_000);
    const removes = next(3) === 0;
    tables.apply(change({ put: [put("jobs", row)], remove: removes ? [{ collection: "jobs", key: gone }] : [] }));
    jobs.set(row.jobId, row);
    if (removes) jobs.delete(gone);
  }
  const byKey = [...jobs.values()].sort((one, other) => one.jobId - other.jobId);
  return { tables, byKey };
}

afterEach(() => void vi.restoreAllMocks());

describe("tables of thousands of rows", () => {
  const { tables, byKey } = tablesOfJobs();

  it("an event is found by its id, wherever it stands, and by no other id", async () => {
    const tables = new Tables(world(1, 0));
    const events = Array.from({ length: 3_000 }, (_, nth) => event(60_000_000 + 2 * nth, nth));
    const undo = tables.apply(change({ events }));
    expect(events.map(({ eventId }) => tables.get("events", eventId))).toEqual(events);
    expect([1, 60_000_001, 60_005_997, 70_000_000].map((id) => tables.get("events", id))).toEqual(Array(4));
    expect((await tables.page("events", { offset: 0, limit: 0 })).total).toBe(3_000);
    undo();
    expect(tables.get("events", 60_000_000)).toBe(undefined);
    expect((await tables.page("events", { offset: 0, limit: 0 })).total).toBe(0);
  });

  it("every order, page and range is right after thousands of changes", async () => {
    expect(byKey.length).toBeGreaterThan(1_100);
    expect([
      tables.dump().jobs,
      tables.range("jobs", "due", "all"),
      tables.range("jobs", "due", "all", { from: at(1_000), to: at(4_000) }),
      tables.range("jobs", "due", "all", { from: at(1_000), limit: 700 }),
      tables.range("jobs", "thirdparty", 2),
    ]).toEqual([
      byKey,
      byKey.toSorted(byDue),
      byKey.toSorted(byDue).filter((row) => row.dueAt >= at(1_000) && row.dueAt <= at(4_000)),
      byKey
        .toSorted(byDue)
        .filter((row) => row.dueAt >= at(1_000))
        .slice(0, 700),
      byKey.filter((row) => row.thirdpartyId === 2),
    ]);
    for (const offset of [0, 1, 511, 512, 513, 1_000, byKey.length - 1, byKey.length, byKey.length + 1]) {
      expect(await tables.page("jobs", { offset, limit: 520 }), `offset ${offset}`).toEqual({
        rows: byKey.slice(offset, offset + 520),
        total: byKey.length,
      });
    }
  });

  const shuffled = <T>(rows: readonly T[]) => {
    const next = dice(4);
    return rows
      .map((row) => ({ row, place: next(1e9) }))
      .sort((one, other) => one.place - other.place)
      .map(({ row }) => row);
  };

  it("building tables of rows in any order, and a filtered read of them, let others run in between", async () => {
    let now = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => (now += 11));
    const others = async <T>(work: Promise<T>) => {
      let ran = false;
      setImmediate(() => (ran = true));
      const result = await work;
      return { result, ran };
    };
    const built = await others(Tables.made({ ...world(), jobs: shuffled(byKey) }));
    const read = await others(built.result.scan("jobs", { where: [["thirdpartyId", "=", 2]], limit: 1e6 }));
    expect([built.ran, read.ran]).toEqual([true, true]);
    expect(built.result.dump().jobs).toEqual(byKey);
    expect(read.result).toEqual(byKey.filter((row) => row.thirdpartyId === 2));
  });

  it("a filtered read sees none of the changes that come while it yields", async () => {
    const tables = new Tables(world(1, 0));
    const events = Array.from({ length: 5_000 }, (_, nth) => event(60_000_000 + nth, nth));
    tables.apply(change({ events }));
    const reading = tables.scan("events", { where: [["eventName", "contains", ""]], limit: 1e6 });
    tables.apply(change({ events: [event(70_000_000, 6_000)] }));
    expect(await reading).toEqual(events);
  });

  it("the bytes of a world follow its texts, wherever they are, and an undo takes them back", async () => {
    const file = (base64: string) => ({ fileUUID: "one", base64 }) as Row<"files">;
    const state = { ...world(3, 2), files: [file("12345678")] };
    const tables = new Tables(state);
    const { bytes } = tables;
    expect(await bytesOf(state)).toBe(bytes);
    const undo = tables.apply(change({ put: [put("files", file("1234"))] }));
    expect(tables.bytes).toBe(bytes - 4);
    const long = { ...event(60_000_000, 1), payload: { list: [{ text: "x".repeat(1e6) }] } };
    const undoLong = tables.apply(change({ events: [long] }));
    expect(Math.round((tables.bytes - bytes) / 1e4)).toBe(100);
    undoLong();
    for (const wordy of [
      { ...event(60_000_000, 1), actor: { type: "CLIENT", name: "x".repeat(1e6) } },
      { ...event(60_000_000, 1), payload: { ["x".repeat(1e6)]: 1 } },
    ]) {
      const undoWordy = tables.apply(change({ events: [wordy as never] }));
      expect(Math.round((tables.bytes - bytes) / 1e4)).toBe(100);
      undoWordy();
    }
    tables.apply(change({ remove: [{ collection: "files", key: "one" }] }))();
    undo();
    expect(tables.bytes).toBe(bytes);
  });

  it("an index that is not declared is refused", () => {
    expect(() => new Tables(world()).range("jobs", "colour" as "due", "all")).toThrow("there is no index colour");
  });
});

describe("an undo", () => {
  it("undoing all changes, the newest first, restores every row, group and order", () => {
    const tables = new Tables(world(20));
    const lookups = () => ({
      state: tables.dump(),
      due: tables.range("jobs", "due", "all"),
      own: [1, 2, 3, 924_001].map((id) => tables.range("jobs", "thirdparty", id)),
      named: tables.range("events", "name", "THIRD_PARTY_UPDATED"),
    });
    const before = lookups();
    const next = dice(5);
    const undos = Array.from({ length: 300 }, (_, nth) =>
      tables.apply(
        change({
          put: [
            put("jobs", job(40_000_000 + next(30), next(50), 1 + next(3))),
            put("jobs", job(40_000_000 + next(30), next(50), 924_001)),
          ],
          remove: [{ collection: "jobs", key: 40_000_000 + next(30) }],
          events: [event(50_000_100 + nth, next(90))],
        }),
      ),
    );
    const after = lookups();
    expect(after).not.toEqual(before);
    for (const undo of undos.toReversed()) undo();
    expect(lookups()).toEqual(before);
  });

  it("worlds of the same rows, and copies of a world, change each by itself, as if each had been indexed", async () => {
    const state = new Tables(world(1, 0), { isWeighed: false }).dump();
    const next = dice(7);
    const worlds: Tables[] = [];
    const events = new Map<Tables, number>();
    for (let round = 0; round < 400; round++) {
      const source = next(3) === 0 ? worlds[next(Math.max(1, worlds.length))] : undefined;
      if (round % 20 === 0) worlds.push(await Tables.made(source?.dump() ?? state));
      const tables = worlds[next(worlds.length)] as Tables;
      const last = (events.get(tables) ?? tables.lastEventId) + 1;
      events.set(tables, last);
      const undo = tables.apply(
        change({
          put: [put("jobs", job(1 + next(40), next(50), 1 + next(3)))],
          remove: [{ collection: "jobs", key: 1 + next(40) }],
          events: [event(last, next(100))],
        }),
      );
      if (next(5) === 0) undo();
    }
    // Lists that were taken before the world changed make it as it was then.
    const [changed] = worlds as [Tables];
    const earlier = changed.dump();
    changed.apply(change({ put: [put("jobs", job(99, 1, 1))], remove: [{ collection: "jobs", key: 1 }] }));
    worlds.push(await Tables.made(earlier));
    expect(worlds.at(-1)?.dump()).toEqual(earlier);
    const seenIn = (tables: Tables) => [
      tables.dump(),
      tables.bytes,
      tables.range("jobs", "due", "all"),
      [1, 2, 3].map((id) => tables.range("jobs", "thirdparty", id)),
      tables.dump().jobs.map(({ jobId }) => tables.get("jobs", jobId)),
    ];
    // Other lists with the same rows are indexed from the beginning.
    const indexed = (tables: Tables) => new Tables(structuredClone(tables.dump()));
    for (const tables of worlds) expect(seenIn(tables)).toEqual(seenIn(indexed(tables)));
    expect(seenIn(await Tables.made(state))).toEqual(seenIn(new Tables(structuredClone(state))));
  });

  it("undoing a load restores the world before it", async () => {
    const tables = new Tables(world(2));
    const undo = tables.load(await tables.prepared(world(3)));
    tables.apply(change({ events: [event(50_000_009, 1)] }))();
    undo();
    expect(tables.dump()).toEqual(world(2));
  });
});
