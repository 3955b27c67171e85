import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { SandboxWorld } from "../../src/client/world.ts";
import type { WholeRequest } from "../../src/start.ts";
import { running, runningAlone, send } from "./running.ts";

const on = running();
/** For what a load balancer refuses itself. */
const alone = runningAlone();
const quiet = running({ bodies: false });
const tiny = running({ requestLogBytes: 10_000 });

let count = 0;
/** Sends a request with an id of its own, and reads how the log keeps it. */
async function whole(world: SandboxWorld, path: string, method = "GET", body?: unknown, headers = {}) {
  const id = `whole-${++count}`;
  const all = { authorization: `Bearer ${world.token}`, "x-request-id": id, ...headers };
  const answered = await send(world.baseUrl + path, method, body, all).catch(() => undefined);
  let kept: WholeRequest | undefined;
  await expect.poll(async () => (kept = await world.request(id).catch(() => undefined))).toBeDefined();
  return { kept: kept as unknown as WholeRequest, answered };
}
const siret = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
const valueOf = (headers: WholeRequest["requestHeaders"], wanted: string) =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value;

describe("one request whole", () => {
  it("has the headers and bodies of a write, its caller, its clock and the events that it caused", async () => {
    const world = await on.sandbox.world();
    const { kept, answered } = await whole(world, "/thirdparties", "POST", siret);
    const events = (await world.events()).map(({ eventId }) => eventId);
    expect(kept).toMatchObject({
      operation: "thirdparties.create",
      status: 201,
      caller: "demo",
      clock: await world.clock.now(),
      events,
      lastEventId: events.at(-1),
      requestBody: { kept: "whole", text: JSON.stringify(siret), size: JSON.stringify(siret).length, encoding: null },
      responseBody: { kept: "whole", text: answered?.text, encoding: null },
    });
    expect(events.length).toBeGreaterThan(0);
    expect(valueOf(kept.requestHeaders, "authorization")).toBe("Bearer …");
    expect(valueOf(kept.requestHeaders, "content-type")).toBe("application/json");
    expect(valueOf(kept.responseHeaders, "x-request-id")).toBe(kept.requestId);
    expect(valueOf(kept.responseHeaders, "location")).toBe(answered?.headers.get("location"));
    expect((await whole(world, "/thirdparties")).kept).toMatchObject({ events: [], lastEventId: events.at(-1) });
  });

  it("shows the response as it was, after its rows have changed", async () => {
    const world = await on.sandbox.world();
    await world.client.POST("/thirdparties", { body: siret as never });
    const { kept, answered } = await whole(world, "/thirdparties?size=1");
    await world.trigger("THIRD_PARTY_ARCHIVED");
    expect(await world.request(kept.requestId)).toEqual(kept);
    expect(kept.responseBody?.text).toBe(answered?.text);
    expect((await whole(world, "/thirdparties?size=1")).kept.responseBody?.text).not.toBe(answered?.text);
  });

  it("does not count the events of the seed of an account that the request made", async () => {
    const { sandbox } = on;
    const accountId = `new-${++count}`;
    const token = await sandbox.token([accountId]);
    const url = `${sandbox.url}/api/v1/account/${accountId}/thirdparties`;
    await send(url, "POST", siret, { authorization: `Bearer ${token}`, "x-request-id": accountId });
    const { body } = await send(`${sandbox.url}/_sandbox/accounts/${accountId}/events?limit=1000`);
    const kept = (await send(`${sandbox.url}/_sandbox/requests/${accountId}`)).body;
    expect(kept.events).toEqual(body.content.map(({ eventId }) => eventId));
  });

  it("says which fault struck, and what of the response was sent", async () => {
    const world = await on.sandbox.world();
    const bytes = Buffer.from((await whole(world, "/attributes")).answered?.text as string);
    const half = bytes.subarray(0, bytes.length >> 1);
    const sent = { size: half.length, kept: "whole", text: half.toString(), encoding: null };
    for (const [kind, status, body] of [
      ["disconnect", 0, null],
      ["truncate", 200, sent],
      ["malformed", 200, sent],
      ["status", 503, { kept: "whole", text: expect.stringContaining("INJECTED_FAULT") }],
    ] as const) {
      await world.faults.set({ kind, times: 1 });
      const { kept } = await whole(world, "/attributes");
      expect(kept).toMatchObject({ fault: kind, status, forced: false });
      if (body === null) expect(kept.responseBody).toBeNull();
      else expect(kept.responseBody).toMatchObject(body);
    }
  });

  it("says that Prefer chose the response", async () => {
    const world = await on.sandbox.world();
    const { kept } = await whole(world, "/thirdparties", "GET", undefined, { prefer: "code=401" });
    expect(kept).toMatchObject({ forced: true, status: 401, code: "UNAUTHENTICATED" });
    expect(valueOf(kept.responseHeaders, "preference-applied")).toBe("code=401");
  });

  it("has a body that was not read, or that is a file, with its size alone", async () => {
    const world = await on.sandbox.world();
    const { kept } = await whole(world, "/thirdparties", "POST", siret, { authorization: "none" });
    const size = JSON.stringify(siret).length;
    expect(kept).toMatchObject({ status: 401, caller: null, code: "UNAUTHENTICATED" });
    expect(kept.requestBody).toEqual({ size, kept: "none", text: null, encoding: null });
    const { dossierId, documentId, fileId } = await evidence(world);
    const file = await whole(world, `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`);
    expect(file.kept).toMatchObject({ status: 200, responseBody: { kept: "none", text: null } });
    expect(file.kept.responseBody?.size).toBeGreaterThan(1000);
  });

  it("never shows the signature of a link, in a body or in a path", async () => {
    const world = await on.sandbox.world();
    const { dossierId, documentId, fileId } = await evidence(world);
    const link = await whole(world, `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}/link`);
    const url = /"(http[^"]*signature=[\w-]+[^"]*)"/.exec(link.answered?.text ?? "")?.[1] as string;
    expect(link.kept.responseBody?.text).toContain("signature=…");
    await send(url, "GET", undefined, { "x-request-id": "by-link" });
    await expect.poll(async () => (await world.request("by-link").catch(() => null))?.path).toContain("signature=…");
    const signature = new URL(url).searchParams.get("signature") as string;
    for (const path of ["requests", "requests.har", `requests/${link.kept.requestId}`, "requests/by-link"])
      expect((await send(`${on.sandbox.url}/_sandbox/${path}`)).text).not.toContain(signature);
  });

  it("is 404 for an id that never came or has gone, and says why", async () => {
    const { status, body } = await send(`${on.sandbox.url}/_sandbox/requests/never`);
    expect([status, body.detail]).toEqual([
      404,
      "There is no request never: it never came, or it is too long ago, because old ones go first.",
    ]);
    expect((await send(`${on.sandbox.url}/_sandbox/requests/a%20b`)).status).toBe(400);
  });

  it("is the last of several with one id", async () => {
    const world = await on.sandbox.world();
    const headers = { authorization: `Bearer ${world.token}`, "x-request-id": "twice" };
    for (const page of [0, 1]) await send(`${world.baseUrl}/thirdparties?page=${page}`, "GET", undefined, headers);
    expect((await world.request("twice")).path).toContain("page=1");
  });

  it("has no bodies on a server that keeps none", async () => {
    const world = await quiet.sandbox.world();
    const { kept, answered } = await whole(world, "/thirdparties", "POST", siret);
    const none = { kept: "none", text: null, encoding: null };
    expect(kept.requestBody).toEqual({ ...none, size: JSON.stringify(siret).length });
    expect(kept.responseBody).toEqual({ ...none, size: Buffer.byteLength(answered?.text as string) });
  });

  it("is forgotten when later ones take the bytes of the log", async () => {
    const world = await tiny.sandbox.world();
    const first = await whole(world, "/attributes");
    for (let nth = 0; nth < 10; nth++) await whole(world, "/attributes");
    await expect(world.request(first.kept.requestId)).rejects.toThrow("old ones go first");
    expect((await world.requests()).length).toBeGreaterThan(0);
  });
});

