import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { Happenings } from "../../src/sandbox/stream.ts";
import { Live } from "../../src/sandbox/stream-sources.ts";
import type { OpenWorlds } from "../../src/sandbox/worlds/cache.ts";

function liveOf(open: string[], due: string[]) {
  const log: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const live = new Live({
    happenings: new Happenings(),
    worlds: { accounts: () => open, due: () => due } as unknown as OpenWorlds,
    shared: undefined,
    lookAt: (accountId) => {
      log.push(accountId);
      return new Promise((resolve, reject) => ends.set(accountId, (error) => (error ? reject(error) : resolve(1))));
    },
  });
  const end = async (accountId: string, error?: Error) => {
    ends.get(accountId)?.(error);
    await turn();
  };
  return { live, log, end };
}

it("open worlds run what is due side by side, and resting ones come back one after another", async () => {
  const { live, log, end } = liveOf(["a", "b"], ["c", "d"]);
  const done = live.catchUp();
  expect(log).toEqual(["a", "b", "c"]);
  await end("c", new Error("the account is damaged"));
  expect(log).toEqual(["a", "b", "c", "d"]);
  for (const accountId of ["a", "b", "d"]) await end(accountId);
  await done;
});

it("a world whose work takes long is left alone, and keeps no other waiting", async () => {
  const { live, log, end } = liveOf(["long", "short"], []);
  void live.catchUp();
  await end("short");
  void live.catchUp();
  expect(log).toEqual(["long", "short", "short"]);
  await end("short");
  await end("long");
  void live.catchUp("long");
  expect(log).toEqual(["long", "short", "short", "long"]);
  await end("long");
});
