import { expect, it, onTestFinished, vi } from "vitest";
import { found } from "../../src/commands/mcp.ts";
import { answering } from "./asking.ts";

const style = { json: true, colour: false };
const usual = "http://127.0.0.1:4600";
/** A `fetch` of a machine on which nothing listens at the usual address. */
const nothing = async () => Promise.reject(new TypeError("fetch failed"));

it.for([
  ["the one that is named, without a question", { url: "http://127.0.0.1:9" }, undefined, "http://127.0.0.1:9", 0],
  ["the usual one where it runs", {}, undefined, usual, 1],
  ["one of its own where none runs", {}, nothing, undefined, 0],
  ["one of its own where that is asked for", { own: true, url: usual }, undefined, undefined, 0],
] as const)("the agent works on %s", async ([, wish, fetch, url, questions]) => {
  const { fetch: sandbox, asked } = answering();
  vi.stubGlobal("fetch", fetch ?? sandbox);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { place, close } = await found({ url: undefined, key: "secret", own: false, ...wish }, style);
  onTestFinished(close);
  expect(asked).toHaveLength(questions);
  if (url !== undefined) expect(place).toEqual({ url, key: "secret" });
  else expect([place.url === usual, place.key]).toEqual([false, null]);
});
