import "./worlds.css";
import { call } from "../../api.ts";
import { Button, Opens } from "../../parts/button.tsx";
import { Asks } from "../../parts/form.tsx";
import { type Column, Filter, Table } from "../../parts/list.tsx";
import { Split } from "../../parts/split.tsx";
import { Tag } from "../../parts/values.tsx";
import { figure, withWords } from "../../parts/words.ts";
import { account, go, href, route } from "../../route.ts";
import { readWorlds, type World, worlds } from "../../state.ts";
import { Compare } from "./compare.tsx";
import { ImportDialog, MakeDialog } from "./make.tsx";
import { OneWorld } from "./one-world.tsx";
import { bringBack, isParked, originalOf } from "./parked.ts";

const madeFrom = ({ seed, size }: World) => (size === null ? seed : `${size} generated`);
const columns: readonly Column<World>[] = [
  {
    head: "Account",
    cell: ({ accountId, seed, size, thirdparties, now }) => (
      <>
        {accountId} {accountId === account.value && <Tag tone="info">this one</Tag>}
        <small class="instead">
          {size === null ? seed : "generated"} · {figure(thirdparties)} third parties ·{" "}
          {now.slice(0, 16).replace("T", " ")}
        </small>
      </>
    ),
    class: "grow",
    sort: ({ accountId }) => accountId,
  },
  {
    head: "Made from",
    class: "wide",
    sort: madeFrom,
    cell: (world) => <span class="quiet">{madeFrom(world)}</span>,
  },
  {
    head: "Third parties",
    cell: ({ thirdparties }) => thirdparties,
    class: "end roomy",
    sort: ({ thirdparties }) => thirdparties,
  },
  {
    head: "Documents",
    cell: ({ documents }) => figure(documents),
    class: "end wide",
    sort: ({ documents }) => documents,
  },
  { head: "Events", cell: ({ events }) => figure(events), class: "end wide", sort: ({ events }) => events },
  {
    head: "Clock",
    cell: ({ now }) => <span class="mono">{now.slice(0, 16).replace("T", " ")}</span>,
    class: "wide",
    sort: ({ now }) => now,
  },
];

/** All worlds of the server: made, copied, put back, compared, deleted and brought back. */
export function Worlds() {
  const [first, second] = route.value.rest;
  const all = worlds.value;
  const chosen = all?.find(({ accountId }) => accountId === (first ?? account.value));
  const isNew = first === "new" && !chosen;
  const parked = all?.filter(isParked) ?? [];
  const matches = withWords(route.value.query.filter ?? "");
  // A world that was made has an address of its own by then.
  const leave = () => location.hash.endsWith("/worlds/new") && go({ rest: [] });
  return (
    <Split
      name="worlds"
      initial={48}
      detail={
        chosen && (second === "compare" ? <Compare of={chosen} /> : <OneWorld of={chosen} key={chosen.accountId} />)
      }
      list={
        <>
          <header class="row">
            <h1>Worlds</h1>
            <span class="push" />
            <Opens dialog={(close) => <ImportDialog into={account.value} close={close} />}>Import…</Opens>
            <a class="button primary" href={href({ rest: ["new"] })}>
              Make a world…
            </a>
          </header>
          <Filter placeholder="Filter by account or seed" />
          <Table
            label="Worlds"
            columns={chosen ? columns.filter(({ head }) => head !== "Documents") : columns}
            rows={{ data: all?.filter((world) => !isParked(world) && matches(`${world.accountId} ${world.seed}`)) }}
            filters={["filter"]}
            keyOf={({ accountId }) => accountId}
            hrefOf={({ accountId }) => href({ rest: [accountId] })}
            selected={first}
            empty="There is no world yet."
          />
          {parked.length > 0 && <Parked worlds={parked} />}
          {isNew && <MakeDialog close={leave} />}
        </>
      }
    />
  );
}

/** Worlds that were deleted here, until they are deleted for good. */
function Parked({ worlds: parked }: { worlds: readonly World[] }) {
  const forGood = async (accountId: string) => {
    await call("accounts.delete", { path: { accountId } });
    await readWorlds();
  };
  return (
    <section>
      <h2>Deleted, can be brought back</h2>
      {parked.map((world) => (
        <div class="row parked" key={world.accountId}>
          <b>{originalOf(world)}</b>
          <span class="quiet">
            {world.thirdparties} third parties, {figure(world.events)} events
          </span>
          <span class="push" />
          <Button onClick={() => bringBack(world.accountId, originalOf(world))}>Bring back</Button>
          <Asks
            kind="danger"
            label="Delete for good…"
            title={`Delete ${originalOf(world)} for good?`}
            action="Delete for good"
            run={() => forGood(world.accountId)}
          >
            It is not listed here any more.
          </Asks>
        </div>
      ))}
    </section>
  );
}
