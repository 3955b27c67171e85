import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import type { Fault } from "../../contract/control.ts";
import { binary, type Contract } from "../../contract/endpoint.ts";
import { strike } from "../../src/http/fault.ts";
import { bound } from "../support/bound.ts";
import { answersTo, partsOf } from "./server/bytes.ts";

const plain = { summary: "", examples: {}, params: z.object({}), method: "get" } as const;
const contract = {
  boats: {
    get: { ...plain, path: "/boat", responses: { 200: z.object({ name: z.string() }) } },
    chart: { ...plain, path: "/chart", responses: { 200: binary("A chart.", "%PDF", "application/pdf") } },
  },
} satisfies Contract;
const chunks = async function* () {
  yield Buffer.from("the first twenty bytes");
  yield Buffer.from("and others");
};
const boat = { name: "Niña" };
const whole = Buffer.from(JSON.stringify(boat));

/** The answer of a server on which a fault strikes. */
async function struck(fault: Fault, path = "/boat") {
  const handlers = {
    boats: {
      get: async () => ({ status: 200 as const, body: boat }),
      chart: async () => ({ status: 200 as const, body: { content: chunks, contentType: "application/pdf" } }),
    },
  };
  const { app } = bound(contract, handlers, { disturb: (_id, _account, response) => strike(fault, response) });
  const server = createServer(app).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  return partsOf(await answersTo((server.address() as AddressInfo).port, request));
}

it.each([
  [undefined, 503, "INJECTED_FAULT", "1"],
  [503, 503, "INJECTED_FAULT", "1"],
  [429, 429, "RATE_LIMITED", "1"],
  [500, 500, "INJECTED_FAULT", undefined],
])("a fault of status %s answers %i", async (given, status, code, retryAfter) => {
  const { line, headers, body } = await struck({ kind: "status", ...(given ? { status: given } : {}) });
  expect(line).toContain(` ${status} `);
  expect(headers["retry-after"]).toBe(retryAfter);
  expect(JSON.parse(body)).toEqual({ code, detail: `An injected fault answers ${status}.` });
});

it.each<[Fault, number | undefined]>([
  [{ kind: "delay" }, 1_000],
  [{ kind: "delay", delayMs: 20 }, 20],
  [{ kind: "disconnect", delayMs: 20 }, 20],
  [{ kind: "malformed" }, undefined],
])("%j waits for %s ms", async (fault, expected) => {
  const waits: unknown[] = [];
  const timer = globalThis.setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((then: () => void, milliseconds: number) => {
    if (milliseconds === expected) waits.push(milliseconds);
    return timer(then, milliseconds === expected ? 0 : milliseconds);
  }) as never);
  const { body } = await struck(fault);
  expect(waits).toEqual(expected === undefined ? [] : [expected]);
  if (fault.kind === "delay") expect(body).toBe(whole.toString());
});

const half = whole.subarray(0, whole.length >> 1).toString();

it.each<[Fault["kind"], string, string | undefined, string]>([
  ["disconnect", "/boat", undefined, ""],
  ["truncate", "/boat", String(whole.length), half],
  ["malformed", "/boat", String(half.length), half],
  ["truncate", "/chart", undefined, "the first t"],
  ["malformed", "/chart", "10", "the first "],
])("a fault that is a %s breaks %s off", async (kind, path, length, text) => {
  const { line, headers, body } = await struck({ kind }, path);
  expect(line).toBe(kind === "disconnect" ? "HT" : "HTTP/1.1 200 OK");
  expect(headers["content-length"]).toBe(length);
  expect(body.replace(/^[\da-f]+\r\n|\r\n.*$/gs, "")).toBe(text);
});
