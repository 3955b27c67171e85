import type { z } from "zod";
import type { AssumptionKey } from "./assumptions.ts";
import type { Duplicate, InvalidRequest, Problem, ProblemCode, Violation } from "./shared.ts";

export type Method = "get" | "post" | "put" | "delete";

/** A body that is not JSON: declared by its media types, served as they are. */
export interface Binary {
  binary: readonly string[];
  description: string;
  /** How the bytes begin, for tools that line up examples. */
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

/** A request body that is taken as it came. */
export interface RawBody {
  bytes: Uint8Array;
  contentType: string;
}

/** One named case of an endpoint: what is sent, and what comes back. */
export interface Example {
  summary: string;
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
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
  /** JSON, or form fields where `form` says so. */
  body?: z.ZodType;
  bodyOptional?: boolean;
  /** The most bytes that are taken, where the usual limit is too small. */
  largest?: number;
  form?: true;
  // Where it lists */*, that is any type but those of forms.
  /** Media types that are taken as bytes, beside the JSON of `body`. */
  raw?: readonly string[];
  responses: { [status: number]: z.ZodType | Binary };
  examples: Record<string, Example>;
  /** Where a success leads: the operation, and which parameter it takes from where in the answer (a JSON pointer). */
  links?: Record<string, { operation: string; parameters: Record<string, `/${string}`> }>;
  /** Assumptions about behaviour, beside those its schemas carry. */
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

/** What a handler says of a refusal; the server makes the problem document of it. */
export interface Refused {
  code: ProblemCode;
  detail: string;
  errors?: Violation[];
  thirdpartyId?: number;
}

type BodyOf<R> = R extends Binary
  ? FileBody
  : R extends typeof Problem | typeof InvalidRequest | typeof Duplicate
    ? Refused
    : R extends z.ZodType
      ? z.input<R>
      : never;

export type ResponseOf<E extends Endpoint> = {
  [S in keyof E["responses"]]: { status: S; body: BodyOf<E["responses"][S]>; headers?: Record<string, string> };
}[keyof E["responses"]];

export const isBinary = (response: z.ZodType | Binary): response is Binary => "binary" in response;

/** Every operation of a contract with its operation id, in the order in which the contract tells them. */
export function operationsOf(contract: Contract): { operationId: string; tag: string; endpoint: Endpoint }[] {
  return Object.entries(contract).flatMap(([tag, group]) =>
    Object.entries(group).map(([name, endpoint]) => ({ operationId: `${tag}.${name}`, tag, endpoint })),
  );
}
