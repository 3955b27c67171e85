import "./portfolio.css";
import type { Reply } from "../../api.ts";
import { useCall } from "../../load.tsx";
import { Opens } from "../../parts/button.tsx";
import { Choice, type Column, Filter, Paging, Pills, Table } from "../../parts/list.tsx";
import { Split } from "../../parts/split.tsx";
import { Status } from "../../parts/values.tsx";
import { wordOf } from "../../parts/words.ts";
import { account, href, route } from "../../route.ts";
import { worlds } from "../../state.ts";
import { AddThirdparty } from "./add.tsx";
import { useDossiers } from "./reads.ts";
import { ThirdpartyPage } from "./thirdparty.tsx";
import { Welcome, welcome } from "./welcome.tsx";

type Listed = Reply<"thirdparties.list">["content"][number];
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

const StatusFilter = () => (
  <Choice name="status" label="Status" options={statuses.map((status) => [status, wordOf(status)])} />
);

const columns: readonly Column<Listed>[] = [
  { head: "Third party", cell: ({ name }) => name, class: "grow" },
  { head: "Town", cell: ({ addressCity }) => addressCity, class: "wide" },
  {
    head: "Status",
    cell: ({ archived, status }) => <Status of={archived ? "ARCHIVED" : status} />,
    filter: <StatusFilter />,
  },
  { head: "Doss.", cell: ({ thirdpartyId }) => <Counts id={thirdpartyId} />, class: "end" },
  { head: "Wait", cell: ({ thirdpartyId }) => <Counts id={thirdpartyId} waiting />, class: "end" },
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
      list={<List selected={selected} />}
      detail={
        selected ? <ThirdpartyPage id={Number(selected)} key={selected} /> : welcome.value === "shown" && <Welcome />
      }
    />
  );
}

function List({ selected }: { selected: string | undefined }) {
  const { query } = route.value;
  const page = Number(query.page ?? 0);
  const asked = { ...criterion(query.filter), status: query.status, archived: query.archived, page, size };
  const loaded = useCall("thirdparties.list", { query: asked });
  const total = worlds.value?.find(({ accountId }) => accountId === account.value)?.thirdparties;
  return (
    <>
      <h1 class="hidden">Portfolio</h1>
      <div class="row">
        <Filter placeholder="Filter by name, SIREN or SIRET" />
        <Pills name="archived" first={`${total ?? ""} in all`} others={[["true", "archived"]]} />
        <Opens dialog={(close) => <AddThirdparty close={close} />}>Add…</Opens>
      </div>
      <Table
        label="Third parties"
        columns={columns}
        rows={{ ...loaded, data: loaded.data?.content }}
        keyOf={({ thirdpartyId }) => thirdpartyId}
        hrefOf={({ thirdpartyId }) => href({ rest: [thirdpartyId] })}
        selected={selected}
        filters={["filter", "status", "archived"]}
        empty="The portfolio is empty. Add a company, or make a world from a seed."
      />
      {loaded.data && <Paging page={page} size={size} total={loaded.data.totalElements} />}
    </>
  );
}
