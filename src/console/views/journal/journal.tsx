import "./journal.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { accountUrl } from "../../api.ts";
import { Button } from "../../parts/button.tsx";
import { copy } from "../../parts/copy.tsx";
import { Choice, type Column, Filter, Paging, Pills, Table } from "../../parts/list.tsx";
import { pageOf } from "../../parts/pages.ts";
import { sortedBy } from "../../parts/sorting.ts";
import { Split } from "../../parts/split.tsx";
import { EventName } from "../../parts/values.tsx";
import { actorWord, figure } from "../../parts/words.ts";
import { filterBy, href, requestAddress, route } from "../../route.ts";
import { eventTypes, type SeenRequest, worlds } from "../../state.ts";
import { causes, OneEntry, Subject } from "./entry.tsx";
import { expectation, passing, resources, searchesOf, type Filter as Wanted, within } from "./filter.ts";
import { type Entry, readOn, useJournal } from "./store.ts";
import { TimeLine } from "./timeline.tsx";

const size = 50;
const kinds = [
  ["THIRD_PARTY", "third parties"],
  ["DOSSIER", "dossiers"],
  ["DOCUMENT", "documents"],
] as const;
const actors = ["CLIENT", "THIRD_PARTY", "PLATFORM", "PROVIDER"];

const causeOf = ({ eventId }: Entry) => causes.value.get(eventId);
const shortPath = ({ path }: SeenRequest) => path.replace(/^\/api\/v1\/account\/[^/]+|\?.*/g, "");

function Cause({ of }: { of: Entry }) {
  const request = causeOf(of);
  if (!request) return <span class="quiet">–</span>;
  return (
    <a class="mono quiet" href={requestAddress(request.requestId)}>
      {request.method} {shortPath(request)}
    </a>
  );
}

/** Where there is little room, without year and milliseconds. */
const When = ({ at }: { at: string }) => (
  <span class="mono">
    <span class="roomy">{at.slice(0, 5)}</span>
    {at.slice(5, 19).replace("T", " ")}
    <span class="roomy">{at.slice(19)}</span>
  </span>
);

const ActorChoice = () => (
  <Choice name="actor" label="Actor" all="anybody" options={actors.map((type) => [type, actorWord(type)])} />
);

/** Events of one third party, dossier or document stand together. */
const subjectOf = ({ thirdpartyId, dossierId, documentId }: Entry) =>
  [thirdpartyId, dossierId ?? 0, documentId ?? 0].map((id) => String(id).padStart(9, "0")).join();

const columns: readonly Column<Entry>[] = [
  { head: "Occurred", cell: ({ occurredAt }) => <When at={occurredAt} />, sort: ({ occurredAt }) => occurredAt },
  {
    head: "Event",
    cell: ({ eventName }) => <EventName of={eventName} />,
    class: "line",
    sort: ({ eventName }) => eventName,
  },
  { head: "Happened to", cell: (entry) => <Subject of={entry} />, class: "grow", sort: subjectOf },
  {
    head: "Actor",
    cell: ({ actor }) => <span class="quiet">{actorWord(actor.type)}</span>,
    class: "wide",
    sort: ({ actor }) => actorWord(actor.type),
  },
  {
    head: "Because of",
    cell: (entry) => <Cause of={entry} />,
    class: "grow wide",
    sort: (entry) => {
      const request = causeOf(entry);
      return request ? `${shortPath(request)} ${request.method}` : null;
    },
  },
];

/** A text that changes at most once a second, for screen readers. */
function useCalm(text: string): string {
  const [said, say] = useState(text);
  const latest = useRef(text);
  latest.current = text;
  const isDue = said !== text;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => say(latest.current), 1000);
    return () => clearTimeout(timer);
  }, [isDue]);
  return said;
}

/** What passes the filter, up to where it was paused: with and without the range. */
function useFiltered(entries: readonly Entry[], query: Wanted, pausedAt: number | undefined) {
  const { from, to, ...others } = query;
  const types = eventTypes.value;
  const inAll = useMemo(() => {
    const passes = passing(others, new Set(types.map(({ name }) => name)));
    return entries.filter((entry) => entry.eventId <= (pausedAt ?? Number.POSITIVE_INFINITY) && passes(entry));
  }, [entries, JSON.stringify(others), pausedAt, types]);
  const inRange = useMemo(() => (from || to ? inAll.filter(within({ from, to })) : inAll), [inAll, from, to]);
  return { inAll, inRange };
}

