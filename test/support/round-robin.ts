import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** A load balancer: each request goes to the next server. */
export async function roundRobin(ports: readonly number[]): Promise<{ port: number; close(): Promise<void> }> {
  let turn = 0;
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request;
    const port = ports[turn++ % ports.length] as number;
    const passed = send({ host: "127.0.0.1", port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode as number, answer.statusMessage, answer.rawHeaders);
      response.flushHeaders();
      answer.pipe(response);
      // A server that cuts an answer off cuts it off for the client.
      answer.once("close", () => answer.complete || response.destroy());
    });
    passed.once("error", () => response.destroy());
    response.once("close", () => passed.destroy());
    request.pipe(passed);
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
