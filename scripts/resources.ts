/**
 * Prints one JSON of each resource, as the default world answers at a fixed moment:
 *
 *     tsx scripts/resources.ts
 *
 * The operations below have to show whatever a success of the contract answers with.
 */
import { operationsOf } from "../contract/endpoint.ts";
import { service } from "../contract/service.ts";
import { startSandbox } from "../src/start.ts";
import { notShown } from "./shown-resources.ts";

const sandbox = await startSandbox({ now: "2026-01-15T09:00:00", freeze: true });
const world = await sandbox.world("demo");
type Row = { [name: string]: unknown; content: Row[]; evidences: Row[] };

const { documentId, dossierId, thirdpartyId } = await world.scenario("document-to-review");
const [evidence] =
  (
    await world.client.GET("/dossiers/{dossierId}/documents/{documentId}", {
      params: { path: { dossierId, documentId } },
    })
  ).data?.evidences ?? [];
const { data: created } = await world.client.POST("/thirdparties/{id}/dossiers", {
  params: { path: { id: thirdpartyId } },
  body: { requiredDocuments: ["KBIS"] },
});
const ids = {
  thirdpartyId,
  id: thirdpartyId,
  documentId,
  dossierId,
  responseId: evidence?.responseId,
  fileId: evidence?.id,
};

const all = operationsOf(service);
async function ask(operationId: string, query: string, body: object | undefined, own: object) {
  const { endpoint } = all.find((one) => one.operationId === operationId) ?? {};
  if (!endpoint) throw new Error(`There is no ${operationId}`);
  const values: Record<string, unknown> = { ...ids, ...own };
  const [, path = ""] = endpoint.path.split("/:accountId");
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String(values[name])) + query;
  const headers = { authorization: `Bearer ${world.token}`, "content-type": "application/json" };
  const init = { method: endpoint.method.toUpperCase(), headers, body: body ? JSON.stringify(body) : null };
  const response = await fetch(world.baseUrl + filled, init);
  return { request: `${init.method} …${filled}`, status: response.status, answer: (await response.json()) as Row };
}

const first = ({ content }: Row): unknown => content[0];
const page = ({ content, ...rest }: Row) => ({ ...rest, content: ["…"] });
const day = "eventOccurrenceStartDate=2026-01-15T00:00:00&eventOccurrenceEndDate=2026-01-15T23:59:59";
const whole = (answer: Row): unknown => answer;
const signed = (answer: Row) => ({ ...answer, url: "http://127.0.0.1:4600/files/…" });

interface Wish {
  operationId: string;
  title: string;
  show?: (answer: Row) => unknown;
  query?: string;
  body?: object;
  own?: object;
}
const wishes: readonly Wish[] = [
  {
    operationId: "thirdparties.find",
    title: "A company that a search found, before it is added",
    body: { searchBy: "SIRET", countryCode: "FR", value: "21996648800021" },
    show: first,
  },
  { operationId: "thirdparties.list", title: "A third party in a list", query: "?size=1", show: first },
  { operationId: "thirdparties.get", title: "A third party" },
  { operationId: "attributes.available", title: "An attribute that the account has defined", show: first },
  { operationId: "attributes.list", title: "An attribute of a third party", show: first },
  { operationId: "indicators.list", title: "An indicator", show: first },
  { operationId: "dossiers.ofThirdparty", title: "A dossier", show: first },
  {
    operationId: "dossiers.require",
    title: "Documents that were added to a dossier",
    body: { newRequiredDocuments: ["ISO_27001"] },
    own: { dossierId: created?.dossierId },
  },
  { operationId: "documents.get", title: "A document, with its evidence" },
  { operationId: "documents.link", title: "A signed link to a file", show: signed },
  {
    operationId: "documents.search",
    title: "A document that a search by events found",
    query: `?eventNames=DOCUMENT_ANSWER_ADDED&${day}&size=1`,
    show: first,
  },
  { operationId: "thirdparties.list", title: "A page", query: "?size=1", show: page },
  {
    operationId: "responses.reject",
    title: "A decision",
    body: { comment: "Illisible", shareRejectionReason: true },
  },
];
const missing = notShown(wishes.map(({ operationId }) => operationId));
if (missing.length > 0) throw new Error(`docs/resources.md shows nothing of ${missing.join(", ")}`);

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`;
const section = (title: string, request: string, answer: unknown, body?: object) =>
  `## ${title}\n\n\`${request}\`${body ? ", with this body:" : ""}\n\n${body ? `${json(body)}\nThe answer:\n\n` : ""}${json(answer)}`;

const sections: string[] = [];
for (const { operationId, title, query = "", body, own = {}, show = whole } of wishes) {
  const { request, status, answer } = await ask(operationId, query, body, own);
  if (status >= 300) throw new Error(`${request} is a ${status}: ${JSON.stringify(answer)}`);
  sections.push(section(title, request, show(answer), body));
}
const refused = await ask("thirdparties.list", "?size=1000", undefined, {});
sections.push(section("A refusal", refused.request, { ...refused.answer, requestId: "…" }));
const event = (await world.events({ documentId })).at(-1);
const journal = "GET /_sandbox/accounts/demo/events";
sections.push(section("An event of the audit journal, on the control plane", journal, event));
await sandbox.close();

process.stdout.write(`# Resources

One of each that an operation answers with, as the world \`portfolio\` answers at 2026-01-15T09:00:00 after the scenario
\`document-to-review\`; of lists, the first row. Files and the ZIP of a dossier are no JSON. What each field may be is in
[Swagger UI](swagger-and-clients.md); what the specification leaves open is among the [assumptions](assumptions.md).

${sections.join("\n")}`);
