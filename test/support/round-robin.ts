import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** What shows or clears the requests of all servers. */
export const ofRequests = /^(?:\/sandbox)?\/_sandbox\/(?:requests|coverage|accounts\/[^/]+\/(?:sync|bundle))/;

/**
 * A load balancer: each request goes to the next server. One that `asksAgain` sends a request that a server has not let
 * in to another one; a connection that is cut is cut for the client too, so that it shows.
 */
export async function roundRobin(
  ports: readonly number[],
  { asksAgain = false } = {},
): Promise<{ port: number; close(): Promise<void> }> {
  let turn = 0;
  const server = createServer(async (request, response) => {
    const { method, url: path = "", headers } = request;
    const nth = turn++;
    const port = ports[nth % ports.length] as number;
    if (ports.length > 1 && ofRequests.test(path)) await complete(port, headers["x-sandbox-key"]);
    const pass = (to: number, isLast: boolean) => {
      const passed = send({ host: "127.0.0.1", port: to, method, path, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode as number, answer.statusMessage, answer.rawHeaders);
        response.flushHeaders();
        answer.pipe(response);
        // A server that cuts an answer off cuts it off for the client.
        answer.once("close", () => answer.complete || response.destroy());
      });
      passed.once("error", ({ syscall }: NodeJS.ErrnoException) => {
        // Without a connection nothing of the request was sent, as when a server ends while it is made.
        if (method === "GET" && syscall === "connect" && !isLast) pass(ports[(nth + 1) % ports.length] as number, true);
        else response.destroy();
      });
      response.once("close", () => passed.destroy());
      request.pipe(passed);
    };
    pass(port, !asksAgain);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Waits until a server has what the others answered before now, as a client does that needs all of it. */
async function complete(port: number, key: string | string[] | undefined): Promise<void> {
  const now = Date.now();
  const headers: Record<string, string> = key === undefined ? {} : { "x-sandbox-key": String(key) };
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/_sandbox/requests?limit=1`, { headers });
    await response.arrayBuffer();
    const until = response.headers.get("x-complete-until");
    if (until === null || Date.parse(`${until}Z`) >= now) return;
    await wait(20);
  }
}
