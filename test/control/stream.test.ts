import { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { SandboxWorld } from "../../src/client/world.ts";
import { resume, streamOf } from "../../src/control/stream.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { type Resumption, Stream } from "../../src/sandbox/stream.ts";
import { startSandbox } from "../../src/start.ts";
import { memoryStorage } from "../../src/store/memory/storage.ts";
import { makeSandbox, options } from "../support/sandbox.ts";
import { served } from "../support/served.ts";
import { expectProgressOfMove, expectServedBesideReader, listen, type Message } from "./listening.ts";
import { running, runningAlone, send } from "./running.ts";

const on = running();
/** For what only the server that a reader has met can know: the ids of its messages, and its progress. */
const alone = runningAlone();
const stream = (query = "", { sandbox } = on) => listen(`${sandbox.url}/_sandbox/stream${query}`);
const get = (world: SandboxWorld, path = "/thirdparties") =>
  send(world.baseUrl + path, "GET", undefined, { authorization: `Bearer ${world.token}` });
const siret = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
const add = (world: SandboxWorld) =>
  send(`${world.baseUrl}/thirdparties`, "POST", siret, { authorization: `Bearer ${world.token}` });

describe("the stream", () => {
  it("tells how far a long move of the clock is; others are served, and the account's requests wait", () =>
    expectProgressOfMove(alone, "P2Y", "2028-01-15T09:00:00.000"));

  it("sends requests and events as they happen", async () => {
    const world = await on.sandbox.world();
    const { response, until } = await stream();
    expect([
      response.status,
      response.headers.get("content-type"),
      response.headers.get("content-disposition"),
    ]).toEqual([200, "text/event-stream", null]);
    await add(world);
    const journal = await world.events();
    const messages = await until(journal.length + 1);
    const events = messages.filter(({ event }) => event === "event");
    expect(events.map(({ data }) => data)).toEqual(journal);
    expect(
      messages.filter(({ event }) => event === "request").map(({ data }) => [data.operation, data.status]),
    ).toEqual([["thirdparties.create", 201]]);
  });

  it("sends the requests and events of one account only, when asked to", async () => {
    const [world, other] = [await on.sandbox.world(), await on.sandbox.world()];
    const { until, messages } = await stream(`?accountId=${world.accountId}`);
    await add(other);
    await get(world);
    await until(1);
    expect(messages.map(({ event, data }) => [event, data.accountId])).toEqual([["request", world.accountId]]);
  });

  it("ends after the seconds that were asked for", async () => {
    const response = await fetch(`${on.sandbox.url}/_sandbox/stream?seconds=1`);
    expect(await response.text()).toMatch(/^retry: 1000\nid: [\da-f]{8}-\d+\n\n$/);
  });

  it("goes on with an account that is deleted and created again", async () => {
    const world = await on.sandbox.world("phoenix");
    const { messages } = await stream("?accountId=phoenix");
    await world.delete();
    await add(await on.sandbox.world("phoenix"));
    await expect.poll(() => messages.some(({ data }) => data.eventName === "THIRD_PARTY_ADDED")).toBe(true);
  });

  it("runs what becomes due by a running clock without any request", async () => {
    const world = await on.sandbox.world();
    await add(world);
    const { nextDue } = await world.clock.read();
    const { until } = await stream(`?accountId=${world.accountId}&kind=event`);
    await world.clock.set(new Date(Date.parse(`${nextDue}Z`) - 50).toISOString().slice(0, 23));
    await world.clock.resume();
    const [first] = await until(1);
    expect([first?.event, String(first?.data.occurredAt).slice(0, 16)]).toEqual(["event", nextDue?.slice(0, 16)]);
  });

  it("refuses an invalid account id", async () => {
    expect((await send(`${on.sandbox.url}/_sandbox/stream?accountId=a/b`)).status).toBe(400);
  });

  it("ends the stream when the server stops, without a cut connection", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const { ended } = await listen(`${sandbox.url}/_sandbox/stream`);
    const cut = vi.spyOn(Server.prototype, "closeAllConnections");
    await sandbox.close();
    await ended;
    expect(cut).not.toHaveBeenCalled();
  });

  it("ends the stream when the reader leaves", async () => {
    const { sandbox } = makeSandbox();
    const gone = new AbortController();
    const messages = streamOf(sandbox, {}, gone.signal);
    await messages.next();
    const next = messages.next();
    gone.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it("sends a heartbeat while nothing happens", async () => {
    const { sandbox } = makeSandbox();
    const messages = streamOf(sandbox, {}, new AbortController().signal, undefined, { beat: 10, due: 1000 });
    await messages.next();
    const { run, last } = sandbox.stream;
    const { value } = await messages.next();
    expect(Buffer.from(value as Uint8Array).toString()).toBe(`: beat\nid: ${run}-${last}\n\n`);
    sandbox.stop();
    expect((await messages.next()).done).toBe(true);
  });

  it("drops messages that a slow reader cannot take, and counts them", async () => {
    const { sandbox } = makeSandbox();
    const messages = streamOf(sandbox, {}, new AbortController().signal);
    await messages.next();
    for (let at = 0; at < 1500; at++) sandbox.seen(served());
    const { value } = await messages.next();
    const text = Buffer.from(value as Uint8Array).toString();
    expect(text.split("event: request\n").length - 1).toBe(1000);
    const { run, last } = sandbox.stream;
    expect(text.endsWith(`id: ${run}-${last}\nevent: lost\ndata: {"count":500}\n\n`)).toBe(true);
    await messages.return(undefined);
  });

  it("goes on where a reader left off, without a gap or a repetition", async () => {
    const world = await alone.sandbox.world();
    const query = `?accountId=${world.accountId}`;
    const first = await stream(query, alone);
    await get(world, "/attributes?nth=1");
    const [seen] = await first.until(1);
    first.stop();
    for (const nth of [2, 3]) await get(world, `/attributes?nth=${nth}`);
    const header = await listen(`${alone.sandbox.url}/_sandbox/stream${query}`, {
      "last-event-id": seen?.id as string,
    });
    const parameter = await stream(`${query}&lastEventId=${seen?.id}`, alone);
    await get(world, "/attributes?nth=4");
    for (const { until } of [header, parameter])
      expect((await until(3)).map(({ data }) => String(data.path).at(-1))).toEqual(["2", "3", "4"]);
  });

  it("gives a reader without a message yet the id from which to go on", async () => {
    const world = await alone.sandbox.world();
    const { lastId, stop, response } = await stream(`?accountId=${world.accountId}`, alone);
    expect(response.status).toBe(200);
    await expect.poll(lastId).toBeDefined();
    stop();
    await get(world);
    const { until } = await stream(`?accountId=${world.accountId}&lastEventId=${lastId()}`, alone);
    expect((await until(1)).map(({ event }) => event)).toEqual(["request"]);
  });

  it.each([
    ["kind=event", ["event"]],
    ["kind=request", ["request"]],
    ["names=THIRD_PARTY_ADDED", ["event"]],
  ])("sends only messages that pass the filter %s", async (filter, kinds) => {
    const [world, other] = [await on.sandbox.world(), await on.sandbox.world()];
    const { messages } = await stream(`?accountId=${world.accountId}&${filter}`);
    const all = await stream(`?accountId=${world.accountId}`);
    await add(world);
    await add(other);
    await world.trigger("THIRD_PARTY_ADDED");
    await get(world);
    const { length } = await world.events();
    while (all.messages.length < length + 2) await wait(10);
    const passed = (message: Message) =>
      kinds.includes(message.event) && (!filter.startsWith("names") || message.data.eventName === "THIRD_PARTY_ADDED");
    // Another server has other ids, and may hear of requests in another order.
    const textsOf = (list: Message[]) => list.map(({ event, data }) => JSON.stringify([event, data])).sort();
    await expect.poll(() => textsOf(messages)).toEqual(textsOf(all.messages.filter(passed)));
    expect(messages.length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ["?lastEventId=17", "17 is not the id of a message of this stream."],
    ["?lastEventId=FUTURE", "has not happened yet: the last message is"],
    ["?kind=requests", "kind must be"],
    ["?names=THIRD_PARTY_ADED", "did you mean THIRD_PARTY_ADDED?"],
    ["?names=THIRD_PARTY_ADDED&kind=request", "leave out names or kind"],
  ])("refuses the stream %s with a sentence", async (query, sentence) => {
    const { lastId, stop } = await stream("", alone);
    await expect.poll(lastId).toBeDefined();
    stop();
    const [run] = String(lastId()).split("-");
    const refused = await send(`${alone.sandbox.url}/_sandbox/stream${query.replace("FUTURE", `${run}-999999999`)}`);
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining(sentence)]);
  });

  it("says that a message of another run of the server is not known, and continues with all of this run", async () => {
    const sandbox = new Sandbox(options, memoryStorage());
    sandbox.seen(served({ requestId: "first" }));
    const begin = resume(sandbox.stream, "0badcafe-7") as Resumption;
    expect(begin).toEqual({
      after: 0,
      missed: expect.stringContaining("The server was started again since 0badcafe-7"),
    });
    const messages = streamOf(sandbox, {}, new AbortController().signal, begin);
    const texts = await Promise.all([messages.next(), messages.next(), messages.next()]);
    const text = texts.map(({ value }) => String(value)).join("");
    expect(text.match(/^event: .*$/gm)).toEqual(["event: missed", "event: request"]);
    await messages.return(undefined);
  });

  it("tells every reader of an account that more has happened in it than can be read", async () => {
    const { sandbox } = makeSandbox();
    const messages = streamOf(sandbox, { accountId: "a", kind: "event" }, new AbortController().signal);
    await messages.next();
    for (const accountId of ["a", "b"]) sandbox.stream.add({ kind: "missed", accountId });
    const text = String((await messages.next()).value);
    expect(text.match(/^event: .*\ndata: .*$/gm)).toEqual([
      expect.stringMatching(
        /^event: missed\ndata: \{"accountId":"a","detail":"More may have happened in a than this stream has shown/,
      ),
    ]);
    await messages.return(undefined);
  });

  it("says that a message is too long ago, and goes on with the oldest that is remembered", () => {
    const messages = new Stream();
    const progress = (percent: number) => messages.add({ kind: "progress", accountId: "a", percent });
    for (let nth = 1; nth <= 10_005; nth++) progress(nth);
    const { run } = messages;
    const missed = `${run}-4 is too long ago: messages are known from ${run}-6 on.`;
    expect(resume(messages, `${run}-4`)).toEqual({ after: 5, missed });
    expect(resume(messages, `${run}-5`)).toEqual({ after: 5 });
    expect(messages.at(6)).toEqual({ kind: "progress", accountId: "a", percent: 6 });
    expect(resume(messages, undefined)).toEqual({});
  });

  it("ends the progress of work with 100, also when it fails, and tells of none that was not told of", async () => {
    const messages = new Stream();
    messages.subscribe({ wake: () => {}, dropped: () => {} });
    await messages.during("a", async () => {});
    expect(messages.last).toBe(0);
    const failing = messages.during("a", async (progress) => {
      progress(0.301);
      progress(0.302);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect([1, messages.last].map((number) => messages.at(number))).toEqual([
      { kind: "progress", accountId: "a", percent: 30 },
      { kind: "progress", accountId: "a", percent: 100 },
    ]);
    expect(messages.last).toBe(2);
  });

  it("counts for each reader what was forgotten before the reader took it, by its own filter", async () => {
    const { sandbox } = makeSandbox();
    const messages = streamOf(sandbox, { accountId: "a" }, new AbortController().signal);
    await messages.next();
    for (let nth = 0; nth < 20_000; nth++)
      sandbox.stream.add({ kind: "progress", accountId: nth % 4 === 0 ? "a" : "b", percent: nth });
    let text = "";
    while (!text.includes("event: lost")) text += String((await messages.next()).value);
    expect(text).toContain('data: {"count":2500}');
    while (text.split("event: progress").length <= 2500) text += String((await messages.next()).value);
    expect(text).toContain('"percent":10000}');
    await messages.return(undefined);
  });

  it("serves other requests while a reader does not read", () => expectServedBesideReader(on, 2));
});
