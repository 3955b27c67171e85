import { call } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { eventAddress, resourceOf, useEventTypes } from "../../parts/event.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Failed } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { account, href } from "../../route.ts";
import type { Event } from "../../state.ts";

const actors: Record<string, string> = {
  CLIENT: "client",
  THIRD_PARTY: "third party",
  PLATFORM: "platform",
  PROVIDER: "provider",
};

/** What a payload says in a few words. */
function gist({ payload }: Event): string {
  const words = ["documentCode", "comment", "statusCode", "to", "status", "label", "value", "email", "text", "reason"];
  return words
    .map((name) => payload[name])
    .filter((value) => typeof value === "string" || typeof value === "number")
    .slice(0, 2)
    .join(" · ");
}

/** Without the kind of its resource, where there is little room and all are of one kind. */
const shortened = (name: string) => name.replace(/^(DOCUMENT|DOSSIER|THIRD_PARTY)_/, "");

function Name({ event, isShort }: { event: Event; isShort?: boolean }) {
  const sentence = useEventTypes().find(({ name }) => name === event.eventName)?.sentence;
  return (
    <span class="mono" title={sentence}>
      {isShort ? shortened(event.eventName) : event.eventName}
    </span>
  );
}

const columns: readonly Column<Event>[] = [
  { head: "Occurred", cell: ({ occurredAt }) => <Moment at={occurredAt} short /> },
  { head: "Event", cell: (event) => <Name event={event} /> },
  {
    head: "What",
    cell: (event) =>
      gist(event) && (
        <a href={resourceOf(event)} class="quiet">
          {gist(event)}
        </a>
      ),
    grow: true,
    wide: true,
  },
  {
    head: "Actor",
    cell: ({ actor }) => <span title={actor.name}>{actors[actor.type] ?? actor.type}</span>,
    wide: true,
  },
];

const narrow: readonly Column<Event>[] = [
  { head: "Occurred", cell: ({ occurredAt }) => <Moment at={occurredAt} short="day" /> },
  { head: "Event", cell: (event) => <Name event={event} isShort />, grow: true },
  { head: "Actor", cell: ({ actor }) => <span title={actor.name}>{actors[actor.type] ?? actor.type}</span> },
];

interface Target {
  thirdpartyId?: number;
  dossierId?: number;
  documentId?: number;
}

/** The latest events of a resource, newest first, and the way to all of them. */
export function Events({ of, limit, isNarrow }: { of: Target; limit: number; isNarrow?: boolean }) {
  const { data, problem, reload } = useLoad(
    (signal) => call("accounts.events", { query: { ...of, limit, latest: true }, signal }),
    [account.value, of, limit],
  );
  if (problem && !data) return <Failed problem={problem} retry={reload} />;
  return (
    <>
      <Table
        label="Events"
        columns={isNarrow ? narrow : columns}
        rows={{ data: data?.content.toReversed(), problem, reload }}
        keyOf={({ eventId }) => eventId}
        hrefOf={({ eventId }) => eventAddress(eventId)}
        empty="Nothing has happened to it yet."
      />
      <p class="all">
        <a href={href({ view: "journal", rest: [], query: { ...of } })}>All of it in the journal</a>
      </p>
    </>
  );
}
