import { eventAddress, requestAddress, resourceAddress } from "../../addresses.ts";
import { accountUrl } from "../../api.ts";
import { useCall } from "../../load.ts";
import { Copy, Id } from "../../parts/copy.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Json } from "../../parts/json.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Nothing, Shown } from "../../parts/state.tsx";
import { actorWord } from "../../parts/status.tsx";
import { href, route } from "../../route.ts";
import { type Event, sentenceOf } from "../../state.ts";
import { searchesOf } from "./filter.ts";
import { causes, Subject } from "./subject.tsx";

/** A line of a test that waits for such an event. */
export function expectation({ eventName, thirdpartyId, dossierId, documentId }: Omit<Event, "payload">): string {
  const match = documentId !== null ? { documentId } : dossierId !== null ? { dossierId } : { thirdpartyId };
  const [[name, id] = []] = Object.entries(match);
  return `await world.waitForEvent("${eventName}", { ${name}: ${id} });`;
}

/** One event with its payload, and why it came about. */
export function OneEntry({ id }: { id: number }) {
  const loaded = useCall("accounts.events", { query: { after: id - 1, limit: 1 } });
  return (
    <Shown of={loaded}>
      {({ content: [event] }) =>
        event?.eventId === id ? <Whole event={event} /> : <Nothing>There is no event {id} in this account.</Nothing>
      }
    </Shown>
  );
}

function Whole({ event }: { event: Event }) {
  const cause = causes.value.get(event.eventId);
  const siblings = cause?.events.filter((id) => id !== event.eventId) ?? [];
  return (
    <>
      <h1 class="mono">{event.eventName}</h1>
      <p class="quiet">{sentenceOf(event.eventName)}</p>
      <div class="row spaced">
        <Copy text={searchesOf([event], {}, accountUrl())[0] ?? ""}>Copy as search</Copy>
        <Copy text={expectation(event)}>Copy for a test</Copy>
        <a class="button" href={resourceAddress(event)}>
          Open the resource
        </a>
      </div>
      <About event={event} />
      {siblings.length > 0 && <h2>Same request</h2>}
      <div class="row">
        {siblings.map((id) => (
          <a class="a mono" href={eventAddress(id)}>
            {id}
          </a>
        ))}
      </div>
      <h2>Payload</h2>
      <Json value={event.payload} label="the payload" />
      <p class="row spaced">
        <a href={href({ rest: route.value.rest, query: { names: event.eventName } })}>All {event.eventName}</a>
        <a href={href({ rest: route.value.rest, query: { thirdpartyId: event.thirdpartyId } })}>
          All of this third party
        </a>
      </p>
    </>
  );
}

function About({ event }: { event: Event }) {
  const cause = causes.value.get(event.eventId);
  return (
    <Facts
      of={[
        ["Event", <Id of={event.eventId} />],
        ["Occurred", <Moment at={event.occurredAt} />],
        [
          "Happened to",
          <>
            <Subject of={event} /> <Id of={event.resourceId} />
          </>,
        ],
        [
          "Actor",
          <>
            {actorWord(event.actor.type)} <span class="quiet">{event.actor.name}</span>
          </>,
        ],
        [
          "Because of",
          cause ? (
            <a class="a mono" href={requestAddress(cause.requestId)}>
              {cause.method} {cause.path.split("?")[0]}
            </a>
          ) : (
            <span class="quiet">no request in the log: time, a trigger, or the seed</span>
          ),
        ],
      ]}
    />
  );
}
