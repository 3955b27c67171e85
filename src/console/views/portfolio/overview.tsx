import { useLayoutEffect, useRef } from "preact/hooks";
import { Nothing, useCall } from "../../load.tsx";
import { Id } from "../../parts/copy.tsx";
import { type Column, Table } from "../../parts/list.tsx";
import { Facts, Moment, Status } from "../../parts/values.tsx";
import { money, wordOf } from "../../parts/words.ts";
import { href } from "../../route.ts";
import type { Dossier, Thirdparty } from "../../state.ts";
import { Events } from "./events.tsx";
import { type Inside, useDossiers } from "./reads.ts";

export function Overview({ thirdparty, inside }: { thirdparty: Thirdparty; inside: Inside | undefined }) {
  const { thirdpartyId } = thirdparty;
  return (
    <>
      <Indicators id={thirdpartyId} />
      <h2>Dossiers</h2>
      <Dossiers id={thirdpartyId} />
      <h2>Identity</h2>
      <Identity thirdparty={thirdparty} inside={inside} />
      {inside && <Relations id={thirdpartyId} counts={inside.counts} />}
      <h2>What just happened</h2>
      <Events of={{ thirdpartyId }} limit={8} />
    </>
  );
}

const toneOf = (score: number) => (score >= 67 ? "ok" : score >= 34 ? "warn" : "bad");

function Bar({ score }: { score: number | null }) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => bar.current?.style.setProperty("--score", `${score ?? 0}%`), [score]);
  return <i class={`score ${score === null ? "" : toneOf(score)}`} ref={bar} />;
}

function Indicators({ id }: { id: number }) {
  const { data } = useCall("indicators.list", { path: { id } }, { of: id });
  return (
    <div class="cards indicators">
      {data?.content.map(({ id: key, name, score, resultValue, resultLastUpdateDate }) => (
        <div class="card" key={key} title={`Since ${resultLastUpdateDate.replace("T", " ")}`}>
          <span>{name}</span>
          <strong class="num">{score ?? "–"}</strong>
          <span>{resultValue}</span>
          <Bar score={score} />
        </div>
      ))}
    </div>
  );
}

/** How many documents of a dossier have each status. */
function DocumentCounts({ documents }: Pick<Dossier, "documents">) {
  const counts = new Map<string, number>();
  for (const { statusCode } of documents) counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1);
  return (
    <span class="tags">
      {[...counts].map(([status, count]) => (
        <Status of={status} count={count} key={status} />
      ))}
    </span>
  );
}

const statusOf = ({ monitored, statusCode }: Dossier) => (monitored ? statusCode : "ARCHIVED");
const columns: readonly Column<Dossier>[] = [
  {
    head: "Dossier",
    cell: ({ dossierTypeLabel, dossierReference }) => (
      <>
        <b>{dossierTypeLabel ?? "Free"}</b> <span class="quiet mono">{dossierReference}</span>
      </>
    ),
    class: "grow line",
    sort: ({ dossierTypeLabel, dossierReference }) => `${dossierTypeLabel ?? "Free"} ${dossierReference}`,
  },
  {
    head: "Status",
    cell: (dossier) => <Status of={statusOf(dossier)} />,
    sort: (dossier) => wordOf(statusOf(dossier)),
  },
  {
    head: "Documents",
    cell: ({ documents }) => <DocumentCounts documents={documents} />,
    class: "wrap wide",
    sort: ({ documents }) => documents.length,
  },
  {
    head: "Expires",
    cell: ({ expirationDate }) => <Moment at={expirationDate} />,
    class: "end",
    sort: ({ expirationDate }) => expirationDate,
  },
];

function Dossiers({ id }: { id: number }) {
  const dossiers = useDossiers(id);
  const sorted = dossiers && [...dossiers].sort((one, other) => Number(other.monitored) - Number(one.monitored));
  return (
    <Table
      label="Dossiers"
      order="by"
      find="Filter the dossiers"
      columns={columns}
      rows={{ data: sorted }}
      keyOf={({ dossierId }) => dossierId}
      hrefOf={({ dossierId }) => href({ rest: [id, "dossiers", dossierId] })}
      empty="No dossier is open for it."
    />
  );
}

const grouped = (number: string | null) => number?.replace(/(\d{3})(?=\d)/g, "$1 ") ?? null;
const number = (value: string | null) => value && <Id of={value} />;

function Identity({ thirdparty: t, inside }: { thirdparty: Thirdparty; inside: Inside | undefined }) {
  const address = [t.addressLine1, t.addressLine2, `${t.addressPostCode ?? ""} ${t.addressCity ?? ""}`.trim()];
  const amounts = [money(t.capital, t.capitalCurrency), money(t.turnover, t.turnoverCurrency)].filter(Boolean);
  const procedure = t.collectiveProcedure;
  return (
    <Facts
      of={[
        ["SIRET", t.siret && <span title={grouped(t.siret) ?? ""}>{number(t.siret)}</span>],
        ["VAT", number(t.tva)],
        ["DUNS", number(t.duns)],
        ["Register", number(t.localId)],
        ["Own code", number(t.thirdpartyCode)],
        ["Seat", `${address.filter(Boolean).join(", ")} (${t.addressCountryCode})`],
        ["Activity", t.activityCode && `${t.activityCode} ${t.activityLabel ?? ""}`],
        ["Head count", t.workforce === null ? null : `${t.workforce} (${t.workforceRangeLabel ?? "–"})`],
        ["Capital, turnover", amounts.join(" · ")],
        [
          "Executives",
          t.executives?.map(({ lastName, firstName, role }) => `${lastName} ${firstName}, ${role}`).join(" · "),
        ],
        ["Establishments", t.establishments && String(t.establishments.length)],
        ["Procedure", procedure && `${procedure.type}, ${procedure.court}, ${procedure.openingDate}`],
        ["Source", t.source],
        ["Owner", inside?.owner],
        ["Tags", inside?.tags.join(", ")],
        ["Joined", <Moment at={t.creationDate} />],
        ["Last changed", <Moment at={t.lastUpdateDate} />],
      ]}
    />
  );
}

/** Where each count leads. */
const relations: Record<string, (id: number) => string> = {
  dossiers: (id) => href({ rest: [id] }),
  documents: (id) => href({ view: "inbox", rest: [], query: { box: "all", thirdpartyId: id } }),
  contacts: (id) => href({ rest: [id, "contacts"] }),
  comments: (id) => href({ rest: [id, "comments"] }),
  announcements: (id) => href({ rest: [id, "monitoring"] }),
  attributes: (id) => href({ rest: [id, "attributes"] }),
  events: (id) => href({ view: "journal", rest: [], query: { thirdpartyId: id } }),
};

function Relations({ id, counts }: { id: number; counts: Record<string, number> }) {
  const known = Object.entries(relations).filter(([name]) => counts[name] !== undefined);
  if (known.length === 0) return <Nothing>Nothing refers to it.</Nothing>;
  return (
    <>
      <h2>What refers to it</h2>
      <div class="pills">
        {known.map(([name, to]) => (
          <a class="pill" href={to(id)} key={name}>
            {name} <b class="num">{counts[name]}</b>
          </a>
        ))}
      </div>
    </>
  );
}
