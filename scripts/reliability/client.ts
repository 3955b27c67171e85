import http from "node:http";

export interface Request {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Texts and bytes are sent as they are, anything else as JSON. */
  body?: unknown;
}
export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
  /** The bytes, read as JSON. */
  readonly body: unknown;
}
/** Rejects when the server dies before it has answered. */
export type Ask = (request: Request) => Promise<Answer>;

export const control = (account: string, path = "") => `/_sandbox/accounts/${account}${path}`;
export const service = (account: string, path = "") => `/api/v1/account/${account}${path}`;
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const by = (method: string) => (path: string, body?: unknown, headers?: Record<string, string>) =>
  ({ method, path, body, headers }) satisfies Request;
export const get = (path: string, headers?: Record<string, string>): Request => ({ method: "GET", path, headers });
export const post = by("POST");
export const put = by("PUT");
export const remove = by("DELETE");

/** The body of a success; any other answer is an error. */
export async function must<T = unknown>(ask: Ask, request: Request): Promise<T> {
  const { status, body } = await ask(request);
  if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`);
  return body as T;
}

/**
 * Unlike fetch it changes neither path nor headers, and it takes a tenth of the time. So many connections are kept; by
 * default each request has one of its own.
 */
export function clientOf(port: number, connections = 0): { ask: Ask; close: () => void } {
  const agent = new http.Agent(connections > 0 ? { keepAlive: true, maxSockets: connections } : {});
  const ask: Ask = ({ method, path, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const request = http.request({ host: "127.0.0.1", port, agent, method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        const isStream = response.headers["content-type"] === "text/event-stream";
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          // A stream does not end by itself.
          if (isStream) response.destroy();
        });
        response.on("error", () => {});
        response.on("close", () => {
          const { statusCode: status = 0, complete } = response;
          if (!complete && !isStream) return reject(new Error(`the answer with ${status} broke off`));
          const bytes = Buffer.concat(chunks);
          const read = () => (bytes.length > 0 ? JSON.parse(bytes.toString()) : null);
          resolve({
            status,
            headers: response.headers,
            bytes,
            get body() {
              return read();
            },
          });
        });
      });
      request.on("error", reject);
      const isRaw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
      const sent = isRaw ? body : JSON.stringify(body);
      if (!isRaw) request.setHeader("Content-Type", "application/json");
      if (sent !== undefined) request.setHeader("Content-Length", Buffer.byteLength(sent));
      request.end(sent);
    });
  return { ask, close: () => agent.destroy() };
}
