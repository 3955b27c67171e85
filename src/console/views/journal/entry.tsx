import { call } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { Copy, Id } from "../../parts/copy.tsx";
import { eventAddress, resourceOf, useEventTypes } from "../../parts/event.tsx";
import { Json } from "../../parts/json.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Nothing, Shown } from "../../parts/state.tsx";
import { account, href, route } from "../../route.ts";
import type { Event } from "../../state.ts";
import { searchesOf } from "./filter.ts";
import { causes, Subject, useNames } from "./subject.tsx";

/** A line of a test that waits for such an event. */
export function expectation({ eventName, thirdpartyId, dossierId, documentId }: Omit<Event, "payload">): string {
  const match = documentId !== null ? { documentId } : dossierId !== null ? { dossierId } : { thirdpartyId };
  const [[name, id] = []] = Object.entries(match);
  return `await world.waitForEvent("${eventName}", { ${name}: ${id} });`;
}

/** One event with its payload, and why it came about. */
export function OneEntry({ id, accountUrl }: { id: number; accountUrl: string }) {
  const loaded = useLoad(
    async (signal) => (await call("accounts.events", { query: { after: id - 1, limit: 1 }, signal })).content,
    [account.value, id],
  );
  return (
    <Shown of={loaded}>
      {([event]) =>
        event?.eventId === id ? (
          <Whole event={event} accountUrl={accountUrl} />
        ) : (
          <Nothing>There is no event {id} in this account.</Nothing>
        )
      }
    </Shown>
  );
}

function Whole({ event, accountUrl }: { event: Event; accountUrl: string }) {
  useNames([event]);
  const type = useEventTypes().find(({ name }) => name === event.eventName);
  const cause = causes.value.get(event.eventId);
  const siblings = cause?.events.filter((id) => id !== event.eventId) ?? [];
  return (
    <>
      <h1 class="mono">{event.eventName}</h1>
      <p class="quiet">{type?.sentence}</p>
      <div class="row spaced">
        <Copy text={searchesOf([event], {}, accountUrl)[0] ?? ""}>Copy as search</Copy>
        <Copy text={expectation(event)}>Copy for a test</Copy>
        <a class="button" href={resourceOf(event)}>
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
    <dl class="facts">
      <dt>Event</dt>
      <dd>
        <Id of={event.eventId} />
      </dd>
      <dt>Occurred</dt>
      <dd>
        <Moment at={event.occurredAt} />
      </dd>
      <dt>Happened to</dt>
      <dd>
        <Subject of={event} /> <Id of={event.resourceId} />
      </dd>
      <dt>Actor</dt>
      <dd>
        {actorWord(event)} <span class="quiet">{event.actor.name}</span>
      </dd>
      <dt>Because of</dt>
      <dd>
        {cause ? (
          <a class="a mono" href={href({ view: "requests", rest: [cause.requestId], query: {} })}>
            {cause.method} {cause.path.split("?")[0]}
          </a>
        ) : (
          <span class="quiet">no request in the log: time, a trigger, or the seed</span>
        )}
      </dd>
    </dl>
  );
}

export const actorWord = ({ actor }: Pick<Event, "actor">): string => actor.type.toLowerCase().replace("_", " ");
