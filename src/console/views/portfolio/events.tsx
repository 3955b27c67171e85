import type { Target } from "../../act/triggers.tsx";
import { Failed, useCall } from "../../load.tsx";
import { type Column, Table } from "../../parts/list.tsx";
import { EventName, Moment } from "../../parts/values.tsx";
import { actorWord } from "../../parts/words.ts";
import { eventAddress, href, resourceAddress } from "../../route.ts";
import type { Event } from "../../state.ts";

/** What a payload says in a few words. */
function gist({ payload }: Event): string {
  const words = ["documentCode", "comment", "statusCode", "to", "status", "label", "value", "email", "text", "reason"];
  return words
    .map((name) => payload[name])
    .filter((value) => typeof value === "string" || typeof value === "number")
    .slice(0, 2)
    .join(" · ");
}

const columns: readonly Column<Event>[] = [
  {
    head: "Occurred",
    cell: ({ occurredAt }) => <Moment at={occurredAt} short />,
    sort: ({ occurredAt }) => occurredAt,
  },
  {
    head: "Event",
    cell: ({ eventName }) => <EventName of={eventName} />,
    class: "line",
    sort: ({ eventName }) => eventName,
  },
  {
    head: "What",
    cell: (event) =>
      gist(event) && (
        <a href={resourceAddress(event)} class="quiet">
          {gist(event)}
        </a>
      ),
    class: "grow",
    sort: gist,
  },
  {
    head: "Actor",
    cell: ({ actor: { name, type } }) => <span title={name}>{actorWord(type)}</span>,
    sort: ({ actor: { type } }) => actorWord(type),
  },
];

interface Props {
  of: Target;
  limit: number;
  find?: string;
}
/** The latest events of a resource, newest first, and the way to all of them. */
export function Events({ of, limit, find }: Props) {
  const loaded = useCall("accounts.events", { query: { ...of, limit, latest: true } });
  if (loaded.problem && !loaded.data) return <Failed problem={loaded.problem} retry={loaded.reload} />;
  return (
    <>
      <Table
        label="Events"
        order="events"
        usual={["occurred", "desc"]}
        {...(find !== undefined && { find })}
        columns={columns}
        rows={{ ...loaded, data: loaded.data?.content.toReversed() }}
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
