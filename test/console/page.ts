import { onTestFinished, vi } from "vitest";
import { route } from "../../src/console/route.ts";

interface Sent {
  operation: string;
  path?: string;
  query?: Record<string, string>;
  body?: unknown;
}

/** What a page finds in a browser, for one test: the address `#/demo/portfolio`, which may be another. */
export function openPage(hash = "#/demo/portfolio") {
  const location = { hash };
  vi.stubGlobal("document", { baseURI: "http://host/tools/console/" });
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal("location", location);
  vi.stubGlobal("history", { replaceState: (_: unknown, __: string, url: string) => (location.hash = url) });
  route.value = { account: "demo", view: "portfolio", rest: [], query: {} };
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return location;
}

/**
 * A server that answers the operations of the control plane that a test names, with a body or with what a function
 * makes of the request; all others are refused. Returns what was sent, in order.
 */
export function answering(answers: Record<string, unknown>): Sent[] {
  openPage();
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const sent: Sent[] = [];
  const paths = new Proxy({}, { get: (_, operation) => `POST /_sandbox/${String(operation)}/{accountId}/{name}` });
  vi.stubGlobal("operationPaths", paths);
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    const { pathname, searchParams } = new URL(url);
    const [operation = "", ...named] = pathname.replace("/tools/console/_sandbox/", "").split("/");
    const path = named.filter(Boolean).join(" ");
    const query = Object.fromEntries(searchParams);
    const request: Sent = {
      operation,
      ...(path !== "demo" && { path }),
      ...(searchParams.size > 0 && { query }),
      ...(body != null && { body: JSON.parse(String(body)) }),
    };
    sent.push(request);
    const answer = answers[operation];
    if (answer === undefined) return Response.json({ detail: `${operation} is refused.` }, { status: 409 });
    return Response.json(typeof answer === "function" ? answer(request) : answer);
  });
  return sent;
}
