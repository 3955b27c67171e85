import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { SandboxWorld } from "../../src/client/world.ts";
import { LocalRequestLog } from "../../src/sandbox/requests/request-log.ts";
import { options } from "../support/sandbox.ts";
import { served } from "../support/served.ts";
import { running, send } from "./running.ts";

const on = running();
const get = (world: SandboxWorld, path: string, headers = {}) =>
  send(world.baseUrl + path, "GET", undefined, { authorization: `Bearer ${world.token}`, ...headers });

describe("the request log", () => {
  it("lists requests with operation, account, status and violations, oldest first", async () => {
    const world = await on.sandbox.world();
    await get(world, "/thirdparties?size=1", { "x-request-id": "first" });
    await get(world, "/thirdparties?size=500&page=-1");
    await get(world, "/thirdparties/1");
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
      accountId: world.accountId,
      status: 200,
      durationMs: expect.any(Number),
      caller: "demo",
      violations: [],
      code: null,
      fault: null,
      forced: false,
      events: [],
      clock: "2026-01-15T09:00:00.000",
      lastEventId: null,
    });
    expect(seen[1]?.violations).toHaveLength(2);
  });

  it("lists a wrong path or method and a signed link with the account that they name", async () => {
    const world = await on.sandbox.world();
    const { accountId } = world;
    const service = `${on.sandbox.url}/api`;
    await get(world, "/nothing");
    // LocalRequestLog that two servers answer in the same millisecond have no order.
    await wait(2);
    await send(`${world.baseUrl}/thirdparties`, "PATCH");
    await wait(2);
    await send(`${service}/v2/account/${accountId}/thirdparties`);
    await wait(2);
    await send(`${on.sandbox.url}/files/1?expires=1&account=${accountId}&signature=x`);
    await send(`${service}/v1/account/${accountId}%20x/nothing`);
    await send(`${service}/v1/nothing?a=/api/v1/account/${accountId}/x&account=${accountId}`);
    const seen = await world.requests();
    expect(seen.map(({ operation, status, method }) => [operation, status, method])).toEqual([
      [null, 404, "GET"],
      [null, 405, "PATCH"],
      [null, 404, "GET"],
      [null, 403, "GET"],
    ]);
    expect((await world.har()).log.entries).toHaveLength(4);
  });

  it("filters requests by operation, account and status, together", async () => {
    const [world, other] = [await on.sandbox.world(), await on.sandbox.world()];
    await get(world, "/thirdparties");
    await get(world, "/dossiers");
    await get(world, "/dossiers?size=0");
    await get(other, "/dossiers");
    expect(await world.requests({ operation: "dossiers.list", status: 200 })).toHaveLength(1);
    expect(await world.requests({ status: 400 })).toHaveLength(1);
    expect(await other.requests()).toHaveLength(1);
    const all = await send(`${on.sandbox.url}/_sandbox/requests?operation=dossiers.list`);
    expect(
      all.body.content.filter(({ accountId }) => [world.accountId, other.accountId].includes(accountId as string)),
    ).toHaveLength(3);
    expect((await send(`${on.sandbox.url}/_sandbox/requests?status=abc`)).status).toBe(400);
  });

  it("lists the last so many of the requests that pass the filter", async () => {
    const world = await on.sandbox.world();
    for (const page of [0, 1, 2]) await get(world, `/thirdparties?page=${page}`);
    await get(world, "/dossiers");
    const url = `${on.sandbox.url}/_sandbox/requests?accountId=${world.accountId}&operation=thirdparties.list`;
    const { body } = await send(`${url}&limit=2`);
    expect(body.content.map(({ path }) => (path as string).split("?")[1])).toEqual(["page=1", "page=2"]);
    expect((await send(`${url}&limit=0`)).status).toBe(400);
  });

  it("lists the last thousand requests of all accounts together, however many accounts there are", () => {
    const requests = new LocalRequestLog(options);
    for (let nth = 0; nth < 2_000; nth++) requests.add(served({ requestId: String(nth), accountId: `a${nth % 3}` }));
    const all = requests.list();
    expect(all.map(({ requestId }) => requestId)).toEqual(Array.from({ length: 1_000 }, (_, nth) => `${nth + 1_000}`));
    expect(requests.list({ accountId: "a1" })).toHaveLength(667);
    requests.clear("a1");
    expect(requests.list({ accountId: "a1" })).toEqual([]);
    expect(requests.list().some(({ accountId }) => accountId === "a1")).toBe(false);
  });

  it("never shows a secret of a request", async () => {
    const world = await on.sandbox.world();
    await get(world, `/thirdparties?access_token=${world.token}&note=${world.token}&apiKey=hunter2`);
    await get(world, `/thirdparties?size=${world.token}`);
    await send(`${on.sandbox.url}/thirdparties/${world.token}`);
    const { text } = await send(`${on.sandbox.url}/_sandbox/requests`);
    expect(text).toContain("access_token=");
    for (const secret of [world.token, world.token.split(".")[1], world.token.split(".")[2], "hunter2"])
      expect(text).not.toContain(secret);
  });

  it("leaves out the requests to the control plane", async () => {
    const world = await on.sandbox.world();
    await world.clock.now();
    await world.requests();
    expect(await world.requests()).toEqual([]);
    expect((await send(`${on.sandbox.url}/_sandbox/requests`)).text).not.toContain('"path":"/_sandbox');
  });

  it("leaves out health checks and what pages load", async () => {
    for (const path of ["/health", "/favicon.ico", "/docs/swagger-ui.css", "/healthy"])
      await (await fetch(`${on.sandbox.url}${path}`)).text();
    const paths = async () => (await send(`${on.sandbox.url}/_sandbox/requests`)).body.content.map(({ path }) => path);
    await expect.poll(paths).toContain("/healthy");
    expect((await paths()).filter((path) => /favicon|docs|health$/.test(String(path)))).toEqual([]);
  });

  it("keeps the last thousand requests of an account, whatever other accounts send", () => {
    const requests = new LocalRequestLog(options);
    requests.add(served({ accountId: "quiet" }));
    for (let nth = 0; nth < 1_050; nth++) requests.add(served({ requestId: String(nth), accountId: "busy" }));
    expect(requests.list({ accountId: "quiet" })).toHaveLength(1);
    const busy = requests.list({ accountId: "busy" }).map(({ requestId }) => requestId);
    expect(busy).toEqual(Array.from({ length: 1_000 }, (_, nth) => `${nth + 50}`));
  });

  it("forgets the requests of one account or of all", async () => {
    const [world, other] = [await on.sandbox.world(), await on.sandbox.world()];
    await get(world, "/thirdparties");
    await get(other, "/thirdparties");
    expect((await send(`${on.sandbox.url}/_sandbox/requests?accountId=${world.accountId}`, "DELETE")).status).toBe(204);
    expect([await world.requests(), (await other.requests()).length]).toEqual([[], 1]);
    await send(`${on.sandbox.url}/_sandbox/requests`, "DELETE");
    expect(await other.requests()).toEqual([]);
  });
});
