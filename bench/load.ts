import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";

export interface Shot {
  url: string;
  headers?: Record<string, string>;
  method?: "GET" | "POST";
  /** Asked for in turn, instead of the path of `url`. */
  paths?: string[];
  /** Asked for with GET, four times for each of `paths`. */
  gets?: string[];
  /** `%n` stands for a number that no other request has. */
  body?: string;
  /** Waits for what the server has put off, so that it does not disturb the one that is driven next. */
  settle?: () => Promise<unknown>;
}

const has = (command: string, ...args: string[]) => spawnSync(command, args).error === undefined;
const wrk = has("wrk", "-v");
/** One core for the servers and one for the load, where that can be arranged: then neither takes time from the other. */
export const isPinned = cpus().length > 1 && has("taskset", "--version");
const cores = isPinned ? "; the servers on one core, the load on another" : "";
export const driver = `${wrk ? "wrk" : "autocannon"}, 16 connections unless said otherwise${cores}`;

/** Puts a server that is to be driven on the core of the servers. */
export function pin(pid: number): void {
  if (isPinned) spawnSync("taskset", ["-acp", "0", String(pid)]);
}

/** Requests per second, over a bounded time; an answer that is not 2xx spoils the measurement. */
export async function rate(shot: Shot, seconds: number, connections = 16): Promise<number> {
  const { requests, failed } = await (wrk ? byWrk : byAutocannon)(shot, seconds, connections);
  if (!(requests > 0)) throw new Error(`${shot.url}: no request was answered`);
  if (failed > 0) throw new Error(`${shot.url}: ${failed} requests were not answered with 2xx`);
  return requests;
}

interface Outcome {
  /** Per second. */
  requests: number;
  failed: number;
}

/** Numbers of requests: a million for each turn. */
let turns = 0;
const run = promisify(execFile);
const scripts = mkdtempSync(join(tmpdir(), "tiers-load-"));
process.on("exit", () => rmSync(scripts, { recursive: true, force: true }));

async function byWrk(
  { url, headers = {}, method = "GET", paths, gets = [], body }: Shot,
  seconds: number,
  connections: number,
): Promise<Outcome> {
  const script = join(scripts, `${++turns}.lua`);
  const given = Object.entries(headers).map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`);
  const changing = `
local paths = { ${(paths ?? [new URL(url).pathname]).map(lua).join(", ")} }
local body = ${body === undefined ? "nil" : lua(body)}
local gets = { ${gets.map(lua).join(", ")} }
local n = ${turns * 1_000_000}
request = function()
  n = n + 1
  local fifths = math.floor(n / 5)
  if #gets > 0 and n % 5 > 0 then return wrk.format("GET", gets[(n - fifths) % #gets + 1]) end
  local nth = #gets > 0 and fifths or n
  return wrk.format(nil, paths[nth % #paths + 1], nil, body and (body:gsub("%%n", n)))
end`;
  const done = `
done = function(summary)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write("\\n" .. summary.requests .. " " .. summary.duration .. " " .. failed)
end`;
  writeFileSync(script, [`wrk.method = ${lua(method)}`, ...given, paths || body ? changing : "", done].join("\n"));
  // A machine that is busy with other work may keep a request waiting, which is no failure.
  const command = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", "-s", script, url];
  const { stdout } = await (isPinned
    ? run("taskset", ["-c", "1", ...command])
    : run(command[0] as string, command.slice(1)));
  const [requests = 0, microseconds = 1, failed = 0] = (stdout.trim().split("\n").at(-1) ?? "").split(" ").map(Number);
  return { requests: requests / (microseconds / 1e6), failed };
}
const lua = (text: string) => ` [==[${text}]==] `;

async function byAutocannon(
  { url, headers = {}, method = "GET", paths, gets = [], body }: Shot,
  seconds: number,
  connections: number,
): Promise<Outcome> {
  let count = ++turns * 1_000_000;
  const setupRequest = (request: { method: string; path: string; body?: string }) => {
    count += 1;
    const { body: _, ...plain } = request;
    const fifths = Math.floor(count / 5);
    const isGet = gets.length > 0 && count % 5 > 0;
    if (isGet) return { ...plain, method: "GET", path: gets[(count - fifths) % gets.length] as string };
    request.method = method;
    if (paths) request.path = paths[(gets.length > 0 ? fifths : count) % paths.length] as string;
    if (body) request.body = body.replace("%n", String(count));
    return request;
  };
  const changing = paths || body ? { setupRequest } : {};
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [{ method, headers, ...changing }],
  } as never);
  return { requests: result.requests.average, failed: result.non2xx + result.errors };
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
export const range = (values: readonly number[]) =>
  `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
