import { once } from "node:events";
import { createServer } from "node:net";

const [lowest, highest] = [10_000, 32_000];
let next = (process.pid * 101) % (highest - lowest);

/**
 * A port that stays free until it is used, and while what listens on it is down: it lies below those that the system
 * gives to connections and to servers that ask for any, and each process of the tests begins elsewhere.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % (highest - lowest);
    const server = createServer().listen(lowest + next, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return lowest + next;
  }
}
