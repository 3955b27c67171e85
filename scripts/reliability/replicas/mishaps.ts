import { setTimeout as wait } from "node:timers/promises";
import type { CuttingProxy } from "../../../test/support/cutting-proxy.ts";
import type { Postgres } from "../../../test/support/postgres.ts";
import type { Server } from "../server.ts";

export interface Parts {
  postgres: Postgres;
  proxy: CuttingProxy;
  /** One that is killed is replaced in the list. */
  servers: Server[];
  start: () => Promise<Server>;
  /** Called when a server is paused for longer than it waits for a request. */
  onLongPause: () => void;
}
type Next = (below: number) => number;
type Mishap = (parts: Parts, nth: number, next: Next) => unknown;

/** Longer than a turn of a server alone on an account may take, and than a server waits for a request. */
const longPause = 12_000;
const minute = 60_000;

/** Each happens to the n-th server, or to all of them. */
const mishaps: Record<string, Mishap> = {
  kills: async ({ servers, start }, nth) => {
    await servers[nth]?.kill();
    servers[nth] = await start();
  },
  pauses: (parts, nth, next) => pause(parts, nth, next(6) === 0 ? longPause : next(2_000)),
  "stops of the database": async ({ postgres }, _, next) => {
    await postgres.halt("SIGINT");
    await wait(next(500));
    await postgres.resume();
  },
  "crashes of the database": async ({ postgres }) => {
    await postgres.halt("SIGQUIT");
    await postgres.resume();
  },
  "cuts of all connections": async ({ proxy }, _, next) => {
    for (let count = 1 + next(4); count > 0; count--) {
      proxy.cut();
      await wait(next(30));
    }
  },
  "swallowed answers": ({ proxy }, _, next) => proxy.swallow(5 + next(80)),
};
const kinds = Object.keys(mishaps);

async function pause({ servers, onLongPause }: Parts, nth: number, milliseconds: number): Promise<void> {
  const { pid } = servers[nth] as Server;
  if (milliseconds >= longPause) onLongPause();
  process.kill(pid, "SIGSTOP");
  await wait(milliseconds);
  process.kill(pid, "SIGCONT");
}

/** Brings about one or two at once; with `isLong`, a pause of a minute. Resolves with what happened. */
export async function happen(parts: Parts, next: Next, isLong: boolean): Promise<string[]> {
  const first = isLong ? kinds.indexOf("pauses") : next(kinds.length);
  const second = (first + 1 + next(kinds.length - 1)) % kinds.length;
  // The database is stopped by one at a time.
  const isBoth = [first, second].every((nth) => kinds[nth]?.endsWith("of the database"));
  const drawn = [first, ...(next(2) === 0 && !isBoth ? [second] : [])].map((nth) => kinds[nth] as string);
  const server = next(3);
  // Two mishaps meet two servers.
  await Promise.all(
    drawn.map((kind, nth) => {
      const place = (server + nth) % 3;
      return isLong && nth === 0 ? pause(parts, place, minute) : mishaps[kind]?.(parts, place, next);
    }),
  );
  return drawn;
}
