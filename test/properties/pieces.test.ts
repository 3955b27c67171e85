import { expect, it } from "vitest";
import type { State } from "../../src/domain/change.ts";
import type { EvidenceRow } from "../../src/domain/evidence.ts";
import { openDossier, respond } from "../../src/world/operations.ts";
import { wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { advance, desk, granted } from "../support/worlds.ts";

const required = ["FICHE_FOURN", "ATT_URSSAF", "KBIS", "ISO_27001", "Q_CYBER", "RBE", "SCR_MEDIA"];

/** The state of a world in which every piece of a company is valid. */
async function soundWorld() {
  const one = await desk("it");
  granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments: required }, "tester"));
  await one.reread();
  for (const code of required) granted(await respond(one.world, one.document(code).documentId, { outcome: "valid" }));
  await advance(one.world, "PT3H");
  return { state: await one.world.store.dump(), now: nowOf(one.world) };
}

type Fault = (evidence: EvidenceRow) => unknown;
const withValue =
  (key: string, value: string): Fault =>
  (evidence) =>
    "formdata" in evidence && {
      ...evidence,
      formdata: evidence.formdata.map((entry) => (entry.key === key ? { ...entry, value } : entry)),
    };
const withSubject =
  (fields: object): Fault =>
  ({ internal, ...evidence }) => ({
    ...evidence,
    internal: { ...internal, subject: { ...internal.subject, ...fields } },
  });

const plant = (state: State, code: string, fault: Fault): State => ({
  ...state,
  documents: state.documents.map((document) =>
    document.documentCode === code
      ? { ...document, evidences: document.evidences.map((evidence) => fault(evidence) as EvidenceRow) }
      : document,
  ),
});
const issuedOn =
  (issueDate: string): Fault =>
  ({ internal, ...evidence }) => ({
    ...evidence,
    internal: { ...internal, issueDate },
  });

it("the invariants of pieces find the faults that are planted in a sound world, and no others", async () => {
  const { state, now } = await soundWorld();
  expect(wrongs(state, now)).toEqual([]);
  const denied = plant(state, "Q_CYBER", withValue("iso_27001", "false"));
  const found = (faulty: State) => [...new Set(wrongs(faulty, now).map((complaint) => complaint.split(": ")[0]))];
  const faults: [string, State][] = [
    ["one head count", plant(state, "FICHE_FOURN", withValue("effectif_total", "0"))],
    ["one head count", plant(state, "ATT_URSSAF", withSubject({ workforce: 1_234 }))],
    ["the seat is the seat", plant(state, "KBIS", withSubject({ seat: undefined }))],
    ["questionnaires agree with certificates", plant(denied, "ISO_27001", issuedOn("2026-01-02"))],
    ["nothing is dated before the company or after now", plant(state, "Q_CYBER", withValue("pssi_date", "01/01/1901"))],
    [
      "nothing is dated before the company or after now",
      plant(state, "RBE", withValue("beneficiaire_naissance", "01/01/2199")),
    ],
    ["screenings report what their status says", plant(state, "SCR_MEDIA", withSubject({ sanctioned: true }))],
  ];
  expect(faults.map(([, faulty]) => found(faulty))).toEqual(faults.map(([name]) => [name]));
  const [first] = state.documents;
  const unfit = {
    ...state,
    documents: state.documents.map((row) => (row === first ? { ...row, documentCode: "CARTE_BTP" } : row)),
  };
  expect(found(unfit)).toContain("4 documents fit the company");
});