/** The audit journal as it grows: a time line and a table. */
export function Journal() {
  const { query, rest } = route.value;
  const { entries, isWhole, unread, problem } = useJournal();
  const [pausedAt, setPausedAt] = useState<number>();
  const pause = () => setPausedAt(pausedAt === undefined ? (entries.at(-1)?.eventId ?? 0) : undefined);
  const { inAll, inRange } = useFiltered(entries, query, pausedAt);
  const page = pageOf(query.page, inRange.length, size);
  const sorted = useMemo(() => sortedBy(columns, inRange.toReversed(), query), [inRange, query.sort, query.order]);
  const shown = sorted.slice(page * size, (page + 1) * size);
  const waiting = pausedAt === undefined ? 0 : entries.length - entries.findLastIndex((e) => e.eventId <= pausedAt) - 1;
  return (
    <Split
      name="journal"
      initial={62}
      detail={rest[0] && <OneEntry id={Number(rest[0])} />}
      list={
        <div class="journal">
          <Head pausedAt={pausedAt} pause={pause} waiting={waiting} />
          <TimeLine entries={inAll} unread={unread} from={query.from} to={query.to} />
          <Summary entries={inRange} isWhole={isWhole} read={entries.length} />
          <Table
            label="Events"
            columns={inRange.some(causeOf) ? columns : columns.slice(0, -1)}
            rows={{ data: shown.length > 0 || isWhole ? shown : undefined, problem, reload: readOn }}
            keyOf={({ eventId }) => eventId}
            hrefOf={({ eventId }) => href({ rest: [eventId] })}
            selected={rest[0]}
            usual={["occurred", "desc"]}
            filters={["names", "kind", "actor", "after", "from", "to", ...resources]}
            empty="Nothing has happened in this account yet."
          />
          <Paging page={page} size={size} total={inRange.length} />
        </div>
      }
    />
  );
}

const Head = ({ pausedAt, pause, waiting }: { pausedAt: number | undefined; waiting: number; pause(): void }) => (
  <header class="row">
    <h1>Journal</h1>
    <Pills name="kind" first="all" others={kinds} />
    <Filter name="names" placeholder="Event name or id" />
    <ActorChoice />
    <Button onClick={pause} pressed={pausedAt !== undefined} hint="p" shortcut="Pause or go on">
      {pausedAt === undefined ? "Pause" : `Paused${waiting > 0 ? ` · ${figure(waiting)} new` : ""}`}
    </Button>
  </header>
);

function Summary({ entries, isWhole, read }: { entries: readonly Entry[]; isWhole: boolean; read: number }) {
  const { query } = route.value;
  const isRange = query.from !== undefined || query.to !== undefined;
  const total = worlds.value?.find(({ accountId }) => accountId === route.value.account)?.events;
  const searches = () => searchesOf(entries, query, accountUrl());
  const count = [
    `${figure(entries.length)} event${entries.length === 1 ? "" : "s"}`,
    isRange ? " in the range" : "",
    isWhole ? "" : " so far",
  ].join("");
  const newest = entries.at(-1);
  const none = entries.length === 0 ? "There is no event to search for." : undefined;
  return (
    <div class="row summary">
      <span class="quiet num">{count}</span>
      <span class="hidden" role="status">
        {useCalm(count)}
      </span>
      {isRange && (
        <button type="button" class="plain" onClick={() => filterBy({ from: undefined, to: undefined })}>
          Clear the range
        </button>
      )}
      {[...resources, "after"].map(
        (name) =>
          query[name] && (
            <button type="button" class="chip" key={name} onClick={() => filterBy({ [name]: undefined })}>
              {name} <span class="mono">{query[name]}</span> <span aria-hidden="true">×</span>
              <span class="hidden">: remove this filter</span>
            </button>
          ),
      )}
      {!isWhole && total !== undefined && (
        <small>
          reading {figure(read)} of {figure(total)}
        </small>
      )}
      <span class="push" />
      <Button
        reason={none}
        onClick={() => copy(searches().join("\n"), said(searches().length))}
        title="The request of the service that finds what these events happened to"
      >
        Copy as search
      </Button>
      <Button reason={none} onClick={() => newest && copy(expectation(newest))} title="Waits for the newest of these">
        Copy for a test
      </Button>
    </div>
  );
}
const said = (count: number) =>
  count === 1 ? "Copied the search that finds them." : `Copied ${count} searches, one for each kind of resource.`;
