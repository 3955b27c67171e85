import "./requests.css";
import { useMemo, useState } from "preact/hooks";
import { call } from "../../api.ts";
import { useCall } from "../../load.tsx";
import { Button } from "../../parts/button.tsx";
import { download } from "../../parts/download.ts";
import { Asks, Check } from "../../parts/form.tsx";
import { Choice, type Column, Filter, Paging, Table } from "../../parts/list.tsx";
import { pageOf } from "../../parts/pages.ts";
import { sortedBy } from "../../parts/sorting.ts";
import { Split } from "../../parts/split.tsx";
import { HttpStatus } from "../../parts/values.tsx";
import { account, filterBy, href, route } from "../../route.ts";
import { type SeenRequest, seen } from "../../state.ts";
import { toast } from "../../toasts.ts";
import { newestFirst, passing } from "./filter.ts";
import { OneRequest } from "./one-request.tsx";
import { Outcome, outcomeOf, pathOf } from "./outcome.tsx";

const size = 50;
const columns: readonly Column<SeenRequest>[] = [
  { head: "UTC", cell: ({ at }) => <span class="mono quiet">{at.slice(11, 19)}</span>, sort: ({ at }) => at },
  { head: "Status", cell: ({ status }) => <HttpStatus of={status} />, sort: ({ status }) => status },
  {
    head: "Request",
    cell: (request) => (
      <span class="mono" title={request.path}>
        {request.method} {pathOf(request)}
      </span>
    ),
    class: "grow",
    sort: (request) => `${pathOf(request)} ${request.method}`,
  },
  {
    head: "ms",
    cell: ({ durationMs }) => Math.round(durationMs),
    class: "end wide",
    sort: ({ durationMs }) => durationMs,
  },
  {
    head: "Caller",
    cell: ({ caller }) => <span class="quiet">{caller ?? "–"}</span>,
    class: "wide",
    sort: ({ caller }) => caller,
  },
  { head: "What came of it", cell: (request) => <Outcome of={request} />, class: "grow wrap wide", sort: outcomeOf },
];

/** The request log, newest first: what was read, and what the stream brought since. */
function useRequests(pausedAt: string | undefined) {
  const { query } = route.value;
  const loaded = useCall("requests.list", { query: { limit: 1000 } }, { once: true });
  const all = useMemo(() => newestFirst(loaded.data?.content ?? [], seen.value), [loaded.data, seen.value]);
  const shown = useMemo(
    () => all.filter((request) => request.at <= (pausedAt ?? "~")).filter(passing(query, account.value)),
    [all, query, account.value, pausedAt],
  );
  return { ...loaded, data: loaded.data && shown, all };
}

/** The requests of the app under test as they arrive, and what came of each. */
export function Requests() {
  const { query, rest } = route.value;
  const [pausedAt, setPausedAt] = useState<string>();
  const requests = useRequests(pausedAt);
  const pause = () => setPausedAt(pausedAt === undefined ? (requests.all[0]?.at ?? "") : undefined);
  const total = requests.data?.length ?? 0;
  const page = pageOf(query.page, total, size);
  const data = requests.data && sortedBy(columns, requests.data, query).slice(page * size, (page + 1) * size);
  return (
    <Split
      name="requests"
      initial={55}
      detail={rest[0] && <OneRequest id={rest[0]} key={rest[0]} />}
      list={
        <>
          <Head isPaused={pausedAt !== undefined} pause={pause} reload={requests.reload} />
          <Table
            label="Requests"
            columns={rest[0] ? columns.filter(({ head }) => head !== "Caller") : columns}
            rows={{ ...requests, data }}
            keyOf={({ requestId }) => requestId}
            hrefOf={({ requestId }) => href({ rest: [requestId] })}
            selected={rest[0]}
            usual={["utc", "desc"]}
            filters={["filter", "outcome"]}
            empty={
              <>
                None yet: what your client sends to this account appears here by itself.{" "}
                <a class="a" href={href({ view: "connect" })}>
                  Connect
                </a>{" "}
                says how.
              </>
            }
          />
          <Paging page={page} size={size} total={total} />
        </>
      }
    />
  );
}

const outcomes = [
  ["refused", "refused"],
  ...["2xx", "4xx", "5xx"].map((status) => [status, status] as const),
  ["events", "with events"],
  ["faults", "hit by a fault"],
] as const;
function Head({ isPaused, pause, reload }: { isPaused: boolean; pause(): void; reload(): void }) {
  const { query } = route.value;
  const accountId = query.everywhere ? undefined : account.value;
  const clear = async () => {
    await call("requests.clear", { query: { accountId } });
    seen.value = seen.value.filter((request) => accountId && request.accountId !== accountId);
    reload();
    toast("The requests are forgotten.");
  };
  const har = () => download("requests.har", { query: { accountId } }, `${accountId ?? "all"}.har`);
  return (
    <header class="row">
      <h1>Requests</h1>
      <Choice name="outcome" label="Outcome" all="any outcome" options={outcomes} />
      <Check
        label="all accounts"
        checked={query.everywhere !== undefined}
        onChange={(checked) => filterBy({ everywhere: checked ? "yes" : undefined })}
      />
      <Button onClick={pause} pressed={isPaused} hint="p" shortcut="Pause or go on">
        {isPaused ? "Paused" : "Pause"}
      </Button>
      <Button onClick={har} title="An HTTP archive, which the network tab of a browser opens">
        HAR
      </Button>
      <Asks label="Clear…" title="Forget the requests?" action="Forget them" run={clear}>
        The request log of {accountId ? <b>{accountId}</b> : "all accounts"} starts over, and with it what the
        synchronisation audit can see. There is no way back: the HAR keeps them.
      </Asks>
      <Filter placeholder="Path, operation, status, caller" />
    </header>
  );
}
