import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Row } from "../../src/domain/collections.ts";
import { emptyFolder } from "../../src/domain/draft.ts";
import { AccountExists, TooManyAccounts } from "../../src/store/failures.ts";
import type { Scan, Storage, Store } from "../../src/store/store.ts";
import { at, change, commit, company, event, job, put, sequence, step, world } from "./samples.ts";

const hour = 3_600_000;

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
    const ids = async (unusedSince?: number) => [...(await storage.accounts(unusedSince)).keys()];

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
        const seen = [store.worldId];
        await commit(store, step(0));
        expect(store.worldId).toBe(seen[0]);
        for (const size of [1, 2]) {
          await store.load(world(size));
          seen.push(store.worldId);
        }
        expect(new Set(seen).size).toBe(3);
      });

      it("a world grows with its rows and its events, and a copy of it takes as much", async () => {
        const before = store.bytes;
        await commit(store, step(0));
        expect(store.bytes).toBeGreaterThan(before);
        const copy = await storage.create("copy", await store.dump());
        expect(copy.bytes).toBe(store.bytes);
      });
    });

    describe("the last use of accounts", () => {
      it("a new account was used now, and a later use that is noted is listed with it", async () => {
        const before = Date.now();
        await storage.create("other", world());
        const used = (await storage.accounts()).get("other") ?? 0;
        // The clock of a file system may be some milliseconds behind.
        expect(used).toBeGreaterThan(before - 1_000);
        expect(used).toBeLessThanOrEqual(Date.now() + 1_000);
        const later = before + hour;
        await storage.noteUse("other", later);
        expect((await storage.accounts()).get("other")).toBe(later);
        expect([await ids(later), await ids(later + 1), await ids(0)]).toEqual([["demo"], ["demo", "other"], []]);
      });

      it("an account that is gone has no use to note, and one that is created again begins anew", async () => {
        const later = Date.now() + hour;
        await storage.noteUse("demo", later);
        await storage.delete("demo");
        await storage.noteUse("demo", later);
        expect(await ids()).toEqual([]);
        await storage.create("demo", world());
        expect((await storage.accounts()).get("demo")).toBeLessThan(later);
      });

      it("an account that was used since a moment is not deleted, and one that was not is", async () => {
        const usedAt = Date.now() + hour;
        await storage.noteUse("demo", usedAt);
        expect([await storage.delete("demo", usedAt), await ids()]).toEqual([false, ["demo"]]);
        expect([await storage.delete("demo", usedAt + 1), await ids()]).toEqual([true, []]);
      });

      it("one account too many is refused, and nothing is changed", async () => {
        await expect(storage.create("other", world(), "seed", 1)).rejects.toEqual(new TooManyAccounts(1));
        expect(await ids()).toEqual(["demo"]);
        await storage.create("other", world(), "seed", 2);
        expect(await ids()).toEqual(["demo", "other"]);
      });
    });

    describe("accounts", () => {
      it("a new storage has a place and no accounts", async () => {
        const empty = await open();
        expect([[...(await empty.accounts()).keys()], await empty.open("demo")]).toEqual([[], undefined]);
        expect(empty.place).not.toBe("");
        await empty.close();
      });

      it("accounts are listed in order, and ids that differ in case only are different accounts", async () => {
        await storage.create("zeta", world(1));
        const capital = await storage.create("DEMO", world(3));
        expect(await ids()).toEqual(["DEMO", "demo", "zeta"]);
        expect([await store.dump(), await capital.dump()]).toEqual([world(), world(3)]);
      });

      it("an account that is opened twice is one world", async () => {
        const [one, other] = await Promise.all([storage.open("demo"), storage.open("demo")]);
        expect(await one?.dump()).toEqual(world());
        await commit(one as Store, step(0));
        expect(await other?.get("sequences", "step")).toEqual(sequence("step", 1));
      });

      it("an account that exists cannot be created, and stays as it is", async () => {
        await expect(storage.create("demo", world(5))).rejects.toEqual(new AccountExists("demo"));
        expect(await store.dump()).toEqual(world());
      });

      it("an account is created once by several calls at the same time, by the first however slow", async () => {
        // Each slice of work is used up at once, so that a smaller world would overtake.
        let moment = performance.now();
        vi.spyOn(performance, "now").mockImplementation(() => (moment += 1_000));
        const outcomes = await Promise.allSettled([3, 2, 1].map((size) => storage.create("new", world(size))));
        expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
        expect(await (await storage.open("new"))?.dump()).toEqual(world(3));
      });

      it("a deleted account is gone and can be created again, and one that is not there is not deleted", async () => {
        await commit(store, step(0));
        expect([await storage.delete("unknown"), await ids()]).toEqual([false, ["demo"]]);
        expect([await storage.delete("demo"), await ids(), await storage.open("demo")]).toEqual([true, [], undefined]);
        const again = await storage.create("demo", world(1));
        expect(await again.dump()).toEqual(world(1));
      });
    });

    describe("snapshots", () => {
      const taken = (name: string, size: number) => ({
        name,
        takenAt: at(size),
        running: size > 1,
        state: world(size),
      });
      const listed = (accountId: string) => storage.snapshots.list(accountId);
      const summary = (name: string, size: number) => ({ name, takenAt: at(size), events: 2 * size, damage: null });

      it("snapshots are listed by their names, read, replaced and deleted, each account its own", async () => {
        await storage.create("other", world());
        for (const name of ["b", "c", "a"]) await storage.snapshots.put("demo", taken(name, 2));
        await storage.snapshots.put("other", taken("b", 3));
        await storage.snapshots.put("demo", taken("b", 3));
        expect(await listed("demo")).toEqual([summary("a", 2), summary("b", 3), summary("c", 2)]);
        expect(await storage.snapshots.get("demo", "b")).toEqual(taken("b", 3));
        const deleted = [await storage.snapshots.delete("demo", "b"), await storage.snapshots.delete("demo", "b")];
        expect([...deleted, await storage.snapshots.get("demo", "b")]).toEqual([true, false, undefined]);
        expect([await listed("demo"), await listed("other"), await listed("unknown")]).toEqual([
          [summary("a", 2), summary("c", 2)],
          [summary("b", 3)],
          [],
        ]);
      });

      it("a deleted account has no snapshots when it is created again", async () => {
        await storage.snapshots.put("demo", taken("a", 1));
        await storage.delete("demo");
        await storage.create("demo", world());
        expect([await listed("demo"), await storage.snapshots.get("demo", "a")]).toEqual([[], undefined]);
      });
    });

    describe("reading", () => {
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
        const even = [924_000, 924_002, 924_004, 924_006, 924_008];
        const page = await store.page("thirdparties", { where: [["thirdpartyId", "in", even]], offset: 1, limit: 2 });
        expect(page).toEqual({ rows: [company(924_002), company(924_004)], total: 5 });
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
        expect(await store.folder(924_001)).toEqual({
          ...emptyFolder,
          thirdparty: company(924_001),
          sisters: [company(924_000), sister],
          comments: state.comments.filter(({ thirdpartyId }) => thirdpartyId === 924_001),
          jobs: state.jobs.filter(({ thirdpartyId }) => thirdpartyId === 924_001),
        });
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
        expect(await store.range("events", "name", "NONE")).toEqual([]);
      });

      it("a row is found under each of its groups, once even if two groups are the same", async () => {
        const evidences = [1, 2, 2].map((id) => ({ id }));
        const keys = { documentId: 11_031_000, dossierId: 1_324_000, thirdpartyId: 924_000 };
        const row = { ...keys, evidences } as unknown as Row<"documents">;
        await commit(store, change({ put: [put("documents", row)] }));
        for (const id of [1, 2])
          expect(await store.range("documents", "evidence", id), `evidence ${id}`).toEqual([row]);
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

      it("a change keeps the last of several rows with one key, and removes after it puts", async () => {
        const rows = [sequence("a", 1), sequence("a", 2), sequence("b", 1)].map((row) => put("sequences", row));
        await commit(store, change({ put: rows, remove: [{ collection: "sequences", key: "b" }] }));
        const found = [await store.get("sequences", "a"), await store.get("sequences", "b")];
        expect(found).toEqual([sequence("a", 2), undefined]);
      });

      it("a change that cannot be applied leaves everything as it was", async () => {
        const nowhere = { collection: "nothing", row: {} } as never;
        const broken = change({ put: [put("sequences", sequence("a", 1)), nowhere] });
        await expect(store.write(() => store.commit(broken))).rejects.toThrow();
        expect(await store.dump()).toEqual(world());
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

      it("a write returns a result, and the revision differs after a change, an undo and a load", async () => {
        const seen = [store.revision];
        const note = async (work: Promise<unknown>) => {
          await work.catch(() => {});
          seen.push(store.revision);
        };
        expect([await store.write(async () => 7), store.revision]).toEqual([7, seen[0]]);
        await note(commit(store, step(0)));
        await note(store.write(() => store.commit(step(1)).then(() => Promise.reject(new Error("undone")))));
        await note(store.load(world(3)));
        expect(new Set(seen).size).toBe(4);
      });
    });

    describe("dumping and loading", () => {
      it("a loaded world replaces everything, and a dump stays as it is", async () => {
        const dumped = await store.dump();
        await commit(store, step(0));
        await store.load(world(3, 1));
        expect([
          await store.dump(),
          await store.range("comments", "thirdparty", 924_500),
          await store.range("jobs", "thirdparty", 924_002),
        ]).toEqual([world(3, 1), [], [job(40_000_002, 1, 924_002)]]);
        expect(dumped).toEqual(world());
      });

      it("a reset returns to the loaded world, to the seed, or to the same as before", async () => {
        const starts = [await store.start()];
        for (const [size, resetPoint] of [
          [3, "this"],
          [4, "unchanged"],
          [5, "this"],
          [6, "seed"],
          [7, undefined],
        ] as const) {
          await store.load(world(size), resetPoint);
          await commit(store, step(size));
          starts.push(await store.start());
        }
        expect(starts).toEqual([null, world(3), world(3), world(5), null, null]);
        expect(await (await storage.create("other", world(1), "this")).start()).toEqual(world(1));
      });

      it("a world with the same key twice is refused, and the one before stays", async () => {
        const doubled = { ...world(), jobs: [job(5, 1), job(5, 2)] };
        await expect(store.load(doubled)).rejects.toThrow("jobs: two rows have the key 5");
        expect(await store.dump()).toEqual(world());
      });

      it("a load replaces the commits before it and keeps those after it", async () => {
        await commit(store, change({ put: [put("sequences", sequence("before", 1))] }));
        const after = change({ put: [put("sequences", sequence("after", 1))] });
        await Promise.all([store.load(world(3)), commit(store, after)]);
        const { rows } = await store.page("sequences", { offset: 0, limit: 9 });
        expect(rows.map((row) => row.name)).toEqual(["after", "eventId", "thirdpartyId"]);
      });
    });
  });
}
