import { RequestDocuments } from "../../act/dossiers.tsx";
import { bringAbout, Triggers } from "../../act/triggers.tsx";
import { Loading, Nothing } from "../../load.tsx";
import { Button, Opens } from "../../parts/button.tsx";
import { Id } from "../../parts/copy.tsx";
import { download } from "../../parts/download.ts";
import { type Column, Table } from "../../parts/list.tsx";
import { Facts, Moment, Status } from "../../parts/values.tsx";
import { wordOf } from "../../parts/words.ts";
import { documentAddress, href } from "../../route.ts";
import type { Dossier, Thirdparty } from "../../state.ts";
import { Events } from "./events.tsx";
import { useDossiers } from "./reads.ts";

type Summary = Dossier["documents"][number];
const columns: readonly Column<Summary>[] = [
  {
    head: "Document",
    cell: ({ documentName }) => documentName,
    class: "grow",
    sort: ({ documentName }) => documentName,
  },
  {
    head: "Code",
    cell: ({ documentCode }) => <span class="mono quiet">{documentCode}</span>,
    class: "wide",
    sort: ({ documentCode }) => documentCode,
  },
  {
    head: "Status",
    cell: ({ statusCode }) => <Status of={statusCode} />,
    sort: ({ statusCode }) => wordOf(statusCode),
  },
  {
    head: "Asked for",
    cell: ({ requestDate }) => <Moment at={requestDate} short />,
    class: "end wide",
    sort: ({ requestDate }) => requestDate,
  },
];

/** One dossier of a third party: its documents, and what can be done with it. */
export function DossierPage({ id, thirdparty }: { id: number; thirdparty: Thirdparty }) {
  const dossiers = useDossiers(thirdparty.thirdpartyId);
  const dossier = dossiers?.find(({ dossierId }) => dossierId === id);
  if (!dossiers) return <Loading />;
  if (!dossier)
    return (
      <Nothing>
        {thirdparty.name} has no dossier {id}. <a href={href({ rest: [thirdparty.thirdpartyId] })}>Back to it</a>
      </Nothing>
    );
  const { dossierReference, description, expirationDate, startingDate, origin, ruleId, stoppingReason } = dossier;
  return (
    <>
      <Head dossier={dossier} />
      <h2>Documents</h2>
      <Table
        label="Documents"
        order="by"
        find="Filter the documents"
        columns={columns}
        rows={{ data: dossier.documents }}
        keyOf={({ documentId }) => documentId}
        hrefOf={({ documentId }) => documentAddress(id, documentId)}
        empty="It asks for no document."
      />
      <h2>Dossier</h2>
      <Facts
        of={[
          ["Reference", <Id of={dossierReference} />],
          ["Description", description],
          ["From, to", `${startingDate} – ${expirationDate ?? "open"}`],
          ["Opened by", ruleId ? `rule ${ruleId}` : origin],
          ["Stopped", stoppingReason],
          ["Status since", <Moment at={dossier.stateLastChangeDate} />],
        ]}
      />
      <h2>What just happened</h2>
      <Events of={{ dossierId: id }} limit={20} />
    </>
  );
}

function Head({ dossier }: { dossier: Dossier }) {
  const { dossierId, dossierReference, thirdpartyId, thirdpartyName, dossierTypeLabel } = dossier;
  const { statusCode, monitored, typed, documents } = dossier;
  const zip = () => download("dossiers.download", { path: { dossierId } }, `${dossierReference}.zip`);
  const event = monitored ? "DOSSIER_ARCHIVED" : "DOSSIER_REACTIVATED";
  return (
    <div class="title">
      <div>
        <h1>
          {dossierTypeLabel ?? "Free dossier"} <Status of={monitored ? statusCode : "ARCHIVED"} />
        </h1>
        <p class="quiet">
          <a href={href({ rest: [thirdpartyId] })}>
            <bdi>{thirdpartyName}</bdi>
          </a>{" "}
          › <Id of={dossierId} />
        </p>
      </div>
      <div class="row">
        <Opens
          reason={typed ? "A typed dossier has a fixed list of documents." : monitored ? undefined : "It is archived."}
          dialog={(close) => <RequestDocuments dossierId={dossierId} asked={documents} close={close} />}
        >
          Ask for more…
        </Opens>
        <Button onClick={zip}>ZIP</Button>
        <Opens dialog={(close) => <Triggers target={{ dossierId }} name={dossierReference} close={close} />}>
          Trigger an event…
        </Opens>
        <Button onClick={() => bringAbout({ event, dossierId })}>{monitored ? "Archive" : "Reactivate"}</Button>
      </div>
    </div>
  );
}
