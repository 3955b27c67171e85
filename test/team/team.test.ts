import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { completeOptions } from "../../src/sandbox/options.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { Database } from "../../src/team/postgres/connection.ts";
import { teamOn } from "../../src/team/team.ts";
import { served } from "../support/served.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"], now: 1_000 }));
afterEach(() => void vi.useRealTimers());

/** A server on a database that keeps nothing but the statements that change it. */
function recorded() {
  const said: unknown[] = [];
  /** In milliseconds: how long the next statement takes. */
  const database = { takes: 0, refuses: "nothing" };
  const query = async (text: string, values: readonly unknown[] = []) => {
    vi.advanceTimersByTime(database.takes);
    database.takes = 0;
    if (text.startsWith(database.refuses)) throw new Error("refused");
    const [, verb, table] = /^(insert into|delete from) (\w+)/.exec(text) ?? [];
    if (verb) said.push(table === "tiers_servers" && verb === "insert into" ? [table, values[1]] : `${verb} ${table}`);
    return { rows: [], rowCount: 0 };
  };
  Object.assign(database, { name: "a database", query, read: query, close: async () => void said.push("closed") });
  const options = completeOptions({ log: "silent" });
  const { storage, state } = teamOn(database as unknown as Database, options);
  return { sandbox: new Sandbox(options, storage, state), said, database };
}
const request = () => served({ path: "/api/v1/account/demo/thirdparties", accountId: "demo" });

it("a server sends its requests and counts every 250 ms, and says up to when they are complete", async () => {
  const { sandbox, said } = recorded();
  sandbox.seen(request());
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(250);
  const first = ["insert into tiers_requests", "insert into tiers_counts", ["tiers_servers", 1_250]];
  expect(said).toEqual(first);
  await vi.advanceTimersByTimeAsync(250);
  expect(said).toEqual([...first, ["tiers_servers", 1_500]]);
  await sandbox.close();
});

it.each([
  [10, 250],
  [100, 400],
  [1_000, 1_000],
])("a server that needs %i ms to send its requests rests for %i ms", async (takes, rests) => {
  const { sandbox, said, database } = recorded();
  sandbox.seen(request());
  database.takes = takes;
  await vi.advanceTimersByTimeAsync(250);
  const { length } = said;
  await vi.advanceTimersByTimeAsync(rests - 1);
  expect(said).toHaveLength(length);
  await vi.advanceTimersByTimeAsync(1);
  expect(said.at(-1)).toEqual(["tiers_servers", 1_250 + takes + rests]);
  await sandbox.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(said.at(-1)).toBe("closed");
});

it("requests that could not be sent are not said to be complete", async () => {
  const { sandbox, said, database } = recorded();
  sandbox.seen(request());
  database.refuses = "insert into tiers_requests";
  await vi.advanceTimersByTimeAsync(250);
  expect(said).toEqual(["insert into tiers_counts"]);
  await sandbox.close();
});

it("a server that stops sends its last requests and counts before it closes its storage", async () => {
  const { sandbox, said } = recorded();
  sandbox.seen(request());
  await sandbox.close();
  expect(said).toEqual([
    "insert into tiers_requests",
    "insert into tiers_counts",
    ["tiers_servers", 1_000],
    "delete from tiers_servers",
    "closed",
  ]);
});
