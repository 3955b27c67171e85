import { Failure, option } from "./command.ts";
import { httpUrl } from "./values.ts";

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
}

/** Asks the control plane of a running sandbox. */
export async function ask({ url, key, method, path, body }: RemoteRequest): Promise<unknown> {
  const request = {
    method,
    headers: { accept: "application/json", "content-type": "application/json", ...(key === null ? {} : { "x-sandbox-key": key }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const response = await fetch(`${url}/_sandbox${path}`, request).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Failure(`No sandbox answers at ${url} (${reason}): start one with tiers-sandbox, or name another with --url.`);
  });
  const text = await response.text();
  const answer = parsed(text);
  if (response.ok && answer !== undefined) return answer;
  const detail = (answer as { detail?: unknown } | undefined)?.detail;
  throw new Failure(typeof detail === "string" ? detail : `${url} answered ${response.status}, and not as a sandbox does.`);
}

const parsed = (text: string): unknown => {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
};
