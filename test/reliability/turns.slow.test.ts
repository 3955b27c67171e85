import http from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { control } from "../../contract/control.ts";
import { type Endpoint, operationsOf } from "../../contract/endpoint.ts";
import { EventName } from "../../contract/events.ts";
import { service } from "../../contract/service.ts";
import { type RunningSandbox, startSandbox } from "../../src/start.ts";

interface Sent {
  path?: string;
  query?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

let sandbox: RunningSandbox;
let portfolio = "";
const ids: Record<string, string> = { accountId: "large", name: "kept" };

/** Sends a request, and drops the answer as it comes. */
const send = (method: string, url: string, { body, headers = {} }: Sent): Promise<number> =>
  new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const request = http.request(sandbox.url + url, { method, headers: { ...type, ...headers } }, (response) => {
      const status = response.statusCode ?? 0;
      // A stream has no end of its own.
      if (url.includes("/stream")) request.destroy();
      response.resume().on("close", () => resolve(status));
    });
    request.on("error", reject);
    request.end(body);
  });

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The processor time of the longest turn of the event loop while something is served, in milliseconds. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = cpu();
  let done = false;
  const tick = () => {
    const now = cpu();
    longest = Math.max(longest, now - before);
    before = now;
    if (!done) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  // The answer may come in the same turn as the work.
  await new Promise((resolve) => setImmediate(resolve));
  tick();
  done = true;
  return longest;
}

const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at])));
const manyKeys = keys(60_000);

/** A unit that grows with the load of the machine as the work of a request does: parsing a body of almost 1 MB. */
function unit(): number {
  const times = Array.from({ length: 5 }, () => {
    const before = cpu();
    JSON.parse(manyKeys);
    return cpu() - before;
  });
  return times.sort((a, b) => a - b)[2] as number;
}
const mostUnits = 5;

const ever = "eventOccurrenceStartDate=1990-01-01T00:00:00&eventOccurrenceEndDate=2090-01-01T00:00:00";
const happened = (prefix: string) =>
  `${ever}&eventNames=${EventName.options.filter((name) => name.startsWith(prefix))}`;
const list = (length: number, entry: string) => `[${Array.from({ length }, () => entry)}]`;

/** The worst requests for each operation, beside those for every body; `nth` makes repeated ones differ. */
const worst: Record<string, (nth: number) => Sent[]> = {
  "thirdparties.list": () => [{ query: "size=100&name=zzz" }],
  "thirdparties.search": () => [{ query: `size=100&name=zzz&${happened("THIRD_PARTY")}` }],
  "thirdparties.create": () => [{ body: `{"companyIdType":"CIT001","contacts":${list(50_000, '{"email":1}')}}` }],
  "thirdparties.find": () => [{ query: "size=100", body: '{"searchBy":"NAME","value":"zzz"}' }],
  "thirdparties.get": () => [{}],
  "attributes.available": () => [{}],
  "attributes.list": () => [{}],
  "attributes.set": () => [{ body: `{"label":"x","values":${list(90_000, "[]")}}` }],
  "indicators.list": () => [{}],
  "dossiers.ofThirdparty": () => [{}],
  "dossiers.create": () => [{ body: `{"requiredDocuments":${list(90_000, "1")}}` }],
  "dossiers.list": () => [{ query: "size=100&thirdpartyId=1" }],
  "dossiers.search": () => [{ query: `size=100&thirdpartyId=1&${happened("DOSSIER")}` }],
  "dossiers.require": () => [{ body: `{"newRequiredDocuments":${list(90_000, "{}")}}` }],
  "dossiers.download": () => [{}],
  "documents.list": () => [{}],
  "documents.get": () => [{}],
  "documents.file": () => [{}],
  "documents.link": () => [{}],
  "documents.search": () => [{ query: `size=100&${happened("DOCUMENT")}` }],
  "responses.approve": () => [{ body: `{"comment":"${"x".repeat(1_000_000)}"}` }],
  "responses.reject": () => [{ body: `{"comment":"${"\\u00e9".repeat(150_000)}"}` }],
  "accounts.list": () => [{}],
  "accounts.put": (nth) => [
    { path: "/_sandbox/accounts/made", body: JSON.stringify({ size: 400, randomSeed: nth }) },
    { path: "/_sandbox/accounts/made", body: JSON.stringify({ seed: "portfolio", randomSeed: nth }) },
  ],
  "accounts.delete": () => [{ path: "/_sandbox/accounts/made" }],
  "accounts.reset": () => [{}],
  "accounts.export": () => [{}],
  "accounts.import": () => [
    { path: "/_sandbox/accounts/imported/state", body: portfolio },
    {
      body: gzipSync(`{"format":"tiers-sandbox/world@1","state":{"events":${list(900_000, "{}")}}}`),
      headers: { "content-encoding": "gzip" },
    },
    { body: `{"format":"tiers-sandbox/world@1","state":{"events":[${list(99_000, "{}")}]}}` },
  ],
  "accounts.snapshots": () => [{}],
  "accounts.snapshot": () => [{ body: '{"name":"kept"}' }],
  "accounts.restore": () => [{}],
  "accounts.forget": () => [{ path: "/_sandbox/accounts/large/snapshots/other" }],
  "accounts.events": () => [{ query: "limit=1000" }, { query: "limit=1000&thirdpartyId=1" }],
  "clock.get": () => [{}],
  "clock.move": () => [
    { body: '{"advance":"P60D"}' },
    { path: "/_sandbox/accounts/idle/clock", body: '{"advance":"P1000Y"}' },
  ],
  "occurrences.create": () => [
    { body: '{"event":"DOSSIER_TEMPLATE_UPDATED"}' },
    { body: '{"event":"THIRD_PARTY_REACTIVATED"}' },
    { body: '{"event":"DOCUMENT_ANSWER_ACCEPTED"}' },
  ],
  "occurrences.answer": () => [{ body: `{"formdata":${keys(60_000)}}` }],
  "faults.list": () => [{}],
  "faults.replace": () => [{ body: list(30_000, '{"operation":1}') }, { body: "[]" }],
  "faults.clear": () => [{}],
  "requests.list": () => [{}],
  "requests.clear": () => [{}],
  "requests.stream": () => [{}],
  "reference.assumptions": () => [{}],
  "reference.testIdentifiers": () => [{}],
  "reference.seeds": () => [{}],
  "tokens.create": () => [{ body: `{"accountIds":${list(90_000, '"a"')}}` }],
  "tokens.oauth": () => [
    {
      body: Array.from({ length: 90_000 }, (_, at) => `key${at}=1`).join("&"),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
  ],
};

const ofEveryBody: Sent[] = [{ body: manyKeys }, { body: list(90_000, "{}") }, { body: `"${"x".repeat(1_000_000)}"` }];

const pathOf = (endpoint: Endpoint) => endpoint.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name);
const operations = [...operationsOf(service), ...operationsOf(control)];

