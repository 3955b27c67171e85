import { call, type Reply } from "../../api.ts";
import { Nothing, Shown, useCall, useLoad } from "../../load.tsx";
import { Button } from "../../parts/button.tsx";
import { type Column, Paging, Pill, Table } from "../../parts/list.tsx";
import { pageOf } from "../../parts/pages.ts";
import { passingBy, sortedBy } from "../../parts/sorting.ts";
import { Moment, Tag } from "../../parts/values.tsx";
import { figure } from "../../parts/words.ts";
import { filterBy, href, route } from "../../route.ts";
import { refresh, type World, worlds } from "../../state.ts";
import { takeSnapshot } from "../../undo.ts";
import { isParked } from "./parked.ts";

type Comparison = Reply<"accounts.compare">;
type Row = Comparison["content"][number];
type Counts = Comparison["counts"][number];

const tones = { added: "ok", removed: "bad", changed: "warn" } as const;
const size = 50;
/** More rows than these are reached by their collection. */
const most = 1000;

/** A world, or a snapshot of it after an @. */
function sideOf(text: string): readonly [accountId: string, snapshot: string | undefined] {
  const [accountId = "", snapshot] = text.split("@");
  return [accountId, snapshot];
}

const columns: readonly Column<Row>[] = [
  {
    head: "Became",
    cell: ({ difference }) => <Tag tone={tones[difference]}>{difference}</Tag>,
    sort: ({ difference }) => difference,
  },
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
    sort: ({ collection, id, name }) => [collection, name !== id && name, id].filter(Boolean).join(" "),
  },
  {
    head: "What differs",
    cell: (row) => <Fields of={row} />,
    class: "grow",
    sort: ({ difference, fields }) =>
      difference === "changed" ? fields.map(({ path }) => path.slice(1)).join(" ") : null,
  },
];

/** The rows in which two worlds, or two snapshots, differ: from the newest snapshot to now at first. */
export function Compare({ of: world }: { of: World }) {
  const { accountId } = world;
  const { query } = route.value;
  const snapshots = useCall("accounts.snapshots", { path: { accountId } });
  const newest = snapshots.data?.content
    .filter(({ damage }) => !damage)
    .toSorted((one, other) => String(one.takenAt).localeCompare(String(other.takenAt)))
    .at(-1)?.name;
  const usual = newest === undefined ? accountId : `${accountId}@${newest}`;
  const { before = usual, after = accountId } = query;
  return (
    <>
      <header class="row">
        <h1>Compare</h1>
        <span class="push" />
        <a class="button" href={href({ rest: [accountId] })}>
          Done
        </a>
      </header>
      <div class="row spaced">
        <Choice name="before" value={before} />
        <span aria-hidden="true">→</span>
        <Choice name="after" value={after} />
      </div>
      {before !== after ? (
        <Differences before={before} after={after} />
      ) : (
        <Shown of={snapshots}>{() => <Same accountId={accountId} isWhole={newest !== undefined} />}</Shown>
      )}
    </>
  );
}

/** A world has nothing to be compared with before it has a snapshot. */
const Same = ({ accountId, isWhole }: { accountId: string; isWhole: boolean }) => (
  <Nothing>
    {isWhole ? (
      "Both sides are the same: choose another world or snapshot."
    ) : (
      <>
        {accountId} has no snapshot yet. Take one, and what happens then is shown here; or choose another world.{" "}
        <Button onClick={() => takeSnapshot(accountId).then(refresh)}>Take a snapshot</Button>
      </>
    )}
  </Nothing>
);

function Differences(sides: { before: string; after: string }) {
  const { query } = route.value;
  const [before, beforeSnapshot] = sideOf(sides.before);
  const [after, afterSnapshot] = sideOf(sides.after);
  const { collection } = query;
  const loaded = useCall("accounts.compare", {
    query: { before, beforeSnapshot, after, afterSnapshot, collection, size: most },
  });
  return <Shown of={loaded}>{(comparison) => <Rows of={comparison} />}</Shown>;
}

function Rows({ of }: { of: Comparison }) {
  const { query } = route.value;
  const { counts, before, after, totalElements } = of;
  const content = sortedBy(columns, passingBy(columns, of.content, query.find), {
    sort: query.by,
    order: query.byOrder,
  });
  const page = pageOf(query.page, content.length, size);
  const sum = ({ added, removed, changed }: Counts) => added + removed + changed;
  const total = counts.reduce((all, one) => all + sum(one), 0);
  return (
    <>
      <p class="quiet">
        {total === 0 ? "No row differs" : `${figure(total)} rows differ`}, from <Moment at={before.now} short /> to{" "}
        <Moment at={after.now} short /> on their clocks.
        {totalElements > most && ` The first ${figure(most)} are shown: choose a collection for the others.`}
      </p>
      <div class="pills spaced">
        {total > 0 && <Pill name="collection">all</Pill>}
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
          rows={{ data: content.slice(page * size, (page + 1) * size) }}
          keyOf={({ collection: of, id }) => `${of} ${id}`}
          order="by"
          find="Filter by row or field"
          empty="Both are the same."
        />
      </div>
      <Paging page={page} size={size} total={content.length} />
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
