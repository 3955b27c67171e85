import { describe, expect, it } from "vitest";
import { DocumentStatus } from "../../../contract/documents.ts";
import {
  allows,
  applyTransition,
  downloadAuditTrail,
  interruptResponse,
  planCollection,
  setDueDate,
  setStatus,
  suffixOf,
  type Transition,
  transitions,
} from "../../../src/domain/document/documents.ts";
import { archiveDossier } from "../../../src/domain/dossier/dossiers.ts";
import { withdrawRequirement } from "../../../src/domain/dossier/requirements.ts";
import type { Draft } from "../../../src/domain/draft.ts";
import type { DocumentRow } from "../../../src/domain/rows.ts";
import { format, parse } from "../../../src/domain/time.ts";
import { type Kind, Supplier } from "../../support/supplier.ts";
import { told } from "../stage.ts";

describe("the transitions", () => {
  const table: Record<Transition, [from: string, to: string, event: string | null]> = {
    renew: ["VALID", "VALID", "DOCUMENT_ANSWER_ADDED"],
    submit: ["MISSING VALID BELOW_EXPECTATION INVALID", "ONGOING", "DOCUMENT_ANSWER_ADDED"],
    amend: ["ONGOING ACTION_REQUIRED", "ONGOING", "DOCUMENT_ANSWER_UPDATED"],
    pass: ["ONGOING VALID", "VALID", "DOCUMENT_ANSWER_ACCEPTED"],
    review: ["ONGOING VALID", "ACTION_REQUIRED", null],
    fail: ["ONGOING VALID", "INVALID", "DOCUMENT_ANSWER_DENIED"],
    approve: ["ONGOING ACTION_REQUIRED", "VALID", "DOCUMENT_ANSWER_ACCEPTED"],
    rejectShared: ["ONGOING ACTION_REQUIRED", "INVALID", "DOCUMENT_ANSWER_DENIED"],
    rejectUnshared: ["ONGOING ACTION_REQUIRED", "BELOW_EXPECTATION", "DOCUMENT_ANSWER_DENIED"],
    expire: ["ACTION_REQUIRED VALID", "INVALID", "DOCUMENT_ANSWER_EXPIRED"],
  };
  it("are exactly those of the table", () => {
    const found = (Object.keys(transitions) as Transition[]).map((name) => {
      const from = DocumentStatus.options.filter((status) => allows(name, status)).join(" ");
      return [name, [from, transitions[name].to, transitions[name].event]];
    });
    expect(Object.fromEntries(found)).toEqual(table);
  });
  it("start from no other status", () => {
    const one = Supplier.of("cleaner", ["KBIS"]);
    const expired = () => one.do((draft) => applyTransition(draft, one.document("KBIS").documentId, "expire", {}));
    expect(expired).toThrow("expire does not start from MISSING");
  });
  it("leave no event where the status stays", () => {
    const one = Supplier.of("cleaner", ["KBIS"]);
    expect(one.do((draft) => setStatus(draft, one.document("KBIS").documentId, "MISSING", {}))).toTell([]);
  });
  it("have events that call a MISSING document ABSENT", () => {
    expect(suffixOf("MISSING")).toBe("ABSENT");
    expect(DocumentStatus.options.map(suffixOf).slice(1)).toEqual(DocumentStatus.options.slice(1));
  });
});

