import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { expect } from "vitest";
import type { RunningSandbox } from "../../src/start.ts";
import { send } from "./running.ts";

/** Worlds that are exported and imported. */

interface On {
  readonly sandbox: RunningSandbox;
}
const stateOf = ({ sandbox }: On, accountId: string) => `${sandbox.url}/_sandbox/accounts/${accountId}/state`;
const json = { "Content-Type": "application/json" };

/** Expects a world that was moved and imported again to be exported as the same bytes. */
export async function expectSameBytes(on: On, seed: string): Promise<void> {
  const world = await on.sandbox.world("x-1", { seed });
  const before = await send(stateOf(on, "x-1"));
  await world.clock.advance("P40D");
  expect((await send(stateOf(on, "x-1"), "PUT", before.text)).status).toBe(200);
  expect((await send(stateOf(on, "x-1"))).text).toBe(before.text);
}

/** Expects an import to be taken in every encoding. */
export async function expectEveryEncoding(on: On, seed: string): Promise<void> {
  await on.sandbox.world("x-7", { seed });
  const exported = (await send(stateOf(on, "x-7"))).text;
  const brotli = brotliCompressSync(exported, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const packed = { gzip: gzipSync(exported), deflate: deflateSync(exported), br: brotli };
  for (const [encoding, body] of Object.entries(packed)) {
    const headers = { ...json, "Content-Encoding": encoding };
    expect(await fetch(stateOf(on, "x-6"), { method: "PUT", headers, body })).toHaveProperty("status", 200);
  }
}

/** Expects an import, packed into little, to be refused with the limit that it passes. */
export async function expectTooLarge(on: On, text: string, limit: RegExp): Promise<void> {
  const headers = { ...json, "Content-Encoding": "gzip" };
  const answer = await fetch(stateOf(on, "d-large"), { method: "PUT", headers, body: gzipSync(text) });
  expect(await answer.json()).toMatchObject({
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    detail: expect.stringMatching(limit),
  });
}
