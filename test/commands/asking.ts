import { expect, vi } from "vitest";
import { control } from "../../contract/control.ts";
import { type Endpoint, isBinary, operationsOf } from "../../contract/endpoint.ts";
import type { AnyCommand } from "../../src/commands/command.ts";
import { commands } from "../../src/commands/table.ts";
import { begin } from "./invoked.ts";

const operations = operationsOf(control).map(({ operationId, endpoint }) => ({
  ...{ operationId, endpoint },
  pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`),
}));
const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

/** A command by its name, and the words after it, as a shell reads them. */
export async function parsed(line: string): Promise<[command: AnyCommand, words: string[]]> {
  const [name = "", ...words] = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
  return [(await commands[name]?.()) as AnyCommand, words];
}

/** The parts of an answer that a test changes are laid over the example of the contract, and the whole fits it. */
function answerOf({ examples, responses }: Endpoint, change: unknown, wrong: unknown[]): Response {
  if (change instanceof Error) throw change;
  if (change instanceof Response) return change;
  const status = Number(Object.keys(responses).find((each) => Number(each) < 300));
  const schema = responses[status];
  if (status === 204 || schema === undefined) return new Response(null, { status: 204 });
  if (isBinary(schema)) return new Response("bytes", { status });
  const example = (examples as Record<string, { response?: unknown }>).success?.response;
  const isWhole = Array.isArray(example) || typeof change !== "object";
  const body = isWhole ? (change ?? example) : { ...(example as object), ...change };
  wrong.push(...(schema.safeParse(body).error?.issues ?? []));
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

/** Checks a request against the contract, and writes it on one line. */
async function lineOf(request: Request, endpoint: Endpoint | undefined, wrong: unknown[]): Promise<string> {
  const { pathname, search, searchParams } = new URL(request.url);
  const type = request.headers.get("content-type") ?? "";
  const text = await request.text();
  const isJson = type === "application/json";
  wrong.push(...(endpoint?.query?.safeParse(Object.fromEntries(searchParams)).error?.issues ?? []));
  if (isJson) wrong.push(...(endpoint?.body?.safeParse(JSON.parse(text)).error?.issues ?? []));
  const body = text && (isJson ? ` ${text}` : ` ${type}: ${text}`);
  return `${request.method} ${decodeURIComponent(pathname + search)}${body}`;
}

export type Answers = Record<string, unknown>;

/** A `fetch` of a sandbox that answers with the examples of the contract, and notes what it is asked. */
export function answering(answers: Answers = {}) {
  const noted = { asked: [] as string[], keys: new Set<string | null>(), wrong: [] as unknown[] };
  const fetch = async (input: string, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const found = operations.find(
      ({ endpoint, pattern }) => endpoint.method === request.method.toLowerCase() && pattern.test(pathname),
    );
    noted.keys.add(request.headers.get("x-sandbox-key"));
    // A sandbox that shows no progress still does the work.
    const stream = answers["requests.stream"];
    if (found?.operationId === "requests.stream") return stream ?? new Response(null, { status: 404 });
    noted.asked.push(await lineOf(request, found?.endpoint, noted.wrong));
    if (!found) throw new TypeError("fetch failed", { cause: refused });
    return answerOf(found.endpoint, answers[found.operationId], noted.wrong);
  };
  return { fetch, ...noted };
}

/** Runs a command at such a sandbox. */
export async function asking(line: string, answers: Answers = {}, environment: Record<string, string> = {}) {
  const { fetch, asked, keys, wrong } = answering(answers);
  vi.stubGlobal("fetch", fetch);
  const [command, words] = await parsed(line);
  const { printed, ended } = begin(command, words, environment);
  const error = await ended.then(
    () => undefined,
    ({ constructor, message }: Error) => `${constructor.name}: ${message}`,
  );
  vi.unstubAllGlobals();
  expect(wrong, "what does not fit the contract").toEqual([]);
  return { asked, printed, keys: [...keys], ...(error !== undefined && { error }) };
}
