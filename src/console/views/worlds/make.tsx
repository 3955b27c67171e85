import { useState } from "preact/hooks";
import { type Who, whoActs } from "../../act/people.tsx";
import { call } from "../../api.ts";
import { useCall } from "../../load.tsx";
import { Check, Dialog, Field, FileField, useForm } from "../../parts/form.tsx";
import { go } from "../../route.ts";
import { clock, refresh, type World, worlds } from "../../state.ts";
import { toast } from "../../toasts.ts";
import { withUndo } from "../../undo.ts";

const exists = (accountId: string) => worlds.value?.some((world) => world.accountId === accountId) ?? false;

/** Puts a world in place of another, which Undo brings back, or where there was none. */
async function put(accountId: string, work: () => Promise<World>, said: string): Promise<void> {
  const asked = location.hash;
  if (exists(accountId)) await withUndo(accountId, work, said);
  else {
    await work();
    toast(said);
  }
  // Making a large world takes a while, in which the user may have gone elsewhere.
  if (location.hash === asked) go({ account: accountId, view: "worlds", rest: [accountId] });
  refresh();
}

/** A name that no world has yet. */
function freeName(like: string): string {
  for (let number = 2; ; number++) if (!exists(`${like}-${number}`)) return `${like}-${number}`;
}

const Replaces = ({ accountId }: { accountId: string }) =>
  exists(accountId) ? (
    <p class="quiet">
      There is a world <b>{accountId}</b>: this one takes its place. Undo brings it back.
    </p>
  ) : null;

/** A new world, from a seed or of a size. */
export function MakeDialog({ close }: { close(): void }) {
  const { values, field } = useForm({
    accountId: freeName("demo"),
    source: "portfolio",
    size: "100",
    randomSeed: "",
    people: "",
    now: clock.value?.now.slice(0, 19) ?? "",
  });
  const { accountId, source, size, randomSeed, people, now } = values;
  const [frozen, setFrozen] = useState(true);
  const { data } = useCall("reference.seeds", {}, { once: true });
  const bySize = source === "";
  const make = () => {
    const body = {
      ...(bySize ? { size: Number(size) } : { seed: source }),
      ...(randomSeed && { randomSeed: Number(randomSeed) }),
      ...(people && { people: people as Who }),
      ...(now && { now }),
      freeze: frozen,
    };
    return put(accountId, () => call("accounts.put", { path: { accountId }, body }), `${accountId} is made.`);
  };
  const seeds = data?.content ?? [];
  const seed = seeds.find(({ name }) => name === source);
  return (
    <Dialog title="Make a world" close={close} submit={make} action="Make it">
      <Field label="Account" {...field("accountId")} required hint="Letters, digits, - and _" />
      <Field
        label="From"
        {...field("source")}
        options={[
          ...seeds.map(({ name }) => [name, `the seed ${name}`] as const),
          ["", "a size of my choice"] as const,
        ]}
        hint={bySize ? "Generated: each third party with its dossiers and documents." : seed?.description}
      />
      {bySize && <Field label="Third parties" type="number" {...field("size")} min="0" max="100000" required />}
      <Field
        label="Who acts by itself"
        {...field("people")}
        options={[["", "as the seed says"] as const, ...Object.entries(whoActs)]}
      />
      <Field label="Its clock begins at" type="moment" {...field("now")} hint="Empty: as the server was started." />
      <Check label="The clock stands still until you move it" checked={frozen} onChange={setFrozen} />
      <Field
        label="Random seed"
        type="number"
        {...field("randomSeed")}
        min="0"
        placeholder="as the server was started"
        hint="The same number makes the same companies."
      />
      <Replaces accountId={accountId} />
    </Dialog>
  );
}
/** A copy of a world, as it is or as it was. */
export function ForkDialog({ from, snapshot, close }: { from: string; snapshot?: string | undefined; close(): void }) {
  const [accountId, setAccountId] = useState(freeName(from));
  const fork = () => {
    const body = { from: { accountId: from, ...(snapshot !== undefined && { snapshot }) } };
    const work = () => call("accounts.put", { path: { accountId }, body });
    return put(accountId, work, `${accountId} is a copy of ${from}.`);
  };
  return (
    <Dialog title={`Fork ${from}${snapshot ? ` as in ${snapshot}` : ""}`} close={close} submit={fork} action="Fork">
      <Field
        label="Account of the copy"
        value={accountId}
        onInput={setAccountId}
        required
        hint="Ids, clock and events are the same; from here on the two go their own ways."
      />
      <Replaces accountId={accountId} />
    </Dialog>
  );
}

/** A world from a file that was exported. */
export function ImportDialog({ into, close }: { into: string; close(): void }) {
  const [accountId, setAccountId] = useState(into);
  const [file, setFile] = useState<File>();
  const load = () => {
    if (!file) throw new Error("Choose a file first.");
    const content = new Blob([file], { type: "application/json" });
    const work = () => call("accounts.import", { path: { accountId }, file: content });
    return put(accountId, work, `${accountId} is what ${file.name} holds.`);
  };
  return (
    <Dialog title="Import a world" close={close} submit={load} action="Import">
      <FileField
        accept="application/json,.json"
        onChange={setFile}
        hint="What Export gave, here or elsewhere. It is taken whole or not at all."
      />
      <Field label="Into the account" value={accountId} onInput={setAccountId} required />
      <Replaces accountId={accountId} />
    </Dialog>
  );
}
