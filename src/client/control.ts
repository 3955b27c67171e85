import type { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Problem } from "../../contract/shared.ts";

/** Where a sandbox is, and the key of its control plane when it is not on loopback. */
export interface Place {
  url: string;
  key: string | null;
}

/** The sandbox refused, and said why. */
export class SandboxProblem extends Error {
  readonly status: number;
  readonly problem: Partial<Problem>;
  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? `The sandbox answered ${status}.`);
    this.name = "SandboxProblem";
    this.status = status;
    this.problem = problem;
  }
}

type Parameters<S> = S extends z.ZodType ? Partial<z.output<S>> : undefined;
export interface Call<E extends Endpoint> {
  params?: z.output<E["params"]>;
  query?: Parameters<E["query"]>;
  body?: E["body"] extends z.ZodType ? z.input<E["body"]> : never;
  /** Bytes in place of a JSON body. */
  raw?: { bytes: Uint8Array; contentType: string };
}
type Success = 200 | 201;
export type Answer<E extends Endpoint> = {
  [S in keyof E["responses"]]: S extends Success
    ? E["responses"][S] extends z.ZodType
      ? z.output<E["responses"][S]>
      : never
    : never;
}[keyof E["responses"]];

/** Calls one operation of the control plane, typed by its contract; a refusal is thrown. */
export async function call<E extends Endpoint>(
  { url, key }: Place,
  endpoint: E,
  { params, query, body, raw }: Call<E> = {},
): Promise<Answer<E>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) given.set(name, String(value));
  const search = given.size > 0 ? `?${given}` : "";
  const headers: Record<string, string> = { accept: "application/json" };
  if (key !== null) headers["x-sandbox-key"] = key;
  if (raw) headers["content-type"] = raw.contentType;
  else if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(`${url}${path}${search}`, {
    method: endpoint.method.toUpperCase(),
    headers,
    body: raw ? (raw.bytes as Uint8Array<ArrayBuffer>) : body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new SandboxProblem(response.status, problemOf(text));
  return (text === "" ? undefined : JSON.parse(text)) as Answer<E>;
}

const problemOf = (text: string): Partial<Problem> => {
  try {
    return JSON.parse(text) as Partial<Problem>;
  } catch {
    return {};
  }
};
