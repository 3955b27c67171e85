import { expect, it } from "vitest";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { verifyRecording } from "../../src/verify/recording.ts";
import { running } from "../control/running.ts";
import { harOf, recorder } from "../support/recorder.ts";

const on = running({ seed: "portfolio" });
const operations = operationsOf(service);

/** The same numbers at every run. */
function dice(seed: number) {
  let state = seed;
  const below = (end: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % end;
  };
  const pick = <T>(values: readonly T[]) => values[below(values.length)] as T;
  return { pick, oneIn: (count: number) => below(count) === 0 };
}

const filters = {
  page: ["0", "1", "-1", "x"],
  size: ["1", "20", "100", "101"],
  name: ["a", ""],
  siren: ["219966488", "219966489"],
  status: ["ACTIVE", "STRUCK_OFF", "active"],
  countryCode: ["FR", "DE", "fr"],
  archived: ["true", "false", "1"],
  statusCode: ["MISSING", "VALID", "INVALID", "ABSENT"],
  dossierTypeCode: ["VIGILANCE", "csr"],
  documentCode: ["KBIS", "IBAN"],
  eventNames: ["THIRD_PARTY_ADDED", "DOSSIER_ADDED", "DOCUMENT_ANSWER_ACCEPTED,DOCUMENT_ANSWER_DENIED", "NONE"],
  eventOccurrenceStartDate: ["2020-01-01T00:00:00", "2026-01-01T00:00:00.000", "2026-01-01"],
  eventOccurrenceEndDate: ["2026-12-31T23:59:59", "2026-12-31T23:59:59Z", "2019-01-01T00:00:00"],
};
const bodies: Record<string, unknown[]> = {
  "thirdparties.create": [
    ...["21997305400014", "21996648800021", "21997305400015"].map((companyIdValue) => ({
      companyIdType: "CIT001",
      companyIdValue,
    })),
    ...[{ companyIdType: "CIT002", companyIdValue: "DE999001028", colour: "red" }, { companyIdType: "CIT009" }, []],
  ],
  "thirdparties.find": [
    ...[
      { searchBy: "NAME", value: "nova" },
      { searchBy: "NAME", value: "zqxwv" },
      { searchBy: "SIRET", value: "1" },
    ],
    ...[{ searchBy: "VAT", value: "de 999001028" }, { searchBy: "LOCAL_ID", countryCode: "DE", value: "x" }, {}],
  ],
  "dossiers.create": [
    ...[{ requiredDocuments: ["CODE_CONDUITE"] }, { requiredDocuments: ["NONE"] }, { dossierTypeCode: "CSR" }, {}],
    ...[{ dossierTypeCode: "CSR", requiredDocuments: ["KBIS"] }, { dossierTypeCode: "NONE" }],
    { requiredDocuments: ["ISO_27001"], expirationDate: "2020-01-01" },
  ],
  "dossiers.require": [{ newRequiredDocuments: ["ISO_27001"] }, { newRequiredDocuments: ["NONE"] }, {}],
  "attributes.set": [
    ...[["High"], ["None"], ["High", "Low"]].map((values) => ({ label: "Criticité", values })),
    { label: "None", values: [1] },
  ],
  "responses.approve": [{ comment: "ok" }, {}, undefined, { comment: 5 }],
  "responses.reject": [{ shareRejectionReason: true }, { shareRejectionReason: false }, {}],
};

type Row = Record<string, unknown> & { evidences?: Row[] };

it.each([1, 2])("finds no difference in what a random client has recorded of the sandbox (seed %i)", async (seed) => {
  const world = await on.sandbox.world(`random-${seed}`);
  const { entries, fetch } = recorder();
  const { pick, oneIn } = dice(seed);
  const base = `${on.sandbox.url}/api/v1/account/${world.accountId}`;
  const token = { authorization: `Bearer ${world.token}` };
  const listed = async (path: string): Promise<Row[]> =>
    ((await (await fetch(base + path, { headers: token })).json()) as { content: Row[] }).content;
  const dossiers = await listed("/dossiers?size=100");
  const documents = (
    await Promise.all(dossiers.slice(0, 8).map((row) => listed(`/dossiers/${row.dossierId}/documents`)))
  )
    .flat()
    .flatMap((row) => (row.evidences ?? []).map((evidence) => ({ ...row, ...evidence, fileId: evidence.id })));
  for (let sent = 0; sent < 400; sent++) {
    const { operationId, endpoint } = pick(operations);
    const [document, stray] = [pick(documents) as Row, pick(documents) as Row];
    const values: Row = { ...document, id: pick(dossiers).thirdpartyId, accountId: world.accountId };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      String(oneIn(15) && name !== "accountId" ? pick([stray.documentId, stray.dossierId, "x", 0]) : values[name]),
    );
    const query = new URLSearchParams();
    for (const [name, choices] of Object.entries(filters))
      if (name in (endpoint.query?.shape ?? {}) && (oneIn(6) || (name.startsWith("event") && !oneIn(3))))
        query.set(name, pick(choices));
    const body = pick(bodies[operationId] ?? [undefined]);
    const headers = {
      ...(!oneIn(30) && token),
      ...(oneIn(30) && { accept: "text/csv" }),
      ...(body !== undefined && !oneIn(30) && { "content-type": "application/json" }),
    };
    const method = endpoint.method.toUpperCase();
    const url = `${on.sandbox.url}${path}${query.size > 0 ? `?${query}` : ""}`;
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (operationId === "documents.link" && answer.status === 200)
      await fetch(((await answer.json()) as { url: string }).url);
    if (sent % 100 === 99) await world.clock.advance("P20D");
  }
  const { findings, operations: reached } = verifyRecording(harOf(entries));
  expect(findings).toEqual([]);
  expect(reached.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
});
