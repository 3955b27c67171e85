import { consoleCaller } from "../../api.ts";
import { withWords } from "../../parts/words.ts";
import type { SeenRequest } from "../../state.ts";

const outcomes: Readonly<Record<string, (request: SeenRequest) => boolean>> = {
  refused: ({ status }) => status >= 400,
  "2xx": ({ status }) => status >= 200 && status < 300,
  "4xx": ({ status }) => status >= 400 && status < 500,
  "5xx": ({ status }) => status >= 500,
  events: ({ events }) => events.length > 0,
  faults: ({ fault }) => fault !== null,
};

/** The test of one request, by the query of the address. The console's own requests are left out. */
export function passing(
  { filter = "", outcome = "", everywhere }: Readonly<Record<string, string>>,
  accountId: string,
) {
  const matchesWords = withWords(filter);
  const passes = outcomes[outcome] ?? (() => true);
  return (request: SeenRequest): boolean => {
    const { method, path, operation, caller, code, status } = request;
    return (
      (everywhere !== undefined || (request.accountId ?? accountId) === accountId) &&
      caller !== consoleCaller &&
      passes(request) &&
      matchesWords([method, path, operation, caller, code, status].join(" "))
    );
  };
}

/** What was read and what the stream brought since, each request once, newest first. */
export function newestFirst(read: readonly SeenRequest[], since: readonly SeenRequest[]): SeenRequest[] {
  const byId = new Map([...read, ...since].map((request) => [request.requestId, request]));
  return [...byId.values()].sort((one, other) => (one.at < other.at ? 1 : -1));
}
