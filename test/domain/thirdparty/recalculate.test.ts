import { describe, expect, it } from "vitest";
import { requestDocuments } from "../../../src/domain/document/documents.ts";
import { openTypedDossier } from "../../../src/domain/dossier/dossiers.ts";
import type { Draft } from "../../../src/domain/draft.ts";
import type { DocumentRow, DossierRow } from "../../../src/domain/rows.ts";
import { recalculate, recalculateWithRules } from "../../../src/domain/thirdparty/recalculate.ts";
import { type Desk, desk } from "../../support/worlds.ts";
import { draftOf, shape, told } from "../stage.ts";

type Fields = Partial<DocumentRow> & { until?: string | null; internal?: object };
/** Changes documents of the onboarding directly. */
function set(draft: Draft, { dossierId }: DossierRow, fields: Record<string, Fields>): void {
  for (const row of draft.all("documents").filter((one) => one.dossierId === dossierId)) {
    const { until, internal, ...rest } = fields[row.documentCode] ?? fields.all ?? {};
    const evidences =
      until === undefined ? row.evidences : [{ expirationDate: until && `${until}T23:59:59.999` } as never];
    draft.put("documents", { ...row, ...rest, evidences, internal: { ...row.internal, ...internal } });
  }
}
const onboarding = (one: Desk | Draft): DossierRow =>
  ("folder" in one ? one.folder.dossiers : one.all("dossiers")).find(
    ({ dossierTypeCode }) => dossierTypeCode === "ONBOARDING",
  ) as DossierRow;

