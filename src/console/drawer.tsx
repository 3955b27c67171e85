import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { consoleCaller } from "./api.ts";
import { HttpStatus } from "./parts/values.tsx";
import { account, href, requestAddress } from "./route.ts";
import { addKey } from "./shortcuts.ts";
import { type SeenRequest, seen } from "./state.ts";
import { preference } from "./theme.ts";
import { OneRequest } from "./views/requests/one-request.tsx";
import { Outcome, pathOf } from "./views/requests/outcome.tsx";

const state = preference<"open" | "closed">("drawer", "closed");
const toggle = () => (state.value = state.value === "open" ? "closed" : "open");
/** The request that is shown beside the list. */
const selected = signal<string | undefined>(undefined);
const onlyRefused = signal(false);
const mostRows = 100;

/** The requests of the app under test as they arrive, newest first; the console's own are left out. */
export function Drawer() {
  useLayoutEffect(() => addKey({ keys: "~", title: "Open or close the live requests", run: toggle }), []);
  const all = seen.value
    .filter(({ accountId, caller }) => (accountId ?? account.value) === account.value && caller !== consoleCaller)
    .toReversed();
  const isOpen = state.value === "open";
  return (
    <section class={`drawer${isOpen ? " open" : ""}${selected.value ? " whole" : ""}`} aria-label="Live requests">
      <header>
        <button type="button" class="plain" aria-expanded={isOpen} onClick={toggle}>
          <kbd>~</kbd> <strong>Requests</strong>
        </button>
        {!isOpen && all.slice(0, 4).map((request) => <Brief request={request} key={request.requestId} />)}
        {all.length === 0 && (
          <span class="quiet brief">None yet: what your client sends to this account appears here.</span>
        )}
        {isOpen && all.length > 0 && (
          <>
            <button
              type="button"
              aria-pressed={onlyRefused.value}
              onClick={() => (onlyRefused.value = !onlyRefused.value)}
            >
              refused only
            </button>
            <a class="a" href={href({ view: "requests", rest: [] })}>
              All requests
            </a>
          </>
        )}
      </header>
      {isOpen && all.length > 0 && <Panes requests={all} />}
    </section>
  );
}

function Panes({ requests }: { requests: readonly SeenRequest[] }) {
  const id = selected.value;
  const shown = requests.filter(({ status }) => !onlyRefused.value || status >= 400 || status === 0);
  return (
    <div class={id ? "panes" : "panes alone"}>
      <div class="table" data-list>
        <table aria-label="Live requests">
          <tbody>
            {shown.slice(0, mostRows).map((request) => (
              <Line request={request} key={request.requestId} />
            ))}
          </tbody>
        </table>
      </div>
      {id && <OneRequest id={id} key={id} isBrief />}
    </div>
  );
}

const Brief = ({ request }: { request: SeenRequest }) => (
  <a class="brief mono" href={requestAddress(request.requestId)}>
    <HttpStatus of={request.status} /> {request.method} {pathOf(request)} <Outcome of={request} isShort />
  </a>
);

/** With room for it the request is shown beside the list, without leaving the view. */
function Line({ request }: { request: SeenRequest }) {
  const isSelected = selected.value === request.requestId;
  const show = (event: MouseEvent) => {
    if (innerWidth < 900 || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    selected.value = isSelected ? undefined : request.requestId;
  };
  return (
    <tr class={isSelected ? "selected" : undefined}>
      <td class="mono">
        <HttpStatus of={request.status} />
      </td>
      <td class="mono grow">
        <a
          href={requestAddress(request.requestId)}
          data-row
          onClick={show}
          aria-current={isSelected ? "true" : undefined}
        >
          {request.method} {pathOf(request)}
        </a>
      </td>
      <td class="end num wide">{Math.round(request.durationMs)} ms</td>
      <td class="grow wrap wide">
        <Outcome of={request} />
      </td>
    </tr>
  );
}
