import type { z } from "zod";
import { type Binary, type Endpoint, isBinary, type RawBody } from "../../contract/endpoint.ts";
import { type Place, SandboxProblem } from "./problem.ts";

export interface Call<E extends Endpoint> {
  params?: z.output<E["params"]>;
  query?: E["query"] extends z.ZodType ? Partial<z.output<E["query"]>> : undefined;
  body?: E["body"] extends z.ZodType ? z.input<E["body"]> : never;
  /** Bytes in place of a JSON body. */
  raw?: RawBody;
}
export type AccountCall<E extends Endpoint> = Omit<Call<E>, "params"> & { params?: object };
type Success = 200 | 201 | 202;
export type Result<E extends Endpoint> = {
  [S in keyof E["responses"] & Success]: E["responses"][S] extends z.ZodType
    ? z.output<E["responses"][S]>
    : E["responses"][S] extends Binary
      ? Uint8Array<ArrayBuffer>
      : never;
}[keyof E["responses"] & Success];

/** A call on one account, whose id is a parameter of the path. */
export const inAccount = <E extends Endpoint>(accountId: string, { params, ...rest }: AccountCall<E>): Call<E> =>
  ({ ...rest, params: { accountId, ...params } }) as Call<E>;

/** Calls one operation of the control plane, typed by its contract. Throws a refusal. */
export async function call<E extends Endpoint>(
  { url, key }: Place,
  endpoint: E,
  { params, query, body, raw }: Call<E>,
): Promise<Result<E>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  const contentType = raw?.contentType ?? (body === undefined ? undefined : "application/json");
  const success = endpoint.responses[200];
  const file = success && isBinary(success) ? success.binary : [];
  const response = await fetch(`${url}${path}${search.size > 0 ? `?${search}` : ""}`, {
    method: endpoint.method.toUpperCase(),
    headers: {
      accept: [...file, "application/json"].join(),
      ...(key !== null && { "x-sandbox-key": key }),
      ...(contentType !== undefined && { "content-type": contentType }),
    },
    body: raw ? (raw.bytes as Uint8Array<ArrayBuffer>) : body === undefined ? null : JSON.stringify(body),
  });
  if (response.ok && file.length > 0) return new Uint8Array(await response.arrayBuffer()) as Result<E>;
  const content = await response.json().catch(() => undefined);
  const isEmpty = response.status === 204;
  if (!response.ok || (content === undefined && !isEmpty)) throw new SandboxProblem(response.status, content ?? {});
  return content as Result<E>;
}
