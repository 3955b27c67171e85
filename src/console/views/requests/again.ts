import { allOperations, call, type Reply, urlOf } from "../../api.ts";
import type { Spoken } from "./snippets.ts";

export type WholeRequest = Reply<"requests.get">;

/** Headers that a client chose, and not the browser or its connection. */
const kept =
  /^(accept|content-type|prefer|idempotency-key|if-none-match|if-match|accept-language|x-(?!request-id).*)$/i;

/** Why a request cannot be sent or written down as it was. */
export function unsendable({ requestBody, accountId }: WholeRequest): string | undefined {
  if (!accountId) return "It names no account.";
  if (requestBody && requestBody.kept !== "whole" && requestBody.size !== 0) return "Its body was not kept whole.";
  if (requestBody?.encoding) return "Its body is a file.";
  return undefined;
}

/** The request with a token of the caller that it had, good for an hour; without one where none was accepted. */
export async function spoken(request: WholeRequest): Promise<Spoken> {
  const { accountId, caller, method, path, requestHeaders, requestBody } = request;
  const token =
    accountId && caller !== null
      ? await call("tokens.create", { body: { accountIds: [accountId], subject: caller } })
      : undefined;
  return {
    method,
    url: urlOf(path),
    headers: requestHeaders.filter(({ name }) => kept.test(name)).map(({ name, value }) => [name, value] as const),
    body: requestBody?.text ?? undefined,
    token: token?.accessToken,
  };
}

/** Sends it again as the client did, so that it is logged and faults hit it; returns the id of the new request. */
export async function sendAgain(request: WholeRequest): Promise<{ status: number; requestId: string | null }> {
  const { method, url, headers, body, token } = await spoken(request);
  const all = [...headers, ...(token === undefined ? [] : [["Authorization", `Bearer ${token}`] as const])];
  const response = await fetch(url, { method, headers: all.map(([...pair]) => pair), ...(body && { body }) }).catch(
    () => undefined,
  );
  await response?.arrayBuffer().catch(() => undefined);
  return { status: response?.status ?? 0, requestId: response?.headers.get("X-Request-Id") ?? null };
}

export const templateOf = (operation: string | null): string | undefined =>
  allOperations()
    .find(([id]) => id === operation)?.[1]
    .split(" ")[1];
