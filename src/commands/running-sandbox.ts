import type { control } from "../../contract/control.ts";
import { type Endpoint, operationsOf } from "../../contract/endpoint.ts";
import { type AccountCall, call, inAccount, type Result } from "../client/control.ts";
import { type Place, SandboxProblem } from "../client/problem.ts";
import { Failure, option, secret } from "./command.ts";
import { accountId, httpUrl } from "./values.ts";

export const urlOption = option<string>(
  { takes: "URL", environment: "SANDBOX_URL", fallback: "http://127.0.0.1:4600", parse: httpUrl },
  "The sandbox to talk to.",
);
export const keyOption = secret("SANDBOX_KEY", "Key of the control plane of a sandbox that is not on loopback.");
export const accountOptions = {
  account: option<string>(
    { takes: "ID", short: "a", environment: "SANDBOX_ACCOUNT", fallback: "demo", parse: accountId },
    "The account that is meant.",
  ),
  url: urlOption,
  key: keyOption,
};

function sentenceOf(error: unknown, url: string): string {
  if (error instanceof SandboxProblem)
    return typeof error.problem.detail === "string"
      ? error.problem.detail
      : `${url} answered ${error.status}, and not as a sandbox does.`;
  const { message, cause } = error as Error;
  const reason = cause instanceof Error ? cause.message : message;
  return `No sandbox answers at ${url} (${reason}): start one with tiers-sandbox, or name another with --url.`;
}

type Control = typeof control;
type EndpointOf<Id> = Id extends `${infer G extends keyof Control}.${infer N}`
  ? Extract<Control[G][N & keyof Control[G]], Endpoint>
  : never;
type OperationId = { [G in keyof Control]: `${G}.${keyof Control[G] & string}` }[keyof Control];

/** Calls an operation of a running sandbox. The contract is slow to load: help and bad usage do without it. */
export async function ask<Id extends OperationId>(
  { account = "", url, key }: Place & { account?: string },
  operationId: Id,
  request: AccountCall<EndpointOf<Id>> = {},
): Promise<Result<EndpointOf<Id>>> {
  const { control } = await import("../../contract/control.ts");
  const { endpoint } = operationsOf(control).find((operation) => operation.operationId === operationId) ?? {};
  return call({ url, key }, endpoint as EndpointOf<Id>, inAccount(account, request)).catch((error: unknown) => {
    throw new Failure(sentenceOf(error, url));
  });
}
