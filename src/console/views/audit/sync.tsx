import { useRef } from "preact/hooks";
import type { Reply } from "../../api.ts";
import { Nothing, Shown, useCall } from "../../load.tsx";
import { Choice, type Column, Table } from "../../parts/list.tsx";
import { Moment, Tag } from "../../parts/values.tsx";
import { eventAddress, requestAddress, route } from "../../route.ts";
import { useAfterRequests } from "./after-requests.ts";

type Report = Reply<"accounts.sync">;
type Caller = Report["callers"][number];
type Finding = Report["findings"][number];

const words: Record<Finding["kind"], string> = {
  gap: "Gap between windows",
  failed: "Failed and never repeated",
  pages: "Pages not fetched",
  late: "Appeared late",
  names: "Never asked for",
  overlap: "Windows overlap",
};

const columns: readonly Column<Caller>[] = [
  { head: "Caller", cell: ({ caller }) => <b>{caller}</b>, sort: ({ caller }) => caller },
  { head: "Searches", cell: ({ searches }) => searches, class: "end wide", sort: ({ searches }) => searches },
  { head: "Windows", cell: ({ polls }) => polls, class: "end wide", sort: ({ polls }) => polls },
  { head: "Should have been shown", cell: ({ due }) => due, class: "end wide", sort: ({ due }) => due },
  {
    head: "Missed",
    cell: ({ missed }) => (missed > 0 ? <Tag tone="bad">{missed}</Tag> : <Tag tone="ok">none</Tag>),
    class: "end",
    sort: ({ missed }) => missed,
  },
  { head: "From", cell: ({ from }) => <Moment at={from} short />, class: "wide", sort: ({ from }) => from },
  { head: "To", cell: ({ to }) => <Moment at={to} short />, class: "wide", sort: ({ to }) => to },
];

/** Which events a client that polls was not shown, by which mistake, and how to mend it. */
export function Sync() {
  const { caller } = route.value.query;
  const loaded = useCall("accounts.sync", { query: { caller } });
  useAfterRequests(loaded.reload);
  const known = useRef<readonly string[]>([]);
  if (!caller && loaded.data) known.current = loaded.data.callers.map(({ caller: name }) => name);
  const choices = known.current.length > 0 ? known.current : caller ? [caller] : [];
  return (
    <>
      <div class="row">
        <h1>Synchronisation</h1>
        <Choice name="caller" label="Caller" all="all callers" options={choices.map((name) => [name, name])} />
      </div>
      <p class="quiet">The searches by events, against the audit journal: what should have been shown, and was not.</p>
      <Shown of={loaded}>{(report) => <Result of={report} />}</Shown>
    </>
  );
}

const Result = ({ of: { callers, findings, unknowns } }: { of: Report }) => (
  <>
    <Table
      label="Callers"
      find="Filter the callers"
      columns={columns}
      rows={{ data: callers }}
      keyOf={({ caller }) => caller}
      empty="No client has searched by events yet: …/search?eventNames=… of third parties, dossiers or documents."
    />
    {callers.length > 0 && findings.length === 0 && (
      <Nothing>Every event that was due has been shown. Nothing to mend.</Nothing>
    )}
    <div class="findings">
      {findings.map((finding) => (
        <OneFinding of={finding} />
      ))}
    </div>
    {unknowns.length > 0 && (
      <section>
        <h2>Not known</h2>
        <ul class="plain-list quiet">
          {unknowns.map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
      </section>
    )}
  </>
);

function OneFinding({ of: { kind, caller, missed, fails, sentence, events, requests } }: { of: Finding }) {
  return (
    <article class={fails ? "finding bad-edge" : "finding"}>
      <div class="row">
        <Tag tone={fails ? "bad" : "info"}>{words[kind]}</Tag>
        <b>{missed > 0 ? `${missed} event${missed === 1 ? "" : "s"} missed` : "nothing lost"}</b>
        {caller && <span class="quiet">by {caller}</span>}
      </div>
      <p>{sentence}</p>
      {events.content.length > 0 && (
        <ul class="plain-list mono">
          {events.content.map(({ eventId, eventName, occurredAt }) => (
            <li key={eventId}>
              <Moment at={occurredAt} />{" "}
              <a class="a" href={eventAddress(eventId)}>
                {eventName}
              </a>
            </li>
          ))}
          {events.more > 0 && <li class="quiet">and {events.more} more</li>}
        </ul>
      )}
      {requests.content.length > 0 && (
        <p class="quiet">
          Searches:{" "}
          {requests.content.map(({ requestId, from, to }) => (
            <a class="window mono" href={requestAddress(requestId)} key={requestId}>
              {from ? `${short(from)} – ${short(to)}` : requestId.slice(0, 8)}
            </a>
          ))}
          {requests.more > 0 && `and ${requests.more} more`}
        </p>
      )}
    </article>
  );
}
const short = (moment: string | null) => moment?.slice(5, 19).replace("T", " ") ?? "";