beforeAll(async () => {
  sandbox = await startSandbox({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true, auth: "off" });
  const json = async (path: string) => JSON.parse(await (await fetch(sandbox.url + path)).text());
  const put = (id: string, wish: object) => send("PUT", `/_sandbox/accounts/${id}`, { body: JSON.stringify(wish) });
  await put("large", { size: 150 });
  await put("idle", { seed: "empty" });
  await put("source", { seed: "portfolio" });
  portfolio = JSON.stringify(await json("/_sandbox/accounts/source/state"));
  const { state } = await json("/_sandbox/accounts/large/state");
  const document = state.documents.find((row: { evidences: unknown[] }) => row.evidences.length > 0);
  const { thirdpartyId, dossierId, documentId } = document;
  const [{ id: fileId, responseId }] = document.evidences;
  Object.assign(ids, { id: thirdpartyId, thirdpartyId, dossierId, documentId, fileId, responseId });
  await send("POST", "/_sandbox/accounts/large/snapshots", { body: '{"name":"kept"}' });
});
afterAll(() => sandbox?.close());

describe("one request never stops the server", () => {
  it("has a worst request for every operation of both planes", () => {
    expect(Object.keys(worst).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  });

  it.each(operations)(
    "leaves turns to others while $operationId serves its worst requests",
    async (operation) => {
      const { operationId, endpoint } = operation;
      const requests = (nth: number) => [
        ...(endpoint.body && endpoint.method !== "get" ? ofEveryBody : []),
        ...(worst[operationId]?.(nth) ?? []),
      ];
      // The first time loads and compiles code.
      for (const nth of [1, 2])
        for (const sent of requests(nth)) {
          const url = `${sent.path ?? pathOf(endpoint)}${sent.query ? `?${sent.query}` : ""}`;
          let status = 0;
          const longest = await longestTurn(async () => {
            status = await send(endpoint.method.toUpperCase(), url, sent);
          });
          const about = `${operationId} ${url.slice(0, 100)} ${String(sent.body ?? "").slice(0, 60)}`;
          expect(status, about).toBeLessThan(500);
          if (nth === 2) expect(longest / unit(), about).toBeLessThan(mostUnits);
        }
    },
    120_000,
  );
});
