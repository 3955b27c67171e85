import { expect, it } from "vitest";
import { sumOf } from "../../src/coverage/counted.ts";
import type { Served } from "../../src/sandbox/requests/request-log.ts";
import { TeamCoverage } from "../../src/team/coverage.ts";
import type { KeyValue } from "../../src/team/postgres/key-value.ts";
import type { RequestTable } from "../../src/team/postgres/request-table.ts";
import type { TeamRequestLog } from "../../src/team/requests.ts";
import { served } from "../support/served.ts";

/** What servers share: the period, and the counts of each server in each period. */
function shared() {
  const state = { period: "", counts: new Map<string, string>(), isDown: false, log: [] as Served[] };
  const values = (known: { period: string }) => ({
    get: (account: string, name: string) => (`${account}/${name}` === "/coverage" && known.period) || undefined,
    list: async () => [
      { accountId: "", text: state.period },
      { accountId: "a", text: "a value of the same name" },
    ],
    change: async (account: string, name: string, changed: () => string) => {
      if (`${account}/${name}` === "/coverage") known.period = state.period = changed();
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
  const requests: Pick<TeamRequestLog, "list"> = {
    list: async (filter) => state.log.filter(({ accountId }) => accountId === filter?.accountId),
  };
  /** A server; it knows of a period when a refresh of an account has brought it. */
  const server = (name: string) => {
    const known = { period: state.period };
    const coverage = new TeamCoverage(
      values(known) as unknown as KeyValue,
      table as unknown as RequestTable,
      requests as TeamRequestLog,
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

it("counts of the former period are not sent once they are cleared", async () => {
  const { state, server } = shared();
  const { coverage } = server("one");
  coverage.served(list());
  await coverage.clear();
  await coverage.flush();
  expect([...state.counts.keys()]).toEqual([`${state.period} one`]);
  expect(await operationsOf(coverage)).toEqual([]);
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

it("a value that several servers have received counts once, and what they served counts together", async () => {
  const { server } = shared();
  for (const name of ["one", "two"]) {
    const { coverage } = server(name);
    const body = { content: [{ status: "ACTIVE" }], page: 0 };
    coverage.answered(list(), { page: "0" }, { status: 200, body, found: ["THIRD_PARTY_ADDED"] });
    coverage.served(list());
    await coverage.flush();
  }
  expect(await server("reader").coverage.counted()).toEqual({
    ...sumOf([]),
    operations: { "thirdparties.list": 2 },
    statuses: { "thirdparties.list 200": 2 },
    parameters: { "thirdparties.list page": 2 },
    values: { "ThirdpartyStatus ACTIVE": 1 },
    events: { THIRD_PARTY_ADDED: 2 },
  });
});

const struck = { ...list(), status: 503, fault: "status" };
it.each<[string, Served[], number]>([
  ["the account succeeds on another server", [struck, struck, list()], 2],
  ["the account succeeded before", [list(), struck, struck], 0],
  ["it struck again after a success", [struck, list(), struck], 0],
  ["another account succeeds", [struck, struck, { ...list(), accountId: "b" }], 0],
  ["another operation succeeds", [struck, struck, { ...list(), operation: "dossiers.list" }], 0],
  ["the next response is refused", [struck, struck, { ...list(), status: 404 }], 0],
  ["the next response is spoilt", [struck, struck, { ...list(), fault: "truncate" }], 0],
  ["the log has dropped it", [list()], 0],
])("a fault that struck twice on one server is survived or not when %s", async (_, log, survived) => {
  const { state, server } = shared();
  const { coverage } = server("one");
  for (const each of [struck, struck]) coverage.served(each);
  state.log = log;
  const counted = await coverage.counted();
  expect({ struck: counted.struck, survived: counted.survived }).toEqual({
    struck: { "status thirdparties.list": 2 },
    survived: survived === 0 ? {} : { "status thirdparties.list": survived },
  });
});
