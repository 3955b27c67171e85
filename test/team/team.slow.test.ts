import { afterEach, beforeEach, expect, it } from "vitest";
import { type RunningSandbox, startSandbox } from "../../src/start.ts";
import { listen } from "../control/listening.ts";
import { type Answered, send } from "../control/running.ts";
import { describePostgres } from "./describe-postgres.ts";

describePostgres("three servers on one database", (on) => {
  let servers: [RunningSandbox, RunningSandbox, RunningSandbox];
  beforeEach(async () => {
    const database = await on.postgres.address();
    const start = () => startSandbox({ database, seed: "empty", now: "2026-01-15T09:00:00", freeze: true });
    servers = [await start(), await start(), await start()];
  });
  afterEach(async () => {
    for (const server of servers) await server.close();
  });

  // biome-ignore lint/suspicious/noExplicitAny: a response of any operation
  type Answer = Omit<Answered, "body"> & { body: any };
  const ask = (server: RunningSandbox, method: string, path: string, body?: unknown, token?: string): Promise<Answer> =>
    send(server.url + path, method, body, token === undefined ? {} : { authorization: `Bearer ${token}` });
  const company = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
  const list = "/api/v1/account/team/thirdparties";

  const team = () => servers[0].world("team");

  it("a client reads what it wrote from whichever server it meets, with the token of any of them", async () => {
    const { token } = await team();
    const added = await ask(servers[1], "POST", list, company, token);
    const seen = await Promise.all(servers.map((server) => ask(server, "GET", list, undefined, token)));
    expect([added.status, ...seen.map(({ body }) => body.content[0].thirdpartyId)]).toEqual([
      201,
      ...servers.map(() => added.body.thirdpartyId),
    ]);
  });

  it("dossiers that are opened on all servers at once have ids of their own, and events without a gap", async () => {
    const { token } = await team();
    const { body } = await ask(servers[0], "POST", list, company, token);
    const path = `/api/v1/account/team/thirdparties/${body.thirdpartyId}/dossiers`;
    const opened = await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        ask(servers[nth % 3] as RunningSandbox, "POST", path, { requiredDocuments: ["CODE_CONDUITE"] }, token),
      ),
    );
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(opened.map((answer) => answer.body.dossierId)).size).toBe(30);
    const journal = await ask(servers[2], "GET", "/_sandbox/accounts/team/events?limit=1000");
    const ids: number[] = journal.body.content.map(({ eventId }: { eventId: number }) => eventId);
    expect(ids).toEqual(ids.map((_, nth) => (ids[0] as number) + nth));
    expect(new Set(ids).size).toBeGreaterThanOrEqual(30);
  });

  it("a clock, a reset, a snapshot, an import and a deletion on one server are seen on the others", async () => {
    const { token } = await team();
    await ask(servers[0], "POST", list, company, token);
    const account = "/_sandbox/accounts/team";
    const at = (server: RunningSandbox, path = "") => ask(server, "GET", account + path);
    const { body: state } = await at(servers[0], "/state");
    const seen = async () => {
      const counts = servers.map((server) => ask(server, "GET", list, undefined, token));
      return (await Promise.all(counts)).map(({ body }) => body.totalElements);
    };
    await ask(servers[1], "POST", `${account}/clock`, { set: "2027-03-01T00:00:00" });
    expect((await at(servers[2], "/clock")).body.now).toBe("2027-03-01T00:00:00.000");
    await ask(servers[1], "POST", `${account}/snapshots`, { name: "one" });
    expect((await at(servers[2], "/snapshots")).body.content).toMatchObject([{ name: "one" }]);
    const steps: [nth: number, method: string, path: string, body: unknown, status: number, count: number][] = [
      [2, "POST", "/reset", undefined, 200, 0],
      [0, "POST", "/snapshots/one/restore", undefined, 200, 1],
      [1, "POST", "/reset", undefined, 200, 0],
      [2, "PUT", "/state", state, 200, 1],
    ];
    for (const [nth, method, path, body, status, count] of steps) {
      const answer = await ask(servers[nth] as RunningSandbox, method, account + path, body);
      expect([answer.status, await seen()], `${method} ${path}`).toEqual([status, [count, count, count]]);
    }
    expect((await ask(servers[1], "DELETE", account)).status).toBe(204);
    expect((await at(servers[0], "/clock")).status).toBe(404);
    await ask(servers[2], "PUT", account, { seed: "empty" });
    expect([await seen(), (await at(servers[0], "/snapshots")).body.content]).toEqual([[0, 0, 0], []]);
  });

  it("a stream has what happened elsewhere while its subscriber was away, and no other server does", async () => {
    const world = await team();
    const first = await listen(`${servers[1].url}/_sandbox/stream?kind=event`);
    await expect.poll(first.lastId).toBeDefined();
    first.stop();
    await ask(servers[0], "POST", list, company, world.token);
    const [again, other] = await Promise.all(
      [servers[1], servers[2]].map(({ url }) =>
        listen(`${url}/_sandbox/stream?kind=event&lastEventId=${first.lastId()}`),
      ),
    );
    const journal = (await world.events()).map(({ eventId }) => eventId);
    await expect.poll(() => again?.messages.map(({ data }) => data.eventId)).toEqual(journal);
    await expect
      .poll(() => other?.messages)
      .toMatchObject([{ event: "missed", data: { detail: expect.stringContaining(`since ${first.lastId()}`) } }]);
  });

  const window = "eventOccurrenceStartDate=2026-01-15T00:00:00&eventOccurrenceEndDate=2026-01-15T08:00:00";

  it("the request log, the audit and the coverage have the requests of all servers within a second", async () => {
    const { token } = await team();
    for (const server of servers) await ask(server, "GET", list, undefined, token);
    for (const server of servers) {
      const operations = async () => {
        const { body } = await ask(server, "GET", "/_sandbox/requests?accountId=team");
        return body.content.map(({ operation }: { operation: string }) => operation);
      };
      await expect.poll(operations).toEqual(servers.map(() => "thirdparties.list"));
    }
    for (const server of servers)
      await ask(server, "GET", `${list}/search?eventNames=THIRD_PARTY_ADDED&${window}`, undefined, token);
    for (const server of servers) {
      const callers = async () => (await ask(server, "GET", "/_sandbox/accounts/team/sync")).body.callers;
      await expect.poll(callers).toMatchObject([{ searches: 3 }]);
    }
    const counted = async () => (await ask(servers[2], "GET", "/_sandbox/coverage")).body.counted.operations;
    await expect.poll(counted).toMatchObject({ "thirdparties.list": 3 });
    expect((await ask(servers[0], "DELETE", "/_sandbox/requests")).status).toBe(204);
    expect((await ask(servers[1], "GET", "/_sandbox/requests")).body.content).toEqual([]);
  });

  it.each([
    "/_sandbox/requests?accountId=team",
    "/_sandbox/requests.har?accountId=team",
    "/_sandbox/coverage",
    "/_sandbox/accounts/team/sync",
  ])("%s has what another server answered before the time of its header X-Complete-Until", async (path) => {
    const { token } = await team();
    await ask(servers[0], "GET", `${list}/search?eventNames=THIRD_PARTY_ADDED&${window}`, undefined, token);
    const answered = Date.now();
    for (;;) {
      const { headers, text } = await ask(servers[1], "GET", path);
      const until = headers.get("x-complete-until") ?? expect.unreachable("there is no header");
      if (Date.parse(`${until}Z`) < answered) continue;
      expect(text).toMatch(/thirdparties\/search|"thirdparties\.search":1|"searches":1/);
      return;
    }
  });

  it("a move of the clock is cancelled from another server", async () => {
    await servers[0].world("team", { seed: "onboarding" });
    const moving = ask(servers[0], "POST", "/_sandbox/accounts/team/clock", { advance: "P90Y" });
    const ended = moving.then(() => true);
    const cancel = () => ask(servers[1], "DELETE", "/_sandbox/accounts/team/clock/move");
    let { status, body } = await cancel();
    while (status === 409 && !(await Promise.race([ended, null]))) ({ status, body } = await cancel());
    const { body: reading } = await moving;
    expect([status, body.cancelled, reading.cancelled, reading.now < "2116"]).toEqual([200, true, true, true]);
    expect((await ask(servers[2], "GET", "/_sandbox/accounts/team/clock")).body.now).toBe(reading.now);
  });

  it("what is due by a running clock happens once", async () => {
    const { token } = await servers[0].world("team", { seed: "portfolio" });
    const clock = async (account: string, body: object) =>
      expect((await ask(servers[0], "POST", `/_sandbox/accounts/${account}/clock`, body)).status).toBe(200);
    const { body } = await ask(servers[0], "GET", "/_sandbox/accounts/team/due?until=2026-04-15T09:00:00");
    const first = body.content.find(({ events }: Answer["body"]) => events.length > 0);
    const dueAt = Date.parse(`${first.dueAt}Z`);
    const moment = (ms: number) => new Date(ms).toISOString().slice(0, -1);
    await clock("team", { set: moment(dueAt - 1_000) });
    const journal = async (account: string) => {
      const range = `from=${moment(dueAt - 1_000)}&to=${moment(dueAt + 500)}`;
      const found = await ask(servers[1], "GET", `/_sandbox/accounts/${account}/events?${range}`);
      return found.body.content.map(({ eventName, resourceId }: Answer["body"]) => [eventName, resourceId]);
    };
    // What one server does at that moment.
    await ask(servers[0], "PUT", "/_sandbox/accounts/twin", { from: { accountId: "team" } });
    await clock("twin", { set: moment(dueAt + 500) });
    const once = await journal("twin");
    expect(once.length).toBeGreaterThan(0);

    await clock("team", { freeze: false });
    for (let now = ""; now < moment(dueAt + 500); ) {
      const asked = Array.from({ length: 9 }, (_, nth) => servers[nth % 3] as RunningSandbox);
      await Promise.all(asked.map((server) => ask(server, "GET", list, undefined, token)));
      now = (await ask(servers[2], "GET", "/_sandbox/accounts/team/clock")).body.now;
    }
    expect(await journal("team")).toEqual(once);
  });
});
