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
import { ThirdpartyPage } from "./thirdparty.tsx";
import { Welcome, welcome } from "./welcome.tsx";

type Listed = Reply<"portfolio.thirdparties">["content"][number];
const size = 30;
const usual = ["name"] as const;
const statuses = ["ACTIVE", "COLLECTIVE_PROCEDURE", "STRUCK_OFF"];

const some = (count: number) => (count === 0 ? <span class="quiet">–</span> : <b class="num">{count}</b>);
const columns: readonly Column<Listed>[] = [
  { head: "Third party", cell: ({ name }) => name, class: "grow", sort: "name" },
  { head: "Town", cell: ({ addressCity }) => addressCity, class: "wide", sort: "addressCity" },
  { head: "Status", cell: ({ archived, status }) => <Status of={archived ? "ARCHIVED" : status} />, sort: "status" },
  { head: "Dossiers", cell: ({ dossiers }) => some(dossiers), class: "end roomy", sort: "dossiers" },
  { head: "Waiting", cell: ({ waiting }) => some(waiting), class: "end roomy", sort: "waiting" },
];

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
  const { filter: q, status, archived, sort = usual[0], order } = query;
  const loaded = useCall("portfolio.thirdparties", { query: { q, status, archived, sort, order, page, size } });
  const total = worlds.value?.find(({ accountId }) => accountId === account.value)?.thirdparties;
  return (
    <>
      <header class="row">
        <h1>Portfolio</h1>
        <span class="quiet num">{total}</span>
        <span class="push" />
        <Pills name="archived" first="all" others={[["true", "archived"]]} />
        <Choice name="status" label="Status" all="any status" options={statuses.map((name) => [name, wordOf(name)])} />
        <Opens words="add a company third party supplier new" dialog={(close) => <AddThirdparty close={close} />}>
          Add…
        </Opens>
      </header>
      <Filter placeholder="Filter by name, SIREN or SIRET" />
      <Table
        label="Third parties"
        columns={columns}
        rows={{ ...loaded, data: loaded.data?.content }}
        keyOf={({ thirdpartyId }) => thirdpartyId}
        hrefOf={({ thirdpartyId }) => href({ rest: [thirdpartyId] })}
        selected={selected}
        usual={usual}
        filters={["filter", "status", "archived"]}
        empty="The portfolio is empty. Add a company, or make a world from a seed."
      />
      {loaded.data && <Paging page={page} size={size} total={loaded.data.totalElements} />}
    </>
  );
}
