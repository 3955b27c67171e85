import { isSiret } from "../../contract/identifiers.ts";
import { sirenOf, siretOf } from "../directory/numbers.ts";
import { testIdentifiers } from "../directory/test-identifiers.ts";
import { always, type Found } from "./reads.ts";
import { idOf, type Row, rowsOf, type Target } from "./target.ts";

/** Companies that nobody has, in the block of numbers that the sandbox gives out. */
const candidates = Array.from({ length: 20 }, (_, at) =>
  siretOf(sirenOf(`21995${String(4101 + at * 37).slice(-3)}`), 1),
).filter(isSiret);
const codes = ["CODE_CONDUITE", "ISO_27001", "RIB", "KBIS"];

/** Whether the event is on record for what it happened to. */
async function left(
  target: Target,
  from: string,
  search: string,
  eventNames: string,
  name: string,
  id: number,
): Promise<void> {
  const hits = rowsOf(await target.send(search, { query: { eventNames, ...always, size: 100 } }));
  const pages = Number(
    (
      (await target.send(search, { query: { eventNames, ...always, size: 100 } })).body as
        | { totalPages?: unknown }
        | undefined
    )?.totalPages ?? 1,
  );
  const last =
    pages > 1
      ? rowsOf(await target.send(search, { query: { eventNames, ...always, size: 100, page: pages - 1 } }))
      : [];
  const found = [...hits, ...last].some((row) => row[name] === id);
  target.ledger.check(
    from,
    `leaves ${eventNames}`,
    "event-causes",
    found,
    `${id} among those that ${search} finds`,
    "it is not there",
  );
}

async function addThirdparty(target: Target, found: Found, company: string | undefined): Promise<Row | undefined> {
  const operationId = "thirdparties.create";
  const there = new Set(found.thirdparties.map((row) => row.siret));
  const value = company ?? candidates.find((siret) => !there.has(siret));
  const body = { companyIdType: "CIT001", companyIdValue: value };
  const created = (await target.succeed(operationId, { body }))?.body as Row | undefined;
  const thirdpartyId = idOf(created, "thirdpartyId");
  if (thirdpartyId === undefined) return created;
  target.ledger.held(operationId, "201", "thirdparty-creation");
  const again = await target.refuse(operationId, 409, { body }, "thirdparty-creation", "THIRD_PARTY_ALREADY_EXISTS");
  const known = (again.body as Row | undefined)?.thirdpartyId;
  if (again.status === 409 && known !== undefined)
    target.ledger.check(
      operationId,
      "409 /thirdpartyId",
      "thirdparty-creation",
      known === thirdpartyId,
      String(thirdpartyId),
      String(known),
    );
  await left(target, operationId, "thirdparties.search", "THIRD_PARTY_ADDED", "thirdpartyId", thirdpartyId);
  return created;
}

