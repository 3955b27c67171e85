import { sandboxHeader } from "../../contract/shared.ts";
import { type Answer, answerOf, type Exchange, endpointOf, type Row, rowOf, rowsOf } from "./exchange.ts";
import { judgeRefusal, judgeSuccess, type Refusal } from "./judge.ts";
import type { Ledger } from "./ledger.ts";

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
const TIMEOUT = 30_000;

/** Nothing answers at the address, or nothing like the service. */
export class NoService extends Error {}

/** A deployment of the service, whose every answer is compared with the contract. */
export class Target {
  readonly account: string;
  readonly ledger: Ledger;
  /** Known after the first answer. */
  isSandbox = false;
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
    return answerOf(response.status, response.headers, new Uint8Array(await response.arrayBuffer()));
  }

  /** Stops before the first check where nothing like the service answers, which would deviate in every one. */
  async recognise(): Promise<void> {
    const { status, type, body, headers } = await this.send("thirdparties.list");
    this.isSandbox = headers?.has(sandboxHeader) === true;
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

  #exchange(operationId: string, { params, query, body, account = this.account }: Request, answer: Answer): Exchange {
    const texts = (values: Request["params"] = {}) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    return {
      operationId,
      asked: { params: { ...texts(params), accountId: account }, query: texts(query), body },
      answer,
    };
  }
  /** Expects a success, and checks its status, headers and body. Undefined when the request failed. */
  async succeed(operationId: string, request: Request = {}): Promise<Answer | undefined> {
    const answer = await this.send(operationId, request);
    return judgeSuccess(this.ledger, this.#exchange(operationId, request, answer)) ? answer : undefined;
  }
  async row(operationId: string, request?: Request): Promise<Row | undefined> {
    return rowOf(await this.succeed(operationId, request));
  }
  async rows(operationId: string, request?: Request): Promise<Row[]> {
    return rowsOf(await this.succeed(operationId, request));
  }

  /** Expects a refusal, and checks its status and its problem document. */
  async refuse(operationId: string, request: Request, expected: Refusal): Promise<Answer> {
    const answer = await this.send(operationId, request);
    judgeRefusal(this.ledger, operationId, answer, expected);
    return answer;
  }
}
