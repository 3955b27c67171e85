import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { completeOptions } from "../../src/sandbox/options.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { Database } from "../../src/team/postgres/connection.ts";
import { teamOn } from "../../src/team/team.ts";
import { served } from "../support/served.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now: 1_000 }));
afterEach(() => void vi.useRealTimers());

/** A server on a database that keeps nothing but the statements that change it. */
function recorded() {
  const said: unknown[] = [];
  const query = async (text: string, values: readonly unknown[] = []) => {
    const [, verb, table] = /^(insert into|delete from) (\w+)/.exec(text) ?? [];
    if (verb) said.push(table === "tiers_servers" && verb === "insert into" ? [table, values[1]] : `${verb} ${table}`);
    return { rows: [], rowCount: 0 };
  };
  const database = { name: "a database", query, read: query, close: async () => void said.push("closed") };
  const options = completeOptions({ log: "silent" });
  const { storage, state } = teamOn(database as unknown as Database, options);
  return { sandbox: new Sandbox(options, storage, state), said };
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
