import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { SandboxWorld } from "../../src/client/world.ts";
import { LocalRequestLog } from "../../src/sandbox/requests/request-log.ts";
import type { WholeRequest } from "../../src/start.ts";
import { options } from "../support/sandbox.ts";
import { served } from "../support/served.ts";
import { ask, running, runningAlone, send, siret } from "./running.ts";

const on = running();
/** For what a load balancer refuses itself. */
const alone = runningAlone();
const small = running({ bodies: false, requestLogBytes: 10_000 });
const listed = (query = "") => send(`${on.sandbox.url}/_sandbox/requests${query}`);

describe("the request log", () => {
  it("lists requests with operation, account, status and violations, oldest first", async () => {
    const world = await on.sandbox.world();
    await ask(world, "/thirdparties?size=1", "GET", undefined, { "x-request-id": "first" });
    await ask(world, "/thirdparties?size=500&page=-1");
    await ask(world, "/thirdparties/1");
    const seen = await world.requests();
    expect(seen.map(({ operation, status }) => [operation, status])).toEqual([
      ["thirdparties.list", 200],
      ["thirdparties.list", 400],
      ["thirdparties.get", 404],
    ]);
    expect(seen[0]).toEqual({
      requestId: "first",
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
      method: "GET",
      path: `/api/v1/account/${world.accountId}/thirdparties?size=1`,
      operation: "thirdparties.list",
      ...{ accountId: world.accountId, caller: "demo", clock: "2026-01-15T09:00:00.000" },
      ...{ status: 200, durationMs: expect.any(Number), violations: [], code: null, remarks: [] },
      ...{ fault: null, forced: false },
      ...{ events: [], lastEventId: null },
    });
    expect(seen[1]?.violations).toHaveLength(2);
  });

  it("filters requests by operation, account, status and time, together, and lists the last so many", async () => {
    const [world, other] = [await on.sandbox.world(), await on.sandbox.world()];
    for (const path of ["/thirdparties", "/dossiers", "/dossiers?size=0", "/dossiers?page=1"]) await ask(world, path);
    await ask(other, "/dossiers");
    const [first, second] = (await world.requests()).map(({ at }) => at) as [string, string];
    const found = async (filter: object) => (await world.requests(filter)).map(({ path }) => path.split("/").at(-1));
    expect(await found({ operation: "dossiers.list", status: 200 })).toEqual(["dossiers", "dossiers?page=1"]);
    expect(await found({ status: 400 })).toEqual(["dossiers?size=0"]);
    expect(await found({ operation: "dossiers.list", limit: 2 })).toEqual(["dossiers?size=0", "dossiers?page=1"]);
    expect(await found({ from: second, to: second })).toContain("dossiers");
    expect(await found({ from: first.slice(0, 19), to: first.slice(0, 19) })).toContain("thirdparties");
    expect(await found({ to: "2000-01-01T00:00:00" })).toEqual([]);
    const all = (await listed("?operation=dossiers.list")).body.content.map(({ accountId }) => accountId);
    expect(all).toEqual(expect.arrayContaining([world.accountId, other.accountId]));
    expect(await other.requests()).toHaveLength(1);
  });

  it.each([
    ["from=2026-01-02T00:00:00&to=2026-01-01T00:00:00", "is after to 2026-01-01T00:00:00"],
    ["operation=thirdparties.lst", "did you mean thirdparties.list?"],
    ["status=999", "status must be a whole number from 0 to 599"],
    ["from=yesterday", "from must be a moment that exists"],
    ["accountId=a/b", "accountId must be"],
    ["limit=0", "limit must be"],
  ])("refuses %s with a sentence, for the list and the HAR", async (query, sentence) => {
    for (const path of ["requests", "requests.har"]) {
      const { status, body } = await send(`${on.sandbox.url}/_sandbox/${path}?${query}`);
      expect([status, body.detail]).toEqual([400, expect.stringContaining(sentence)]);
    }
  });

  it("keeps the last thousand requests of an account, whatever other accounts send", () => {
    const requests = new LocalRequestLog(options);
    requests.add(served({ accountId: "quiet" }));
    for (let nth = 0; nth < 1_050; nth++) requests.add(served({ requestId: String(nth), accountId: "busy" }));
    const last = Array.from({ length: 1_000 }, (_, nth) => `${nth + 50}`);
    expect(requests.list({ accountId: "quiet" })).toHaveLength(1);
    expect(requests.list({ accountId: "busy" }).map(({ requestId }) => requestId)).toEqual(last);
    expect(requests.list().map(({ requestId }) => requestId)).toEqual(last);
  });

  it("never shows a secret of a request", async () => {
    const world = await on.sandbox.world();
    await ask(world, `/thirdparties?access_token=${world.token}&note=${world.token}&apiKey=hunter2`);
    await ask(world, `/thirdparties?size=${world.token}`);
    await send(`${on.sandbox.url}/thirdparties/${world.token}`);
    const { text } = await listed();
    expect(text).toContain("access_token=");
    for (const secret of [world.token, world.token.split(".")[1], world.token.split(".")[2], "hunter2"])
      expect(text).not.toContain(secret);
  });

  it("forgets the requests of one account or of all", async () => {
    const [world, other] = [await on.sandbox.world(), await on.sandbox.world()];
    await ask(world, "/thirdparties");
    await ask(other, "/thirdparties");
    expect((await send(`${on.sandbox.url}/_sandbox/requests?accountId=${world.accountId}`, "DELETE")).status).toBe(204);
    expect([await world.requests(), (await other.requests()).length]).toEqual([[], 1]);
    await send(`${on.sandbox.url}/_sandbox/requests`, "DELETE");
    expect(await other.requests()).toEqual([]);
  });
});

