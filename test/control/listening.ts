import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import type { RunningSandbox } from "../../src/start.ts";
import { send } from "./running.ts";

export interface Message {
  event: string;
  id?: string;
  data: Record<string, unknown>;
}

/** Reads a stream as a browser's EventSource does, until the test ends. */
export async function listen(url: string, headers: Record<string, string> = {}) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(url, { signal: abort.signal, headers });
  const messages: Message[] = [];
  let text = "";
  let lastId: string | undefined;
  const ended = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString("utf8");
      const blocks = text.split("\n\n");
      text = blocks.pop() as string;
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
        );
        lastId = fields.id ?? lastId;
        if (fields.data)
          messages.push({
            event: fields.event as string,
            ...(fields.id ? { id: fields.id } : {}),
            data: JSON.parse(fields.data),
          });
      }
    }
  })().catch(() => {});
  const until = async (count: number) => {
    while (messages.length < count) await wait(10);
    return messages;
  };
  return { response, messages, until, ended, lastId: () => lastId, stop: () => abort.abort() };
}

/** Expects the stream to tell how far a move is, while others are served and requests of the account wait. */
export async function expectProgressOfMove(
  on: { readonly sandbox: RunningSandbox },
  duration: string,
  end: string,
): Promise<void> {
  const [world, other] = [await on.sandbox.world("moving", { seed: "onboarding" }), await on.sandbox.world()];
  const { messages } = await listen(`${on.sandbox.url}/_sandbox/stream?accountId=moving`);
  const order: string[] = [];
  const done = (name: string) => () => void order.push(name);
  const moving = world.clock.advance(duration).then(done("move"));
  while (!messages.some(({ event }) => event === "progress")) await wait(1);
  const same = send(`${on.sandbox.url}/_sandbox/accounts/moving/clock`);
  const served = send(`${other.baseUrl}/thirdparties`, "GET", undefined, { authorization: `Bearer ${other.token}` });
  await Promise.all([moving, same.then(done("same")), served.then(done("other"))]);
  expect(order[0]).toBe("other");
  expect((await same).body.now).toBe(end);
  const tellings = () => messages.filter(({ event }) => event === "progress").map(({ data }) => data);
  while (tellings().at(-1)?.percent !== 100) await wait(1);
  const told = tellings();
  expect(told.every(({ accountId }) => accountId === "moving")).toBe(true);
  const percents = told.map(({ percent }) => percent as number);
  expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b));
  expect(percents.every((percent) => percent >= 0 && percent <= 100)).toBe(true);
}

/** Expects rounds of fifty requests to be served while a reader of the stream takes nothing. */
export async function expectServedBesideReader(on: { readonly sandbox: RunningSandbox }, rounds: number) {
  const { baseUrl, token } = await on.sandbox.world();
  const get = () => send(`${baseUrl}/thirdparties`, "GET", undefined, { authorization: `Bearer ${token}` });
  const socket = connect(Number(new URL(on.sandbox.url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write("GET /_sandbox/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  socket.pause();
  for (let at = 0; at < rounds; at++) await Promise.all(Array.from({ length: 50 }, get));
  expect((await get()).status).toBe(200);
  socket.destroy();
}
