import "./configuration.css";
import { Shown, useCall } from "../../load.tsx";
import { Json } from "../../parts/json.tsx";
import { type Column, Filter, Pills, Table } from "../../parts/list.tsx";
import { Tag } from "../../parts/values.tsx";
import type { Tone } from "../../parts/words.ts";
import { href, route } from "../../route.ts";
import { Editor } from "./editor.tsx";
import { type File, isSame, parts, type Row, rowsOf } from "./rows.ts";

const tones: Record<Row["origin"], Tone> = { default: "none", own: "ok", removed: "bad" };
const tabs = [
  ["", "Configured"],
  ["difference", "Difference"],
  ["edit", "Edit"],
] as const;

/** What the account has configured, how that differs from the default, and a way to change it. */
export function Configuration() {
  const [tab = "", mode] = route.value.rest;
  const whole = useCall("accounts.configuration");
  const difference = useCall("accounts.configuration", { query: { difference: true, base: "default" } });
  const both = {
    data: whole.data && difference.data && { whole: whole.data as File, difference: difference.data as File },
    problem: whole.problem ?? difference.problem,
    reload() {
      whole.reload();
      difference.reload();
    },
  };
  return (
    <div class="page configuration">
      <h1>Configuration</h1>
      <nav class="tabs" aria-label="Configuration">
        {tabs.map(([name, title]) => (
          <a
            href={href({ rest: name ? [name] : [], query: { at: undefined } })}
            aria-current={tab === name ? "page" : undefined}
            key={name}
          >
            {title}
          </a>
        ))}
      </nav>
      <Shown of={both}>
        {(files) =>
          tab === "edit" ? (
            <Editor files={files} isWhole={mode === "all"} reload={both.reload} />
          ) : tab === "difference" ? (
            <Difference of={files.difference} />
          ) : (
            <Entries {...files} />
          )
        }
      </Shown>
    </div>
  );
}

const Difference = ({ of }: { of: File }) => (
  <>
    <p class="quiet">
      {isSame(of) ? "It is what every account begins with." : "What differs from what every account begins with."} This
      file makes another account like this one: <code>tiers-sandbox --configuration FILE</code>
    </p>
    <Json value={of} label="the difference" />
  </>
);

const columns: readonly Column<Row>[] = [
  {
    head: "Name",
    cell: ({ name, label }) => (
      <>
        {label ?? name} {label !== undefined && <small class="mono">{name}</small>}
      </>
    ),
    class: "wrap",
    sort: ({ name, label }) => label ?? name,
  },
  { head: "What it is", cell: ({ text }) => text, class: "wrap", sort: ({ text }) => text },
  {
    head: "From",
    cell: ({ origin }) => <Tag tone={tones[origin]}>{origin}</Tag>,
    class: "wide",
    sort: ({ origin }) => origin,
  },
];

function Entries({ whole, difference }: { whole: File; difference: File }) {
  const { part = "attributes", filter = "" } = route.value.query;
  const rows = rowsOf(part, whole, difference);
  const passes = ({ name, label = "", text }: Row) =>
    `${name} ${label} ${text}`.toLowerCase().includes(filter.toLowerCase());
  const pills = parts.map(
    ([name, title]) => [name, `${title} ${Object.keys((whole[name] as object | undefined) ?? {}).length}`] as const,
  );
  const [[, first], ...others] = pills as [(typeof pills)[number], ...typeof pills];
  const pointer = (name: string) => `/${part}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return (
    <>
      <div class="row">
        <Pills name="part" first={first} others={others} />
        <Filter placeholder="Filter the entries" />
      </div>
      <Table
        label="Entries"
        columns={columns}
        rows={{ data: rows.filter(passes) }}
        keyOf={({ name }) => name}
        hrefOf={({ name, origin }) =>
          href({ rest: origin === "removed" ? ["edit"] : ["edit", "all"], query: { at: pointer(name) } })
        }
        filters={["filter"]}
      />
    </>
  );
}
