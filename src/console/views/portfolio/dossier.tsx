import { useState } from "preact/hooks";
import { RequestDocuments } from "../../act/documents.tsx";
import { bringAbout, documentAddress } from "../../act/trigger.ts";
import { Triggers } from "../../act/triggers.tsx";
import { responseOf } from "../../api.ts";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/copy.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Nothing } from "../../parts/state.tsx";
import { Status } from "../../parts/status.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { href } from "../../route.ts";
import type { Dossier, Thirdparty } from "../../state.ts";
import { useDossiers } from "./dossiers.ts";
import { Events } from "./events.tsx";

type Summary = Dossier["documents"][number];
const columns: readonly Column<Summary>[] = [
  { head: "Document", cell: ({ documentName }) => documentName, grow: true },
  { head: "Code", cell: ({ documentCode }) => <span class="mono quiet">{documentCode}</span>, wide: true },
  { head: "Status", cell: ({ statusCode }) => <Status of={statusCode} /> },
  { head: "Asked for", cell: ({ requestDate }) => <Moment at={requestDate} short />, end: true, wide: true },
];

/** One dossier of a third party: its documents, and what can be done with it. */
export function DossierPage({ id, thirdparty }: { id: number; thirdparty: Thirdparty }) {
  const dossiers = useDossiers(thirdparty.thirdpartyId);
  const dossier = dossiers?.find(({ dossierId }) => dossierId === id);
  if (!dossiers) return <p class="bones one" role="status" aria-label="Loading" />;
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
        columns={columns}
        rows={{ data: dossier.documents, problem: undefined, reload() {} }}
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

async function download({ dossierId, dossierReference }: Dossier): Promise<void> {
  const archive = await (await responseOf("dossiers.download", { path: { dossierId } })).blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(archive);
  link.download = `${dossierReference}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function Head({ dossier }: { dossier: Dossier }) {
  const { dossierId, thirdpartyId, thirdpartyName, dossierTypeLabel, statusCode, monitored, typed, documents } =
    dossier;
  const [dialog, setDialog] = useState<"documents" | "events">();
  const close = () => setDialog(undefined);
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
        <Button
          onClick={() => setDialog("documents")}
          reason={typed ? "A typed dossier has a fixed list of documents." : monitored ? undefined : "It is archived."}
        >
          Ask for more…
        </Button>
        <Button onClick={() => download(dossier)}>ZIP</Button>
        <Button onClick={() => setDialog("events")}>Trigger an event…</Button>
        <Button onClick={() => bringAbout({ event, dossierId })}>{monitored ? "Archive" : "Reactivate"}</Button>
      </div>
      {dialog === "documents" && <RequestDocuments dossierId={dossierId} asked={documents} close={close} />}
      {dialog === "events" && <Triggers target={{ dossierId }} name={dossier.dossierReference} close={close} />}
    </div>
  );
}
