import { Button, Opens } from "../../parts/button.tsx";
import { type Column, Filter, Table } from "../../parts/list.tsx";
import { Breakable, Tag } from "../../parts/values.tsx";
import { route } from "../../route.ts";
import { arm, armed, disarm, disarmAll, operations } from "./armed.ts";
import { FaultDialog } from "./custom.tsx";
import { effectOf, type Fault, takesLag, timesLeft } from "./words.ts";

/** One click each: what goes wrong most often. */
const common: readonly { label: string; title: string; fault: Omit<Fault, "operation"> }[] = [
  { label: "503", title: "The next one is answered with 503", fault: { kind: "status", status: 503, times: 1 } },
  { label: "429", title: "The next one is answered with 429", fault: { kind: "status", status: 429, times: 1 } },
  { label: "500 ×3", title: "The next three are answered with 500", fault: { kind: "status", status: 500, times: 3 } },
  { label: "3 s", title: "Every answer comes three seconds late", fault: { kind: "delay", delayMs: 3000 } },
  { label: "cut", title: "The next connection is cut", fault: { kind: "disconnect", times: 1 } },
  { label: "half", title: "The next answer breaks off half-way", fault: { kind: "truncate", times: 1 } },
  { label: "no JSON", title: "The next answer is no JSON", fault: { kind: "malformed", times: 1 } },
];
const lag = {
  label: "lag 5 min",
  title: "Searches find events five minutes after they occurred",
  fault: { kind: "lag", lag: "PT5M" },
} as const;

/** One operation; without an id, all of them. */
interface Target {
  id: string | undefined;
  path: string;
}
const armedFor = (id: string | undefined) => armed.value.filter(({ operation }) => operation === id);

const columns: readonly Column<Target>[] = [
  {
    head: "Operation",
    cell: ({ id, path }) => (
      <>
        <b>{id ?? "every operation"}</b>
        {id && (
          <span class="path mono quiet">
            <Breakable text={path} />
          </span>
        )}
      </>
    ),
    sort: ({ id }) => id ?? "",
  },
  {
    head: "Arm",
    cell: ({ id }) => (
      <span class="joined">
        {(takesLag(id) ? [...common, lag] : common).map(({ label, title, fault }) => (
          <Button
            key={label}
            onClick={() => arm({ ...fault, ...(id !== undefined && { operation: id }) })}
            title={title}
            label={`${label} for ${id ?? "every operation"}`}
          >
            {label}
          </Button>
        ))}
      </span>
    ),
  },
  {
    head: "Armed",
    cell: ({ id }) =>
      armedFor(id).map((fault) => (
        <span class="one">
          <Tag tone="bad">{effectOf(fault)}</Tag> <small>{timesLeft(fault)}</small>
          {fault.accountId === undefined && <small> in all accounts</small>}
          <Button kind="plain" onClick={() => disarm(fault)} label={`Disarm ${effectOf(fault)}`}>
            ×
          </Button>
        </span>
      )),
    sort: ({ id }) => armedFor(id).map(effectOf).join(),
  },
];

/** Faults at one click for each operation, and what is armed. */
export function Faults() {
  const { filter = "" } = route.value.query;
  const words = filter.toLowerCase();
  const named = operations().filter(({ id, path }) => `${id} ${path}`.toLowerCase().includes(words));
  const rows = filter ? named : [{ id: undefined, path: "" }, ...named];
  return (
    <div class="page stack faults">
      <header class="row">
        <h1>Faults</h1>
        <Filter placeholder="Operation or path" />
        <Opens dialog={(close) => <FaultDialog close={close} />}>Another fault…</Opens>
        <Button onClick={disarmAll} reason={armed.value.length === 0 ? "None is armed." : undefined}>
          Disarm all
        </Button>
      </header>
      <p class="quiet">
        A click arms a fault for this account. It hits your client, never this console, and the request log names it.
      </p>
      <dl class="legend">
        {[...common, lag].map(({ label, title }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
      <Table
        label="Faults by operation"
        columns={columns}
        rows={{ data: rows }}
        keyOf={({ id }) => id ?? ""}
        classOf={({ id }) => (armedFor(id).length > 0 ? "armed" : undefined)}
        empty={`No operation is called “${filter}”.`}
      />
    </div>
  );
}
