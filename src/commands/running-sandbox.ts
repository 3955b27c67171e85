import type { control } from "../../contract/control.ts";
import { type Endpoint, operationsOf } from "../../contract/endpoint.ts";
import { type AccountCall, call, inAccount, type Result } from "../client/control.ts";
import { type Place, SandboxProblem } from "../client/problem.ts";
import { Failure, option, optional, secret } from "./command.ts";
import { accountId, httpUrl } from "./values.ts";

export const usualUrl = "http://127.0.0.1:4600";
export const urlOption = option<string>(
  { takes: "URL", environment: "SANDBOX_URL", fallback: usualUrl, parse: httpUrl },
  "The sandbox to talk to.",
);
export const keyOption = secret("SANDBOX_KEY", "Key of the control plane of a sandbox that is not on loopback.");
const places = { url: urlOption, key: keyOption };
/** For what a server has of all accounts together. */
export const serverOptions = {
  account: optional<string>(
    { takes: "ID", short: "a", environment: "SANDBOX_ACCOUNT", parse: accountId },
    "Only this account; all accounts without it.",
  ),
  ...places,
};
export const accountOptions = {
  account: option<string>(
    { takes: "ID", short: "a", environment: "SANDBOX_ACCOUNT", fallback: "demo", parse: accountId },
    "The account that is meant.",
  ),
  ...places,
};

export function sentenceOf(error: unknown, url: string): string {
  if (error instanceof SandboxProblem)
    return typeof error.problem.detail === "string"
      ? error.message
      : `${url} answered ${error.status}, and not as a sandbox does.`;
  const { message, cause } = error as Error;
  const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
  const place = url === usualUrl ? `${url}, where one usually is` : url;
  return (
    `No sandbox answers at ${place} (${reason}). Start one with tiers-sandbox; ` +
    "if it listens elsewhere, give the address that it printed with --url or SANDBOX_URL."
  );
}

type Control = typeof control;
type EndpointOf<Id> = Id extends `${infer G extends keyof Control}.${infer N}`
  ? Extract<Control[G][N & keyof Control[G]], Endpoint>
  : never;
type OperationId = { [G in keyof Control]: `${G}.${keyof Control[G] & string}` }[keyof Control];

/** Calls an operation of a running sandbox. The contract is slow to load: help and bad usage do without it. */
export async function ask<Id extends OperationId>(
  { account = "", url, key }: Place & { account?: string | undefined },
  operationId: Id,
  request: AccountCall<EndpointOf<Id>> = {},
): Promise<Result<EndpointOf<Id>>> {
  const { control } = await import("../../contract/control.ts");
  const { endpoint } = operationsOf(control).find((operation) => operation.operationId === operationId) ?? {};
  return call({ url, key }, endpoint as EndpointOf<Id>, inAccount(account, request)).catch((error: unknown) => {
    throw new Failure(sentenceOf(error, url), { cause: error });
  });
}
