import "./act.css";
import { useState } from "preact/hooks";
import { call, type Reply } from "../api.ts";
import { useLoad } from "../load.ts";
import { Dialog } from "../parts/dialog.tsx";
import { type EventType, useEventTypes } from "../parts/event.tsx";
import { Field } from "../parts/field.tsx";
import { Nothing, Shown } from "../parts/state.tsx";
import { account } from "../route.ts";
import { bringAbout, type Target } from "./trigger.ts";

type Possible = Reply<"occurrences.possible">["content"][number];

/** Which of the 100 events can happen to a resource now; those that cannot, with the reason that the API gives. */
export const usePossible = (target: Target) =>
  useLoad((signal) => call("occurrences.possible", { query: { ...target }, signal }), [account.value, target]);

interface Props {
  target: Target;
  /** What the resource is called. */
  name: string;
  close(): void;
}

/** Any event that can happen to a resource; the others are greyed, with the reason. */
export function Triggers({ target, name, close }: Props) {
  const possible = usePossible(target);
  const types = useEventTypes();
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<Possible>();
  const words = filter
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean);
  const typeOf = (event: string) => types.find((type) => type.name === event);
  const passes = ({ event }: Possible) => {
    const text = `${event} ${typeOf(event)?.sentence ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  if (chosen) return <Bring chosen={chosen} type={typeOf(chosen.event)} name={name} close={close} />;
  return (
    <Dialog title={`What happens to ${name}?`} close={close} wide>
      <Field label="Filter the 100 events" type="search" value={filter} onInput={setFilter} />
      <Shown of={possible}>
        {({ content }) => {
          const shown = content.filter(passes);
          if (shown.length === 0) return <Nothing>No event has “{filter}” in its name or its meaning.</Nothing>;
          const sorted = shown.sort((one, other) => Number(other.possible) - Number(one.possible));
          return (
            <ul class="events" data-list>
              {sorted.map((row) => (
                <li key={row.event}>
                  <Choice row={row} sentence={typeOf(row.event)?.sentence} choose={() => setChosen(row)} />
                </li>
              ))}
            </ul>
          );
        }}
      </Shown>
    </Dialog>
  );
}

interface ChoiceProps {
  row: Possible;
  sentence: string | undefined;
  choose(): void;
}
const Choice = ({ row: { event, possible, detail }, sentence, choose }: ChoiceProps) => (
  <button type="button" aria-disabled={!possible || undefined} onClick={() => possible && choose()}>
    <span class="mono">{event}</span>
    <small>{possible ? sentence : detail}</small>
  </button>
);

interface BringProps {
  chosen: Possible;
  type: EventType | undefined;
  name: string;
  close(): void;
}

/** Fields whose values are lists of texts. */
const lists = new Set(["tags", "values"]);

/** The data that an event takes, all of which may be left out. */
function Bring({ chosen, type, name, close }: BringProps) {
  const [texts, setTexts] = useState<Record<string, string>>({});
  const fields = type?.data ?? [];
  const submit = () => {
    const given = Object.entries(texts).filter(([, text]) => text !== "");
    const data = Object.fromEntries(
      given.map(([field, text]) => [field, lists.has(field) ? text.split(",").map((part) => part.trim()) : text]),
    );
    return bringAbout({ event: chosen.event, ...chosen.target, ...(given.length > 0 && { data }) });
  };
  return (
    <Dialog title={name} close={close} submit={submit} action="Bring it about" ready={fields.length === 0}>
      <p>
        <b class="mono">{chosen.event}</b>
        <br />
        {type?.sentence}
      </p>
      {fields.map(({ field, values }) => (
        <Field
          key={field}
          label={field}
          value={texts[field] ?? ""}
          onInput={(text) => setTexts({ ...texts, [field]: text })}
          options={values.length > 0 ? ["", ...values] : undefined}
          type={/date$/i.test(field) ? "date" : "text"}
          placeholder={lists.has(field) ? "separated by commas" : "something plausible when left out"}
        />
      ))}
    </Dialog>
  );
}