let count = 0;
/** Sends a request with an id of its own, and reads how the log keeps it. */
async function whole(world: SandboxWorld, path: string, method = "GET", body?: unknown, headers = {}) {
  const id = `whole-${++count}`;
  const answered = await ask(world, path, method, body, { "x-request-id": id, ...headers }).catch(() => undefined);
  let kept: WholeRequest | undefined;
  await expect.poll(async () => (kept = await world.request(id).catch(() => undefined))).toBeDefined();
  return { kept: kept as unknown as WholeRequest, answered };
}

describe("one request whole", () => {
  it("has the headers and bodies of a write, its caller, its clock and the events that it caused", async () => {
    const world = await on.sandbox.world();
    const { kept, answered } = await whole(world, "/thirdparties", "POST", siret);
    const events = (await world.events()).map(({ eventId }) => eventId);
    const text = JSON.stringify(siret);
    expect(kept).toMatchObject({
      ...{ operation: "thirdparties.create", status: 201, caller: "demo", clock: await world.clock.now() },
      ...{ events, lastEventId: events.at(-1) },
      requestBody: { kept: "whole", text, size: text.length, encoding: null },
      responseBody: { kept: "whole", text: answered?.text, encoding: null },
      requestHeaders: expect.arrayContaining([
        { name: "authorization", value: "Bearer …" },
        { name: "content-type", value: "application/json" },
      ]),
      responseHeaders: expect.arrayContaining([
        { name: "x-request-id", value: kept.requestId },
        { name: "location", value: answered?.headers.get("location") },
      ]),
    });
    expect(events.length).toBeGreaterThan(0);
    const later = await whole(world, "/thirdparties?size=1");
    expect(later.kept).toMatchObject({ events: [], lastEventId: events.at(-1) });
    await world.trigger("THIRD_PARTY_ARCHIVED");
    expect(await world.request(later.kept.requestId)).toEqual(later.kept);
    expect(later.kept.responseBody?.text).toBe(later.answered?.text);
  });

  it("does not count the events of the seed of an account that the request made", async () => {
    const { sandbox } = on;
    const accountId = `new-${++count}`;
    const world = { baseUrl: `${sandbox.url}/api/v1/account/${accountId}`, token: await sandbox.token([accountId]) };
    await ask(world, "/thirdparties", "POST", siret, { "x-request-id": accountId });
    const { body } = await send(`${sandbox.url}/_sandbox/accounts/${accountId}/events?limit=1000`);
    const kept = (await send(`${sandbox.url}/_sandbox/requests/${accountId}`)).body;
    expect(kept.events).toEqual(body.content.map(({ eventId }) => eventId));
  });

  it("says which fault struck, and what of the response was sent", async () => {
    const world = await on.sandbox.world();
    const bytes = Buffer.from((await whole(world, "/attributes")).answered?.text as string);
    const half = bytes.subarray(0, bytes.length >> 1);
    const sent = { size: half.length, kept: "whole", text: half.toString(), encoding: null };
    for (const [kind, status, responseBody] of [
      ["disconnect", 0, null],
      ["truncate", 200, sent],
      ["malformed", 200, sent],
      ["status", 503, { kept: "whole", text: expect.stringContaining("INJECTED_FAULT") }],
    ] as const) {
      await world.faults.set({ kind, times: 1 });
      const { kept } = await whole(world, "/attributes");
      expect(kept).toMatchObject({ fault: kind, status, forced: false, responseBody });
    }
  });

  it("has a body that was not read, or that is a file, with its size alone, and no signature of a link", async () => {
    const world = await on.sandbox.world();
    const { kept } = await whole(world, "/thirdparties", "POST", siret, { authorization: "none" });
    const none = { kept: "none", text: null, encoding: null };
    expect(kept).toMatchObject({ status: 401, caller: null, code: "UNAUTHENTICATED" });
    expect(kept.requestBody).toEqual({ ...none, size: JSON.stringify(siret).length });
    const { dossierId, documentId, evidenceId } = await world.scenario("document-to-review");
    const path = `/dossiers/${dossierId}/documents/${documentId}/files/${evidenceId}`;
    const file = await whole(world, path);
    expect(file.kept).toMatchObject({ status: 200, responseBody: { kept: "none", text: null } });
    expect(file.kept.responseBody?.size).toBeGreaterThan(1000);
    const link = await whole(world, `${path}/link`);
    const url = /"(http[^"]*signature=[\w-]+[^"]*)"/.exec(link.answered?.text ?? "")?.[1] as string;
    expect(link.kept.responseBody?.text).toContain("signature=…");
    await send(url, "GET", undefined, { "x-request-id": "by-link" });
    await expect.poll(async () => (await world.request("by-link").catch(() => null))?.path).toContain("signature=…");
    const signature = new URL(url).searchParams.get("signature") as string;
    for (const place of ["requests", "requests.har", `requests/${link.kept.requestId}`, "requests/by-link"])
      expect((await send(`${on.sandbox.url}/_sandbox/${place}`)).text).not.toContain(signature);
  });

  it("is the last of several with one id, and 404 for an id that never came, which says why", async () => {
    const world = await on.sandbox.world();
    const id = { "x-request-id": "twice" };
    for (const page of [0, 1]) await ask(world, `/thirdparties?page=${page}`, "GET", undefined, id);
    expect((await world.request("twice")).path).toContain("page=1");
    const { status, body } = await send(`${on.sandbox.url}/_sandbox/requests/never`);
    expect([status, body.detail]).toEqual([
      404,
      "There is no request never: it never came, or it is too long ago, because old ones go first.",
    ]);
    expect((await send(`${on.sandbox.url}/_sandbox/requests/a%20b`)).status).toBe(400);
  });

  it("has no bodies on a server that keeps none, and is forgotten when later ones take the bytes", async () => {
    const world = await small.sandbox.world();
    const { kept, answered } = await whole(world, "/thirdparties", "POST", siret);
    const none = { kept: "none", text: null, encoding: null };
    expect(kept.requestBody).toEqual({ ...none, size: JSON.stringify(siret).length });
    expect(kept.responseBody).toEqual({ ...none, size: Buffer.byteLength(answered?.text as string) });
    for (let nth = 0; nth < 40; nth++) await ask(world, "/attributes");
    await expect.poll(() => world.request(kept.requestId).catch(String)).toContain("old ones go first");
    expect((await world.requests()).length).toBeGreaterThan(0);
  });
});

describe("requests that never reach an operation", () => {
  const raw = async (...lines: string[]) => {
    const socket = connect(alone.sandbox.port, "127.0.0.1");
    await once(socket, "connect");
    socket.end(`${lines.join("\r\n")}\r\n\r\n`);
    await once(socket.resume(), "close");
  };
  const last = async () => (await send(`${alone.sandbox.url}/_sandbox/requests?limit=1`)).body.content[0];

  it.each([
    ["two hosts", ["GET /two HTTP/1.1", "Host: a", "Host: b"], { method: "GET", path: "/two", status: 400 }],
    ["an unknown host", ["GET /host HTTP/1.1", "Host: evil.test"], { method: "GET", path: "/host", status: 403 }],
    ["bytes that are not HTTP", ["no http at all"], { path: "/", status: 400, code: "VALIDATION_ERROR" }],
    ["CONNECT", ["CONNECT a:1 HTTP/1.1", "Host: a"], { method: "CONNECT", status: 405 }],
  ])("are listed with their refusal: %s", async (_, lines, seen) => {
    await raw(...lines);
    await expect.poll(last).toMatchObject({ operation: null, accountId: null, ...seen });
    expect((await last())?.violations).toHaveLength(1);
  });
});
