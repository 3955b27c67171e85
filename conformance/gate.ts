import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { restorePath } from "./world.ts";

export interface Passing {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}
/** Plants a fault in the requests and responses between a tool and the sandbox. */
export type Spoiler = (passing: Passing, forward: (passing: Passing) => Promise<Answer>) => Promise<Answer>;

export interface Gate {
  url: string;
  /** Restores the prepared world before each write: most tools repeat a request and expect the same response. */
  restoring: boolean;
  spoil: Spoiler | undefined;
  close(): Promise<void>;
}

const wholeBody = async (stream: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** A reverse proxy on loopback, in front of the sandbox. */
export async function openGate(target: string): Promise<Gate> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const { port: targetPort } = new URL(target);
  const forward = ({ method, path, headers, body }: Passing): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = ask({ agent, host: "127.0.0.1", port: targetPort, method, path, headers }, (incoming) => {
        wholeBody(incoming).then(
          (bytes) => resolve({ status: incoming.statusCode as number, headers: incoming.headers, body: bytes }),
          reject,
        );
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });

  const pass = async (incoming: IncomingMessage): Promise<Answer> => {
    const { host: _host, connection: _connection, "transfer-encoding": encoding, ...headers } = incoming.headers;
    const body = await wholeBody(incoming);
    const passing = { method: incoming.method as string, path: incoming.url as string, headers, body };
    if (encoding !== undefined) passing.headers["content-length"] = String(body.length);
    if (gate.restoring && passing.method !== "GET")
      await forward({ method: "POST", path: restorePath, headers: {}, body: Buffer.alloc(0) });
    return gate.spoil ? gate.spoil(passing, forward) : forward(passing);
  };
  const respond = (response: ServerResponse, { status, headers, body }: Answer) => {
    const { connection: _connection, "keep-alive": _alive, "transfer-encoding": _encoding, ...kept } = headers;
    response.writeHead(status, { ...kept, "content-length": body.length });
    response.end(body);
  };

  // One request at a time, because a restored world is for the request that follows.
  let turn: Promise<unknown> = Promise.resolve();
  const server = createServer((incoming, response) => {
    turn = turn
      .then(() => pass(incoming))
      .then((answer) => respond(response, answer))
      .catch((error) =>
        respond(response, { status: 502, headers: { "content-type": "text/plain" }, body: Buffer.from(String(error)) }),
      );
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const gate: Gate = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    restoring: false,
    spoil: undefined,
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return gate;
}
