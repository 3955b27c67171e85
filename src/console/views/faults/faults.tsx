import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Filter } from "../../parts/field.tsx";
import { Tag } from "../../parts/status.tsx";
import { filterBy, route } from "../../route.ts";
import { arm, armed, disarm, disarmAll, effectOf, type Fault, operations, strikesLeft } from "./armed.ts";
import { FaultDialog } from "./custom.tsx";

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

/** Searches by events, and the lists that take the same filter. */
const takesLag = (operation: string | undefined) =>
  operation === undefined ||
  /^(thirdparties|dossiers|documents)\.search$|^(thirdparties|dossiers)\.list$/.test(operation);

/** Faults at one click for each operation, and what is armed. */
export function Faults() {
  const { filter = "" } = route.value.query;
  const [asks, setAsks] = useState(false);
  const words = filter.toLowerCase();
  const rows = operations().filter(({ id, path }) => `${id} ${path}`.toLowerCase().includes(words));
  return (
    <div class="page faults">
      <header class="row">
        <h1>Faults</h1>
        <Filter
          value={filter}
          onInput={(text) => filterBy({ filter: text || undefined })}
          placeholder="Operation or path"
        />
        <Button onClick={() => setAsks(true)}>Another fault…</Button>
        <Button onClick={disarmAll} reason={armed.value.length === 0 ? "None is armed." : undefined}>
          Disarm all
        </Button>
      </header>
      <p class="quiet">
        A click arms a fault for this account. It strikes your client, never this console, and the request log names it.
      </p>
      <div class="table" data-list>
        <table aria-label="Faults by operation">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col">Arm</th>
              <th scope="col">Armed</th>
            </tr>
          </thead>
          <tbody>
            {!filter && <Line operation={undefined} path="every operation" />}
            {rows.map(({ id, path }) => (
              <Line operation={id} path={path} key={id} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && <p class="nothing">No operation is called “{filter}”.</p>}
      {asks && <FaultDialog close={() => setAsks(false)} />}
    </div>
  );
}

function Line({ operation, path }: { operation: string | undefined; path: string }) {
  const own = armed.value.filter((fault) => fault.operation === operation);
  const offered = takesLag(operation) ? [...common, lag] : common;
  return (
    <tr class={own.length > 0 ? "armed" : undefined}>
      <td>
        <b>{operation ?? "every operation"}</b>
        {operation && <span class="path mono quiet">{path}</span>}
      </td>
      <td>
        <span class="joined">
          {offered.map(({ label, title, fault }) => (
            <Button
              key={label}
              onClick={() => arm({ ...fault, ...(operation !== undefined && { operation }) })}
              title={title}
              label={`${label} for ${operation ?? "every operation"}`}
            >
              {label}
            </Button>
          ))}
        </span>
      </td>
      <td>
        {own.map((fault) => (
          <span class="one">
            <Tag tone="bad">{effectOf(fault)}</Tag> <small>{strikesLeft(fault)}</small>
            {fault.accountId === undefined && <small> in all accounts</small>}
            <Button kind="plain" onClick={() => disarm(fault)} label={`Disarm ${effectOf(fault)}`}>
              ×
            </Button>
          </span>
        ))}
      </td>
    </tr>
  );
}
