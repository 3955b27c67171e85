import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { WriteFailed } from "../../../src/store/failures.ts";
import { PostgresStore } from "../../../src/team/postgres/store.ts";
import { change, commit, put, sequence, world } from "../../store/samples.ts";
import { type Fate, LogDouble, TableDouble } from "./double.ts";

const never = { least: 1e9, most: 1e9 };
const one = change({ put: [put("sequences", sequence("one", 1))] });
const length = JSON.stringify(one).length;

/** A server on a table; `before` happens before each statement and may decide its fate. */
async function server(
  folding = never,
  before: (name: string, nth: number, table: TableDouble) => Fate | undefined = () => undefined,
) {
  const table = new TableDouble();
  table.create("first", world());
  const said: string[] = [];
  const reports: string[] = [];
  let isOpen = false;
  const gate = async (name: string) => {
    if (!isOpen) return "answered";
    said.push(name);
    return before(name, said.filter((other) => other === name).length, table) ?? "answered";
  };
  const log = new LogDouble(table, gate, { by: undefined });
  const report = (text: string) => void reports.push(text);
  const shared = { log, folding, report, values: { refresh: async () => {} } };
  const store = (await PostgresStore.opened("demo", shared)) as PostgresStore;
  isOpen = true;
  const settled = async () => {
    while (store.isBusy) await turn();
  };
  return { store, table, log, said, reports, settled, shared };
}

describe("a world whose changes are a log", () => {
  it.each([
    ["answer", { events: 0 }],
    ["statement", { where: "uncertain" }],
  ])("is replaced or not where the %s of its replacement is lost", async (what, outcome) => {
    const { store } = await server(never, (name) => (name === "load" ? (`${what} lost` as Fate) : undefined));
    const loaded = await store.load(world(0)).then(
      async () => ({ events: (await store.dump()).events.length }),
      ({ where }: WriteFailed) => ({ where }),
    );
    expect(loaded).toEqual(outcome);
  });

  it("is closed where its account is deleted while a replacement without an answer is looked for", async () => {
    const { store } = await server(never, (name, nth, table) => {
      if (name === "tail" && nth === 2) table.delete();
      return name === "load" ? "answer lost" : undefined;
    });
    await expect(store.load(world(0))).rejects.toMatchObject({ name: "AccountClosed" });
  });

  it("is not looked at again after a write that the database refused", async () => {
    const { store, log, said } = await server();
    log.append = () => Promise.reject(new WriteFailed("demo", new Error("full"), "database"));
    await expect(commit(store, one)).rejects.toMatchObject({ name: "WriteFailed", where: "database" });
    expect(said).toEqual([]);
  });

  it("keeps other servers waiting after two lost races", async () => {
    const { store, said } = await server(never, (name, _, table) => {
      const known = { incarnation: "first", last: table.row?.last ?? 0 };
      if (name === "append") table.append(known, "other", [JSON.stringify(one)]);
      return undefined;
    });
    await commit(store, change({ put: [put("sequences", sequence("two", 2))] }));
    expect([said, store.last]).toEqual([["append", "tail", "append", "tail", "lock", "commit"], 3]);
  });

  it.each([
    ["at every change", { least: 0, most: 0 }, 2],
    ["again when its changes are four times as long as it", { least: 0, most: 1e9 }, 1],
    ["when its changes are long enough", { least: length - 1, most: 0 }, 2],
    ["not before", { least: length, most: 0 }, 1],
    ["never", never, 0],
  ])("is stored anew %s, by its limits", async (_, folding, folds) => {
    const { store, said, settled } = await server(folding);
    for (let nth = 0; nth < 2; nth++) {
      await commit(store, one);
      await settled();
    }
    expect(said.filter((name) => name === "fold")).toHaveLength(folds);
  });

  it("reports that it could not be stored anew, and goes on", async () => {
    const { store, reports, settled } = await server({ least: 0, most: 0 }, (name) =>
      name === "fold" ? "statement lost" : undefined,
    );
    await commit(store, one);
    await settled();
    expect([store.last, reports]).toEqual([
      1,
      [expect.stringMatching(/^The changes of demo could not be folded, its log grows: /)],
    ]);
  });

  it.each([
    ["another version", "of another version", /change 1, .*name/],
    ["this version", undefined, undefined],
  ])("checks the changes of a world that %s stored", async (_, shape, damage) => {
    const { table, log, shared } = await server();
    const read = log.read.bind(log);
    if (shape) log.read = async (account) => ({ ...((await read(account)) ?? expect.unreachable()), shape });
    const wrong = JSON.stringify(change({ put: [put("sequences", { name: 7, next: 1 } as never)] }));
    table.append({ incarnation: "first", last: 0 }, "other", [wrong]);
    const opened = PostgresStore.opened("demo", shared).then(() => "opened", String);
    expect(await opened).toMatch(damage ?? /^opened$/);
  });
});
