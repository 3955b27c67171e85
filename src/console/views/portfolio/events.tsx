import type { Target } from "../../act/triggers.tsx";
import { Failed, useCall } from "../../load.tsx";
import { type Column, Table } from "../../parts/list.tsx";
import { Moment } from "../../parts/values.tsx";
import { actorWord } from "../../parts/words.ts";
import { eventAddress, href, resourceAddress } from "../../route.ts";
import { type Event, sentenceOf } from "../../state.ts";

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

const Name = ({ event: { eventName }, isShort }: { event: Event; isShort?: boolean }) => (
  <span class="mono" title={sentenceOf(eventName)}>
    {isShort ? shortened(eventName) : eventName}
  </span>
);
const actor: Column<Event> = {
  head: "Actor",
  cell: ({ actor: { name, type } }) => <span title={name}>{actorWord(type)}</span>,
  sort: ({ actor: { type } }) => actorWord(type),
};

const occurred = { head: "Occurred", sort: ({ occurredAt }: Event) => occurredAt };
const named = { head: "Event", sort: ({ eventName }: Event) => eventName };

const columns: readonly Column<Event>[] = [
  { ...occurred, cell: ({ occurredAt }) => <Moment at={occurredAt} short /> },
  { ...named, cell: (event) => <Name event={event} /> },
  {
    head: "What",
    cell: (event) =>
      gist(event) && (
        <a href={resourceAddress(event)} class="quiet">
          {gist(event)}
        </a>
      ),
    class: "grow wide",
    sort: gist,
  },
  { ...actor, class: "wide" },
];

const narrow: readonly Column<Event>[] = [
  { ...occurred, cell: ({ occurredAt }) => <Moment at={occurredAt} short="day" /> },
  { ...named, cell: (event) => <Name event={event} isShort />, class: "grow" },
  actor,
];

interface Props {
  of: Target;
  limit: number;
  isNarrow?: boolean;
  find?: string;
}
/** The latest events of a resource, newest first, and the way to all of them. */
export function Events({ of, limit, isNarrow, find }: Props) {
  const loaded = useCall("accounts.events", { query: { ...of, limit, latest: true } });
  if (loaded.problem && !loaded.data) return <Failed problem={loaded.problem} retry={loaded.reload} />;
  return (
    <>
      <Table
        label="Events"
        order="events"
        usual={["occurred", "desc"]}
        {...(find !== undefined && { find })}
        columns={isNarrow ? narrow : columns}
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
