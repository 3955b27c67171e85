import { Failure, option } from "./command.ts";
import { accountId, httpUrl } from "./values.ts";

/** What every command that talks to a running sandbox may be told. */
export const urlOption = option<string>({
  summary: "The sandbox to talk to.",
  takes: "URL",
  environment: "SANDBOX_URL",
  fallback: "http://127.0.0.1:4600",
  parse: httpUrl,
});
export const keyOption = option<string | null>({
  summary: "Key of the control plane of a sandbox that is not on loopback.",
  environment: "SANDBOX_KEY",
  environmentOnly: true,
  fallback: null,
});

export interface RemoteRequest {
  url: string;
  key: string | null;
  method: string;
  /** Under /_sandbox. */
  path: string;
  body?: unknown;
  /** Bytes in place of a JSON body. */
  raw?: { bytes: Uint8Array; contentType: string };
}

/** What every command about one account may be told beside. */
export const accountOptions = {
  account: option<string>({
    summary: "The account that is meant.",
    takes: "ID",
    short: "a",
    environment: "SANDBOX_ACCOUNT",
    fallback: "demo",
    parse: accountId,
  }),
  url: urlOption,
  key: keyOption,
};
interface Of {
  account: string;
  url: string;
  key: string | null;
}

/** Asks something about one account. */
export const askAccount = (
  { account, url, key }: Of,
  method: string,
  path: string,
  more: Pick<RemoteRequest, "body" | "raw"> = {},
): Promise<unknown> => ask({ url, key, method, path: `/accounts/${account}${path}`, ...more });

/** Asks the control plane of a running sandbox. */
export async function ask({ url, key, method, path, body, raw }: RemoteRequest): Promise<unknown> {
  const request = {
    method,
    headers: {
      accept: "application/json",
      "content-type": raw?.contentType ?? "application/json",
      ...(key === null ? {} : { "x-sandbox-key": key }),
    },
    ...(raw
      ? { body: raw.bytes as Uint8Array<ArrayBuffer> }
      : body === undefined
        ? {}
        : { body: JSON.stringify(body) }),
  };
  const response = await fetch(`${url}/_sandbox${path}`, request).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Failure(
      `No sandbox answers at ${url} (${reason}): start one with tiers-sandbox, or name another with --url.`,
    );
  });
  const text = await response.text();
  const answer = parsed(text);
  if (response.ok && answer !== undefined) return answer;
  const detail = (answer as { detail?: unknown } | undefined)?.detail;
  throw new Failure(
    typeof detail === "string" ? detail : `${url} answered ${response.status}, and not as a sandbox does.`,
  );
}

const parsed = (text: string): unknown => {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
};
