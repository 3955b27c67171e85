import type { Express } from "express";
import fc from "fast-check";
import supertest from "supertest";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import { Sandbox } from "../../../src/sandbox/sandbox.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { temporaryFolder } from "../../store/file/folders.ts";
import { collected } from "../../support/collected.ts";
import { identifier, novalune, options } from "../../support/sandbox.ts";

const accountIds = ["a", "b", "c", "d", "e"];
const sirets = [novalune, identifier("SIRET", "active")];

type Method = "get" | "post" | "put" | "delete";
const api = (accountId: string) => `/api/v1/account/${accountId}`;
const control = (accountId: string) => `/_sandbox/accounts/${accountId}`;
const span = "eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2090-01-01T00:00:00";

const requests: [Method, (accountId: string) => string, object?][] = [
  ["get", (id) => `${api(id)}/thirdparties`],
  ["get", (id) => `${api(id)}/thirdparties/924000/dossiers`],
  ["get", (id) => `${api(id)}/dossiers/search?eventNames=DOSSIER_CREATED,DOSSIER_ARCHIVED&${span}`],
  ...sirets.map((companyIdValue): [Method, (id: string) => string, object] => [
    "post",
    (id) => `${api(id)}/thirdparties`,
    { companyIdType: "CIT001", companyIdValue },
  ]),
  ["post", (id) => `${api(id)}/thirdparties/924000/dossiers`, { requiredDocuments: ["KBIS", "CODE_CONDUITE"] }],
  ["post", (id) => `${control(id)}/clock`, { advance: "P40D" }],
  ["post", (id) => `${control(id)}/clock`, { freeze: true }],
  ["post", (id) => `${control(id)}/clock`, { freeze: false }],
  ["get", (id) => `${control(id)}/clock`],
  ["post", (id) => `${control(id)}/documents/11031000/answers`, { outcome: "review" }],
  ["post", (id) => `${control(id)}/snapshots`, { name: "one" }],
  ["post", (id) => `${control(id)}/snapshots/one/restore`],
  ["post", (id) => `${control(id)}/reset`],
  ["put", (id) => control(id), { seed: "portfolio", size: 2 }],
  ["delete", (id) => control(id)],
  ["get", (id) => `${control(id)}/events?limit=1000`],
  ["get", (id) => `${control(id)}/state`],
  ["get", () => "/_sandbox/accounts"],
];

const steps = fc.array(
  fc.record({
    request: fc.constantFrom(...requests),
    accountId: fc.constantFrom(...accountIds),
    hours: fc.constantFrom(0, 0, 0, 1, 30, 500),
    freed: fc.boolean(),
  }),
  { minLength: 10, maxLength: 30 },
);

async function server(maxWorldsMemory: number) {
  const storage = await fileStorage(temporaryFolder());
  const wish = { ...options, freeze: false, auth: "off", maxWorldsMemory } as const;
  const sandbox = new Sandbox(wish, storage);
  return { sandbox, storage, app: createApp(sandbox) };
}

async function answerOf(app: Express, method: Method, path: string, body?: object) {
  const {
    status,
    headers: { date: _, ...headers },
    text,
  } = await supertest(app)[method](path).set("X-Request-Id", "one").send(body);
  return { status, headers, text };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 15) }));
afterEach(() => void vi.useRealTimers());

it("worlds that are let go after every request answer byte for byte as worlds that stay", async () => {
  let letGo = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const [tiny, ample] = [await server(1), await server(Number.MAX_SAFE_INTEGER)];
      try {
        for (const {
          request: [method, path, body],
          accountId,
          hours,
          freed,
        } of sequence) {
          vi.setSystemTime(Date.now() + hours * 3_600_000);
          if (freed) await collected();
          const wanted = await answerOf(ample.app, method, path(accountId), body);
          expect(await answerOf(tiny.app, method, path(accountId), body)).toEqual(wanted);
          await tiny.sandbox.worlds.maintain();
          letGo += Number(tiny.sandbox.worlds.cache.worlds().length === 0);
        }
      } finally {
        for (const { storage } of [tiny, ample]) await storage.close();
      }
    }),
    { numRuns: 12 },
  );
  expect(letGo).toBeGreaterThan(50);
});
