import type { ComponentChild } from "preact";
import { call, type Reply } from "../../api.ts";
import { Shown, useCall } from "../../load.tsx";
import { Asks } from "../../parts/form.tsx";
import { href, route } from "../../route.ts";
import { useAfterRequests } from "./after-requests.ts";

type Report = Reply<"coverage.read">;
type Part = keyof Report["figures"];
const parts: readonly [Part, title: string, missing: string][] = [
  ["operations", "Operations", "Without a success"],
  ["statuses", "Statuses", "Declared, and never the answer"],
  ["parameters", "Query parameters", "Never sent with success"],
  ["values", "Values", "Of enumerations, never in a response"],
  ["events", "Event types", "Never found by a search"],
  ["faults", "Faults", "Never hit, or not survived"],
];

/** How much of the contract the requests so far have used; what is missing first. */
export function Coverage() {
  const loaded = useCall("coverage.read");
  useAfterRequests(loaded.reload);
  const begin = async () => {
    await call("coverage.clear");
    loaded.reload();
  };
  return (
    <>
      <div class="row">
        <h1>Coverage</h1>
        <span class="quiet">of all accounts, since the server started or counting started over</span>
        <span class="push" />
        <Asks label="Start over…" title="Start counting over?" action="Start over" run={begin}>
          What was counted so far is gone, for all accounts.
        </Asks>
      </div>
      <Shown of={loaded}>{(report) => <Result of={report} />}</Shown>
    </>
  );
}

function Result({ of }: { of: Report }) {
  const chosen = (parts.find(([name]) => name === route.value.query.part) ?? parts[0]) as (typeof parts)[number];
  return (
    <>
      <div class="cards six figures">
        {parts.map(([name, title]) => (
          <a
            class="card"
            href={href({ query: { part: name } })}
            aria-current={name === chosen[0] ? "true" : undefined}
            key={name}
          >
            <span class="quiet">{title}</span>
            <b class="num">{of.figures[name].percent} %</b>
            <small class="num">
              {of.figures[name].covered} of {of.figures[name].declared}
            </small>
            <progress aria-label={title} value={of.figures[name].covered} max={of.figures[name].declared || 1} />
          </a>
        ))}
      </div>
      <Lists of={of} part={chosen} />
      {of.assumptions.length > 0 && (
        <section>
          <h2>Assumptions that your client leans on</h2>
          <ul class="plain-list">
            {of.assumptions.map(({ key, operations }) => (
              <li key={key}>
                <a class="a mono" href={href({ view: "about", rest: [], query: { filter: key } })}>
                  {key}
                </a>{" "}
                <small>{operations.join(", ")}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Lists({ of, part: [name, title, words] }: { of: Report; part: (typeof parts)[number] }) {
  const missing: readonly string[] = of.missing[name];
  const forced = new Set(name === "statuses" ? of.onlyForced : []);
  const counted = name === "faults" ? of.counted.struck : of.counted[name];
  const covered = Object.entries(counted).sort(([, one], [, other]) => other - one);
  return (
    <div class="lists">
      <Items
        title={words}
        of={missing.map((item) => [item, forced.has(item) && <small>only forced</small>])}
        empty="Nothing is missing."
      />
      <Items
        title={`${title} so far`}
        of={covered.map(([item, count]) => [item, <small class="num">× {count}</small>])}
        empty="Nothing yet."
      />
    </div>
  );
}

interface ItemsProps {
  title: string;
  of: readonly (readonly [item: string, note: ComponentChild])[];
  empty: string;
}
const Items = ({ title, of, empty }: ItemsProps) => (
  <section>
    <h2>
      {title} <span class="num">{of.length}</span>
    </h2>
    <ul class="plain-list mono">
      {of.map(([item, note]) => (
        <li key={item}>
          {item} {note}
        </li>
      ))}
    </ul>
    {of.length === 0 && <p class="quiet">{empty}</p>}
  </section>
);
