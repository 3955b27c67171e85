import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/index.ts";

type Json = Record<string, unknown>;
export interface Passing {
  operationId: string | undefined;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed when it is JSON; the client gets it as the change leaves it. */
  body: Json | undefined;
  bytes: Buffer;
}
export type Change = (passing: Passing) => void;

const table = operationsOf(service)
  .map(({ operationId, endpoint }) => ({
    operationId,
    method: endpoint.method.toUpperCase(),
    pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`),
    path: endpoint.path,
  }))
  .sort((a, b) => a.path.split(":").length - b.path.split(":").length);
const operationOf = ({ method, url }: IncomingMessage) =>
  table.find((row) => row.method === method && row.pattern.test((url as string).split("?")[0] as string))?.operationId;

/** A proxy in front of a service that changes its answers. */
export async function changing(url: string, change: Change): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const forward = request(
      url + incoming.url,
      { method: incoming.method, headers: { ...incoming.headers, "accept-encoding": "identity" } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const isJson = /json/.test(answer.headers["content-type"] ?? "");
          const passing: Passing = {
            operationId: operationOf(incoming),
            status: answer.statusCode as number,
            headers: { ...answer.headers },
            body: isJson ? JSON.parse(bytes.toString("utf8")) : undefined,
            bytes,
          };
          change(passing);
          const sent = passing.body === undefined ? passing.bytes : Buffer.from(JSON.stringify(passing.body));
          const { "transfer-encoding": _, ...headers } = passing.headers;
          outgoing.writeHead(passing.status, { ...headers, "content-length": sent.length });
          outgoing.end(sent);
        });
      },
    );
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
