import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { Options } from "../../src/sandbox/options.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { LimitReached } from "../../src/sandbox/worlds/limits.ts";
import { exportState } from "../../src/seed/seed-file.ts";
import { openTeam } from "../../src/team/team.ts";
import { step } from "../store/samples.ts";
import { options } from "../support/sandbox.ts";
import { describePostgres } from "./describe-postgres.ts";

describePostgres("servers that meet on one account", (on) => {
  let address: string;
  beforeEach(async () => {
    address = await on.postgres.address();
  });
  async function server(wish: Partial<Options> = {}): Promise<Sandbox> {
    const wanted = { ...options, ...wish };
    const { storage, state } = await openTeam(address, wanted);
    const sandbox = new Sandbox(wanted, storage, state);
    onTestFinished(() => sandbox.close());
    return sandbox;
  }
  const team = async (wish?: Partial<Options>) => [await server(wish), await server(wish), await server(wish)] as const;
  const each = Array.from({ length: 10 }, (_, nth) => `a${nth}`);

  it("an account that is made on all of them at once is created by one, and replaced by the others", async () => {
    const all = await team();
    for (const account of each) {
      const made = await Promise.all(all.map((one) => one.worlds.make(account, {})));
      expect(made.filter(({ created }) => created)).toHaveLength(1);
    }
  });

  it("a world that is imported is there, also where a first request makes the account at the same time", async () => {
    const [one, other] = await team();
    const { world } = await one.worlds.make("source", { randomSeed: 77 });
    const body = await exportState(world);
    for (const account of each) {
      await Promise.all([one.worlds.import(account, body), other.worlds.openOrCreate(account)]);
      expect((await other.worlds.open(account))?.origin.randomSeed).toBe(77);
    }
  });

  it("worlds are made and deleted on all of them, and no request fails", async () => {
    const all = await team();
    await Promise.all(
      Array.from({ length: 60 }, (_, nth) => {
        const sandbox = all[nth % 3] as Sandbox;
        return nth % 4 < 2
          ? sandbox.worlds.make("a", {})
          : nth % 4 === 2
            ? sandbox.worlds.delete("a")
            : sandbox.worlds.openOrCreate("a");
      }),
    );
    expect(await all[0].worlds.openOrCreate("a")).toBeDefined();
  });

  it("a deletion takes the faults along, and leaves those of the account that another server makes next", async () => {
    const [one, other] = await team();
    const fault = { kind: "status", status: 503, operation: "thirdparties.list", accountId: "a" } as const;
    await one.worlds.make("a", {});
    await one.faults.replace([fault], "a");
    await one.worlds.delete("a");
    expect(await other.faults.list("a")).toEqual([]);
    const { storage } = one;
    const remove = storage.delete.bind(storage);
    vi.spyOn(storage, "delete").mockImplementation(async (accountId) => {
      const isDeleted = await remove(accountId);
      await other.worlds.make(accountId, {});
      await other.faults.replace([fault], accountId);
      return isDeleted;
    });
    await one.worlds.make("a", {});
    await one.worlds.delete("a");
    expect(await other.faults.list("a")).toEqual([fault]);
  });

  it("together they make no more worlds than there may be", async () => {
    const all = await team({ maxWorlds: 5 });
    const made = await Promise.allSettled(
      each.map((account, nth) => (all[nth % 3] as Sandbox).worlds.openOrCreate(account)),
    );
    const reasons = made.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(reasons).toEqual(Array.from({ length: 5 }, () => expect.any(LimitReached)));
    expect([...(await all[0].worlds.accounts()).keys()]).toHaveLength(5);
  });

  it("a world that one server reads or writes is deleted by no other before its time to live is over", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 15) });
    onTestFinished(() => void vi.useRealTimers());
    const [one, other] = await team({ worldTtl: "PT1H" });
    const accounts = async () => [...(await one.worlds.accounts()).keys()];
    const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
    for (const account of ["written", "read", "unused"]) {
      await one.worlds.make(account, {});
      one.worlds.leave(await one.worlds.openOrCreate(account));
      other.worlds.leave(await other.worlds.openOrCreate(account));
    }
    later(59);
    // A write notes the use itself.
    await other.worlds.using("written", (world) => world.write(() => world.store.commit(step(0))));
    await other.worlds.using("read", async () => {});
    later(1);
    await other.worlds.maintain();
    later(1);
    await one.worlds.maintain();
    expect(await accounts()).toEqual(["read", "written"]);
    later(60);
    await one.worlds.maintain();
    expect(await accounts()).toEqual([]);
  });
});
