import { once } from "node:events";
import { Server } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { SandboxWorld } from "../../src/client/world.ts";
import { resume, type StreamFilter, streamOf } from "../../src/control/stream.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { type Resumption, Stream } from "../../src/sandbox/stream.ts";
import { startSandbox } from "../../src/start.ts";
import { memoryStorage } from "../../src/store/memory/storage.ts";
import { makeSandbox, options } from "../support/sandbox.ts";
import { served } from "../support/served.ts";
import { listen, type Message } from "./listening.ts";
import { add, ask, running, runningAlone, send } from "./running.ts";

const on = running();
/** For what only the server that a reader has met can know: the ids of its messages, and its progress. */
const alone = runningAlone();
const stream = (query = "", { sandbox } = on) => listen(`${sandbox.url}/_sandbox/stream${query}`);
const get = (world: SandboxWorld, path = "/thirdparties") => ask(world, path);
/** The stream of a server that is asked without HTTP, after its first block. */
async function reading(filter: StreamFilter = {}, sandbox = makeSandbox().sandbox, begin = {}, beat = 15_000) {
  const gone = new AbortController();
  const messages = streamOf(sandbox, filter, gone.signal, begin, { beat, due: 1000 });
  await messages.next();
  return { sandbox, gone, next: async () => String((await messages.next()).value), messages };
}

describe("the stream", () => {
  /** Of what does not happen here; it takes a second, and the last test looks at it. */
  let ended: Promise<string>;
  beforeAll(() => {
    const never = "names=THIRD_PARTY_ESG_DEACTIVATED";
    ended = fetch(`${on.sandbox.url}/_sandbox/stream?seconds=1&${never}`).then((response) => response.text());
  });

  it("tells how far a long move of the clock is; others are served, and the account's requests wait", async () => {
    const { sandbox } = alone;
    const [world, other] = [await sandbox.world("moving", { seed: "onboarding" }), await sandbox.world()];
    const { messages } = await stream("?accountId=moving", alone);
    const progress = () => messages.filter(({ event }) => event === "progress").map(({ data }) => data);
    const order: string[] = [];
    const done = (name: string) => () => void order.push(name);
    const moving = world.clock.advance("P2Y").then(done("move"));
    await expect.poll(progress, { interval: 1 }).not.toEqual([]);
    const same = world.clock.now();
    await Promise.all([moving, same.then(done("same")), get(other).then(done("other"))]);
    expect([order[0], await same]).toEqual(["other", "2028-01-15T09:00:00.000"]);
    await expect.poll(() => progress().at(-1)).toEqual({ accountId: "moving", percent: 100 });
    const percents = progress().map(({ percent }) => percent as number);
    expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b));
    expect(percents[0]).toBeGreaterThanOrEqual(0);
  });

  it("sends requests and events as they happen", async () => {
    const world = await on.sandbox.world();
    const { response, until } = await stream();
    const { headers } = response;
    expect([headers.get("content-type"), headers.get("content-disposition")]).toEqual(["text/event-stream", null]);
    await add(world);
    const journal = await world.events();
    const messages = await until(journal.length + 1);
    const events = messages.filter(({ event }) => event === "event");
    expect(events.map(({ data }) => data)).toEqual(journal);
    expect(
      messages.filter(({ event }) => event === "request").map(({ data }) => [data.operation, data.status]),
    ).toEqual([["thirdparties.create", 201]]);
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

  it("ends the stream when the server stops, without a cut connection", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const { ended } = await listen(`${sandbox.url}/_sandbox/stream`);
    const cut = vi.spyOn(Server.prototype, "closeAllConnections");
    await sandbox.close();
    await ended;
    expect(cut).not.toHaveBeenCalled();
  });

  it("ends the stream when the reader leaves", async () => {
    const { messages, gone } = await reading();
    const next = messages.next();
    gone.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it("sends a heartbeat while nothing happens", async () => {
    const { sandbox, messages, next } = await reading({}, undefined, {}, 10);
    const { run, last } = sandbox.stream;
    expect(await next()).toBe(`: beat\nid: ${run}-${last}\n\n`);
    sandbox.stop();
    expect((await messages.next()).done).toBe(true);
  });

  it("drops messages that a slow reader cannot take, and counts them", async () => {
    const { sandbox, next } = await reading();
    for (let at = 0; at < 1500; at++) sandbox.seen(served());
    const text = await next();
    expect(text.split("event: request\n").length - 1).toBe(1000);
    const { run, last } = sandbox.stream;
    expect(text.endsWith(`id: ${run}-${last}\nevent: lost\ndata: {"count":500}\n\n`)).toBe(true);
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
    const missed = expect.stringContaining("The server was started again since 0badcafe-7");
    expect(begin).toEqual({ after: 0, missed });
    const { next } = await reading({}, sandbox, begin);
    expect([await next(), await next()]).toEqual([
      expect.stringContaining("\nevent: missed\n"),
      expect.stringContaining("\nevent: request\n"),
    ]);
  });

  it("tells every reader of an account that more has happened in it than can be read", async () => {
    const { sandbox, next } = await reading({ accountId: "a", kind: "event" });
    for (const accountId of ["a", "b"]) sandbox.stream.add({ kind: "missed", accountId });
    const detail = "More may have happened in a than this stream has shown: read the journal.";
    expect((await next()).match(/^event: .*\ndata: .*$/gm)).toEqual([
      `event: missed\ndata: ${JSON.stringify({ accountId: "a", detail })}`,
    ]);
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

  it("counts for each reader what was forgotten before the reader took it, by its own filter", async () => {
    const { sandbox, next } = await reading({ accountId: "a" });
    for (let nth = 0; nth < 20_000; nth++)
      sandbox.stream.add({ kind: "progress", accountId: nth % 4 === 0 ? "a" : "b", percent: nth });
    let text = "";
    while (!text.includes("event: lost")) text += await next();
    expect(text).toContain('data: {"count":2500}');
    while (text.split("event: progress").length <= 2500) text += await next();
    expect(text).toContain('"percent":10000}');
    expect(text.match(/event: lost/g)).toHaveLength(1);
  });

  it("serves other requests while a reader does not read", async () => {
    const world = await on.sandbox.world();
    const socket = connect(Number(new URL(on.sandbox.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write("GET /_sandbox/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    socket.pause();
    const answers = await Promise.all(Array.from({ length: 30 }, () => get(world)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    socket.destroy();
  });

  it("ends after the seconds that were asked for", async () => {
    expect(await ended).toMatch(/^retry: 1000\nid: [\da-f]{8}-\d+\n\n$/);
  });
});
