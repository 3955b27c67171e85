import { type Endpoint, operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";

/** What was asked of an operation, as its contract reads it. */
export interface Asked {
  /** A shorthand path names no account. */
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | string[]>>;
  /** Undefined where none was sent or none is known. */
  body?: unknown;
}
export interface Answer {
  status: number;
  /** Absent where a recording has none. */
  headers?: Headers;
  /** Without its parameters; empty where the answer names none, absent where it is unknown. */
  type?: string;
  /** Absent where a recording has left them out. */
  bytes?: Uint8Array;
  /** Parsed, when it is JSON. */
  body?: unknown;
}
/** A request and its answer, sent by a check or recorded. */
export interface Exchange {
  operationId: string;
  asked: Asked;
  answer: Answer;
}
export type Row = Record<string, unknown>;

const endpoints = new Map(operationsOf(service).map(({ operationId, endpoint }) => [operationId, endpoint]));
export const endpointOf = (operationId: string) => endpoints.get(operationId) as Endpoint;

const isJson = (type: string) => type === "application/json" || type.endsWith("+json");
const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
};

/** An answer with its body parsed. */
export function answerOf(status: number, headers: Headers | undefined, bytes?: Uint8Array, otherType?: string): Answer {
  const declared = headers && (headers.get("content-type") ?? otherType ?? "");
  const type = (declared ?? otherType)?.split(";")[0]?.trim().toLowerCase();
  const body = bytes && type !== undefined && isJson(type) ? parsed(bytes) : undefined;
  return {
    status,
    ...(headers && { headers }),
    ...(type !== undefined && { type }),
    ...(bytes && { bytes }),
    ...(body !== undefined && { body }),
  };
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
export const rowOf = (answer: Answer | undefined) => (isRow(answer?.body) ? answer.body : undefined);
export const listIn = (row: Row | undefined, name: string): Row[] => {
  const list = row?.[name];
  return Array.isArray(list) ? list.filter(isRow) : [];
};
/** The rows of a list, even of one that deviates. */
export const rowsOf = (answer: Answer | undefined): Row[] => listIn(rowOf(answer), "content");
export const idOf = (row: Row | undefined, name: string): number | undefined =>
  typeof row?.[name] === "number" ? (row[name] as number) : undefined;
