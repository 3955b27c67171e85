/**
 * Prints one JSON of each resource, as the default world answers at a fixed moment:
 *
 *     tsx scripts/resources.ts
 */
import { startSandbox } from "../src/start.ts";

const sandbox = await startSandbox({ now: "2026-01-15T09:00:00", freeze: true });
const world = await sandbox.world("demo");
const ask = async (path: string, method = "GET", body?: object) => {
  const headers = { authorization: `Bearer ${world.token}`, "content-type": "application/json" };
  const response = await fetch(world.baseUrl + path, { method, headers, body: body ? JSON.stringify(body) : null });
  return (await response.json()) as Row;
};
type Row = { [name: string]: unknown; content: Row[]; evidences: Row[] };

const { documentId, dossierId, thirdpartyId } = await world.scenario("document-to-review");
const document = await ask(`/dossiers/${dossierId}/documents/${documentId}`);
const [evidence] = document.evidences;
const thirdparty = await ask(`/thirdparties/${thirdpartyId}`);
const first = ({ content }: Row): Row => ({ ...(content[0] as Row) });
const day = "eventOccurrenceStartDate=2026-01-15T00:00:00&eventOccurrenceEndDate=2026-01-15T23:59:59";

const shown: [title: string, request: string, answer: unknown][] = [
  ["A third party", `GET …/thirdparties/${thirdpartyId}`, thirdparty],
  [
    "An attribute",
    `GET …/thirdparties/${thirdpartyId}/attributes`,
    first(await ask(`/thirdparties/${thirdpartyId}/attributes`)),
  ],
  [
    "An indicator",
    `GET …/thirdparties/${thirdpartyId}/indicators`,
    first(await ask(`/thirdparties/${thirdpartyId}/indicators`)),
  ],
  [
    "A dossier",
    `GET …/thirdparties/${thirdpartyId}/dossiers`,
    first(await ask(`/thirdparties/${thirdpartyId}/dossiers`)),
  ],
  ["A document, with its evidence", `GET …/dossiers/${dossierId}/documents/${documentId}`, document],
  [
    "A document that a search by events found",
    `GET …/documents/search?eventNames=DOCUMENT_ANSWER_ADDED&${day}`,
    first(await ask(`/documents/search?eventNames=DOCUMENT_ANSWER_ADDED&${day}&size=1`)),
  ],
  ["A page", "GET …/thirdparties?size=1", { ...(await ask("/thirdparties?size=1")), content: ["…"] }],
  [
    "A decision",
    `POST …/responses/${evidence?.responseId}/reject with {"comment":"Illisible","shareRejectionReason":true}`,
    await ask(`/responses/${evidence?.responseId}/reject`, "POST", {
      comment: "Illisible",
      shareRejectionReason: true,
    }),
  ],
  ["A refusal", "GET …/thirdparties?size=1000", { ...(await ask("/thirdparties?size=1000")), requestId: "…" }],
  [
    "An event of the audit journal, on the control plane",
    "GET /_sandbox/accounts/demo/events",
    (await world.events({ documentId })).at(-1),
  ],
];
await sandbox.close();

const section = ([title, request, answer]: (typeof shown)[number]) => `## ${title}

\`${request}\`

\`\`\`json
${JSON.stringify(answer, null, 2)}
\`\`\`
`;
process.stdout.write(`# Resources

One of each, as the world \`portfolio\` answers at 2026-01-15T09:00:00 after the scenario \`document-to-review\`; of lists, the first
row. What each field may be is in [Swagger UI](swagger-and-clients.md); what the specification leaves open is among the
[assumptions](assumptions.md).

${shown.map(section).join("\n")}`);
