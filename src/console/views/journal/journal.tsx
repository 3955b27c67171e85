import "./journal.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { requestOf } from "../../api.ts";
import { useKey } from "../../keys.ts";
import { Button } from "../../parts/button.tsx";
import { copy } from "../../parts/copy.tsx";
import { useEventTypes } from "../../parts/event.tsx";
import { Filter } from "../../parts/field.tsx";
import { figure } from "../../parts/figure.ts";
import { Split } from "../../parts/split.tsx";
import { type Column, Paging, Pill, Table } from "../../parts/table.tsx";
import { filterBy, href, route } from "../../route.ts";
import { worlds } from "../../state.ts";
import { actorWord, expectation, OneEntry } from "./entry.tsx";
import { passing, resources, searchesOf, type Filter as Wanted, within } from "./filter.ts";
import { type Entry, readOn, useJournal } from "./store.ts";
import { causes, Subject, useNames } from "./subject.tsx";
import { TimeLine } from "./timeline.tsx";

const size = 50;
const kinds = [
  ["THIRD_PARTY", "third parties"],
  ["DOSSIER", "dossiers"],
  ["DOCUMENT", "documents"],
] as const;
const actors = ["CLIENT", "THIRD_PARTY", "PLATFORM", "PROVIDER"];

function Cause({ of }: { of: Entry }) {
  const request = causes.value.get(of.eventId);
  if (!request) return <span class="quiet">–</span>;
  return (
    <a class="mono quiet" href={href({ view: "requests", rest: [request.requestId], query: {} })}>
      {request.method} {request.path.replace(/^\/api\/v1\/account\/[^/]+|\?.*/g, "")}
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
  <select
    aria-label="Actor"
    value={route.value.query.actor ?? ""}
    onChange={(event) => filterBy({ actor: event.currentTarget.value || undefined })}
  >
    <option value="">all</option>
    {actors.map((actor) => (
      <option value={actor} key={actor}>
        {actor.toLowerCase().replace("_", " ")}
      </option>
    ))}
  </select>
);

const columns: readonly Column<Entry>[] = [
  { head: "Occurred", cell: ({ occurredAt }) => <When at={occurredAt} /> },
  { head: "Event", cell: ({ eventName }) => <span class="mono">{eventName}</span>, grow: true },
  { head: "Happened to", cell: (entry) => <Subject of={entry} />, grow: true, wide: true },
  {
    head: "Actor",
    cell: (entry) => <span class="quiet">{actorWord(entry)}</span>,
    wide: true,
    filter: <ActorChoice />,
  },
  { head: "Because of", cell: (entry) => <Cause of={entry} />, wide: true },
];

/** A text that changes at most once a second, for those who hear it. */
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
  const types = useEventTypes();
  const inAll = useMemo(() => {
    const passes = passing(others, new Set(types.map(({ name }) => name)));
    return entries.filter((entry) => entry.eventId <= (pausedAt ?? Number.POSITIVE_INFINITY) && passes(entry));
  }, [entries, JSON.stringify(others), pausedAt, types]);
  const inRange = useMemo(() => (from || to ? inAll.filter(within({ from, to })) : inAll), [inAll, from, to]);
  return { inAll, inRange };
}

/** The audit journal: a time line and a table, live. */
export function Journal() {
  const { query, rest } = route.value;
  const { entries, isWhole, problem } = useJournal();
  const [pausedAt, setPausedAt] = useState<number>();
  const pause = () => setPausedAt(pausedAt === undefined ? (entries.at(-1)?.eventId ?? 0) : undefined);
  useKey("p", "Pause or go on", pause);
  const { inAll, inRange } = useFiltered(entries, query, pausedAt);
  const page = Math.min(Number(query.page) || 0, Math.max(0, Math.ceil(inRange.length / size) - 1));
  const shown = useMemo(
    () => inRange.slice(Math.max(0, inRange.length - (page + 1) * size), inRange.length - page * size).reverse(),
    [inRange, page],
  );
  useNames(shown);
  const waiting = pausedAt === undefined ? 0 : entries.length - entries.findLastIndex((e) => e.eventId <= pausedAt) - 1;
  const accountUrl = requestOf("thirdparties.list").url.replace(/\/thirdparties$/, "");
  return (
    <Split
      name="journal"
      initial={62}
      back={href({ rest: [] })}
      detail={rest[0] && <OneEntry id={Number(rest[0])} accountUrl={accountUrl} />}
      list={
        <div class="journal">
          <Head pausedAt={pausedAt} pause={pause} waiting={waiting} />
          <TimeLine entries={inAll} from={query.from} to={query.to} />
          <Summary entries={inRange} isWhole={isWhole} read={entries.length} accountUrl={accountUrl} />
          <Table
            label="Events"
            columns={shown.some(({ eventId }) => causes.value.has(eventId)) ? columns : columns.slice(0, -1)}
            rows={{ data: entries.length > 0 || isWhole ? shown : undefined, problem, reload: readOn }}
            keyOf={({ eventId }) => eventId}
            hrefOf={({ eventId }) => href({ rest: [eventId] })}
            selected={rest[0]}
            filters={["names", "kind", "actor", "after", "from", "to", ...resources]}
            empty="Nothing has happened in this account yet."
          />
          <Paging page={page} size={size} total={inRange.length} />
        </div>
      }
    />
  );
}

interface HeadProps {
  pausedAt: number | undefined;
  waiting: number;
  pause(): void;
}
const Head = ({ pausedAt, pause, waiting }: HeadProps) => (
  <header class="row">
    <h1>Journal</h1>
    <div class="pills">
      <Pill name="kind">all</Pill>
      {kinds.map(([value, word]) => (
        <Pill name="kind" value={value} key={value}>
          {word}
        </Pill>
      ))}
    </div>
    <Filter
      value={route.value.query.names ?? ""}
      onInput={(names) => filterBy({ names: names || undefined })}
      placeholder="Part of an event name, or an id"
    />
    <Button onClick={pause} pressed={pausedAt !== undefined} hint="p">
      {pausedAt === undefined ? "Pause" : `Paused${waiting > 0 ? ` · ${figure(waiting)} new` : ""}`}
    </Button>
  </header>
);

interface SummaryProps {
  entries: readonly Entry[];
  isWhole: boolean;
  read: number;
  accountUrl: string;
}
function Summary({ entries, isWhole, read, accountUrl }: SummaryProps) {
  const { query } = route.value;
  const isRange = query.from !== undefined || query.to !== undefined;
  const total = worlds.value?.find(({ accountId }) => accountId === route.value.account)?.events;
  const searches = () => searchesOf(entries, query, accountUrl);
  const count = `${figure(entries.length)} event${entries.length === 1 ? "" : "s"}${isRange ? " in the range" : ""}`;
  const newest = entries.at(-1);
  const none = entries.length === 0 ? "There is no event to search for." : undefined;
  return (
    <div class="row summary">
      <span class="quiet num">{count}</span>
      <span class="heard" role="status">
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
              <span class="heard">: remove this filter</span>
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
