import { expect, it } from "vitest";
import { sumOf } from "../../src/coverage/counted.ts";
import { TeamCoverage } from "../../src/team/coverage.ts";
import type { KeyValue } from "../../src/team/postgres/key-value.ts";
import type { RequestTable } from "../../src/team/postgres/request-table.ts";
import type { TeamRequestLog } from "../../src/team/requests.ts";
import { served } from "../support/served.ts";

/** What servers share: the period, and the counts of each server in each period. */
function shared() {
  const state = { period: "", counts: new Map<string, string>(), isDown: false };
  const values = (known: { period: string }) => ({
    get: () => known.period || undefined,
    list: async () => [
      { accountId: "", text: state.period },
      { accountId: "a", text: "a value of the same name" },
    ],
    change: async (_account: string, _name: string, changed: () => string) => {
      known.period = state.period = changed();
    },
  });
  const table = {
    async count(period: string, server: string, text: string) {
      if (state.isDown) throw new Error("down");
      state.counts.set(`${period} ${server}`, text);
    },
    counts: async (period: string) =>
      [...state.counts].filter(([key]) => key.startsWith(`${period} `)).map(([, text]) => text),
    async beginPeriod(period: string) {
      for (const key of state.counts.keys()) if (!key.startsWith(`${period} `)) state.counts.delete(key);
    },
  };
  /** A server; it knows of a period when a refresh of an account has brought it. */
  const server = (name: string) => {
    const known = { period: state.period };
    const coverage = new TeamCoverage(
      values(known) as unknown as KeyValue,
      table as unknown as RequestTable,
      {} as TeamRequestLog,
      name,
    );
    return { coverage, known };
  };
  return { state, server };
}
const list = () => served({ operation: "thirdparties.list", status: 200, accountId: "a" });
const operationsOf = async (coverage: TeamCoverage) => {
  const { operations } = await coverage.counted();
  return Object.entries(operations).filter(([, count]) => count > 0);
};

it("a server that has not learned of a new period by an account counts since it began", async () => {
  const { state, server } = shared();
  const { coverage } = server("one");
  const counted = (operation: string) =>
    JSON.stringify({ counted: { ...sumOf([]), operations: { [operation]: 1 } }, pending: [] });
  state.counts.set(" other", counted("dossiers.list")).set("newer other", counted("thirdparties.list"));
  state.period = "newer";
  expect(await operationsOf(coverage)).toEqual([["thirdparties.list", 1]]);
});

it("counts of a server that does not know of the new period do not delete those of the others", async () => {
  const { server } = shared();
  const [one, late] = [server("one"), server("late")];
  await one.coverage.clear();
  one.coverage.served(list());
  await one.coverage.flush();
  late.coverage.served(list());
  await late.coverage.flush();
  expect(await operationsOf(server("reader").coverage)).toEqual([["thirdparties.list", 1]]);
});

it("counts that could not be sent are sent with the next ones", async () => {
  const { state, server } = shared();
  const { coverage } = server("one");
  state.isDown = true;
  coverage.served(list());
  await expect(coverage.flush()).rejects.toThrow("down");
  state.isDown = false;
  await coverage.flush();
  expect(await operationsOf(server("reader").coverage)).toEqual([["thirdparties.list", 1]]);
});
