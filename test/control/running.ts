import { afterAll, beforeAll, expect } from "vitest";
import { connectSandbox } from "../../src/client/connect.ts";
import type { SandboxWorld } from "../../src/client/world.ts";
import { type RunningSandbox, type StartOptions, startSandbox } from "../../src/start.ts";
import { roundRobin } from "../support/round-robin.ts";
import { newPlace } from "../support/shared-storage.ts";

export const now = "2026-01-15T09:00:00";

/** Where `npm run test:postgres` runs the tests: a database, and how many servers take turns on it. */
const { TEST_DATABASE: database, TEST_SERVERS: servers = "1" } = process.env;

/** One sandbox for all tests of a file; each test makes its own worlds. */
export const running = (options: StartOptions = {}) => held(options, Number(servers));
/** The same, and one server on a database too: for clients that end connections, which a load balancer hides. */
export const runningAlone = (options: StartOptions = {}) => held(options, 1);

function held(options: StartOptions, count: number): { readonly sandbox: RunningSandbox } {
  const holder = {} as { sandbox: RunningSandbox };
  beforeAll(async () => {
    const wanted = { seed: "empty", now, freeze: true, ...options };
    holder.sandbox =
      database === undefined || options.data ? await startSandbox(wanted) : await onDatabase(wanted, count);
  });
  afterAll(() => holder.sandbox?.close());
  return holder;
}

/** Several servers behind a load balancer, which their clients take for one. */
async function onDatabase(options: StartOptions, count: number): Promise<RunningSandbox> {
  const { address, made } = newPlace(database as string);
  await made;
  const first = await startSandbox({ ...options, database: address });
  if (count === 1) return first;
  const all = [first];
  while (all.length < count) all.push(await startSandbox({ ...options, database: address, bundle: null }));
  const balancer = await roundRobin(all.map(({ port }) => port));
  const url = first.url.replace(`:${first.port}`, `:${balancer.port}`);
  return {
    ...first,
    ...connectSandbox({ url, key: options.sandboxKey ?? null }),
    port: balancer.port,
    async close() {
      await balancer.close();
      for (const server of all) await server.close();
    },
  };
}

type Json = Record<string, unknown>;
export interface Answered {
  status: number;
  headers: Headers;
  body: Json & { content: Json[] };
  text: string;
}

export async function send(
  url: string,
  method = "GET",
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text,
    text,
  };
}

type Asking = Pick<SandboxWorld, "baseUrl" | "token">;
/** A request to the service with the token of a world. */
export const ask = ({ baseUrl, token }: Asking, path: string, method = "GET", body?: unknown, headers = {}) =>
  send(baseUrl + path, method, body, { authorization: `Bearer ${token}`, ...headers });

export const siret = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
export const add = (world: Asking) => ask(world, "/thirdparties", "POST", siret);

/** A running clock shows the moment from which it runs, and at most the time that has passed since. */
export function expectRunning(shown: string, from: string, started: number): void {
  const passed = Date.parse(`${shown}Z`) - Date.parse(`${from}Z`);
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThanOrEqual(Date.now() - started);
}
