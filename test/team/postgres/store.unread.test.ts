import { describe, expect, it } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import { gzipped, type Packing } from "../../../src/store/world-codec.ts";
import { Replica } from "../../../src/team/postgres/replica.ts";
import { PostgresStore } from "../../../src/team/postgres/store.ts";
import { change, commit, event, step, world } from "../../store/samples.ts";
import { LogDouble, TableDouble } from "./double.ts";

const many = 1_000;
const large = (): State => world(2, many / 2);
/** Events that follow those of the large world. */
const later = (count: number) => Array.from({ length: count }, (_, nth) => event(50_000_000 + many + nth, nth));

/** A table with the large world. */
async function tableOf(state = large()): Promise<TableDouble> {
  const table = new TableDouble();
  table.create("life", await gzipped.pack(state), null);
  return table;
}

/** The store of one server, and how many times it has read older events. */
async function opened(table: TableDouble, least = Number.POSITIVE_INFINITY) {
  const count = { reads: 0 };
  const packing: Packing = {
    pack: gzipped.pack,
    async unpack(place, body) {
      const { state, unread } = await gzipped.unpack(place, body);
      const counted = () => {
        count.reads++;
        return unread?.() as ReturnType<NonNullable<typeof unread>>;
      };
      return { state, unread: unread && counted };
    },
  };
  const log = new LogDouble(table, async () => "answered", { by: undefined });
  const folding = { least, most: Number.POSITIVE_INFINITY };
  const surroundings = { log, packing, folding, report: expect.unreachable, readNotes: async () => {} };
  const replica = await Replica.opened({ account: "demo", ...surroundings });
  return { store: new PostgresStore(replica as Replica, surroundings), count };
}
const dumped = async (table: TableDouble) => (await opened(table)).store.dump();

describe("the older events of an account", () => {
  it("are not read by an account that is opened, lists its rows and takes a change", async () => {
    const { store, count } = await opened(await tableOf());
    const { thirdparties, events } = large();
    expect(await store.page("thirdparties", { offset: 0, limit: 10 })).toEqual({ rows: thirdparties, total: 2 });
    expect((await store.folder(924_000)).thirdparty).toEqual(thirdparties[0]);
    expect(await store.get("events", 50_000_000 + many - 1)).toEqual(events.at(-1));
    await commit(store, step(0));
    await store.refresh();
    expect(count.reads).toBe(0);
  });

  it("are found by all that ask for events at once, and read a single time", async () => {
    const { store, count } = await opened(await tableOf());
    const { events } = large();
    const found = await Promise.all([
      store.scan("events", { limit: many + 1 }),
      store.range("events", "name", "THIRD_PARTY_UPDATED"),
      store.get("events", 50_000_000),
      store.dump(),
    ]);
    expect(found).toEqual([events, events, events[0], large()]);
    expect((await store.page("events", { offset: 0, limit: 1 })).total).toBe(many);
    expect(count.reads).toBe(1);
  });

  it("count in the size of the world before they are read as they do afterwards", async () => {
    const { store } = await opened(await tableOf());
    const before = store.bytes;
    await store.dump();
    expect(store.bytes).toBe(before);
  });

  it("are in the world that is stored anew before they were read", async () => {
    const table = await tableOf();
    const { store } = await opened(table, 0);
    await commit(store, change({ events: later(1) }));
    await store.close();
    expect(table.row).toMatchObject({ base: 1, floor: 0 });
    expect((await dumped(table)).events).toEqual([...large().events, ...later(1)]);
  });

  it("stay unread when the world is read again before any were read", async () => {
    const table = await tableOf();
    const { store, count } = await opened(table);
    const news = later(2 * many);
    for (const nth of [0, 1]) {
      const other = await opened(table, 0);
      await commit(other.store, change({ events: news.slice(nth * many, (nth + 1) * many) }));
      await other.store.close();
    }
    expect(table.row).toMatchObject({ base: 2, floor: 1 });
    await store.refresh();
    expect(count.reads).toBe(0);
    expect((await store.dump()).events).toEqual([...large().events, ...news]);
  });

  it("are gone with the world that is replaced, whether they were read, are being read or not", async () => {
    for (const reading of [async () => {}, (store: PostgresStore) => store.scan("events", { limit: 1 })]) {
      const table = await tableOf();
      const { store } = await opened(table);
      const read = reading(store);
      await store.load(world(3), "this");
      await read;
      expect([await store.dump(), await store.start(), await dumped(table)]).toEqual(Array(3).fill(world(3)));
    }
  });

  it("are in the world that a reset returns to", async () => {
    const { store } = await opened(await tableOf(world(1)));
    await store.load(large(), "this");
    expect(await store.start()).toEqual(large());
  });

  it("are those of the world that another server has loaded, once that is known", async () => {
    const table = await tableOf();
    const { store } = await opened(table);
    const another = { ...large(), events: large().events.map((row) => ({ ...row, thirdpartyId: 1 })) };
    await (await opened(table)).store.load(another);
    const reading = store.dump();
    await store.refresh();
    expect([large(), another]).toContainEqual(await reading);
    expect(await store.dump()).toEqual(another);
  });
});
