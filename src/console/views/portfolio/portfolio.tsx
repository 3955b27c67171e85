import "./portfolio.css";
import { useState } from "preact/hooks";
import { call } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Filter } from "../../parts/field.tsx";
import { Split } from "../../parts/split.tsx";
import { Status, wordOf } from "../../parts/status.tsx";
import { type Column, Paging, Pill, Table } from "../../parts/table.tsx";
import { account, filterBy, href, route } from "../../route.ts";
import { keep, row, type Thirdparty, worlds } from "../../state.ts";
import { AddThirdparty } from "./add.tsx";
import { useDossiers } from "./dossiers.ts";
import { ThirdpartyPage } from "./thirdparty.tsx";
import { Welcome, welcome } from "./welcome.tsx";

const size = 30;
const statuses = ["ACTIVE", "COLLECTIVE_PROCEDURE", "STRUCK_OFF"];
const waits = new Set(["ACTION_REQUIRED"]);

function Counts({ id, waiting }: { id: number; waiting?: boolean }) {
  const dossiers = useDossiers(id);
  if (!dossiers) return <span class="quiet">·</span>;
  const count = waiting
    ? dossiers.flatMap(({ monitored, documents }) =>
        monitored ? documents.filter(({ statusCode }) => waits.has(statusCode)) : [],
      ).length
    : dossiers.filter(({ monitored }) => monitored).length;
  return count === 0 ? <span class="quiet">–</span> : <b class="num">{count}</b>;
}

/** The latest copy of a third party, whichever list or detail brought it. */
const latest = (listed: Thirdparty): Thirdparty => row("thirdparty", listed.thirdpartyId).value ?? listed;

function StatusFilter() {
  return (
    <select
      aria-label="Status"
      value={route.value.query.status ?? ""}
      onInput={(event) => filterBy({ status: event.currentTarget.value || undefined })}
    >
      <option value="">all</option>
      {statuses.map((status) => (
        <option value={status} key={status}>
          {wordOf(status)}
        </option>
      ))}
    </select>
  );
}

const columns: readonly Column<Thirdparty>[] = [
  { head: "Third party", cell: (listed) => latest(listed).name, grow: true },
  { head: "Town", cell: (listed) => latest(listed).addressCity, wide: true },
  {
    head: "Status",
    cell: (listed) => <Status of={latest(listed).archived ? "ARCHIVED" : latest(listed).status} />,
    filter: <StatusFilter />,
  },
  { head: "Doss.", cell: ({ thirdpartyId }) => <Counts id={thirdpartyId} />, end: true },
  { head: "Wait", cell: ({ thirdpartyId }) => <Counts id={thirdpartyId} waiting />, end: true },
];

/** What the one field of the list asks the service for: a SIRET, a SIREN, or a part of a name. */
function criterion(text: string | undefined): { siret?: string; siren?: string; name?: string } {
  const digits = text?.replaceAll(" ", "") ?? "";
  if (/^\d{14}$/.test(digits)) return { siret: digits };
  if (/^\d{9}$/.test(digits)) return { siren: digits };
  return text?.trim() ? { name: text.trim() } : {};
}

export function Portfolio() {
  const [selected] = route.value.rest;
  return (
    <Split
      name="portfolio"
      initial={44}
      back={href({ rest: [] })}
      isOpen={selected !== undefined}
      list={<List selected={selected} />}
      detail={
        selected ? <ThirdpartyPage id={Number(selected)} key={selected} /> : welcome.value === "shown" && <Welcome />
      }
    />
  );
}

function List({ selected }: { selected: string | undefined }) {
  const { query } = route.value;
  const [adding, setAdding] = useState(false);
  const page = Number(query.page ?? 0);
  const asked = { ...criterion(query.filter), status: query.status, archived: query.archived, page, size };
  const { data, problem, reload } = useLoad(
    async (signal) => {
      const found = await call("thirdparties.list", { query: asked, signal });
      keep("thirdparty", found.content);
      return found;
    },
    [account.value, asked],
  );
  const total = worlds.value?.find(({ accountId }) => accountId === account.value)?.thirdparties;
  return (
    <>
      <h1 class="hidden">Portfolio</h1>
      <div class="row">
        <Filter
          placeholder="Filter by name, SIREN or SIRET"
          value={query.filter ?? ""}
          onInput={(value) => filterBy({ filter: value || undefined })}
        />
        <div class="pills">
          <Pill name="archived">{total ?? ""} in all</Pill>
          <Pill name="archived" value="true">
            archived
          </Pill>
        </div>
        <Button onClick={() => setAdding(true)}>Add…</Button>
      </div>
      <Table
        label="Third parties"
        columns={columns}
        rows={{ data: data?.content as Thirdparty[] | undefined, problem, reload }}
        keyOf={({ thirdpartyId }) => thirdpartyId}
        hrefOf={({ thirdpartyId }) => href({ rest: [thirdpartyId] })}
        selected={selected}
        filters={["filter", "status", "archived"]}
        empty="The portfolio is empty. Add a company, or make a world from a seed."
      />
      {data && <Paging page={page} size={size} total={data.totalElements} />}
      {adding && <AddThirdparty close={() => setAdding(false)} />}
    </>
  );
}
