import { type Asked, call, type Reply } from "../api.ts";
import { Nothing, Shown, useCall } from "../load.tsx";
import { Dialog, Field, useForm } from "../parts/form.tsx";
import { withWords } from "../parts/words.ts";
import { changed, eventTypes, sentenceOf } from "../state.ts";
import "./act.css";
import { useState } from "preact/hooks";

export interface Target {
  thirdpartyId?: number;
  dossierId?: number;
  documentId?: number;
}
export interface Trigger extends Target {
  event: string;
  data?: object;
}

/** Says what came of an action: the first event, and how many followed. */
export function sayEvents(content: readonly { eventName: string }[]): void {
  const [first] = content;
  const more = content.length - 1;
  changed(first ? `${first.eventName}${more > 0 ? ` and ${more} more` : ""}` : "Nothing changed.");
}

/** Brings an event about, with all that follows from it. */
export async function bringAbout(trigger: Trigger): Promise<void> {
  const body = trigger as NonNullable<Asked<"occurrences.create">["body"]>;
  sayEvents((await call("occurrences.create", { body })).content);
}

type Possible = Reply<"occurrences.possible">["content"][number];

/** Which of the 100 events can happen to a resource now; those that cannot, with the reason that the API gives. */
export const usePossible = (target: Target) => useCall("occurrences.possible", { query: { ...target } });

interface TriggersProps {
  target: Target;
  /** What the resource is called. */
  name: string;
  close(): void;
}

/** Any event that can happen to a resource; the others are greyed, with the reason. */
export function Triggers({ target, name, close }: TriggersProps) {
  const possible = usePossible(target);
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<Possible>();
  const matches = withWords(filter, /[\s_]+/);
  if (chosen) return <Bring chosen={chosen} name={name} close={close} />;
  // A third party that joins is another one.
  const all = (possible.data?.content ?? []).filter(({ event }) => event !== "THIRD_PARTY_ADDED");
  const shown = all
    .filter(({ event }) => matches(`${event} ${sentenceOf(event) ?? ""}`))
    .sort((one, other) => Number(other.possible) - Number(one.possible));
  const first = shown.find((row) => row.possible);
  return (
    <Dialog title={`What happens to ${name}?`} close={close} enter={() => first && setChosen(first)} wide>
      <Field label="Filter the events" type="search" value={filter} onInput={setFilter} />
      <Shown of={possible}>
        {() =>
          shown.length === 0 ? (
            <Nothing>No event has “{filter}” in its name or its meaning.</Nothing>
          ) : (
            <ul class="events" data-list>
              {shown.map((row) => (
                <li key={row.event}>
                  <Choice row={row} choose={() => setChosen(row)} />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Dialog>
  );
}

const Choice = ({ row: { event, possible, detail }, choose }: { row: Possible; choose(): void }) => (
  <button type="button" aria-disabled={!possible || undefined} onClick={() => possible && choose()}>
    <span class="mono">{event}</span>
    <small>{possible ? sentenceOf(event) : detail}</small>
  </button>
);

/** Fields whose values are lists of texts. */
const lists = new Set(["tags", "values"]);

/** The data that an event takes, all of which may be left out. */
function Bring({ chosen, name, close }: { chosen: Possible; name: string; close(): void }) {
  const { values: texts, field: inputOf } = useForm<Record<string, string>>({});
  const fields = eventTypes.value.find((type) => type.name === chosen.event)?.data ?? [];
  const submit = () => {
    const given = Object.entries(texts).filter(([, text]) => text !== "");
    const data = Object.fromEntries(
      given.map(([field, text]) => [field, lists.has(field) ? text.split(",").map((part) => part.trim()) : text]),
    );
    return bringAbout({ event: chosen.event, ...chosen.target, ...(given.length > 0 && { data }) });
  };
  return (
    <Dialog title={name} close={close} submit={submit} action="Trigger" ready={fields.length === 0}>
      <p>
        <b class="mono">{chosen.event}</b>
        <br />
        {sentenceOf(chosen.event)}
      </p>
      {fields.map(({ field, values }) => (
        <Field
          key={field}
          label={field}
          {...inputOf(field)}
          options={values.length > 0 ? ["", ...values] : undefined}
          type={/date$/i.test(field) ? "date" : "text"}
          placeholder={lists.has(field) ? "separated by commas" : "something plausible when left out"}
        />
      ))}
    </Dialog>
  );
}
