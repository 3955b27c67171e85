import http from "node:http";

export interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}
export interface Received {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Connections that are kept; unlike fetch it changes neither path nor headers, and it takes a tenth of the time. */
export function clientOf(port: number, connections: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const send = ({ method, path, headers, body }: Sent) =>
    new Promise<Received>((resolve, reject) => {
      const request = http.request({ host: "127.0.0.1", port, agent, method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          // A stream does not end by itself.
          if (response.headers["content-type"] === "text/event-stream") response.destroy();
        });
        response.on("error", () => {});
        response.on("close", () => {
          const { statusCode: status = 0, complete } = response;
          if (!complete && status !== 200) return reject(new Error(`the answer with ${status} broke off`));
          resolve({ status, headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      request.on("error", reject);
      if (body !== undefined) request.setHeader("Content-Length", Buffer.byteLength(body));
      request.end(body);
    });
  return { send, close: () => agent.destroy() };
}
