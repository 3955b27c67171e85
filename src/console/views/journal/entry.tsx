import { computed, type Signal, signal } from "@preact/signals";
import { accountUrl, call } from "../../api.ts";
import { Nothing, Shown, useCall } from "../../load.tsx";
import { Copy, Id } from "../../parts/copy.tsx";
import { Json } from "../../parts/json.tsx";
import { Breakable, Facts, Moment } from "../../parts/values.tsx";
import { actorWord } from "../../parts/words.ts";
import { account, eventAddress, href, requestAddress, resourceAddress, route } from "../../route.ts";
import { type Event, type SeenRequest, seen, sentenceOf } from "../../state.ts";
import { expectation, searchesOf } from "./filter.ts";
import type { Entry } from "./store.ts";

/** The requests that caused events, by the ids of these. */
export const causes = computed(
  () =>
    new Map<number, SeenRequest>(seen.value.flatMap((request) => request.events.map((id) => [id, request] as const))),
);

const names = new Map<string, Signal<string>>();
/** The name of a third party or of a document, whose ids are never the same; read when it is first shown. */
function nameOf(id: number, read: () => Promise<string>): string {
  const key = `${account.value} ${id}`;
  const known = names.get(key);
  if (known) return known.value;
  const name = signal("");
  names.set(key, name);
  read().then(
    (found) => (name.value = found),
    () => {},
  );
  return name.value;
}
const thirdpartyName = (id: number) =>
  nameOf(id, async () => (await call("thirdparties.get", { path: { id } })).name) || id;
const documentName = (dossierId: number, documentId: number) =>
  nameOf(documentId, async () => (await call("documents.get", { path: { dossierId, documentId } })).documentName) ||
  `Document ${documentId}`;

/** What an event happened to, by name, with its address. */
export function Subject({ of }: { of: Entry }) {
  const { thirdpartyId, dossierId, documentId, resourceType } = of;
  return (
    <a class="subject" href={resourceAddress(of)}>
      {resourceType === "DOSSIER" && `Dossier ${dossierId} · `}
      {dossierId !== null && documentId !== null && `${documentName(dossierId, documentId)} · `}
      {thirdpartyName(thirdpartyId)}
    </a>
  );
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
      <h1 class="mono">
        <Breakable text={event.eventName} />
      </h1>
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
        <a href={href({ rest: route.value.rest, query: { names: event.eventName } })}>
          All <Breakable text={event.eventName} />
        </a>
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
            {actorWord(event.actor.type)}{" "}
            {event.actor.name !== actorWord(event.actor.type) && <span class="quiet">{event.actor.name}</span>}
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
