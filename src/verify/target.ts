import type { AssumptionKey } from "../../contract/assumptions.ts";
import { type Endpoint, isBinary, operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { Problem } from "../../contract/shared.ts";
import type { Ledger } from "./ledger.ts";
import { compare, excerpt } from "./shape.ts";

export interface TargetOptions {
  url: string;
  account: string;
  token: string;
  /** In milliseconds, for the time that each operation takes. */
  now?: () => number;
}

interface Request {
  /** A path that is not the operation's own. */
  path?: string;
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  /** null sends none. */
  token?: string | null;
  account?: string;
}
interface Answer {
  status: number;
  headers: Headers;
  type: string;
  bytes: Uint8Array;
  /** Parsed, when it is JSON. */
  body: unknown;
}
interface Refusal {
  status: number;
  assumption?: AssumptionKey;
  code?: string;
}
export type Row = Record<string, unknown>;

type Declared = Endpoint["responses"][number];

const TIMEOUT = 30_000;
const endpoints = new Map(operationsOf(service).map(({ operationId, endpoint }) => [operationId, endpoint]));
const endpointOf = (operationId: string) => endpoints.get(operationId) as Endpoint;
const isJson = (type: string) => type === "application/json" || type.endsWith("+json");

/** Nothing answers at the address, or nothing like the service. */
export class NoService extends Error {}

/** A deployment of the service, whose every answer is compared with the contract. */
export class Target {
  readonly account: string;
  readonly ledger: Ledger;
  readonly #options: TargetOptions;

  constructor(options: TargetOptions, ledger: Ledger) {
    this.#options = options;
    this.account = options.account;
    this.ledger = ledger;
  }

  async fetch(url: string, init: RequestInit = {}): Promise<Answer> {
    const signal = AbortSignal.timeout(TIMEOUT);
    const response = await fetch(url, { redirect: "manual", signal, ...init }).catch((error: Error) => {
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      throw new NoService(`${url} does not answer: ${reason}`);
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { status, headers } = response;
    const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    return { status, headers, type, bytes, body: isJson(type) ? parsed(bytes) : undefined };
  }

  /** Stops before the first check where nothing like the service answers, which would deviate in every one. */
  async recognise(): Promise<void> {
    const { status, type, body } = await this.send("thirdparties.list");
    // A service that refuses the token is there; whether a 404 comes from it or from another server cannot be seen.
    const isService = status === 401 || status === 403 || (status !== 404 && body !== undefined);
    if (isService) return;
    const { url } = this.#options;
    const [before] = url.split("/api/v1");
    const advice =
      before === url
        ? "--target is the part of its addresses before /api/v1"
        : `--target is the part before /api/v1: --target ${before}`;
    const received = `${status} ${type || "without a type"}`;
    throw new NoService(
      `Nothing like the service answers at ${url}: its list of third parties is ${received}. ${advice}.`,
    );
  }

  /** Sends a request and checks nothing. */
  async send(operationId: string, request: Request = {}): Promise<Answer> {
    const { now = () => 0 } = this.#options;
    const begun = now();
    try {
      return await this.#send(operationId, request);
    } finally {
      this.ledger.spent(operationId, now() - begun);
    }
  }
  #send(operationId: string, request: Request): Promise<Answer> {
    const { params = {}, query = {}, body, headers, token = this.#options.token, account = this.account } = request;
    const endpoint = endpointOf(operationId);
    const values: Record<string, string | number> = { ...params, accountId: account };
    const path = (request.path ?? endpoint.path).replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(values[name])),
    );
    const search = new URLSearchParams(query as Record<string, string>);
    return this.fetch(`${this.#options.url}${path}${search.size > 0 ? `?${search}` : ""}`, {
      method: endpoint.method.toUpperCase(),
      headers: {
        accept: "*/*",
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  /** Expects a success, and checks its status, headers and body. Undefined when the request failed. */
  async succeed(operationId: string, request?: Request): Promise<Answer | undefined> {
    const { responses } = endpointOf(operationId);
    const expected = Number(Object.keys(responses).find((status) => Number(status) < 300));
    const answer = await this.send(operationId, request);
    const { status } = answer;
    this.ledger.reached(operationId);
    if (status >= 300) {
      const detail = rowOf(answer)?.detail;
      const received = typeof detail === "string" ? `${status} (${detail.slice(0, 200)})` : String(status);
      this.ledger.at(operationId, "status", status === 403 ? "roles" : null).deviated(String(expected), received);
      return undefined;
    }
    this.ledger.at(operationId, "status", "success-statuses").equals(status, expected);
    const declared = responses[expected] as Declared;
    if (!isBinary(declared)) return this.#checkJson(operationId, declared, answer) ? answer : undefined;
    this.#checkFile(operationId, declared.binary, answer);
    return answer;
  }
  async row(operationId: string, request?: Request): Promise<Row | undefined> {
    return rowOf(await this.succeed(operationId, request));
  }
  async rows(operationId: string, request?: Request): Promise<Row[]> {
    return rowsOf(await this.succeed(operationId, request));
  }
  #checkJson(operationId: string, declared: Parameters<typeof compare>[0], { status, type, body }: Answer): boolean {
    this.ledger.at(operationId, "header Content-Type").equals(type || "nothing", "application/json");
    if (body === undefined) this.ledger.at(operationId, `${status} body`).deviated("JSON", "something else");
    else this.ledger.compared(operationId, status, compare(declared, body));
    return body !== undefined;
  }
  #checkFile(operationId: string, types: readonly string[], { type, bytes, headers }: Answer): void {
    const { ledger } = this;
    const isDeclared = types.includes(type) || (types.includes("*/*") && type !== "");
    ledger
      .at(operationId, "header Content-Type", operationId === "documents.file" ? "download-types" : null)
      .holds(isDeclared, types.join(" or "), type || "nothing");
    const [magic, name] = type === "application/zip" ? ["PK", "a ZIP archive"] : ["%PDF", "a PDF"];
    const start = Buffer.from(bytes.subarray(0, 8)).toString("latin1");
    if (types.includes(type)) ledger.at(operationId, "body").holds(start.includes(magic), name, "other bytes");
    const length = headers.get("content-length");
    if (length !== null)
      ledger
        .at(operationId, "header Content-Length")
        .holds(Number(length) === bytes.length, String(bytes.length), length);
  }

  /** Expects a refusal, and checks its status and its problem document. */
  async refuse(operationId: string, request: Request, expected: Refusal): Promise<Answer> {
    const answer = await this.send(operationId, request);
    this.checkRefusal(operationId, answer, expected);
    return answer;
  }
  checkRefusal(operationId: string, answer: Answer, { status, assumption = "errors", code }: Refusal): void {
    const { ledger } = this;
    ledger.reached(operationId);
    ledger.at(operationId, `${status} for ${assumption}`, assumption).equals(answer.status, status);
    if (answer.status !== status) return;
    ledger
      .at(operationId, `${status} header Content-Type`, "errors")
      .equals(answer.type || "nothing", "application/problem+json");
    if (answer.body === undefined) return;
    ledger.compared(operationId, status, compare(Problem, answer.body));
    const received = rowOf(answer)?.code;
    if (code !== undefined && received !== undefined)
      ledger.at(operationId, `${status} /code`, assumption).holds(received === code, code, excerpt(received));
  }
}

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
};

export const rowOf = (answer: Answer | undefined) => answer?.body as Row | undefined;
/** The rows of a list, even of one that deviates. */
export const rowsOf = (answer: Answer | undefined): Row[] => {
  const content = rowOf(answer)?.content;
  return Array.isArray(content) ? content.filter((row): row is Row => typeof row === "object" && row !== null) : [];
};
export const idOf = (row: Row | undefined, name: string): number | undefined =>
  typeof row?.[name] === "number" ? (row[name] as number) : undefined;