describe("a document that is asked for", () => {
  it("is missing; all are added before the first has its status", () => {
    const one = Supplier.of("cleaner", ["RIB"]);
    one.journal.length = 0;
    one.ask(["KBIS", "STATUTS"]);
    const missing = { from: null, to: "MISSING", cause: "DOCUMENT_ADDED" };
    const pair = (["", "_ABSENT"] as const).map((end) => [`DOCUMENT_ANSWER_STATUS_UPDATE${end}`, missing]);
    const said = one.journal.filter(({ eventName }) => eventName.startsWith("DOCUMENT"));
    const added = ["KBIS", "STATUTS"].map((documentCode) => ["DOCUMENT_ADDED", { documentCode }]);
    expect(told(said)).toEqual([...added, ...pair, ...pair]);
    const { documentId: _, dossierId, ...kbis } = one.document("KBIS");
    const nothing = { dueDate: null, interruptedAt: null, deletionWarnedAt: null, deletedAt: null };
    expect(kbis).toEqual({
      ...{ documentCode: "KBIS", documentName: "Extrait Kbis", requestDate: said[0]?.occurredAt, stoppingDate: null },
      ...{ present: false, statusCode: "MISSING", evidences: [], thirdpartyId: one.thirdpartyId },
      internal: { ...nothing, mandatory: true, stopped: false, withdrawn: false, auditTrailDownloads: 0 },
    });
  });
  it.each<[string, Kind, string | undefined, number, number]>([
    ["KBIS", "cleaner", "COLLECT", 10, 90],
    ["ATT_URSSAF", "builder", "COLLECT", 10, 90],
    ["SCR_MEDIA", "cleaner", "SOURCE", 60, 360],
    ["SCORE_RSE", "german", "SOURCE", 60, 360],
    ["STATUTS", "cleaner", undefined, 0, 0],
  ])("as %s of the company %s is collected by %s between %i and %i minutes later", (code, kind, job, least, most) => {
    const minutes = Array.from({ length: job ? 40 : 1 }, (_, at) => {
      const one = Supplier.of(kind, [code], at + 1);
      const jobs = one.jobs(code);
      expect(Object.keys(jobs)).toEqual(job ? [job] : []);
      const due = Object.values(jobs)[0] ?? one.document(code).requestDate;
      return (parse(due) - parse(one.document(code).requestDate)) / 60_000;
    });
    expect([Math.min(...minutes) < least, Math.max(...minutes) > most + 0.01]).toEqual([false, false]);
    const middle = (least + most) / 2;
    expect([Math.min(...minutes) <= middle, Math.max(...minutes) >= middle]).toEqual([true, true]);
  });
  it("is not collected from a French register for a company that is abroad", () => {
    const one = Supplier.of("cleaner", ["KBIS"]);
    one.do((draft) => {
      draft.put("thirdparties", { ...draft.thirdparty, addressCountryCode: "DE" });
      planCollection(draft, one.document("KBIS").documentId);
    });
    expect(one.jobs("KBIS")).toEqual({});
  });
  it("remembers its due day, its downloads and an interrupted response", () => {
    const one = Supplier.of("cleaner", ["KBIS"]);
    const { documentId } = one.document("KBIS");
    const due = (day: string) => one.do((draft) => setDueDate(draft, documentId, day));
    expect(told(due("2026-02-01"))).toEqual([["DOCUMENT_MODIFICATION", { dueDate: "2026-02-01" }]]);
    expect(due("2026-02-01")).toTell([]);
    expect(due("2026-02-02")).toTell(["DOCUMENT_MODIFICATION"]);
    for (const _ of [1, 2])
      expect(one.do((draft) => downloadAuditTrail(draft, documentId))).toTell(["DOCUMENT_AUDIT_TRAIL_DOWNLOAD"]);
    const interruptedAt = format(one.now);
    expect(one.do((draft) => interruptResponse(draft, documentId))).toTell(["DOCUMENT_ANSWER_INTERRUPTED"]);
    const remembered = { dueDate: "2026-02-02", auditTrailDownloads: 2, interruptedAt };
    expect(one.document("KBIS").internal).toMatchObject(remembered);
  });
});

describe("a document that takes no response and no decision", () => {
  const stop = (draft: Draft, document: DocumentRow) =>
    void draft.putInternal("documents", document, { stopped: true });
  const withdraw = (draft: Draft, { documentId }: DocumentRow) => withdrawRequirement(draft, documentId);
  const archive = (draft: Draft, { dossierId }: DocumentRow) => archiveDossier(draft, dossierId, "CLIENT");
  it.each([
    ["withdrawn", [withdraw], "DOCUMENT_NOT_ANSWERABLE", "is withdrawn: dossier D no longer asks for it."],
    ["stopped", [stop], "DOCUMENT_NOT_ANSWERABLE", "is stopped: it takes no response and no decision."],
    ["of an archived dossier", [archive], "DOSSIER_ARCHIVED", "is stopped: its dossier is archived."],
    ["withdrawn before", [withdraw, archive], "DOSSIER_ARCHIVED", "is stopped: its dossier is archived."],
  ])("is one that is %s", (_what, ends, code, words) => {
    const one = Supplier.of("cleaner", ["RIB", "STATUTS"]);
    one.respond("STATUTS", { outcome: "review" });
    for (const end of ends) one.do((draft) => end(draft, one.document("STATUTS")));
    const { documentId, dossierId } = one.document("STATUTS");
    const detail = `Document ${documentId} ${words.replace(" D ", ` ${dossierId} `)}`;
    const refused = { status: 409, body: { code, detail } };
    expect([one.refusal("STATUTS", {}), one.decide("STATUTS")?.refused]).toEqual([refused, refused]);
  });
});
