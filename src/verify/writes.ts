import { isSiret } from "../../contract/identifiers.ts";
import { sirenOf, siretOf } from "../directory/numbers.ts";
import { testIdentifiers } from "../directory/test-identifiers.ts";
import { judgeEvent, leftBy } from "./content.ts";
import { idOf, type Row, rowOf, rowsOf } from "./exchange.ts";
import { judgeRefusal } from "./judge.ts";
import { always, awaitsDecision, type Found, pathValues } from "./reads.ts";
import type { Target } from "./target.ts";

/** Companies in the block of numbers that the sandbox gives out, and in no portfolio yet. */
const candidates = Array.from({ length: 20 }, (_, at) =>
  siretOf(sirenOf(`21995${String(4101 + at * 37).slice(-3)}`), 1),
).filter(isSiret);

/** Whether a search finds the event of an operation on a resource, on its first or its last page. */
async function leavesEvent(target: Target, by: keyof typeof leftBy, id: number): Promise<void> {
  const { eventNames, search, idName } = leftBy[by];
  const query = { eventNames, ...always, size: 100 };
  const first = await target.send(search, { query });
  const pages = Number(rowOf(first)?.totalPages ?? 1);
  const last = pages > 1 ? rowsOf(await target.send(search, { query: { ...query, page: pages - 1 } })) : [];
  const isFound = [...rowsOf(first), ...last].some((row) => row[idName] === id);
  judgeEvent(target.ledger, { by, eventNames, search, id }, isFound);
}

async function addThirdparty(target: Target, found: Found, company: string | undefined): Promise<number | undefined> {
  const operationId = "thirdparties.create";
  const known = new Set(found.thirdparties.map((row) => row.siret));
  const companyIdValue = company ?? candidates.find((siret) => !known.has(siret));
  const request = { body: { companyIdType: "CIT001", companyIdValue } };
  const thirdpartyId = idOf(await target.row(operationId, request), "thirdpartyId");
  if (thirdpartyId === undefined) return undefined;
  target.ledger.at(operationId, "201", "thirdparty-creation").held();
  const refused = { status: 409, assumption: "thirdparty-creation", code: "THIRD_PARTY_ALREADY_EXISTS" } as const;
  const again = await target.refuse(operationId, request, refused);
  const received = again.status === 409 ? rowOf(again)?.thirdpartyId : undefined;
  target.ledger.at(operationId, "409 /thirdpartyId", "thirdparty-creation").equals(received, thirdpartyId);
  await leavesEvent(target, operationId, thirdpartyId);
  return thirdpartyId;
}

async function referenceProviders(target: Target): Promise<void> {
  for (const [failure, status, code] of [
    ["unknown", 404, "COMPANY_NOT_FOUND"],
    ["down", 503, "PROVIDER_UNAVAILABLE"],
    ["timeout", 504, "PROVIDER_TIMEOUT"],
  ] as const) {
    const identifier = testIdentifiers.find((each) => each.kind === "SIRET" && each.case === failure);
    const body = { companyIdType: "CIT001", companyIdValue: identifier?.value };
    const answer = await target.send("thirdparties.create", { body });
    // Only a sandbox stages failures of a reference provider; elsewhere the number is unknown.
    if (answer.status === 404 && failure !== "unknown") continue;
    const expected = { status, assumption: "reference-providers", code } as const;
    judgeRefusal(target.ledger, "thirdparties.create", answer, expected);
  }
}

const valueFor = ({ type, options }: Row): unknown =>
  ({
    string: "verified",
    boolean: true,
    date: "2026-01-15",
    decimal: 125000,
    percentage: 12.5,
    list_unique: (options as unknown[] | null)?.[0],
    list_multiple: (options as unknown[] | null)?.[0],
  })[type as string];

async function setAttributes(target: Target, id: number, definitions: readonly Row[]): Promise<void> {
  const { ledger } = target;
  const operationId = "attributes.set";
  const request = (label: unknown, ...values: unknown[]) => ({ params: { id }, body: { label, values } });
  const labelled = definitions.filter(({ label }) => typeof label === "string");
  const settable = labelled.filter((row) => row.calculated === false && valueFor(row) !== undefined);
  const simple = settable.find(({ type }) => type === "string") ?? settable[0];
  if (!simple) return ledger.leftOut(operationId, "the account has configured no attribute that can be set");
  const { label } = simple;
  const stored = await target.row(operationId, request(label, valueFor(simple)));
  ledger.at(operationId, "200 /label").equals(stored?.label, label);
  const listed = await target.rows("attributes.list", { params: { id } });
  const isListed = listed.some((row) => row.label === label);
  const expected = `${label} among the third party's attributes`;
  ledger.at(operationId, "read again").holds(isListed, expected, "it is not there");
  const single = settable.find(({ type }) => type !== "list_multiple");
  const twice = single && request(single.label, valueFor(single), valueFor(single));
  if (twice) await target.refuse(operationId, twice, { status: 400, assumption: "attribute-checks" });
  const calculated = labelled.find((row) => row.calculated === true);
  if (calculated)
    await target.refuse(operationId, request(calculated.label, 1), { status: 409, assumption: "attribute-checks" });
}

