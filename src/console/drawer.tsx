import { useEffect } from "preact/hooks";
import { consoleCaller } from "./api.ts";
import { addKey } from "./keys.ts";
import { HttpStatus } from "./parts/status.tsx";
import { account, href } from "./route.ts";
import { type SeenRequest, seen } from "./state.ts";
import { preference } from "./theme.ts";

const state = preference<"open" | "closed">("drawer", "closed");
const toggle = () => (state.value = state.value === "open" ? "closed" : "open");
const mostRows = 100;

/** Without the part of the path that all have in common. */
export const pathOf = ({ path }: SeenRequest): string => path.replace(`/api/v1/account/${account.value}`, "");

/** What came of a request, in a few words. */
export function outcomeOf({ violations, fault, events, code }: SeenRequest): string {
  if (fault) return `struck by ${fault}`;
  if (violations[0]) return violations[0];
  if (code) return code;
  return events.length > 0 ? `→ ${events.length} event${events.length > 1 ? "s" : ""}` : "";
}

/** The requests of the app under test as they arrive, newest first; the console's own are left out. */
export function Drawer() {
  useEffect(() => addKey({ keys: "~", title: "Open or close the live requests", run: toggle }), []);
  const requests = seen.value
    .filter(({ accountId, caller }) => (accountId ?? account.value) === account.value && caller !== consoleCaller)
    .toReversed();
  const isOpen = state.value === "open";
  return (
    <section class={isOpen ? "drawer open" : "drawer"} aria-label="Live requests">
      <header>
        <button type="button" class="plain" aria-expanded={isOpen} onClick={toggle}>
          <kbd>~</kbd> <strong>Requests</strong>
        </button>
        {!isOpen && requests.slice(0, 4).map((request) => <Brief request={request} key={request.requestId} />)}
        {requests.length === 0 && (
          <span class="quiet">None yet: what your client sends to this account appears here.</span>
        )}
        {isOpen && requests.length > 0 && <a href={href({ view: "requests", rest: [], query: {} })}>All requests</a>}
      </header>
      {isOpen && requests.length > 0 && (
        <div class="table" data-list>
          <table aria-label="Live requests">
            <tbody>
              {requests.slice(0, mostRows).map((request) => (
                <Line request={request} key={request.requestId} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const addressOf = ({ requestId }: SeenRequest) => href({ view: "requests", rest: [requestId], query: {} });

const Brief = ({ request }: { request: SeenRequest }) => (
  <a class="brief mono" href={addressOf(request)}>
    <HttpStatus of={request.status} /> {request.method} {pathOf(request)} <small>{outcomeOf(request)}</small>
  </a>
);

const Line = ({ request }: { request: SeenRequest }) => (
  <tr>
    <td class="mono">
      <HttpStatus of={request.status} />
    </td>
    <td class="mono grow">
      <a href={addressOf(request)} data-row>
        {request.method} {pathOf(request)}
      </a>
    </td>
    <td class="end num">{Math.round(request.durationMs)} ms</td>
    <td class={request.status >= 400 ? "mono bad" : "mono"}>{outcomeOf(request)}</td>
  </tr>
);