describe("recalculate", () => {
  const valid = { statusCode: "VALID", present: true } as const;
  const until = (day: string | null) => ({ ...valid, until: day });
  const withdrawn = { internal: { stopped: true, withdrawn: true } };
  const refused = { statusCode: "INVALID", until: "2026-02-01" } as const;
  const [march, may] = ["2026-03-01", "2026-05-01"];
  it.each([
    ["nothing is valid", {}, "ABSENT", 0, null],
    ["one of four is valid", { IBAN: until(null) }, "ONGOING", 25, null],
    ["two are valid", { IBAN: until(may), KBIS: until(march) }, "ONGOING", 50, march],
    ["two are valid in the other order", { IBAN: until(march), KBIS: until(may) }, "ONGOING", 50, march],
    ["an invalid one ends first", { IBAN: refused, KBIS: until(may) }, "INVALID", 25, may],
    ["all are valid", { all: until(may) }, "VALID", 100, may],
    ["the others are withdrawn", { all: withdrawn, IBAN: until(null) }, "VALID", 100, null],
    ["all are withdrawn", { all: withdrawn }, "ABSENT", 0, null],
  ] as [string, Record<string, Fields>, string, number, string | null][])(
    "gives a dossier its status, its rate and its next end when %s",
    async (_when, fields, statusCode, completionRate, nextExpiry) => {
      const one = await desk("cleaner");
      const draft = draftOf(one);
      set(draft, onboarding(one), fields);
      recalculate(draft);
      const complete = statusCode === "VALID";
      expect(onboarding(draft)).toMatchObject({
        ...{ statusCode, state: complete },
        internal: { completionRate, nextExpiry, dueDiligence: complete ? "COMPLETE" : "INCOMPLETE" },
      });
      const begin = draft.events.length;
      recalculate(draft);
      expect(draft.events.slice(begin)).toTell([]);
    },
  );
  it("leaves the events of a dossier in their order: status, attributes, due diligence, indicators", async () => {
    const one = await desk("cleaner");
    const draft = draftOf(one);
    const { documentId } = one.document("IBAN");
    set(draft, onboarding(one), { all: until(may) });
    const payload = { from: "ONGOING", to: "VALID", cause: "DOCUMENT_ANSWER_ACCEPTED" };
    draft.emitPair("DOCUMENT_ANSWER_STATUS_UPDATE", "DOCUMENT_ANSWER_STATUS_UPDATE_VALID", { documentId }, payload);
    recalculate(draft);
    const changed = { from: "ABSENT", to: "VALID", cause: "DOCUMENT_ANSWER_ACCEPTED" };
    expect(told(draft.events.slice(2))).toEqual([
      ["DOSSIER_STATUS_UPDATED", changed],
      ["DOSSIER_STATUS_UPDATED_VALID", changed],
      ["DOSSIER_CALCULATED_ATTRIBUTE_UPDATED", { completionRate: 100, nextExpiry: may }],
      ["DOSSIER_INDICATOR_UPDATED", { from: "INCOMPLETE", to: "COMPLETE" }],
      ["THIRD_PARTY_INDICATOR_UPDATED", expect.anything()],
    ]);
    expect(onboarding(draft)).toMatchObject({
      statusLabel: "Valide",
      stateLastChangeDate: draft.events[2]?.occurredAt,
      documents: Array(4).fill({ statusCode: "VALID", present: true }),
    });
  });
  it("names as cause what stopped a document or reactivated the dossier, and no event of another dossier", async () => {
    const one = await desk("cleaner");
    const { dossierId } = onboarding(one);
    const { documentId } = one.document("IBAN");
    const causeAfter = (emit: (draft: Draft) => void) => {
      const draft = draftOf(one);
      set(draft, onboarding(one), { IBAN: valid });
      emit(draft);
      recalculate(draft);
      return draft.events.find(({ eventName }) => eventName === "DOSSIER_STATUS_UPDATED")?.payload.cause;
    };
    const other = one.document("LNTE").documentId;
    expect([
      causeAfter((draft) => draft.emit("DOCUMENT_STOPPED", { documentId })),
      causeAfter((draft) => draft.emit("DOSSIER_REACTIVATED", { dossierId })),
      causeAfter((draft) => draft.emit("DOCUMENT_STOPPED", { documentId: other })),
      causeAfter((draft) => draft.emit("DOCUMENT_MODIFICATION", { documentId })),
    ]).toEqual(["DOCUMENT_STOPPED", "DOSSIER_REACTIVATED", null, null]);
  });
  it.each([{ documentName: "RIB" }, { present: true }, { statusCode: "ACTION_REQUIRED" } as const])(
    "keeps the summary of a document with %j current, without a change of the dossier's status",
    async (fields) => {
      const one = await desk("cleaner");
      const draft = draftOf(one);
      draft.put("dossiers", { ...onboarding(one), statusCode: "statusCode" in fields ? "ACTION_REQUIRED" : "ABSENT" });
      set(draft, onboarding(one), { IBAN: fields });
      recalculate(draft);
      expect(draft.events).toEqual([]);
      const { stateLastChangeDate, documents } = onboarding(draft);
      expect(stateLastChangeDate).toBe(onboarding(one).stateLastChangeDate);
      expect(documents.map((row) => ({ ...row }))).toEqual(
        onboarding(one).documents.map((row) => ({ ...row, ...(row.documentCode === "IBAN" && fields) })),
      );
    },
  );
  it("writes nothing where nothing changed, and a summary where a document is added", async () => {
    const one = await desk("cleaner");
    const draft = draftOf(one);
    recalculate(draft);
    recalculateWithRules(draft);
    expect(draft.change()).toEqual({ put: [], remove: [], events: [] });
    requestDocuments(draft, onboarding(one).dossierId, ["DPA"]);
    recalculate(draft);
    expect(onboarding(draft).documents.at(-1)?.documentCode).toBe("DPA");
  });
  it("tells of a next end that changes alone, activates data providers, and sets the overall risk", async () => {
    const one = await desk("cleaner");
    const draft = draftOf(one);
    for (const day of ["2026-05-01", "2026-04-01"]) {
      set(draft, onboarding(draft), { all: until(day) });
      recalculate(draft);
    }
    const ends = draft.events.flatMap(({ payload }) => payload.nextExpiry ?? []);
    expect(ends).toEqual(["2026-05-01", "2026-04-01"]);
    openTypedDossier(draft, "CSR", { origin: "CONTROL" });
    shape(draft, {}, { financial: 10 });
    recalculate(draft);
    expect(draft.thirdparty.internal.monitoring.ESG.active).toBe(true);
    expect(draft.all("attributes").find(({ label }) => label === "Risque global")?.values).toEqual(["High"]);
  });
  it("follows the rules after the documents, and recalculates what the rules open", async () => {
    const one = await desk("german");
    const draft = draftOf(one);
    set(draft, onboarding(one), { IBAN: valid });
    shape(draft, { addressCountryCode: "TR" });
    recalculateWithRules(draft);
    const order = ["DOSSIER_STATUS_UPDATED", "DOSSIER_ADDED", "THIRD_PARTY_NEWSFEED_ACTIVATED"];
    const names = new Set(draft.events.map(({ eventName }) => eventName));
    expect([...names].filter((name) => order.includes(name))).toEqual(order);
    expect(draft.all("dossiers").at(-1)?.documents.length).toBe(3);
  });
  it("leaves the status and the numbers of an archived dossier as they were, and it is not active", async () => {
    const one = await desk("cleaner");
    const draft = draftOf(one);
    draft.put("dossiers", { ...onboarding(one), monitored: false });
    set(draft, onboarding(one), { all: until(may) });
    recalculate(draft);
    const internal = { completionRate: 0, nextExpiry: null, dueDiligence: "INCOMPLETE" };
    expect(onboarding(draft)).toMatchObject({ statusCode: "ABSENT", state: false, internal });
    expect(onboarding(draft).documents.map(({ statusCode }) => statusCode)).toEqual(Array(4).fill("VALID"));
  });
});
