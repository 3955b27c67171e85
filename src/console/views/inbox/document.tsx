import { AnswerDialog } from "../../act/answer.tsx";
import { approve, RejectDialog } from "../../act/decide.tsx";
import { Nothing, Shown, useCall } from "../../load.tsx";
import { Button, Opens } from "../../parts/button.tsx";
import { Id } from "../../parts/copy.tsx";
import { Moment, Status } from "../../parts/values.tsx";
import { href, route, thirdpartyAddress } from "../../route.ts";
import type { Document, Evidence } from "../../state.ts";
import { Events } from "../portfolio/events.tsx";
import { type Submission, useDossiers, useInside } from "../portfolio/reads.ts";
import { CanHappen } from "./can-happen.tsx";
import { EvidenceFacts } from "./evidence.tsx";
import { wayOn } from "./listed.ts";
import { Sheet } from "./sheet.tsx";

/** The third party that a document is asked of: the first event of the document tells. */
function useThirdparty(documentId: number): number | undefined {
  const { data } = useCall("accounts.events", { query: { documentId, limit: 1 } }, { once: true });
  return data?.content[0]?.thirdpartyId;
}

/** A document: the evidence beside what is known of it, the decisions, and what can be done. */
export function DocumentPage({ dossierId, documentId }: { dossierId: number; documentId: number }) {
  const { data: document, ...read } = useCall("documents.get", { path: { dossierId, documentId } });
  const thirdpartyId = useThirdparty(documentId);
  if (!document || read.problem?.status === 404) return <Shown of={read}>{() => null}</Shown>;
  const chosen = Number(route.value.query.evidence ?? document.evidences[0]?.id);
  const evidence = document.evidences.find(({ id }) => id === chosen) ?? document.evidences[0];
  return (
    <div class="document">
      <Sheet dossierId={dossierId} documentId={documentId} evidence={evidence} />
      <div class="known">
        <Head document={document} thirdpartyId={thirdpartyId} evidence={evidence} />
        {evidence ? <EvidenceFacts evidence={evidence} /> : <Nothing>Nothing was supplied yet.</Nothing>}
        <Earlier document={document} shown={evidence} />
        {thirdpartyId !== undefined && <Decisions documentId={documentId} thirdpartyId={thirdpartyId} />}
        <h2>Journal of this document</h2>
        <Events of={{ documentId }} limit={12} />
        <CanHappen document={document} />
      </div>
    </div>
  );
}

interface HeadProps {
  document: Document;
  thirdpartyId: number | undefined;
  evidence: Evidence | undefined;
}
function Head({ document, thirdpartyId, evidence }: HeadProps) {
  const { documentId, dossierId, documentName, statusCode, stoppingDate } = document;
  const responseId = document.evidences[0]?.responseId ?? 0;
  const nothing = evidence ? undefined : "There is no answer to decide.";
  const isWaiting = statusCode === "ACTION_REQUIRED";
  const onward = () => (isWaiting ? wayOn(documentId) : () => {});
  const accept = async () => {
    const goOn = onward();
    await approve(responseId, documentName);
    goOn();
  };
  return (
    <>
      <h1>
        {documentName} <Status of={stoppingDate ? "STOPPED" : statusCode} />
      </h1>
      <p class="quiet">
        {thirdpartyId !== undefined && <Origin dossierId={dossierId} thirdpartyId={thirdpartyId} />}{" "}
        <Id of={documentId} />
      </p>
      <div class="row actions">
        <Button
          kind={isWaiting ? "primary" : undefined}
          onClick={accept}
          reason={nothing}
          hint="a"
          shortcut="Approve the answer"
          words="accept valid"
        >
          Approve
        </Button>
        <Opens
          kind="danger"
          reason={nothing}
          hint="r"
          shortcut="Reject the answer"
          words="refuse deny"
          dialog={(close) => (
            <RejectDialog responseId={responseId} documentName={documentName} close={close} onward={onward} />
          )}
        >
          Reject…
        </Opens>
        <span class="push" />
        <Opens
          words="respond supply upload as the third party"
          dialog={(close) => <AnswerDialog document={document} close={close} />}
        >
          Answer…
        </Opens>
      </div>
      {isWaiting && thirdpartyId !== undefined && <Judged documentId={documentId} thirdpartyId={thirdpartyId} />}
    </>
  );
}

function Origin({ dossierId, thirdpartyId }: { dossierId: number; thirdpartyId: number }) {
  const dossier = useDossiers(thirdpartyId)?.find((one) => one.dossierId === dossierId);
  if (!dossier) return null;
  return (
    <>
      <a class="a" href={thirdpartyAddress(thirdpartyId, "dossiers", dossierId)}>
        {dossier.dossierTypeLabel ?? "Free dossier"} {dossier.dossierReference}
      </a>{" "}
      ›{" "}
      <a class="a" href={thirdpartyAddress(thirdpartyId)}>
        <bdi>{dossier.thirdpartyName}</bdi>
      </a>
    </>
  );
}

const responsesOf = (responses: readonly Submission[] | undefined, documentId: number) =>
  responses?.filter((response) => response.documentId === documentId) ?? [];

/** Why the automatic check left the answer to a person. */
function Judged({ documentId, thirdpartyId }: { documentId: number; thirdpartyId: number }) {
  const reason = responsesOf(useInside(thirdpartyId).data?.responses, documentId).at(-1)?.reason;
  return (
    <div class="judged">
      <b>To be judged by you</b>
      <p>{reason ? `The automatic check says: ${reason}` : "The automatic check could not decide."}</p>
    </div>
  );
}

function Earlier({ document: { evidences }, shown }: { document: Document; shown: Evidence | undefined }) {
  if (evidences.length < 2) return null;
  return (
    <>
      <h2>Evidences</h2>
      <ul class="earlier">
        {evidences.map((evidence) => (
          <li key={evidence.id}>
            <a
              href={href({ query: { evidence: evidence.id } })}
              aria-current={evidence.id === shown?.id ? "true" : undefined}
            >
              <Moment at={evidence.uploadDate} short />{" "}
              <bdi>{"fileName" in evidence ? evidence.fileName : "filled form"}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Decisions({ documentId, thirdpartyId }: { documentId: number; thirdpartyId: number }) {
  const responses = responsesOf(useInside(thirdpartyId).data?.responses, documentId).toReversed();
  const decided = responses.filter(({ decision }) => decision !== null);
  if (decided.length === 0) return null;
  return (
    <>
      <h2>Decisions</h2>
      {decided.map(({ responseId, decision }) => (
        <p key={responseId} class="decision">
          <Status of={decision?.decision ?? ""} /> <Moment at={decision?.decisionDate} short />{" "}
          <span class="quiet">by {decision?.decidedBy}</span> {decision?.comment}
        </p>
      ))}
    </>
  );
}
