import { afterAll, beforeAll, expect } from "vitest";
import { type RunningSandbox, type StartOptions, startSandbox } from "../../src/start.ts";
import { newPlace } from "../support/shared-storage.ts";

export const now = "2026-01-15T09:00:00";

/** One server for all tests of a file; each test makes its own worlds. */
export function running(options: StartOptions = {}): { readonly sandbox: RunningSandbox } {
  const holder = {} as { sandbox: RunningSandbox };
  beforeAll(async () => {
    const place = options.data ? {} : await testPlace();
    holder.sandbox = await startSandbox({ seed: "empty", now, freeze: true, ...place, ...options });
  });
  afterAll(() => holder.sandbox?.close());
  return holder;
}

/** Where `npm run test:postgres` has its database. */
async function testPlace(): Promise<StartOptions> {
  const { TEST_DATABASE: database } = process.env;
  if (database === undefined) return {};
  const { address, made } = newPlace(database);
  await made;
  return { database: address };
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

/** A running clock shows the moment from which it runs, and at most the time that has passed since. */
export function expectRunning(shown: string, from: string, started: number): void {
  const passed = Date.parse(`${shown}Z`) - Date.parse(`${from}Z`);
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThanOrEqual(Date.now() - started);
}
