import type { AssumptionKey } from "../../contract/assumptions.ts";
import { type Endpoint, isBinary, operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { Problem } from "../../contract/shared.ts";
import type { Ledger } from "./ledger.ts";
import { compare, shown } from "./shape.ts";

export interface TargetOptions {
  url: string;
  account: string;
  token: string;
}

export interface Request {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  /** null sends none. */
  token?: string | null;
  account?: string;
}
export interface Answer {
  status: number;
  headers: Headers;
  type: string;
  bytes: Uint8Array;
  /** Parsed, when it is JSON. */
  body: unknown;
}
export type Row = Record<string, unknown>;

const patience = 30_000;
const endpoints = new Map(operationsOf(service).map(({ operationId, endpoint }) => [operationId, endpoint]));
const endpointOf = (operationId: string) => endpoints.get(operationId) as Endpoint;
const successOf = (endpoint: Endpoint) =>
  Number(Object.keys(endpoint.responses).find((status) => Number(status) < 300));
const isJson = (type: string) => type === "application/json" || type.endsWith("+json");

/** Nothing answers there. */
export class Unreachable extends Error {}

/** A deployment of the service, held against its contract with every request. */
export class Target {
  readonly account: string;
  readonly ledger: Ledger;
  readonly #options: TargetOptions;

  constructor(options: TargetOptions, ledger: Ledger) {
    this.#options = options;
    this.account = options.account;
    this.ledger = ledger;
  }

  async fetch(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    const response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      redirect: "manual",
      signal: AbortSignal.timeout(patience),
    }).catch((error: Error) => {
      throw new Unreachable(
        `${url} does not answer: ${error.cause instanceof Error ? error.cause.message : error.message}`,
      );
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    return {
      status: response.status,
      headers: response.headers,
      type,
      bytes,
      body: isJson(type) ? parsed(bytes) : undefined,
    };
  }

  /** A request as the contract has it, or as it should not be. */
  send(
    operationId: string,
    { params = {}, query = {}, body, headers = {}, token = this.#options.token, account = this.account }: Request = {},
  ): Promise<Answer> {
    const endpoint = endpointOf(operationId);
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(name === "accountId" ? account : params[name])),
    );
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const sent = {
      accept: "*/*",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    };
    const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
    return this.fetch(
      `${this.#options.url}${path}${search.size > 0 ? `?${search}` : ""}`,
      endpoint.method.toUpperCase(),
      sent,
      text,
    );
  }
  raw(path: string): Promise<Answer> {
    return this.fetch(`${this.#options.url}${path}`, "GET", {
      accept: "*/*",
      authorization: `Bearer ${this.#options.token}`,
    });
  }

  /** Wants a success, and checks its status, headers and body. Undefined when none came. */
  async succeed(operationId: string, request: Request = {}): Promise<Answer | undefined> {
    const { ledger } = this;
    const endpoint = endpointOf(operationId);
    const wanted = successOf(endpoint);
    const answer = await this.send(operationId, request);
    ledger.reached(operationId);
    if (answer.status >= 300) {
      const detail = (answer.body as { detail?: unknown } | undefined)?.detail;
      const forbidden = answer.status === 403 ? "roles" : null;
      ledger.deviated(
        operationId,
        "status",
        forbidden,
        String(wanted),
        `${answer.status}${typeof detail === "string" ? ` (${detail.slice(0, 200)})` : ""}`,
      );
      return undefined;
    }
    ledger.check(
      operationId,
      "status",
      "success-statuses",
      answer.status === wanted,
      String(wanted),
      String(answer.status),
    );
    const declared = endpoint.responses[wanted];
    if (declared === undefined) return answer;
    if (isBinary(declared)) {
      this.#checkFile(operationId, declared.binary, answer);
      return answer;
    }
    ledger.check(
      operationId,
      "header Content-Type",
      null,
      answer.type === "application/json",
      "application/json",
      answer.type || "nothing",
    );
    if (answer.body === undefined) {
      ledger.deviated(operationId, `${answer.status} body`, null, "JSON", "something else");
      return undefined;
    }
    ledger.compared(operationId, answer.status, compare(declared, answer.body));
    return answer;
  }
  #checkFile(operationId: string, types: readonly string[], { type, bytes, headers }: Answer): void {
    const assumption: AssumptionKey | null = operationId === "documents.file" ? "download-types" : null;
    const declared = types.includes(type) || (types.includes("*/*") && type !== "");
    this.ledger.check(operationId, "header Content-Type", assumption, declared, types.join(" or "), type || "nothing");
    const [magic, name] = type === "application/zip" ? ["PK", "a ZIP archive"] : ["%PDF", "a PDF"];
    if (types.includes(type))
      this.ledger.check(
        operationId,
        "body",
        null,
        Buffer.from(bytes.subarray(0, 8)).toString("latin1").includes(magic),
        name,
        "other bytes",
      );
    const length = headers.get("content-length");
    if (length !== null)
      this.ledger.check(
        operationId,
        "header Content-Length",
        null,
        Number(length) === bytes.length,
        String(bytes.length),
        length,
      );
  }

  /** Wants a refusal, and checks its status and its problem document. */
  async refuse(
    operationId: string,
    status: number,
    request: Request,
    assumption: AssumptionKey = "errors",
    code?: string,
  ): Promise<Answer> {
    const answer = await this.send(operationId, request);
    this.refusal(operationId, status, answer, assumption, code);
    return answer;
  }
  refusal(operationId: string, status: number, answer: Answer, assumption: AssumptionKey, code?: string): void {
    const { ledger } = this;
    ledger.reached(operationId);
    const where = `${status} for ${assumption}`;
    ledger.check(operationId, where, assumption, answer.status === status, String(status), String(answer.status));
    if (answer.status !== status) return;
    ledger.check(
      operationId,
      `${status} header Content-Type`,
      "errors",
      answer.type === "application/problem+json",
      "application/problem+json",
      answer.type || "nothing",
    );
    if (answer.body === undefined) return;
    ledger.compared(operationId, status, compare(Problem, answer.body));
    const came = (answer.body as { code?: unknown }).code;
    if (code !== undefined && came !== undefined)
      ledger.check(operationId, `${status} /code`, assumption, came === code, code, shown(came));
  }
}

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
};

/** The rows of a list, whatever else is wrong with it. */
export const rowsOf = (answer: Answer | undefined): Row[] => {
  const content = (answer?.body as { content?: unknown } | undefined)?.content;
  return Array.isArray(content) ? content.filter((row): row is Row => typeof row === "object" && row !== null) : [];
};
export const idOf = (row: Row | undefined, name: string): number | undefined =>
  typeof row?.[name] === "number" ? (row[name] as number) : undefined;