const usualCodes = ["CODE_CONDUITE", "ISO_27001"] as const;
/** Two codes that the account uses: the usual ones where it has them or shows none, else those of most documents. */
function askedCodes({ documents }: Found): readonly [string, string] {
  const counts = new Map<string, number>();
  for (const { documentCode } of documents)
    if (typeof documentCode === "string") counts.set(documentCode, (counts.get(documentCode) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1]).map(([code]) => code);
  const [first = usualCodes[0], more = usualCodes[1]] = most.some((code) => code === usualCodes[0]) ? [] : most;
  return [first, more];
}

async function openDossiers(target: Target, id: number, found: Found): Promise<void> {
  const { ledger } = target;
  const [first, more] = askedCodes(found);
  const opened = await target.row("dossiers.create", { params: { id }, body: { requiredDocuments: [first] } });
  const dossierId = idOf(opened, "dossierId");
  if (dossierId === undefined) return ledger.leftOut("dossiers.require", "no dossier could be opened");
  ledger.at("dossiers.create", "201", "dossier-creation").held();
  const typed = { dossierTypeCode: "SCREENING", requiredDocuments: [first] };
  const refused = { status: 400, assumption: "dossier-creation" } as const;
  await target.refuse("dossiers.create", { params: { id }, body: typed }, refused);
  await leavesEvent(target, "dossiers.create", dossierId);
  const request = { params: { dossierId }, body: { newRequiredDocuments: [more] } };
  const [document] = await target.rows("dossiers.require", request);
  const received = document?.documentCode;
  ledger.at("dossiers.require", "200 /content/0/documentCode", "decision-bodies").equals(received, more);
  const unknown = { params: { dossierId }, body: { newRequiredDocuments: ["NO_SUCH_CODE"] } };
  await target.refuse("dossiers.require", unknown, { status: 400, assumption: "document-codes" });
}

/** Responses that wait for a decision: the newest evidence of each document, those that require an action first. */
const waitingIn = (documents: readonly Row[]) => {
  const urgency = ({ statusCode }: Row) => Number(statusCode === "ACTION_REQUIRED");
  const rows = documents
    // An archived dossier takes no decision.
    .filter((row) => row.monitored === true && awaitsDecision(row))
    .toSorted((a, b) => urgency(b) - urgency(a))
    .map((row) => ({ ...row, responseId: (row.evidences as Row[] | undefined)?.[0]?.responseId }));
  return pathValues(rows, "responseId", "documentId", "dossierId");
};

const decisions = {
  "responses.approve": { body: { comment: "Verified" }, statusCode: "VALID" },
  "responses.reject": {
    body: { comment: "Verified", shareRejectionReason: false },
    statusCode: "BELOW_EXPECTATION",
  },
};

async function decide(target: Target, documents: readonly Row[]): Promise<void> {
  const waiting = waitingIn(documents);
  for (const [at, operationId] of (["responses.approve", "responses.reject"] as const).entries()) {
    const response = waiting[at];
    if (response) await decideOn(target, operationId, response);
    else target.ledger.leftOut(operationId, "no answer of the account waits for a decision");
  }
}

type Waiting = ReturnType<typeof waitingIn>[number];

async function decideOn(target: Target, operationId: keyof typeof decisions, waiting: Waiting): Promise<void> {
  const { responseId, documentId, dossierId } = waiting;
  const { body, statusCode } = decisions[operationId];
  const mistaken = { status: 404, assumption: "id-ranges", code: "RESPONSE_NOT_FOUND" } as const;
  await target.refuse(operationId, { params: { responseId: documentId }, body }, mistaken);
  if (!(await target.row(operationId, { params: { responseId }, body }))) return;
  const read = await target.row("documents.get", { params: { dossierId, documentId } });
  const afterwards = target.ledger.at(operationId, "the document afterwards", "document-transitions");
  afterwards.equals(read?.statusCode, statusCode);
  const repeated = { status: 409, assumption: "decision-bodies", code: "RESPONSE_ALREADY_DECIDED" } as const;
  await target.refuse(operationId, { params: { responseId }, body }, repeated);
  await leavesEvent(target, operationId, documentId);
}

/** Every check that changes something: adds a company and decides on responses. */
export async function write(target: Target, found: Found, company: string | undefined): Promise<void> {
  const id = await addThirdparty(target, found, company);
  await referenceProviders(target);
  if (id === undefined)
    for (const operationId of ["attributes.set", "dossiers.create", "dossiers.require"])
      target.ledger.leftOut(operationId, "no third party could be added");
  else {
    await setAttributes(target, id, found.attributes);
    await openDossiers(target, id, found);
  }
  await decide(target, found.documents);
}
