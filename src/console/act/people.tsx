import { signal } from "@preact/signals";
import { call, type Reply } from "../api.ts";
import { Shown, useCall } from "../load.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog, Select } from "../parts/form.tsx";
import { type Column, Table } from "../parts/list.tsx";
import { Moment } from "../parts/values.tsx";
import { account, thirdpartyAddress } from "../route.ts";
import { changed, refresh, worlds } from "../state.ts";

type People = Reply<"people.get">;
type Supplier = Reply<"people.supplier">;
export type Temper = Supplier["temper"];
export type Who = People["people"];

export const whoActs: Readonly<Record<Who, string>> = {
  all: "Suppliers and the client's people act",
  suppliers: "Suppliers act, decisions are yours",
  none: "Nobody acts but you and your client",
};
const tempers: Readonly<Record<Temper, string>> = {
  prompt: "prompt: answers at once",
  ordinary: "ordinary: answers in some days",
  late: "late: answers after reminders",
  careless: "careless: a wrong paper first",
  fading: "fading: one day no more",
  silent: "silent: never answers",
};
export const temperNames = Object.keys(tempers) as Temper[];

export const peopleShown = signal(false);
/** Who acts in the world of the address. */
export const peopleHere = (): Who =>
  worlds.value?.find(({ accountId }) => accountId === account.value)?.people ?? "none";

export async function letAct(people: Who): Promise<void> {
  await call("people.put", { body: { people } });
  refresh();
  changed(`${whoActs[people]}.`);
}
export async function setTemper(thirdpartyId: number, temper: Temper | null): Promise<void> {
  const set = await call("people.temper", { path: { thirdpartyId }, body: { temper } });
  refresh();
  changed(`${set.thirdpartyName} is ${set.temper} from now on.`);
}

/** What a person does next, with the name of the person. */
const Act = ({ of: { actor, sentence } }: { of: NonNullable<Supplier["next"]> }) => (
  <>
    {actor && <b>{actor.name}: </b>}
    {sentence}
  </>
);

const columns: readonly Column<Supplier>[] = [
  { head: "Next", cell: ({ next }) => <Moment at={next?.dueAt} short /> },
  {
    head: "Third party",
    cell: ({ thirdpartyId, thirdpartyName }) => (
      <a class="a" href={thirdpartyAddress(thirdpartyId)}>
        {thirdpartyName}
      </a>
    ),
    class: "wrap line",
  },
  { head: "Temper", cell: ({ temper }) => temper },
  { head: "What", cell: ({ next }) => next && <Act of={next} />, class: "wrap" },
];
const nextOf = ({ next }: Supplier) => next?.dueAt ?? "~";
const byNext = (content: readonly Supplier[]) =>
  content.toSorted((one, other) => (nextOf(one) < nextOf(other) ? -1 : 1));

/** Who acts by itself, who does next, and the switch. */
export function PeopleDialog({ close }: { close(): void }) {
  const people = useCall("people.get", { query: { size: 1000 } });
  return (
    <Dialog title="Who acts by itself" close={close} wide>
      <div class="joined">
        {(Object.keys(whoActs) as Who[]).map((who) => (
          <Button onClick={() => letAct(who)} pressed={who === peopleHere()} key={who}>
            {who}
          </Button>
        ))}
      </div>
      <p class="quiet">{whoActs[peopleHere()]}. Nothing that has happened changes.</p>
      <Shown of={people}>
        {({ content, colleagues, people: who }) => (
          <>
            {who === "all" && <p>{colleagues.map(({ name, task }) => `${name} (${task})`).join(" · ")}</p>}
            <div class="duelist">
              <Table
                label="Third parties, who acts next first"
                columns={columns}
                rows={{ data: byNext(content) }}
                keyOf={({ thirdpartyId }) => thirdpartyId}
              />
            </div>
          </>
        )}
      </Shown>
    </Dialog>
  );
}

/** How a third party behaves, to be changed, and what it does next. */
export function TemperOf({ id }: { id: number }) {
  const { data } = useCall("people.supplier", { path: { thirdpartyId: id } }, { of: id });
  if (!data) return null;
  const { temper, origin, next } = data;
  const drawn = origin === "SET" ? "as drawn by chance" : `${tempers[temper]} (by chance)`;
  return (
    <p class="temper">
      <span class="quiet">Temper</span>
      <Select
        label="Temper"
        value={origin === "SET" ? temper : ""}
        options={[["", drawn], ...Object.entries(tempers)]}
        onInput={(value) => void setTemper(id, (value || null) as Temper | null)}
      />
      <span class="quiet">
        {next ? (
          <>
            next <Moment at={next.dueAt} short />, <Act of={next} />
          </>
        ) : peopleHere() === "none" ? (
          <Button kind="plain" onClick={() => (peopleShown.value = true)}>
            does nothing: people do not act in this world
          </Button>
        ) : (
          "plans nothing"
        )}
      </span>
    </p>
  );
}
