import { describe, expect, it } from "vitest";
import { causes } from "../../../src/domain/causes/table.ts";
import { createDossier } from "../../../src/domain/dossier/dossiers.ts";
import type { Draft } from "../../../src/domain/draft.ts";
import type { DossierRow } from "../../../src/domain/rows.ts";
import { archiveThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { desk } from "../../support/worlds.ts";
import { draftOf } from "../stage.ts";
import { type Caused, freeDossier, occur, withFreeDossier } from "./occurrence.ts";

const codesIn = (draft: Draft, dossierId: number) =>
  draft.all("documents").flatMap((row) => (row.dossierId === dossierId ? row.documentCode : []));
const idOf = (draft: Draft, typeCode: string) =>
  draft.all("dossiers").find(({ dossierTypeCode }) => dossierTypeCode === typeCode)?.dossierId as number;

describe("the status of a dossier through its documents", () => {
  const codes = ["RIB", "STATUTS", "BEGES"];
  it.each([
    ["ONGOING", ["INVALID", "BELOW_EXPECTATION", "VALID"], ["ONGOING", "ONGOING", "VALID"]],
    ["ONGOING", ["VALID", "VALID", "ACTION_REQUIRED"], ["VALID", "VALID", "ONGOING"]],
    ["ONGOING", ["MISSING", "MISSING", "MISSING"], ["ONGOING", "MISSING", "MISSING"]],
    ["ACTION_REQUIRED", ["MISSING", "INVALID", "BELOW_EXPECTATION"], ["MISSING", "ACTION_REQUIRED", "ACTION_REQUIRED"]],
    ["BELOW_EXPECTATION", ["VALID", "INVALID", "INVALID"], ["VALID", "BELOW_EXPECTATION", "BELOW_EXPECTATION"]],
    ["INVALID", ["VALID", "VALID", "MISSING"], ["INVALID", "VALID", "MISSING"]],
    ["ABSENT", ["VALID", "INVALID", "MISSING"], ["MISSING", "MISSING", "MISSING"]],
    ["VALID", ["VALID", "INVALID", "MISSING"], ["VALID", "VALID", "VALID"]],
  ] as const)("becomes %s from %j by the documents %j", async (status, before, after) => {
    const draft = draftOf(await withFreeDossier("cleaner", codes));
    const documents = () =>
      draft.all("documents").filter(({ dossierId }) => dossierId === freeDossier(draft).dossierId);
    for (const [at, { documentId }] of documents().entries())
      if (before[at] !== "MISSING")
        occur(draft, `DOCUMENT_ANSWER_STATUS_UPDATE_${before[at] as "VALID"}`, {}, { documentId });
    occur(draft, `DOSSIER_STATUS_UPDATED_${status}`);
    expect(documents().map(({ statusCode }) => statusCode)).toEqual(after);
    expect(freeDossier(draft).statusCode).toBe(status);
  });
  it("certificates become valid before the questionnaires that mention them", async () => {
    const draft = draftOf(await desk("it"));
    const dossierId = idOf(draft, "CYBERSECURITY");
    const { events } = occur(draft, "DOSSIER_STATUS_UPDATED_VALID", {}, { dossierId });
    const accepted = events.filter(({ eventName }) => eventName === "DOCUMENT_ANSWER_ACCEPTED");
    const codes = accepted.map(({ documentId }) => draft.existing("documents", documentId as number).documentCode);
    expect(codes).toEqual(["ISO_27001", "Q_CYBER", "PAS", "DPA"]);
  });
});

describe("dossiers of a trigger", () => {
  it("DOSSIER_ADDED opens the given type, then those that are not open, and then a free dossier", async () => {
    const types = async (kind: "cleaner" | "american") => {
      const draft = draftOf(await desk(kind));
      const given = [{ dossierTypeCode: "ETHICS" }, ...Array(6).fill({})];
      const opened = given.map((data) => occur(draft, "DOSSIER_ADDED", data).occurred[0]?.payload.dossierTypeCode);
      return [...opened, ...codesIn(draft, freeDossier(draft)?.dossierId)];
    };
    const rest = ["CSR", "CYBERSECURITY", "DUTY_OF_VIGILANCE", "FOREIGN_CONTRACTOR", "SCREENING"];
    expect(await types("cleaner")).toEqual(["ETHICS", ...rest, null, "RIB"]);
    expect(await types("american")).toEqual(["ETHICS", ...rest.slice(0, 4), "VIGILANCE", null, "COORD_BANC"]);
  });
  it("DOSSIER_ADDED refuses an unknown type and one that is open", async () => {
    const draft = draftOf(await desk("cleaner"));
    const check = (data: object) => causes.DOSSIER_ADDED.check?.(data, draft.context);
    expect(check({ dossierTypeCode: "CSRR" })).toMatchObject({ refused: { status: 404 } });
    expect(check({})).toBeUndefined();
    const { outcome } = occur(draft, "DOSSIER_ADDED", { dossierTypeCode: "ONBOARDING" });
    expect(outcome).toMatchObject({ refused: { status: 409, body: { code: "DOSSIER_ALREADY_OPEN" } } });
  });
  it("DOSSIER_REACTIVATED leaves a dossier archived while another of its type is open", async () => {
    const draft = draftOf(await desk("cleaner"));
    const subject = { dossierId: idOf(draft, "ONBOARDING") };
    const again = () => occur(draft, "DOSSIER_REACTIVATED", {}, subject).events;
    occur(draft, "DOSSIER_ARCHIVED", { reason: "OVER" }, subject);
    const { dossierId } = occur(draft, "DOSSIER_ADDED", { dossierTypeCode: "ONBOARDING" }).occurred[0] ?? {};
    expect(again()).toEqual([]);
    occur(draft, "DOSSIER_ARCHIVED", {}, { dossierId: dossierId as number });
    expect(again()[0]).toMatchObject({ eventName: "DOSSIER_REACTIVATED", payload: { stoppingReason: "OVER" } });
  });
  it("DOSSIER_REACTIVATED opens a free dossier beside another", async () => {
    const draft = draftOf(await withFreeDossier());
    const { dossierId } = freeDossier(draft);
    occur(draft, "DOSSIER_ARCHIVED");
    createDossier(draft, { requiredDocuments: ["RIB"] });
    expect(occur(draft, "DOSSIER_REACTIVATED", {}, { dossierId }).occurred).toHaveLength(1);
  });
  it("DOSSIER_UPDATED takes an end after today, and refuses one of today", async () => {
    const draft = draftOf(await withFreeDossier());
    const check = (expirationDate?: string) =>
      causes.DOSSIER_UPDATED.check?.({ expirationDate } as object, draft.context);
    expect([check(), check("2026-01-16")]).toEqual([null, null]);
    const about = { expected: "a day after 2026-01-15", received: '"2026-01-15"' };
    const errors = [{ pointer: "/data/expirationDate", detail: "/data/expirationDate must be after today.", ...about }];
    expect(check("2026-01-15")).toMatchObject({ refused: { status: 400, body: { errors } } });
    occur(draft, "DOSSIER_UPDATED", { expirationDate: "2026-01-16" });
    expect(freeDossier(draft)).toMatchObject({ expirationDate: "2026-01-16", description: null });
  });
  it("DOSSIER_ATTRIBUTE_UPDATED takes a label of any name", async () => {
    const draft = draftOf(await withFreeDossier());
    occur(draft, "DOSSIER_ATTRIBUTE_UPDATED", { label: "constructor", value: "Lyon" });
    occur(draft, "DOSSIER_ATTRIBUTE_UPDATED", { label: "Site" });
    expect(freeDossier(draft).internal.attributes).toEqual({ constructor: "Lyon", Site: "Prestations" });
  });
});

describe.each(["DOCUMENT_ADDED", "DOSSIER_DOCUMENTS_UPDATED"] as const)("%s", (event: Caused) => {
  const add = (draft: Draft, data: object, subject: object = {}) => occur(draft, event, data, subject).outcome;
  it("adds a document to the first free dossier that lacks it, and refuses one that all ask for", async () => {
    const draft = draftOf(await withFreeDossier());
    createDossier(draft, { requiredDocuments: ["RIB", "STATUTS"] });
    const [one, other] = draft.all("dossiers").filter(({ typed }) => !typed) as never as [DossierRow, DossierRow];
    add(draft, { documentCode: "STATUTS" });
    expect(codesIn(draft, one.dossierId)).toEqual(["RIB", "STATUTS"]);
    const detail = `Dossier ${one.dossierId} (LIBRE-2026-0001) asks for STATUTS already.`;
    expect(add(draft, { documentCode: "STATUTS" })).toBeRefused({ status: 409, detail });
    expect(add(draft, { documentCode: "STATUTS" })).toMatchObject({ refused: { body: { code: "NOTHING_SUITABLE" } } });
    add(draft, {}, { dossierId: other.dossierId });
    expect(codesIn(draft, other.dossierId)).toEqual(["RIB", "STATUTS", "KBIS"]);
    add(draft, { documentCode: "KBIS" });
    expect([one, other].map(({ dossierId }) => codesIn(draft, dossierId).length)).toEqual([3, 3]);
  });
  it("refuses a code that is unknown, or that the company cannot have", async () => {
    const draft = draftOf(await withFreeDossier());
    const unfit = { refused: { body: { errors: [{ pointer: "/data/documentCode", code: "UNFIT_DOCUMENT_CODE" }] } } };
    expect(add(draft, { documentCode: "CARTE_BTP" })).toMatchObject(unfit);
    expect(add(draftOf(await desk("cleaner")), { documentCode: "CARTE_BTP" })).toMatchObject(unfit);
    const check = (data: object) =>
      (causes[event].check as (data: object, context: object) => unknown)(data, draft.context);
    expect([check({}), check({ documentCode: "KBIS" })]).toEqual([null, null]);
    const errors = [{ pointer: "/data/documentCode", detail: "KBISS is no document code; did you mean KBIS?" }];
    expect(check({ documentCode: "KBISS" })).toMatchObject({ refused: { body: { errors } } });
  });
  it("has no word for an archived third party, which the needs exclude", async () => {
    const draft = draftOf(await desk("cleaner"));
    archiveThirdparty(draft);
    expect(add(draft, {})).toBeUndefined();
  });
  it("opens a free dossier where there is none, and leaves a typed one alone", async () => {
    const draft = draftOf(await desk("cleaner"));
    expect(add(draft, {}, { dossierId: idOf(draft, "VIGILANCE") })).toBeNull();
    expect(freeDossier(draft)).toBeUndefined();
    add(draft, {});
    expect(codesIn(draft, freeDossier(draft).dossierId)).toEqual(["RIB"]);
    const other = draftOf(await desk("cleaner"));
    add(other, { documentCode: "BEGES" });
    expect(codesIn(other, freeDossier(other).dossierId)).toEqual(["BEGES"]);
  });
});
