import type { z } from "zod";
import type { AssumptionKey } from "./assumptions.ts";
import type { Duplicate, InvalidRequest, Problem, ProblemCode, Violation } from "./shared.ts";

export type Method = "get" | "post" | "put" | "delete";

/** A response body that is not JSON, declared by its media types. */
export interface Binary {
  binary: readonly string[];
  description: string;
  /** The first bytes: tools that pair examples by name need a value. */
  example: string;
}

export const binary = (description: string, example: string, ...types: string[]): Binary => ({
  binary: types,
  description,
  example,
});

/** Bytes that are produced only when a response needs them. */
export interface LazyBytes {
  /** Absent where only producing the bytes shows it. */
  length?: number;
  produce: () => Promise<Uint8Array>;
}

/** The body that a handler returns for a Binary response. */
export interface FileBody {
  /** The signal of a stream aborts when the client has gone. */
  content: Uint8Array | LazyBytes | ((gone: AbortSignal) => AsyncIterable<Uint8Array>);
  contentType: string;
  /** Absent where the body is read as it arrives and not saved. */
  fileName?: string;
  etag?: string;
}

/** The text of a JSON body that is too large to be made at once. */
export class JsonText {
  readonly chunks: AsyncIterable<Uint8Array>;
  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks;
  }
}

/** A request body that is not parsed. */
export interface RawBody {
  bytes: Uint8Array;
  contentType: string;
}

/** One named case of an endpoint; its path parameters are the examples of their own schemas. */
export interface Example {
  summary: string;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** The endpoint's first success when left out. */
  status?: number;
  response?: unknown;
}

/** One operation, as data. Its key path in the contract is its operation id. */
export interface Endpoint {
  method: Method;
  path: `/${string}`;
  summary: string;
  description?: string;
  params: z.ZodObject;
  query?: z.ZodObject;
  /** JSON, or form fields if `form` is set. */
  body?: z.ZodType;
  bodyOptional?: boolean;
  /** Largest body in bytes, where the usual limit is too small. */
  largest?: number;
  form?: true;
  // The entry */* stands for every type except those of forms.
  /** Media types that are accepted as bytes, beside the JSON of `body`. */
  raw?: readonly string[];
  responses: { [status: number]: z.ZodType | Binary };
  examples: Record<string, Example>;
  /** Operations that use a success; each parameter is a JSON pointer into the response. */
  links?: Record<string, { operation: string; parameters: Record<string, `/${string}`> }>;
  /** Assumptions about behaviour, beside those that the schemas carry. */
  assumes?: readonly AssumptionKey[];
}

export type Group = Record<string, Endpoint>;
export type Contract = Record<string, Group>;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface RequestOf<E extends Endpoint> {
  params: z.output<E["params"]>;
  query: Output<E["query"]>;
  body: Output<E["body"]> | (E["raw"] extends readonly string[] ? RawBody : never);
}

/** The part of a refusal that a handler decides; the server completes the problem document. */
export interface Refused {
  code: ProblemCode;
  detail: string;
  errors?: Violation[];
  furtherErrors?: number;
  thirdpartyId?: number;
}

type BodyOf<R> = R extends Binary
  ? FileBody
  : R extends typeof Problem | typeof InvalidRequest | typeof Duplicate
    ? Refused
    : R extends z.ZodType
      ? z.input<R> | JsonText
      : never;

export type ResponseOf<E extends Endpoint> = {
  [S in keyof E["responses"]]: {
    status: S;
    body: BodyOf<E["responses"][S]>;
    headers?: Record<string, string>;
    /** The event types that a search found; they are counted, and not sent. */
    found?: readonly string[];
  };
}[keyof E["responses"]];

export const isBinary = (response: z.ZodType | Binary): response is Binary => "binary" in response;

/** Every operation of a contract with its operation id, in the contract's order. */
export function operationsOf(contract: Contract): { operationId: string; tag: string; endpoint: Endpoint }[] {
  return Object.entries(contract).flatMap(([tag, group]) =>
    Object.entries(group).map(([name, endpoint]) => ({ operationId: `${tag}.${name}`, tag, endpoint })),
  );
}

/** The examples that answer with a status. The keys of `responses` are numbers, so the first is a success. */
export function examplesWith(status: number, { examples, responses }: Endpoint): [name: string, example: Example][] {
  const [usual] = Object.keys(responses);
  return Object.entries(examples).filter(([, example]) => (example.status ?? Number(usual)) === status);
}
