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
/** The account that is meant where none is named, and the sandbox has it. */
export const usualAccount = "demo";
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
  account: option<string | undefined>(
    {
      ...{ takes: "ID", short: "a", environment: "SANDBOX_ACCOUNT", parse: accountId },
      ...{ fallback: undefined, shown: `${usualAccount}, or the only one` },
    },
    "The account that is meant.",
  ),
  ...places,
};

export function sentenceOf(error: unknown, url: string): string {
  if (error instanceof SandboxProblem)
    return typeof error.problem.detail === "string"
      ? error.message.replace(/PUT \/_sandbox\/accounts\/(\S+) makes it/, "tiers-sandbox accounts make $1 makes it")
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
  { account, url, key }: Place & { account?: string | undefined },
  operationId: Id,
  request: AccountCall<EndpointOf<Id>> = {},
): Promise<Result<EndpointOf<Id>>> {
  const { control } = await import("../../contract/control.ts");
  const { endpoint } = operationsOf(control).find((operation) => operation.operationId === operationId) ?? {};
  const callIn = (id: string) => call({ url, key }, endpoint as EndpointOf<Id>, inAccount(id, request));
  return callIn(account ?? usualAccount)
    .catch(async (error: unknown) => {
      const only = account === undefined && isNoAccount(error) ? await onlyAccount({ url, key }) : undefined;
      if (only === undefined) throw error;
      return callIn(only);
    })
    .catch((error: unknown) => {
      throw new Failure(sentenceOf(error, url), { cause: error });
    });
}

const isNoAccount = (error: unknown) => error instanceof SandboxProblem && error.problem.code === "ACCOUNT_NOT_FOUND";

async function onlyAccount(place: Place): Promise<string | undefined> {
  const { content } = await ask(place, "accounts.list");
  return content.length === 1 ? content[0]?.accountId : undefined;
}

/** The account that `ask` means, for what needs its name. */
export async function accountOf({ account, ...place }: Place & { account: string | undefined }): Promise<string> {
  if (account !== undefined) return account;
  return ask({ ...place, account: usualAccount }, "clock.get").then(
    () => usualAccount,
    async ({ cause }) => (isNoAccount(cause) && (await onlyAccount(place))) || usualAccount,
  );
}
