import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { Postgres, programs } from "../../test/support/postgres.ts";
import { compareAlike, ratios, rounds, seconds, settledRate } from "../compare.ts";
import { rate, type Shot } from "../load.ts";
import type { Running } from "../processes.ts";
import { atLeast, atMost, measured } from "../report.ts";
import { api, driven, headersFor, json, list, put, read, replica, sandbox, stopAll, work } from "../servers.ts";
import { undisturbed } from "../undisturbed.ts";
import { attributesOf, idsOf, writing } from "./requests.ts";

const isQuick = process.argv.includes("--quick");
const accounts = Array.from({ length: 30 }, (_, nth) => `team-${nth}`);
const cold = Array.from({ length: isQuick ? 50 : 1_000 }, (_, nth) => `cold-${nth}`);
const headers = await headersFor(accounts);
const connections = 16;
/** To each of three servers: so few that one server still has time to spare. */
const few = 6;
/**
 * In seconds. Each of three servers gets a third of the requests, and needs a minute until its code is compiled. What
 * servers do now and then, such as storing worlds, would fall on some of the turns only if those were short.
 */
const [warmUp, turn] = isQuick ? [seconds, seconds] : [60, 10];

/** Several servers on one database, which is started in a temporary folder and syncs what it commits. */
export async function postgres(node: string): Promise<void> {
  if (!programs) return console.log("  There is no PostgreSQL on this machine: its lines are left out.");
  const server = await Postgres.start({ settings: [], within: tmpdir() });
  try {
    const database = await server.address();
    await reads(node, database);
    const ids = await makeAccounts(node, database);
    await writes(node, server, database, ids);
    await replicas(node, database, ids);
    await opened(node, database);
  } finally {
    await stopAll();
    await server.stop();
  }
}

