import type { Request, Response } from "express";
import { type Endpoint, type FileBody, isBinary, JsonText } from "../../contract/endpoint.ts";
import { sliced } from "../store/time-slice.ts";
import { sendFile, stream } from "./download.ts";
import { exchangeOf, send, sendNothing } from "./exchange.ts";
import { HttpRefusal } from "./problems.ts";
import { checkAccept } from "./request/accept.ts";
import { type Serialise, serialiserOf } from "./serialise.ts";

export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  found?: readonly string[];
}

/** A path of this server is below the path under which the client reaches it. */
function setHeaders(response: Response, headers: Record<string, string>): void {
  const { prefix } = exchangeOf(response);
  for (const [name, value] of Object.entries(headers))
    response.setHeader(name, name === "Location" ? `${prefix}${value}` : value);
}

/** The rows of a list that are serialised in one turn of the event loop: the largest page. */
const mostAtOnce = 1_000;
async function prepared(serialise: Serialise, rows: readonly unknown[]): Promise<void> {
  for await (const [nth, row] of sliced(rows.entries())) serialise(row, ["content", nth]);
}

/** Sends the replies of one endpoint, each as the contract declares its status. */
export function responderOf(endpoint: Endpoint) {
  const serialisers: Record<number, Serialise> = Object.fromEntries(
    Object.entries(endpoint.responses).flatMap(([status, declared]) =>
      isBinary(declared) || status === "204"
        ? []
        : [[status, serialiserOf(declared, { again: endpoint.method === "get" })]],
    ),
  );
  return (request: Request, response: Response, { status, body, headers }: Reply): void | Promise<void> => {
    const declared = endpoint.responses[status];
    if (declared === undefined) throw new Error(`status ${status} is not declared`);
    if (headers) setHeaders(response, headers);
    if (isBinary(declared)) {
      const file = body as FileBody;
      checkAccept(request, [(file.contentType.split(";")[0] as string).trim().toLowerCase()]);
      return sendFile(request, response, file);
    }
    if (status === 204) return sendNothing(response);
    if (status >= 400 && "code" in (body as object)) throw new HttpRefusal(status, body as never, headers);
    if (body instanceof JsonText) {
      response.setHeader("Content-Type", "application/json; charset=utf-8");
      return stream(response, () => body.chunks);
    }
    const serialise = serialisers[status] as Serialise;
    // What a read returns is made of rows, which never change.
    const again = endpoint.method === "get" ? () => serialise(body) : undefined;
    const answer = () => send(response, status, "application/json; charset=utf-8", serialise(body), again);
    const { content } = body as { content?: unknown };
    if (!serialise.row || !Array.isArray(content) || content.length <= mostAtOnce) return answer();
    return prepared(serialise.row, content).then(answer);
  };
}
