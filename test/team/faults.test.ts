import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Fault } from "../../contract/control.ts";
import { LocalFaults } from "../../src/sandbox/faults.ts";
import { TeamFaults } from "../../src/team/faults.ts";
import type { KeyValue } from "../../src/team/postgres/key-value.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_000 }));
afterEach(() => void vi.useRealTimers());

/** The faults of a server that knows the stored texts as of its last refresh. */
function serverOn(stored: Map<string, string>) {
  let known = new Map<string, string>();
  const values: Pick<KeyValue, "get" | "change" | "list"> = {
    get: (account) => known.get(account),
    async change(account, _name, changed) {
      const text = changed(stored.get(account));
      if (text === undefined) stored.delete(account);
      else stored.set(account, text);
    },
    list: async () => [...stored].map(([accountId, text]) => ({ accountId, text })),
  };
  const refresh = () => void (known = new Map(stored));
  return { faults: new TeamFaults(values as KeyValue), refresh };
}

const account = fc.constantFrom("a", "b");
const operation = fc.constantFrom("thirdparties.list", "dossiers.list");
const anyFault: fc.Arbitrary<Fault> = fc.record(
  {
    kind: fc.constantFrom("status", "delay", "lag"),
    accountId: account,
    operation,
    times: fc.integer({ min: 1, max: 3 }),
    probability: fc.constantFrom(0.3, 0.7),
    lag: fc.constantFrom("PT1M", "PT10M"),
  },
  { requiredKeys: ["kind"] },
);
const anyStep = fc.record({
  act: fc.constantFrom("next", "resume", "replace"),
  all: fc.array(anyFault, { maxLength: 3 }),
  accountId: fc.option(account, { nil: undefined }),
  operationId: operation,
});
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;
async function carryOut(
  { act, all, accountId, operationId }: Step,
  faults: LocalFaults | TeamFaults,
): Promise<unknown> {
  if (act === "next") return faults.next({ operationId, accountId, randomSeed: 7 });
  if (accountId === undefined) return faults.replace(all);
  if (act === "resume") return faults.resume(await faults.ofAccount(accountId), accountId);
  const own = all.map((fault) => ({ ...fault, accountId }));
  return faults.replace(own, accountId);
}

it("the faults of several servers are and strike as those of one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(anyStep, fc.nat(1)), { maxLength: 25 }), fc.boolean(), async (steps, isOne) => {
      const stored = new Map<string, string>();
      const servers = [serverOn(stored), serverOn(stored)];
      const local = new LocalFaults();
      for (const [step, nth] of steps) {
        for (const { refresh } of servers) refresh();
        const { faults } = servers[isOne ? 0 : nth] ?? expect.unreachable();
        expect(await carryOut(step, faults)).toEqual(await carryOut(step, local));
        for (const { refresh } of servers) refresh();
        // One server tells its own lists of the same millisecond apart.
        if (!isOne) vi.advanceTimersByTime(1);
        const shown = async (each: LocalFaults | TeamFaults) => ({
          all: await each.list(),
          ofA: [await each.list("a"), await each.ofAccount("a"), each.lag("dossiers.list", "a"), each.lag(null, "a")],
        });
        expect(await shown(faults)).toEqual(await shown(local));
      }
    }),
    { numRuns: 200 },
  );
});

it("a fault that another server has used up does not strike where that is not known yet, but the next", async () => {
  const stored = new Map<string, string>();
  const [one, other] = [serverOn(stored), serverOn(stored)];
  const candidate = { operationId: "dossiers.list", accountId: "a", randomSeed: 7 };
  await one.faults.replace([
    { kind: "status", status: 500, times: 1 },
    { kind: "delay", delayMs: 1 },
  ]);
  for (const { refresh } of [one, other]) refresh();
  expect(await one.faults.next(candidate)).toMatchObject({ kind: "status" });
  expect(await other.faults.next(candidate)).toMatchObject({ kind: "delay" });
  await one.faults.replace([{ kind: "truncate", times: 1 }]);
  expect(await other.faults.next(candidate)).toMatchObject({ kind: "delay" });
  await other.faults.replace([]);
  one.refresh();
  expect([one.faults.next(candidate), stored.size]).toEqual([undefined, 0]);
});