/** A server that is asked for a request first sends those that wait to the table that all servers read. */
const settled = (servers: readonly Running[]) =>
  Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/_sandbox/requests/none`)).arrayBuffer()));

/** What the tail of the log costs that is read before a request is answered. */
async function reads(node: string, database: string): Promise<void> {
  const files = await driven(sandbox(node, "beside-postgres", "default"));
  const shared = await driven(replica(node, database));
  const [id] = await idsOf(files, "demo");
  const paths = { "list of 20 third parties": list, "one third party": `${api}/demo/thirdparties/${id}` };
  for (const [what, path] of Object.entries(paths)) {
    const onShared = { ...read(shared, path), settle: () => settled([shared]) };
    const rates = await compareAlike({ shared: onShared, files: read(files, path) }, "in turn");
    atLeast(`on PostgreSQL, ${what}, against the file engine`, ratios(rates.shared, rates.files), 0.5, rates.files);
  }
  await stopAll();
}

/** The same world in every account; its third parties are the same too. */
async function makeAccounts(node: string, database: string): Promise<number[]> {
  const server = await replica(node, database);
  for (const account of [...accounts, ...cold]) await put(server, account, { from: { accountId: "demo" } });
  const ids = await idsOf(server, "demo");
  await stopAll();
  return ids;
}

const open = (url: string, account: string) => json(`${url}/_sandbox/accounts/${account}/clock`);

const writingTo = ({ url }: Running, names: readonly string[], ids: number[]): Shot => ({
  ...writing(
    url,
    names.flatMap((account, nth) => attributesOf(account, [ids[nth % ids.length] as number])),
  ),
  headers: { ...headers, "content-type": "application/json" },
});

/**
 * Durable writes to as many accounts as there are connections, against rows of the same length. The same writes on the
 * file engine show what is left of that for a server that needs no database.
 */
async function writes(node: string, server: Postgres, database: string, ids: number[]): Promise<void> {
  const names = accounts.slice(0, connections);
  const files = await driven(sandbox(node, "writes-beside-postgres", "default"));
  for (const account of names) await put(files, account, { from: { accountId: "demo" } });
  const shared = await driven(replica(node, database));
  const shots = {
    ours: { ...writingTo(shared, names, ids), settle: () => settled([shared]) },
    files: writingTo(files, names, await idsOf(files, "demo")),
  };
  await rate(shots.files, seconds, connections);
  await rate(shots.ours, seconds, connections);
  const schema = database.replace(/.*%3D/, "");
  const [{ length = 0 } = {}] = await server.query(
    `select avg(length(body))::int as length from ${schema}.tiers_changes`,
  );
  const bare = await Inserts.begin(server, "x".repeat(Number(length)));
  const rates: Record<"ours" | "files" | "theirs", number[]> = { ours: [], files: [], theirs: [] };
  await bare.rate();
  for (let round = 0; round < rounds; round++) {
    rates.ours.push(await undisturbed(() => settledRate(shots.ours, connections)));
    rates.theirs.push(await undisturbed(() => bare.rate()));
    rates.files.push(await undisturbed(() => settledRate(shots.files, connections)));
  }
  await bare.end();
  const against = `against a bare insert of ${length} characters`;
  const what = `on PostgreSQL, durable write, 16 accounts, ${against}`;
  measured(what, ratios(rates.ours, rates.theirs), "x", rates.theirs);
  measured(`on files, the same writes, ${against}`, ratios(rates.files, rates.theirs), "x", rates.theirs);
  await stopAll();
}

/** Rows of one text, on as many connections. */
class Inserts {
  readonly #clients: pg.Client[];
  readonly #body: string;

  private constructor(clients: pg.Client[], body: string) {
    this.#clients = clients;
    this.#body = body;
  }
  static async begin(server: Postgres, body: string): Promise<Inserts> {
    const connectionString = await server.address();
    const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString }));
    await Promise.all(clients.map((client) => client.connect()));
    await clients[0]?.query("create table bare (id bigserial primary key, body text not null)");
    return new Inserts(clients, body);
  }
  async rate(): Promise<number> {
    const [began, end] = [performance.now(), performance.now() + seconds * 1_000];
    let count = 0;
    const work = async (client: pg.Client) => {
      for (; performance.now() < end; count++) await client.query("insert into bare (body) values ($1)", [this.#body]);
    };
    await Promise.all(this.#clients.map(work));
    return count / ((performance.now() - began) / 1_000);
  }
  async end(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.end()));
  }
}

/**
 * The same load on one server and on three, and then three that write to one account. Three servers with accounts of
 * their own show what the machine gives to three, and so what is lost by sharing. Fewer connections bring fewer
 * requests that wait together, and so more queries for each: most of all for three servers, that divide them.
 */
async function replicas(node: string, database: string, ids: number[]): Promise<void> {
  const counts = join(work, "appends");
  process.env.BENCH_APPENDS = counts;
  const started = async () => replica(node, database, ["--import", join(import.meta.dirname, "../appends.mjs")]);
  const three = [await started(), await started(), await started()];
  const apart = [await replica(node, database), await replica(node, database), await replica(node, database)];
  const one = await replica(node, database);
  const mixed = (server: Running, names: readonly string[]): Shot => ({
    ...writingTo(server, names, ids),
    gets: names.map((account) => `${api}/${account}/thirdparties?size=20`),
  });
  const own = (nth: number) => accounts.filter((_, each) => each % apart.length === nth);
  type Names = (nth: number) => readonly string[];
  const load = async (servers: Running[], of: number, time: number, namesOf: Names = () => accounts) => {
    // Worlds are opened at their first request, which is measured elsewhere, and have read what the others wrote.
    for (const { url } of new Set(servers)) for (const account of accounts) await open(url, account);
    const rates = await Promise.all(servers.map((server, nth) => rate(mixed(server, namesOf(nth)), time, of)));
    await settled(servers);
    return rates.reduce((sum, each) => sum + each, 0);
  };
  // One server gets the load of three.
  const alone = [one, one, one];
  const driving = (begin: (time: number) => Promise<number>) => ({ begin, rates: [] as number[] });
  const turns = {
    three: driving((time) => load(three, connections, time)),
    apart: driving((time) => load(apart, connections, time, own)),
    one: driving((time) => load(alone, connections, time)),
    threeWithFew: driving((time) => load(three, few, time)),
    oneWithFew: driving((time) => load(alone, few, time)),
  };
  for (const { begin } of Object.values(turns)) await begin(warmUp);
  for (let round = 0; round < rounds; round++)
    for (const { begin, rates } of Object.values(turns)) rates.push(await undisturbed(() => begin(turn)));
  const against = (of: keyof typeof turns, base: "one" | "oneWithFew") => ratios(turns[of].rates, turns[base].rates);
  const what = "on PostgreSQL, three servers, 30 accounts, four reads to a write, 48 connections, against one server";
  measured(what, against("three", "one"), "x", turns.one.rates);
  const unshared = "on PostgreSQL, the same load on three servers, each with ten of the accounts, against one server";
  measured(unshared, against("apart", "one"), "x", turns.one.rates);
  const ofFew = "on PostgreSQL, the load on three servers with 18 connections, against one server";
  measured(ofFew, against("threeWithFew", "oneWithFew"), "x", turns.oneWithFew.rates);
  await stopAll();
  repeated("the same load, appends that were repeated because another server was first", counts);
  await hot(started, ids, counts);
}

/** The share of appends that came to nothing, of 1. */
function repeated(what: string, counts: string): void {
  const lines = readFileSync(counts, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number));
  const sum = (column: number) => lines.reduce((total, line) => total + (line[column] ?? 0), 0);
  measured(`on PostgreSQL, ${what}`, [sum(1) / sum(0)], "x", [], `${sum(1)} of ${sum(0)}`);
  rmSync(counts);
}

async function hot(started: () => Promise<Running>, ids: number[], counts: string): Promise<void> {
  const three = [await started(), await started(), await started()];
  const shares: number[] = [];
  const fastest: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const rates = await Promise.all(three.map((server) => rate(writingTo(server, ["team-0"], ids), seconds, few)));
    if (round < 0) continue;
    shares.push(Math.min(...rates) / Math.max(...rates));
    fastest.push(Math.max(...rates));
  }
  atLeast("on PostgreSQL, one hot account, the slowest of three servers against the fastest", shares, 0.33, fastest);
  await stopAll();
  repeated("one hot account, appends that were repeated", counts);
}

/** Worlds that a server has never seen, one after another. */
async function opened(node: string, database: string): Promise<void> {
  const server = await driven(replica(node, database));
  const times: number[] = [];
  for (const account of cold) {
    const began = performance.now();
    await open(server.url, account);
    times.push(performance.now() - began);
  }
  const spread = `p99 ${[...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)]?.toFixed(0)} ms`;
  atMost(`on PostgreSQL, a portfolio opened cold, of ${cold.length.toLocaleString("en")}`, times, 50, "ms", spread);
  await stopAll();
}
