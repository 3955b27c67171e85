import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { parse } from "../../src/domain/time.ts";
import { type Existing, workingRequests } from "../../src/domain/working-requests.ts";

const now = parse("2026-01-15T09:00:00");
const ended = "2026-01-15T09:00:00.000";
const nothing: Existing = { thirdparties: [], dossiers: [], documents: [], newcomer: "21992490900019", now };
const requestOf = (operationId: string, existing: Partial<Existing>) => {
  const [group, name] = operationId.split(".") as [keyof typeof service, never];
  return workingRequests({ ...nothing, ...existing })(operationId, service[group][name] as Endpoint);
};
const evidence = (id: number, responseId: number, expirationDate: string | null = null) =>
  ({ id, responseId, expirationDate }) as never;

describe("workingRequests", () => {
  it("names what exists and belongs together, and nothing where nothing exists", () => {
    const answered = { documentId: 32, dossierId: 21, evidences: [evidence(40, 50)] };
    const documents = [{ documentId: 30, dossierId: 20, evidences: [] }, { documentId: 31 }, answered];
    const thirdparties = [
      { thirdpartyId: 1, archived: true },
      { thirdpartyId: 2, archived: false },
    ];
    const bare = { query: {}, body: undefined };
    expect(requestOf("thirdparties.get", { thirdparties })).toEqual({ ...bare, params: { id: 2 } });
    const params = { dossierId: 21, documentId: 32, fileId: 40 };
    expect(requestOf("documents.file", { documents })).toEqual({ ...bare, params });
    expect(requestOf("thirdparties.get", {})).toEqual({ ...bare, params: { id: undefined } });
    expect(requestOf("documents.file", {}).params).toEqual({
      dossierId: undefined,
      documentId: undefined,
      fileId: undefined,
    });
  });
  it("asks for the events of a year up to tomorrow", () => {
    expect(requestOf("documents.search", {}).query).toEqual({
      eventNames: "DOCUMENT_ANSWER_ACCEPTED,DOCUMENT_ANSWER_DENIED",
      eventOccurrenceStartDate: "2025-01-14T09:00:00",
      eventOccurrenceEndDate: "2026-01-16T09:00:00",
    });
  });
  it("opens a screening for a third party that has none open, and else a free dossier", () => {
    const thirdparties = [{ thirdpartyId: 1, archived: true }, { thirdpartyId: 2 }, { thirdpartyId: 3 }];
    const screening = { thirdpartyId: 2, dossierTypeCode: "SCREENING", monitored: true };
    const opened = (...dossiers: Existing["dossiers"]) => requestOf("dossiers.create", { thirdparties, dossiers });
    const screened = (id: number) => ({ query: {}, params: { id }, body: { dossierTypeCode: "SCREENING" } });
    expect(opened(screening)).toEqual(screened(3));
    const others = [
      { ...screening, monitored: false },
      { ...screening, dossierTypeCode: "CSR" },
    ];
    expect(opened(...others)).toEqual(screened(2));
    const free = { query: {}, params: { id: 2 }, body: { requiredDocuments: ["KBIS", "RIB"] } };
    const everywhere = [screening, { ...screening, thirdpartyId: 3 }];
    expect(opened(...everywhere)).toEqual(free);
    const codes = { documents: ["A", "B", "C"], dossierTypes: ["CSR", "SCREENING", "ETHICS"] };
    const openedOf = (...dossiers: Existing["dossiers"]) =>
      requestOf("dossiers.create", { thirdparties, dossiers, codes }).body;
    expect([openedOf(), openedOf(...everywhere)]).toEqual([
      { dossierTypeCode: "SCREENING" },
      { dossierTypeCode: "CSR" },
    ]);
    const none = { ...codes, dossierTypes: [] };
    expect(requestOf("dossiers.create", { thirdparties, codes: none }).body).toEqual({ requiredDocuments: ["A", "B"] });
  });
  it("adds a newcomer, and requirements to an open free dossier", () => {
    const added = { companyIdType: "CIT001", companyIdValue: "21992490900019" };
    expect(requestOf("thirdparties.create", {}).body).toEqual(added);
    const open = { dossierId: 3, monitored: true, typed: false };
    const dossiers = [{ ...open, dossierId: 1, monitored: false }, { ...open, dossierId: 2, typed: true }, open];
    const { body } = service.dossiers.require.examples.success;
    expect(requestOf("dossiers.require", { dossiers })).toEqual({ query: {}, params: { dossierId: 3 }, body });
    const documents = [
      { dossierId: 3, documentCode: "KBIS" },
      { dossierId: 1, documentCode: "RIB" },
    ];
    const more = (codes: string[]) =>
      requestOf("dossiers.require", { dossiers, documents, codes: { documents: codes, dossierTypes: [] } }).body;
    expect([more(["KBIS", "RIB"]), more(["KBIS"])]).toEqual([{ newRequiredDocuments: ["RIB"] }, body]);
  });
  it("decides responses that wait, first those whose approval makes the document valid", () => {
    const thirdparties = [
      { thirdpartyId: 1, status: "ACTIVE" },
      { thirdpartyId: 2, status: "STRUCK_OFF" },
    ] as const;
    const dossier = { dossierId: 1, thirdpartyId: 1, monitored: true };
    const dossiers = [
      dossier,
      { ...dossier, dossierId: 2, thirdpartyId: 2 },
      { ...dossier, dossierId: 3, monitored: false },
    ];
    const document = (dossierId: number, statusCode: string, ...evidences: never[]) =>
      ({ dossierId, statusCode, evidences }) as Existing["documents"][number];
    const decided = (...documents: Existing["documents"]) =>
      ["responses.approve", "responses.reject"].map(
        (id) => requestOf(id, { thirdparties, dossiers, documents }).params.responseId,
      );
    const unsuitable = [
      document(1, "VALID", evidence(1, 10)),
      document(3, "ONGOING", evidence(2, 11)),
      document(9, "ONGOING", evidence(3, 12)),
      document(1, "ONGOING"),
    ];
    expect(decided(...unsuitable)).toEqual([undefined, undefined]);
    const weak = [
      document(2, "ONGOING", evidence(4, 13)),
      document(1, "ONGOING", evidence(5, 14), evidence(6, 14, ended)),
    ];
    const sound = document(1, "ACTION_REQUIRED", evidence(7, 15, "2026-01-15T09:00:00.001"));
    expect(decided(...unsuitable, ...weak)).toEqual([13, 14]);
    expect(decided(...weak, sound)).toEqual([15, 13]);
    expect(decided(...weak, sound, document(1, "ONGOING", evidence(8, 16)))).toEqual([15, 16]);
    expect(decided(sound)).toEqual([15, 15]);
  });
});
