import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueToken } from "../src/sandbox/auth/tokens.ts";
import { pin, type Shot } from "./load.ts";
import { type Running, start } from "./processes.ts";

const here = import.meta.dirname;
const main = join(here, "../dist/main.js");
export const work = mkdtempSync(join(tmpdir(), "tiers-bench-"));

// Below the ports that the system gives to clients.
let port = 12_000 + (process.pid % 15_000);
export const nextPort = () => ++port;

export async function headersFor(accountIds: readonly string[]): Promise<{ authorization: string }> {
  const secret = "tiers-sandbox-development-secret-not-for-production";
  const token = await issueToken({ accountIds, expiresIn: 86_400, subject: "bench", secret, now: Date.now() });
  return { authorization: `Bearer ${token}` };
}
export const headers = await headersFor(["demo", "big", "small"]);
export const api = "/api/v1/account";
export const list = `${api}/demo/thirdparties?size=20`;

/** `default` is what a user gets: a running clock, and a log of requests that goes to a file. */
export type Mode = "default" | "silent";
export const modes: readonly Mode[] = ["default", "silent"];
const options: Record<Mode, string[]> = {
  default: [],
  silent: ["--log", "silent", "--now", "2026-01-15T09:00:00", "--freeze"],
};

const running: Running[] = [];
async function keep(starting: Promise<Running>): Promise<Running> {
  const server = await starting;
  running.push(server);
  return server;
}
export async function stopAll(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.stop()));
}
export async function cleanUp(): Promise<void> {
  await stopAll();
  rmSync(work, { recursive: true, force: true });
}

/** A server with its own core, as far as the machine has one. */
export async function driven(starting: Promise<Running>): Promise<Running> {
  const server = await starting;
  pin(server.pid);
  return server;
}

/** The sandbox on a Node; `data` is the name of its folder, and `probe` a path that is answered when it is ready. */
export function sandbox(
  node: string,
  data: string,
  mode: Mode = "silent",
  probe = list,
  further: readonly string[] = [],
): Promise<Running> {
  const at = nextPort();
  const command = [node, main, "--port", String(at), "--data", join(work, data), ...options[mode], ...further];
  const log = join(work, `${data}.log`);
  return keep(start({ command, url: `http://127.0.0.1:${at}`, probe, headers, log }));
}

/** One of several servers on a database; `further` come before the program. */
export function replica(node: string, database: string, further: readonly string[] = []): Promise<Running> {
  const at = nextPort();
  const command = [node, ...further, main, "--port", String(at), "--database", database];
  const log = join(work, `replica-${at}.log`);
  return keep(start({ command, url: `http://127.0.0.1:${at}`, probe: list, headers, log }));
}

/** Bare Express on a Node, with these bodies by path. */
export function bare(node: string, bodies: Record<string, unknown> = { "/list": {} }): Promise<Running> {
  const at = nextPort();
  const file = join(work, `bodies-${at}.json`);
  writeFileSync(file, JSON.stringify(bodies));
  const command = [node, join(here, "bare.mjs"), file, String(at)];
  return keep(start({ command, url: `http://127.0.0.1:${at}`, probe: Object.keys(bodies)[0] as string }));
}

/** The program of a package that the bench has installed. */
export function rival(node: string, program: string, args: (port: string) => string[], probe: string) {
  const at = nextPort();
  const command = [node, join(here, "node_modules", program), ...args(String(at))];
  return keep(
    start({ command, url: `http://127.0.0.1:${at}`, probe, headers, cwd: work, log: join(work, "rival.log") }),
  );
}

export async function json<T>(url: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(url, { ...init, headers: { ...headers, "content-type": "application/json" } });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<T>;
}

export const put = (server: Running, account: string, wish: object) =>
  json(`${server.url}/_sandbox/accounts/${account}`, { method: "PUT", body: JSON.stringify(wish) });

export const read = ({ url }: Running, path: string): Shot => ({ url: `${url}${path}`, headers });

/** How many bytes an answer has. */
export async function size({ url, headers: given = {}, method = "GET", paths, body }: Shot): Promise<number> {
  const answer = { method, headers: given, ...(body === undefined ? {} : { body }) };
  const response = await fetch(paths ? new URL(paths[0] as string, url) : url, answer);
  return (await response.arrayBuffer()).byteLength;
}