async function evidence(world: SandboxWorld) {
  const { dossierId, documentId, evidenceId: fileId } = await world.scenario("document-to-review");
  return { dossierId, documentId, fileId };
}

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
    ["large headers", ["GET /large HTTP/1.1", "Host: a", `A: ${"x".repeat(20_000)}`], { status: 431 }],
    ["an expectation", ["GET /expect HTTP/1.1", "Host: localhost", "Expect: more"], { path: "/expect", status: 417 }],
  ])("are listed with their refusal: %s", async (_, lines, seen) => {
    await raw(...lines);
    await expect.poll(last).toMatchObject({ operation: null, accountId: null, ...seen });
    expect((await last())?.violations).toHaveLength(1);
  });
});

describe("the filters of the request log", () => {
  it("takes requests from one moment to another", async () => {
    const world = await on.sandbox.world();
    for (const page of [0, 1, 2]) await whole(world, `/thirdparties?page=${page}`);
    const at = (await world.requests()).map((seen) => seen.at);
    const middle = { from: at[1] as string, to: at[1] as string };
    const found = await world.requests(middle);
    expect(found.map((seen) => seen.at)).toEqual(at.filter((moment) => moment === at[1]));
    expect(await world.requests({ from: at[0] as string, limit: 2 })).toHaveLength(2);
    expect(await world.requests({ to: "2000-01-01T00:00:00" })).toEqual([]);
    const second = (at[1] as string).slice(0, 19);
    expect(await world.requests({ from: second, to: second })).toEqual(
      expect.arrayContaining([expect.objectContaining({ at: at[1] })]),
    );
  });

  it.each([
    ["from=2026-01-02T00:00:00&to=2026-01-01T00:00:00", "is after to 2026-01-01T00:00:00"],
    ["operation=thirdparties.lst", "did you mean thirdparties.list?"],
    ["status=999", "status must be a whole number from 0 to 599"],
    ["from=yesterday", "from must be a moment that exists"],
    ["accountId=a/b", "accountId must be"],
  ])("refuses %s with a sentence, for the list and the HAR", async (query, sentence) => {
    for (const path of ["requests", "requests.har"]) {
      const { status, body } = await send(`${on.sandbox.url}/_sandbox/${path}?${query}`);
      expect([status, body.detail]).toEqual([400, expect.stringContaining(sentence)]);
    }
  });
});
