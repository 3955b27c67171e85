import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Change, State } from "../../src/domain/change.ts";
import type { CollectionName, Row } from "../../src/domain/collections.ts";
import { collections } from "../../src/domain/collections.ts";
import { emptyFolder } from "../../src/domain/draft.ts";
import { AccountExists, TooManyAccounts } from "../../src/store/failures.ts";
import type { Filter } from "../../src/store/filter.ts";
import type { Scan, Storage, Store } from "../../src/store/store.ts";
import {
  at,
  change,
  comment,
  commit,
  company,
  dice,
  event,
  job,
  misfits,
  put,
  sequence,
  step,
  world,
} from "./samples.ts";

/** The promises of `Storage` and `Store`, which every engine keeps. */
export function storageSuite(name: string, open: () => Promise<Storage>): void {
  describe(name, () => {
    let storage: Storage;
    let store: Store;
    beforeEach(async () => {
      storage = await open();
      store = await storage.create("demo", world());
      return () => storage.close();
    });

    describe("worlds in memory", () => {
      it("an evicted world comes back as it was", async () => {
        if (!storage.release) return expect(name).toContain("memory");
        await commit(store, step(0));
        const [before, { worldId }] = [await store.dump(), store];
        expect(storage.release("demo")).toBe(true);
        const again = (await storage.open("demo")) as Store;
        expect([await again.dump(), again.worldId]).toEqual([before, worldId]);
        await commit(again, step(1));
        expect(await (await storage.open("demo"))?.get("sequences", "step")).toEqual(sequence("step", 2));
      });

      it("a world has another id after each load, and keeps it else", async () => {
        const ids = [store.worldId];
        await commit(store, step(0));
        expect(store.worldId).toBe(ids[0]);
        for (const size of [1, 2]) {
          await store.load(world(size));
          ids.push(store.worldId);
        }
        expect(new Set(ids).size).toBe(3);
      });

      it("a world grows with its rows and its events, and a copy of it takes as much", async () => {
        const before = store.bytes;
        await commit(
          store,
          change({ put: [put("comments", comment(31_000_001, 1, "A text."))], events: [event(50_000_900, 1, 1)] }),
        );
        expect(store.bytes).toBeGreaterThan(before);
        const copy = await storage.create("copy", await store.dump());
        expect(copy.bytes).toBe(store.bytes);
      });
    });

    describe("the last use of accounts", () => {
      it("the accounts that were not used since a moment are listed", async () => {
        await storage.create("other", world());
        const usedAt = Date.now() + 60_000;
        await storage.noteUse("other", usedAt);
        const listed = async (unusedSince: number) => [...(await storage.accounts(unusedSince)).keys()];
        expect(await listed(usedAt)).toEqual(["demo"]);
        expect(await listed(usedAt + 1)).toEqual(["demo", "other"]);
        expect(await listed(0)).toEqual([]);
      });

      it("a new account was used now, and a later use that is noted is listed with it", async () => {
        const before = Date.now();
        await storage.create("other", world());
        const [used = 0] = [(await storage.accounts()).get("other")];
        // The clock of a file system may be some milliseconds behind.
        expect(used).toBeGreaterThan(before - 1_000);
        expect(used).toBeLessThanOrEqual(Date.now() + 1_000);
        const later = Date.now() + 3_600_000;
        await storage.noteUse("other", later);
        expect((await storage.accounts()).get("other")).toBe(later);
        expect((await storage.accounts()).get("demo")).toBeLessThan(later);
      });

      it("an account that is gone has no use to note, and one that is created again begins anew", async () => {
        const later = Date.now() + 3_600_000;
        await storage.noteUse("demo", later);
        await storage.delete("demo");
        await storage.noteUse("demo", later);
        expect((await storage.accounts()).has("demo")).toBe(false);
        await storage.create("demo", world());
        expect((await storage.accounts()).get("demo")).toBeLessThan(later);
      });

      it("an account that was used since a moment is not deleted, and one that was not is", async () => {
        const usedAt = Date.now() + 3_600_000;
        await storage.noteUse("demo", usedAt);
        expect(await storage.delete("demo", usedAt)).toBe(false);
        expect((await storage.accounts()).has("demo")).toBe(true);
        expect(await storage.delete("demo", usedAt + 1)).toBe(true);
        expect((await storage.accounts()).has("demo")).toBe(false);
      });

      it("one account too many is refused, and nothing is changed", async () => {
        await expect(storage.create("other", world(), "seed", 1)).rejects.toThrow(TooManyAccounts);
        expect([...(await storage.accounts()).keys()]).toEqual(["demo"]);
        await storage.create("other", world(), "seed", 2);
        expect([...(await storage.accounts()).keys()]).toEqual(["demo", "other"]);
      });
    });

    describe("accounts", () => {
      it("a new storage has no accounts", async () => {
        const empty = await open();
        expect([[...(await empty.accounts()).keys()], await empty.open("demo")]).toEqual([[], undefined]);
        await empty.close();
      });

      it("accounts are listed in order", async () => {
        await storage.create("zeta", world());
        await storage.create("Alpha_1-x", world());
        expect([...(await storage.accounts()).keys()]).toEqual(["Alpha_1-x", "demo", "zeta"]);
      });

      it("an account that was created can be opened", async () => {
        const opened = await storage.open("demo");
        expect(await opened?.dump()).toEqual(world());
      });

      it("an account that is opened twice is one world", async () => {
        const [one, other] = await Promise.all([storage.open("demo"), storage.open("demo")]);
        await commit(one as Store, step(0));
        expect(await other?.get("sequences", "step")).toEqual(sequence("step", 1));
      });

      it("an account that exists cannot be created, and stays as it is", async () => {
        await expect(storage.create("demo", world(5))).rejects.toEqual(new AccountExists("demo"));
        expect(await store.dump()).toEqual(world());
      });

      it("an account is created once by several calls at the same time, by the first however slow", async () => {
        // Each slice of work is used up at once, so that a smaller world would overtake.
        let moment = 0;
        vi.spyOn(performance, "now").mockImplementation(() => (moment += 1_000));
        const outcomes = await Promise.allSettled([3, 2, 1].map((size) => storage.create("new", world(size))));
        expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
        expect(await (await storage.open("new"))?.dump()).toEqual(world(3));
      });

      it("account ids that differ in case only are different accounts", async () => {
        const capital = await storage.create("DEMO", world(3));
        expect([await store.dump(), await capital.dump()]).toEqual([world(2), world(3)]);
      });

      it("a deleted account is gone and can be created again", async () => {
        await commit(store, step(0));
        expect(await storage.delete("demo")).toBe(true);
        expect([[...(await storage.accounts()).keys()], await storage.open("demo")]).toEqual([[], undefined]);
        const again = await storage.create("demo", world(1));
        expect(await again.dump()).toEqual(world(1));
      });

      it("deleting an account that does not exist changes nothing", async () => {
        expect(await storage.delete("unknown")).toBe(false);
        expect([...(await storage.accounts()).keys()]).toEqual(["demo"]);
      });

      it("a storage names its place", () => {
        expect(storage.place).not.toBe("");
      });
    });

    describe("reading", () => {
      it("a row is read by its key", async () => {
        expect([
          await store.get("thirdparties", 924_001),
          await store.get("thirdparties", 1),
          await store.get("sequences", "eventId"),
        ]).toEqual([company(924_001), undefined, sequence("eventId", 50_000_004)]);
      });

      it("pages of a collection are in key order", async () => {
        await commit(store, change({ put: [7, 3, 5].map((nth) => put("thirdparties", company(900_000 + nth))) }));
        const ids = async (offset: number, limit: number) => {
          const { rows, total } = await store.page("thirdparties", { offset, limit });
          return [rows.map((row) => row.thirdpartyId), total];
        };
        expect([await ids(0, 2), await ids(2, 2), await ids(4, 2), await ids(9, 2), await ids(0, 0)]).toEqual([
          [[900_003, 900_005], 5],
          [[900_007, 924_000], 5],
          [[924_001], 5],
          [[], 5],
          [[], 5],
        ]);
      });

      it("a page with a filter has only the rows that match, and counts only those", async () => {
        await store.load(world(9));
        const page = await store.page("thirdparties", {
          where: [["thirdpartyId", "in", [924_000, 924_002, 924_004, 924_006, 924_008]]],
          offset: 1,
          limit: 2,
        });
        expect(page).toEqual({ rows: [company(924_002), company(924_004)], total: 5 });
      });

      it("filters compare, list and search in texts, and a filter without a value is ignored", async () => {
        await commit(store, change({ put: [put("thirdparties", company(924_002, { name: "Été", archived: true }))] }));
        const found = async (...where: Filter<Row<"thirdparties">>[]) =>
          (await store.scan("thirdparties", { where, limit: 9 })).map((row) => row.thirdpartyId);
        expect([
          await found(["archived", "=", true]),
          await found(["thirdpartyId", ">=", 924_001]),
          await found(["thirdpartyId", "<=", 924_000]),
          await found(["thirdpartyId", "in", [924_000, 924_002, 1]]),
          await found(["name", "contains", "ETE"]),
          await found(["name", "contains", "novalune"], ["thirdpartyId", ">=", 924_001]),
          await found(["name", "contains", undefined], ["siret", "=", undefined]),
        ]).toEqual([
          [924_002],
          [924_001, 924_002],
          [924_000],
          [924_000, 924_002],
          [924_002],
          [924_001],
          [924_000, 924_001, 924_002],
        ]);
      });

      it("a scan returns the rows after a key, in key order, up to a limit", async () => {
        await store.load(world(3, 3));
        const ids = async (scan: Parameters<Store["scan"]>[1]) =>
          (await store.scan("events", scan as Scan<Row<"events">>)).map((row) => row.eventId - 50_000_000);
        expect([
          await ids({ limit: 2 }),
          await ids({ after: 50_000_001, limit: 3 }),
          await ids({ after: 50_000_006, limit: 9 }),
          await ids({ after: 50_000_008, limit: 9 }),
          await ids({ after: 50_000_001, where: [["thirdpartyId", "=", 924_001]] as never, limit: 2 }),
        ]).toEqual([[0, 1], [2, 3, 4], [7, 8], [], [4, 7]]);
      });

      it("a folder holds everything of one third party and nothing of another", async () => {
        const sister = company(924_005, { siret: "21996648800047" });
        await commit(store, change({ put: [put("thirdparties", sister)] }));
        const state = await store.dump();
        const own = <R extends { thirdpartyId: number | null }>(rows: R[]) =>
          rows.filter(({ thirdpartyId }) => thirdpartyId === 924_001);
        expect(await store.folder(924_001)).toEqual({
          thirdparty: company(924_001),
          sisters: [company(924_000), sister],
          sisterDocuments: [],
          attributes: [],
          indicators: [],
          dossiers: [],
          documents: [],
          responses: [],
          comments: own(state.comments),
          contacts: [],
          reports: [],
          jobs: own(state.jobs),
        });
      });

      it("the folder of a third party that does not exist is empty", async () => {
        expect(await store.folder(1)).toEqual(emptyFolder);
      });

      it("text keys are ordered by character", async () => {
        await commit(store, change({ put: ["é", "a", "B", "aa"].map((name) => put("sequences", sequence(name, 1))) }));
        const { rows } = await store.page("sequences", { offset: 0, limit: 9 });
        expect(rows.map((row) => row.name)).toEqual(["B", "a", "aa", "eventId", "thirdpartyId", "é"]);
      });

      it("a range of a group is in the index's order, with both bounds included", async () => {
        const added = { eventName: "THIRD_PARTY_ADDED" } as const;
        await commit(
          store,
          change({ events: [5, 3, 4, 4, 9].map((minutes, nth) => event(60_000_001 + nth, minutes, 924_000, added)) }),
        );
        const ids = async (range?: Parameters<Store["range"]>[3]) =>
          (await store.range("events", "name", "THIRD_PARTY_ADDED", range)).map((row) => row.eventId % 10_000_000);
        expect([
          await ids(),
          await ids({ from: at(3), to: at(5) }),
          await ids({ from: at(4) }),
          await ids({ to: at(3) }),
          await ids({ from: at(3), limit: 2 }),
          await ids({ limit: 0 }),
          await ids({ from: at(6), to: at(8) }),
          await ids({ from: at(8), to: at(6) }),
        ]).toEqual([[2, 3, 4, 1, 5], [2, 3, 4, 1], [3, 4, 1, 5], [2], [2, 3], [], [], []]);
      });

      it("a range of a group that does not exist is empty", async () => {
        expect(await store.range("events", "name", "NONE")).toEqual([]);
      });

      it("a group is ordered by key where its index has no order", async () => {
        await commit(
          store,
          change({
            put: [
              put("comments", comment(31_000_009, 924_000, "b")),
              put("comments", comment(30_000_000, 924_000, "a")),
            ],
          }),
        );
        const rows = await store.range("comments", "thirdparty", 924_000);
        expect(rows.map((row) => row.commentId)).toEqual([30_000_000, 31_000_000, 31_000_009]);
      });

      it("a row is found under each of its groups, once even if two groups are the same", async () => {
        const evidences = [1, 2, 2].map((id) => ({ id }));
        const row = {
          documentId: 11_031_000,
          dossierId: 1_324_000,
          thirdpartyId: 924_000,
          evidences,
        } as unknown as Row<"documents">;
        await commit(store, change({ put: [put("documents", row)] }));
        expect([await store.range("documents", "evidence", 1), await store.range("documents", "evidence", 2)]).toEqual([
          [row],
          [row],
        ]);
      });
    });

    describe("committing", () => {
      it("a change replaces rows, removes rows and appends events together", async () => {
        await commit(
          store,
          change({
            put: [put("thirdparties", company(924_000, { name: "Autre" })), put("jobs", job(40_000_009, 7))],
            remove: [
              { collection: "comments", key: 31_000_000 },
              { collection: "comments", key: 1 },
            ],
            events: [event(50_000_009, 9)],
          }),
        );
        const before = world();
        expect(await store.dump()).toEqual({
          ...before,
          thirdparties: [company(924_000, { name: "Autre" }), company(924_001)],
          jobs: [...before.jobs, job(40_000_009, 7)],
          comments: before.comments.slice(1),
          events: [...before.events, event(50_000_009, 9)],
        });
      });

      it("a committed change is seen by later reads of the same write", async () => {
        const read = await store.write(async () => {
          await store.commit(change({ put: [put("sequences", sequence("now", 1))] }));
          return store.get("sequences", "now");
        });
        expect(read).toEqual(sequence("now", 1));
      });

      it("a commit outside of a write is refused", async () => {
        await expect(async () => store.commit(step(0))).rejects.toThrow("outside of a write");
        expect(await store.dump()).toEqual(world());
      });

      it("an event is refused unless its id is greater than the last one", async () => {
        const refusal = async (...ids: number[]) => {
          const events = ids.map((id) => event(id, 9));
          return commit(store, change({ put: [put("sequences", sequence("a", 1))], events })).catch(String);
        };
        expect([await refusal(50_000_003), await refusal(50_000_009, 50_000_008)]).toEqual([
          "Error: events: 50000003 comes after 50000003; events are only ever appended",
          "Error: events: 50000008 comes after 50000009; events are only ever appended",
        ]);
        expect(await store.dump()).toEqual(world());
      });

      it("a row that is replaced moves to its new groups", async () => {
        await commit(store, change({ put: [put("jobs", job(40_000_000, 2, 924_001))] }));
        expect([
          await store.range("jobs", "thirdparty", 924_000),
          await store.range("jobs", "thirdparty", 924_001),
        ]).toEqual([[], [job(40_000_000, 2, 924_001), job(40_000_001, 1, 924_001)]]);
      });

      it("a row moves within its group when its order changes", async () => {
        await commit(store, change({ put: [put("jobs", job(40_000_000, 0, 924_000))] }));
        const rows = await store.range("jobs", "due", "all");
        expect(rows.map((row) => row.jobId)).toEqual([40_000_000, 40_000_001]);
      });

      it("a row that is replaced is new under every index", async () => {
        const row = { ...job(40_000_000, 2, 924_000), kind: "GAZETTE" as const };
        await commit(store, change({ put: [put("jobs", row)] }));
        expect([await store.range("jobs", "due", "all"), await store.range("jobs", "thirdparty", 924_000)]).toEqual([
          [job(40_000_001, 1, 924_001), row],
          [row],
        ]);
      });

      it("a removed row is gone from every index", async () => {
        await commit(store, change({ remove: [{ collection: "jobs", key: 40_000_001 }] }));
        expect([await store.range("jobs", "due", "all"), await store.range("jobs", "thirdparty", 924_001)]).toEqual([
          [job(40_000_000, 2, 924_000)],
          [],
        ]);
      });

      it("a change keeps the last of several rows with one key, and removes after it puts", async () => {
        await commit(
          store,
          change({
            put: [
              put("sequences", sequence("a", 1)),
              put("sequences", sequence("a", 2)),
              put("sequences", sequence("b", 1)),
            ],
            remove: [{ collection: "sequences", key: "b" }],
          }),
        );
        expect([await store.get("sequences", "a"), await store.get("sequences", "b")]).toEqual([
          sequence("a", 2),
          undefined,
        ]);
      });

      it("a change that cannot be applied leaves everything as it was", async () => {
        const broken = change({
          put: [put("sequences", sequence("a", 1)), { collection: "nothing", row: {} } as never],
        });
        await expect(store.write(() => store.commit(broken))).rejects.toThrow();
        expect(await store.dump()).toEqual(world());
      });

      it("all lookups agree with plain lists of rows after 150 random changes", async () => {
        const model = new Model(world());
        const next = dice(20_260_115);
        for (let round = 0; round < 150; round++) {
          const made = anyChange(next, round);
          model.commit(made);
          await commit(store, made);
        }
        expect(misfits(model.state)).toEqual([]);
        expect(await store.dump()).toEqual(model.state);
        expect(await lookups(store)).toEqual(model.lookups());
      });
    });

    describe("writing", () => {
      it("writes run one at a time, in the order of their calls", async () => {
        const log: string[] = [];
        const write = (name: string) =>
          store.write(async () => {
            log.push(`${name} begins`);
            await store.commit(change({ put: [put("sequences", sequence(name, 1))] }));
            await turn();
            log.push(`${name} ends`);
          });
        await Promise.all(["a", "b", "c"].map(write));
        expect(log).toEqual(["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]));
      });

      it("all changes of a write that throws are undone, and the next write works", async () => {
        const failing = store.write(async () => {
          for (let nth = 0; nth < 3; nth++) await store.commit(step(nth));
          throw new Error("a rule failed");
        });
        await expect(failing).rejects.toThrow("a rule failed");
        expect(await store.dump()).toEqual(world());
        await commit(store, step(0));
        expect((await store.get("sequences", "step"))?.next).toBe(1);
      });

      it("a write returns its work's result, and leaves the revision alone when it commits nothing", async () => {
        const { revision } = store;
        expect([await store.write(async () => 7), store.revision]).toEqual([7, revision]);
      });

      it("the revision differs after a change, an undo and a load", async () => {
        const seen = [store.revision];
        await commit(store, step(0));
        seen.push(store.revision);
        await store
          .write(async () => {
            await store.commit(step(1));
            throw new Error("undone");
          })
          .catch(() => {});
        seen.push(store.revision);
        await store.load(world(3));
        seen.push(store.revision);
        expect(new Set(seen).size).toBe(4);
      });
    });

    describe("dumping and loading", () => {
      it("a dump is the state that the account was created with", async () => {
        expect(await store.dump()).toEqual(world());
      });

      it("a dump stays as it is when the world changes", async () => {
        const dumped = await store.dump();
        await commit(store, step(0));
        expect(dumped).toEqual(world());
      });

      it("a loaded world replaces everything", async () => {
        await commit(store, step(0));
        await store.load(world(3, 1));
        expect([
          await store.dump(),
          await store.range("comments", "thirdparty", 924_500),
          await store.range("jobs", "thirdparty", 924_002),
        ]).toEqual([world(3, 1), [], [job(40_000_002, 1, 924_002)]]);
      });

      it("rows that are loaded in any order are put in order", async () => {
        const shuffled = world(4);
        shuffled.events.reverse();
        shuffled.jobs.reverse();
        await store.load(shuffled);
        expect([await store.dump(), (await store.range("jobs", "due", "all")).map((row) => row.jobId)]).toEqual([
          world(4),
          [40_000_003, 40_000_002, 40_000_001, 40_000_000],
        ]);
      });

      it("a world with the same key twice is refused, and the one before stays", async () => {
        const doubled = { ...world(), jobs: [job(5, 1), job(5, 2)] };
        await expect(store.load(doubled)).rejects.toThrow("jobs: two rows have the key 5");
        expect(await store.dump()).toEqual(world());
      });

      it("a load replaces the commits before it and keeps those after it", async () => {
        await commit(store, change({ put: [put("sequences", sequence("before", 1))] }));
        await Promise.all([
          store.load(world(3)),
          commit(store, change({ put: [put("sequences", sequence("after", 1))] })),
        ]);
        expect((await store.page("sequences", { offset: 0, limit: 9 })).rows.map((row) => row.name)).toEqual([
          "after",
          "eventId",
          "thirdpartyId",
        ]);
      });
    });
  });
}

/** The expected behaviour in its simplest form: lists that each lookup filters and sorts. */
class Model {
  state: State;

  constructor(state: State) {
    this.state = state;
  }

  commit({ put, remove, events }: Change): void {
    for (const { collection, row } of put) this.#set(collection, collections[collection].key(row as never), row);
    for (const { collection, key } of remove) this.#set(collection, key, undefined);
    for (const row of events) this.#set("events", row.eventId, row);
  }

  lookups(): unknown {
    const by = <R>(rows: R[], order: (row: R) => string) =>
      rows.toSorted((one, other) => (order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0));
    const names: string[] = ["THIRD_PARTY_UPDATED", "THIRD_PARTY_ARCHIVED"];
    return {
      due: by(this.state.jobs, (row) => row.dueAt),
      window: names.map((name) =>
        by(this.state.events, (row) => row.occurredAt).filter(
          (row) => row.eventName === name && row.occurredAt >= at(10) && row.occurredAt <= at(30),
        ),
      ),
      jobs: [1, 2, 3].map((id) => this.state.jobs.filter((row) => row.thirdpartyId === id)),
    };
  }

  #set(collection: CollectionName, key: unknown, row: unknown): void {
    const keyOf = collections[collection].key as (row: unknown) => never;
    const rest = (this.state[collection] as unknown[]).filter((other) => keyOf(other) !== key);
    const rows = row === undefined ? rest : [...rest, row];
    this.state = { ...this.state, [collection]: rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)) };
  }
}

async function lookups(store: Store): Promise<unknown> {
  const range = { from: at(10), to: at(30) };
  return {
    due: await store.range("jobs", "due", "all"),
    window: [
      await store.range("events", "name", "THIRD_PARTY_UPDATED", range),
      await store.range("events", "name", "THIRD_PARTY_ARCHIVED", range),
    ],
    jobs: [
      await store.range("jobs", "thirdparty", 1),
      await store.range("jobs", "thirdparty", 2),
      await store.range("jobs", "thirdparty", 3),
    ],
  };
}

function anyChange(next: (below: number) => number, round: number): Change {
  const jobs = Array.from({ length: next(4) }, () => put("jobs", job(1 + next(20), next(40), 1 + next(3))));
  const remove = Array.from({ length: next(3) }, () => ({ collection: "jobs" as const, key: 1 + next(20) }));
  const name = next(2) === 0 ? "THIRD_PARTY_UPDATED" : "THIRD_PARTY_ARCHIVED";
  const made = event(50_001_000 + round, next(40), 1, { eventName: name });
  return change({ put: jobs, remove, events: [made] });
}
