import { call, type Reply } from "../../api.ts";
import { Nothing, Shown, useCall, useLoad } from "../../load.tsx";
import { type Column, Paging, Pill, Table } from "../../parts/list.tsx";
import { Moment, Tag } from "../../parts/values.tsx";
import { figure } from "../../parts/words.ts";
import { filterBy, href, route } from "../../route.ts";
import { type World, worlds } from "../../state.ts";
import { isParked } from "./parked.ts";

type Comparison = Reply<"accounts.compare">;
type Row = Comparison["content"][number];
type Counts = Comparison["counts"][number];

const tones = { added: "ok", removed: "bad", changed: "warn" } as const;
const size = 50;

/** A world, or a snapshot of it after an @. */
function sideOf(text: string): readonly [accountId: string, snapshot: string | undefined] {
  const [accountId = "", snapshot] = text.split("@");
  return [accountId, snapshot];
}

const columns: readonly Column<Row>[] = [
  { head: "Became", cell: ({ difference }) => <Tag tone={tones[difference]}>{difference}</Tag> },
  {
    head: "Row",
    cell: ({ collection, id, name }) => (
      <>
        <small>{collection}</small>
        <br />
        {name && name !== id && `${name} `}
        <span class="mono quiet">{id}</span>
      </>
    ),
    class: "grow",
  },
  { head: "What differs", cell: (row) => <Fields of={row} />, class: "grow" },
];

/** The rows in which two worlds, or two snapshots, differ. */
export function Compare({ of: world }: { of: World }) {
  const { query } = route.value;
  const newest = useCall("accounts.snapshots", { path: { accountId: world.accountId } }).data?.content.at(-1)?.name;
  const usual = newest === undefined ? world.accountId : `${world.accountId}@${newest}`;
  const { before = usual, after = world.accountId, collection } = query;
  const page = Number(query.page) || 0;
  const [beforeId, beforeSnapshot] = sideOf(before);
  const [afterId, afterSnapshot] = sideOf(after);
  const loaded = useCall("accounts.compare", {
    query: { before: beforeId, beforeSnapshot, after: afterId, afterSnapshot, collection, page, size },
  });
  return (
    <>
      <header class="row">
        <h1>Compare</h1>
        <span class="push" />
        <a class="button" href={href({ rest: [world.accountId] })}>
          Done
        </a>
      </header>
      <div class="row spaced">
        <Choice name="before" value={before} />
        <span aria-hidden="true">→</span>
        <Choice name="after" value={after} />
      </div>
      {before === after ? (
        <Nothing>Choose two worlds, or a world and one of its snapshots.</Nothing>
      ) : (
        <Shown of={loaded}>{(comparison) => <Differences of={comparison} page={page} />}</Shown>
      )}
    </>
  );
}

function Differences({ of, page }: { of: Comparison; page: number }) {
  const { counts, content, before, after, totalElements } = of;
  const sum = ({ added, removed, changed }: Counts) => added + removed + changed;
  const total = counts.reduce((all, one) => all + sum(one), 0);
  return (
    <>
      <p class="quiet">
        {total === 0 ? "No row differs" : `${figure(total)} rows differ`}, from <Moment at={before.now} short /> to{" "}
        <Moment at={after.now} short /> on their clocks.
      </p>
      <div class="pills spaced">
        <Pill name="collection">all</Pill>
        {counts.map((count) => (
          <Pill name="collection" value={count.collection} key={count.collection}>
            {count.collection} <span class="num">{sum(count)}</span>
          </Pill>
        ))}
      </div>
      <div class="difference">
        <Table
          label="Differences"
          columns={columns}
          rows={{ data: content }}
          keyOf={({ collection: of, id }) => `${of} ${id}`}
          filters={["collection"]}
          empty="They hold the same."
        />
      </div>
      <Paging page={page} size={size} total={totalElements} />
    </>
  );
}

/** Every world and its snapshots, to choose one side. */
function Choice({ name, value }: { name: "before" | "after"; value: string }) {
  const all = (worlds.value ?? []).filter((world) => !isParked(world)).map(({ accountId }) => accountId);
  const { data } = useLoad(
    (signal) =>
      Promise.all(
        all.map(async (accountId) => {
          const { content } = await call("accounts.snapshots", { path: { accountId }, signal });
          return { accountId, names: content.filter(({ damage }) => !damage).map((snapshot) => snapshot.name) };
        }),
      ),
    [all.join()],
  );
  const sides = data ?? all.map((accountId) => ({ accountId, names: [] as string[] }));
  return (
    <select
      aria-label={name === "before" ? "Before" : "After"}
      value={value}
      onChange={(event) => filterBy({ [name]: event.currentTarget.value, collection: undefined })}
    >
      {sides.map(({ accountId, names }) => (
        <optgroup label={accountId} key={accountId}>
          <option value={accountId}>{accountId}, now</option>
          {names.map((snapshot) => (
            <option value={`${accountId}@${snapshot}`} key={snapshot}>
              {accountId}, {snapshot}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

const shown = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
const mostFields = 6;

function Fields({ of: { fields, furtherFields, difference } }: { of: Row }) {
  if (difference !== "changed") return null;
  const more = fields.length - mostFields + furtherFields;
  return (
    <ul class="fields mono">
      {fields.slice(0, mostFields).map(({ path, before, after }) => (
        <li key={path}>
          <span class="quiet">{path.slice(1)}</span> <del>{shown(before)}</del> <ins>{shown(after)}</ins>
        </li>
      ))}
      {more > 0 && <li class="quiet">and {more} more</li>}
    </ul>
  );
}