async function providers(target: Target): Promise<void> {
  for (const [which, status, code] of [
    ["unknown", 404, "COMPANY_NOT_FOUND"],
    ["down", 503, "PROVIDER_UNAVAILABLE"],
    ["timeout", 504, "PROVIDER_TIMEOUT"],
  ] as const) {
    const value = testIdentifiers.find((each) => each.kind === "SIRET" && each.case === which)?.value;
    const body = { companyIdType: "CIT001", companyIdValue: value };
    const answer = await target.send("thirdparties.create", { body });
    // Only a sandbox stages failures of a provider: elsewhere the number is unknown, which says something too.
    if (answer.status === 404 && which !== "unknown") continue;
    target.refusal("thirdparties.create", status, answer, "reference-providers", code);
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
  const operationId = "attributes.set";
  const settable = definitions.filter(
    (row) => row.calculated === false && typeof row.label === "string" && valueFor(row) !== undefined,
  );
  const simple = settable.find(({ type }) => type === "string") ?? settable[0];
  if (!simple) return target.ledger.leftOut(operationId, "the account has configured no attribute that can be set");
  const { label } = simple;
  const stored = (await target.succeed(operationId, { params: { id }, body: { label, values: [valueFor(simple)] } }))
    ?.body as Row | undefined;
  if (stored?.label !== undefined)
    target.ledger.check(operationId, "200 /label", null, stored.label === label, String(label), String(stored.label));
  const listed = rowsOf(await target.succeed("attributes.list", { params: { id } }));
  target.ledger.check(
    operationId,
    "read again",
    null,
    listed.some((row) => row.label === label),
    `${label} among the third party's attributes`,
    "it is not there",
  );
  const single = settable.find(({ type }) => type !== "list_multiple");
  if (single)
    await target.refuse(
      operationId,
      400,
      { params: { id }, body: { label: single.label, values: [valueFor(single), valueFor(single)] } },
      "attribute-checks",
    );
  const calculated = definitions.find((row) => row.calculated === true && typeof row.label === "string");
  if (calculated)
    await target.refuse(
      operationId,
      409,
      { params: { id }, body: { label: calculated.label, values: [1] } },
      "attribute-checks",
    );
}

async function openDossiers(target: Target, id: number): Promise<void> {
  const [first, more] = codes as [string, string];
  const opened = (await target.succeed("dossiers.create", { params: { id }, body: { requiredDocuments: [first] } }))
    ?.body as Row | undefined;
  const dossierId = idOf(opened, "dossierId");
  if (dossierId === undefined) return target.ledger.leftOut("dossiers.require", "no dossier could be opened");
  target.ledger.held("dossiers.create", "201", "dossier-creation");
  await target.refuse(
    "dossiers.create",
    400,
    { params: { id }, body: { dossierTypeCode: "SCREENING", requiredDocuments: [first] } },
    "dossier-creation",
  );
  await left(target, "dossiers.create", "dossiers.search", "DOSSIER_ADDED", "dossierId", dossierId);
  const added = await target.succeed("dossiers.require", {
    params: { dossierId },
    body: { newRequiredDocuments: [more] },
  });
  const [document] = rowsOf(added);
  if (document?.documentCode !== undefined)
    target.ledger.check(
      "dossiers.require",
      "200 /content/0/documentCode",
      "decision-bodies",
      document.documentCode === more,
      more,
      String(document.documentCode),
    );
}

/** Answers that wait for the client: the newest evidence of a document that asks for it. */
const waiting = (documents: readonly Row[]): { responseId: number; documentId: number; dossierId: number }[] =>
  documents
    // An archived dossier takes no decision any more.
    .filter(
      ({ statusCode, monitored }) =>
        monitored === true && (statusCode === "ACTION_REQUIRED" || statusCode === "ONGOING"),
    )
    .toSorted((a, b) => Number(b.statusCode === "ACTION_REQUIRED") - Number(a.statusCode === "ACTION_REQUIRED"))
    .flatMap((row) => {
      const responseId = idOf((row.evidences as Row[] | undefined)?.[0], "responseId");
      return responseId === undefined
        ? []
        : [{ responseId, documentId: row.documentId as number, dossierId: row.dossierId as number }];
    });

async function decide(target: Target, documents: readonly Row[]): Promise<void> {
  const { ledger } = target;
  const [approved, rejected] = waiting(documents);
  const verdicts = [
    {
      operationId: "responses.approve",
      on: approved,
      body: { comment: "Verified" },
      status: "VALID",
      event: "DOCUMENT_ANSWER_ACCEPTED",
    },
    {
      operationId: "responses.reject",
      on: rejected,
      body: { comment: "Verified", shareRejectionReason: false },
      status: "BELOW_EXPECTATION",
      event: "DOCUMENT_ANSWER_DENIED",
    },
  ];
  for (const { operationId, on, body, status, event } of verdicts) {
    if (!on) {
      ledger.leftOut(operationId, "no answer of the account waits for a decision");
      continue;
    }
    const { responseId, documentId, dossierId } = on;
    await target.refuse(
      operationId,
      404,
      { params: { responseId: documentId }, body },
      "id-ranges",
      "RESPONSE_NOT_FOUND",
    );
    const decision = (await target.succeed(operationId, { params: { responseId }, body }))?.body as Row | undefined;
    if (!decision) continue;
    const read = (await target.succeed("documents.get", { params: { dossierId, documentId } }))?.body as
      | Row
      | undefined;
    if (read?.statusCode !== undefined)
      ledger.check(
        operationId,
        "the document afterwards",
        "document-transitions",
        read.statusCode === status,
        status,
        String(read.statusCode),
      );
    await target.refuse(
      operationId,
      409,
      { params: { responseId }, body },
      "decision-bodies",
      "RESPONSE_ALREADY_DECIDED",
    );
    await left(target, operationId, "documents.search", event, "documentId", documentId);
  }
}

/** Everything that changes something: a company is added, and answers are decided. */
export async function write(target: Target, found: Found, company: string | undefined): Promise<void> {
  const created = await addThirdparty(target, found, company);
  await providers(target);
  const id = idOf(created, "thirdpartyId");
  for (const operationId of ["attributes.set", "dossiers.create", "dossiers.require"])
    if (id === undefined) target.ledger.leftOut(operationId, "no third party could be added");
  if (id !== undefined) {
    await setAttributes(target, id, found.attributes);
    await openDossiers(target, id);
  }
  await decide(target, found.documents);
}
