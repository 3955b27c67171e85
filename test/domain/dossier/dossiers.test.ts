import { describe, expect, it } from "vitest";
import { compiled, defaultConfiguration } from "../../../src/domain/configuration.ts";
import {
  archiveDossier,
  createDossier,
  editDossier,
  openTypedDossier,
  reactivateDossier,
  setDossierAttribute,
} from "../../../src/domain/dossier/dossiers.ts";
import { withdrawRequirement } from "../../../src/domain/dossier/requirements.ts";
import { Draft } from "../../../src/domain/draft.ts";
import type { DossierRow } from "../../../src/domain/rows.ts";
import { archiveThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { format, parse } from "../../../src/domain/time.ts";
import { client, desk } from "../../support/worlds.ts";
import { draftOf, jobsOf, told } from "../stage.ts";

const opened = (outcome: unknown) => outcome as DossierRow;
const lastOf = (draft: Draft) => draft.all("dossiers").at(-1) as DossierRow;

describe("createDossier", () => {
  it("a typed dossier has its reference, its term, its documents, and the moment of its status", async () => {
    const draft = draftOf(await desk("cleaner"));
    const dossier = opened(createDossier(draft, { dossierTypeCode: "CSR" }));
    const { dossierId } = dossier;
    expect(dossier).toEqual({
      ...{ dossierId, accountId: "quiet", thirdpartyId: 924_000, thirdpartyName: "Propreté Lumina" },
      ...{ thirdpartyCode: null, companyIdType: "CIT001", companyIdValue: "21992490900019", companyCountryCode: "FR" },
      ...{ dossierReference: "RSE-2026-0001", dossierTypeCode: "CSR", dossierTypeLabel: "RSE", typed: true },
      ...{ description: null, purchasingCategory: null, statusCode: "ABSENT", statusLabel: "Absent" },
      ...{ stateLastChangeDate: draft.events.at(-1)?.occurredAt, monitored: true, state: false },
      ...{ startingDate: "2026-01-15", expirationDate: "2027-01-15", stoppingDate: null, stoppingReason: null },
      ...{ origin: "API", ruleId: null, documents: [] },
      internal: { completionRate: 0, nextExpiry: null, dueDiligence: "INCOMPLETE", attributes: {} },
    });
    const documents = ["Q_RSE", "ISO_14001", "SCORE_RSE"];
    expect(draft.events[0]?.eventName).toBe("DOSSIER_ADDED");
    expect(draft.events.slice(0, 4).map(({ payload }) => payload)).toEqual([
      { dossierTypeCode: "CSR", origin: "API", ruleId: null },
      ...documents.map((documentCode) => ({ documentCode })),
    ]);
    expect(draft.events.slice(-2)).toTell(["DOSSIER_STATUS_UPDATED", "DOSSIER_STATUS_UPDATED_ABSENT"]);
    expect(draft.events.at(-1)?.payload).toEqual({ from: null, to: "ABSENT", cause: "DOSSIER_ADDED" });
    expect(jobsOf(draft, dossierId)).toEqual(["RENEW 2026-12-16T00:00:00.000", "CLOSE 2027-01-16T00:00:00.000"]);
  });
  it("a free dossier keeps what is given, asks for each document once, and invites the contacts", async () => {
    const draft = draftOf(await desk("cleaner"));
    const given = { description: "D", purchasingCategory: "P", expirationDate: "2026-01-16", dossierReference: "X" };
    const thirdpartyEmail = ["a@x.example", "b@x.example"];
    const asked = { ...given, thirdpartyEmail, requiredDocuments: ["RIB", "BEGES", "RIB"] };
    const dossier = opened(createDossier(draft, asked));
    expect(dossier).toMatchObject({ ...given, typed: false, dossierTypeCode: null, dossierTypeLabel: null });
    const documents = draft.all("documents").filter(({ dossierId }) => dossierId === dossier.dossierId);
    expect(documents.map(({ documentCode }) => documentCode)).toEqual(["RIB", "BEGES"]);
    expect(draft.all("contacts").map(({ email }) => email)).toEqual(thirdpartyEmail);
    const [renewal, closing] = jobsOf(draft, dossier.dossierId);
    // The day thirty days before the end has passed, so the renewal is due at once.
    const { occurredAt: absent = "" } = draft.events.findLast(({ eventName }) => eventName.endsWith("_ABSENT")) ?? {};
    expect(renewal).toBe(`RENEW ${format(parse(absent) + 2)}`);
    expect(closing).toBe("CLOSE 2026-01-17T00:00:00.000");
  });
  it("references are the first unused of the year, with the prefix of the type", async () => {
    const one = await desk("cleaner");
    const draft = draftOf(one, parse("2027-03-01"));
    const free = (dossierReference?: string) =>
      opened(createDossier(draft, { requiredDocuments: ["RIB"], ...(dossierReference && { dossierReference }) }));
    free("LIBRE-2027-0002");
    expect([free(), free()].map((row) => row.dossierReference)).toEqual(["LIBRE-2027-0001", "LIBRE-2027-0003"]);
    const TRAVEL = { label: "Voyages", months: null, documents: [], themes: [], typed: true, also: [] };
    const configuration = compiled({ ...defaultConfiguration.source, dossierTypes: { TRAVEL } }, "default");
    const other = new Draft(one.folder, { ...one.world.context(), configuration }, client);
    const dossier = opened(openTypedDossier(other, "TRAVEL", { origin: "CONTROL" }));
    expect([dossier.dossierReference, dossier.expirationDate]).toEqual(["TRA-2026-0001", null]);
  });
  const types = "CSR, CYBERSECURITY, DUTY_OF_VIGILANCE, ETHICS, FOREIGN_CONTRACTOR, ONBOARDING, SCREENING, VIGILANCE";
  const taken =
    "ONB-2026-0001 is the reference of dossier 1324000 of this third party; choose another, or leave it out.";
  const open = "Dossier 1324000 (ONB-2026-0001) of type ONBOARDING is open for this third party.";
  const noType = (code: string, hint: string) => `There is no dossier type ${code}${hint} Types: ${types}.`;
  it.each([
    [{ dossierTypeCode: "ONBOARDING" }, 409, "DOSSIER_ALREADY_OPEN", open],
    [{ dossierTypeCode: "CSRR" }, 404, "DOSSIER_TYPE_NOT_FOUND", noType("CSRR", "; did you mean CSR?")],
    [{ dossierTypeCode: "QQQQQQQQ" }, 404, "DOSSIER_TYPE_NOT_FOUND", noType("QQQQQQQQ", ".")],
    [{ dossierTypeCode: "CSR", dossierReference: "ONB-2026-0001" }, 409, "DOSSIER_REFERENCE_CONFLICT", taken],
    [{ expirationDate: "2026-01-15" }, 400, "VALIDATION_ERROR", "A dossier cannot end before it begins."],
    [{ requiredDocuments: ["KBISS"] }, 400, "VALIDATION_ERROR", /^Some document codes are not known; nothing was /],
    [{ requiredDocuments: ["CARTE_BTP"] }, 400, "VALIDATION_ERROR", /^Propreté Lumina cannot have some of these doc/],
  ])("refuses %j", async (asked, status, code, detail) => {
    const draft = draftOf(await desk("cleaner"));
    const before = draft.all("dossiers").length;
    const said = typeof detail === "string" ? detail : expect.stringMatching(detail);
    const wish = "requiredDocuments" in asked ? asked : { dossierTypeCode: "CSR", ...asked };
    expect(createDossier(draft, wish as never)).toBeRefused({ status, code, detail: said });
    expect(draft.all("dossiers")).toHaveLength(before);
  });
  it("refuses a dossier for an archived third party", async () => {
    const draft = draftOf(await desk("cleaner"));
    archiveThirdparty(draft);
    const detail = "Propreté Lumina is archived; no dossier can be opened for it.";
    const refusal = { status: 409, code: "THIRD_PARTY_ARCHIVED", detail };
    expect(createDossier(draft, { dossierTypeCode: "CSR" })).toBeRefused(refusal);
  });
});

describe("an archived dossier", () => {
  const isStopped = (draft: Draft, code: string) =>
    draft.all("documents").findLast(({ documentCode }) => documentCode === code)?.internal.stopped;
  it("has its end and its reason, stops its documents, and plans nothing", async () => {
    const draft = draftOf(await desk("cleaner"));
    const { dossierId } = opened(createDossier(draft, { dossierTypeCode: "CSR" }));
    const begin = draft.events.length;
    archiveDossier(draft, dossierId, "CLIENT");
    const { occurredAt: stoppingDate, payload } = draft.events[begin] ?? {};
    expect(payload).toEqual({ reason: "CLIENT" });
    const stopped = { monitored: false, state: false, stoppingDate, stoppingReason: "CLIENT" };
    expect(draft.existing("dossiers", dossierId)).toMatchObject(stopped);
    expect(draft.events.slice(begin)).toTell(["DOSSIER_ARCHIVED", ...Array(3).fill("DOCUMENT_STOPPED")]);
    expect([isStopped(draft, "Q_RSE"), isStopped(draft, "IBAN"), jobsOf(draft, dossierId)]).toEqual([true, false, []]);
  });
  it.each([
    ["VIGILANCE", "2026-07-14", "2026-07-15", "CLOSE 2026-07-16T00:00:00.000"],
    ["VIGILANCE", "2026-07-15", "2027-01-15", "CLOSE 2027-01-16T00:00:00.000"],
    ["ONBOARDING", "2026-07-15", null, undefined],
  ])("of type %s that is reactivated on %s ends on %s", async (type, today, expirationDate, closing) => {
    const one = await desk("cleaner");
    const draft = draftOf(one, parse(today));
    const { dossierId } = one.dossier(type);
    draft.put("dossiers", { ...draft.existing("dossiers", dossierId), statusCode: "VALID" });
    archiveDossier(draft, dossierId, "CLIENT");
    const { stoppingDate } = draft.existing("dossiers", dossierId);
    reactivateDossier(draft, dossierId);
    const reopened = { monitored: true, state: true, stoppingDate: null, stoppingReason: null, expirationDate };
    expect(draft.existing("dossiers", dossierId)).toMatchObject(reopened);
    const payload = { stoppingDate, stoppingReason: "CLIENT", expirationDate };
    expect(draft.events.find(({ eventName }) => eventName === "DOSSIER_REACTIVATED")?.payload).toEqual(payload);
    expect(jobsOf(draft, dossierId)[1]).toBe(closing);
  });
  it("starts its documents again, but for a withdrawn one, and is not active before it is valid", async () => {
    const draft = draftOf(await desk("cleaner"));
    const { dossierId } = opened(
      createDossier(draft, { requiredDocuments: ["RIB", "BEGES"], expirationDate: "2026-02-01" }),
    );
    const { documentId } = draft.all("documents").at(-1) as { documentId: number };
    withdrawRequirement(draft, documentId);
    for (const row of draft.all("dossiers")) archiveDossier(draft, row.dossierId, "CLIENT");
    draft.put("dossiers", { ...lastOf(draft), expirationDate: "2026-01-15" });
    reactivateDossier(draft, dossierId);
    expect(["RIB", "BEGES", "IBAN"].map((code) => isStopped(draft, code))).toEqual([false, true, true]);
    expect(lastOf(draft)).toMatchObject({ state: false, expirationDate: null });
  });
});

describe("an edit of a dossier", () => {
  it("plans the end again when it changes, and is none when nothing changes", async () => {
    const draft = draftOf(await desk("cleaner"));
    const { dossierId } = opened(createDossier(draft, { requiredDocuments: ["RIB"] }));
    const begin = draft.events.length;
    editDossier(draft, dossierId, { description: "Vu", expirationDate: null });
    expect(jobsOf(draft, dossierId)).toEqual([]);
    editDossier(draft, dossierId, { description: "Vu", expirationDate: "2026-06-30" });
    editDossier(draft, dossierId, { description: "Vu" });
    const planned = ["RENEW 2026-05-31T00:00:00.000", "CLOSE 2026-07-01T00:00:00.000"];
    expect(jobsOf(draft, dossierId)).toEqual(planned);
    const jobs = draft.all("jobs");
    editDossier(draft, dossierId, { purchasingCategory: "P" });
    expect(draft.all("jobs")).toEqual(jobs);
    expect(told(draft.events.slice(begin))).toEqual([
      ["DOSSIER_UPDATED", { description: "Vu", expirationDate: null }],
      ["DOSSIER_UPDATED", { description: "Vu", expirationDate: "2026-06-30" }],
      ["DOSSIER_UPDATED", { purchasingCategory: "P" }],
    ]);
    editDossier(draft, dossierId, { expirationDate: null });
    expect(jobsOf(draft, dossierId)).toEqual([]);
  });
  it("keeps the other attributes when one is set, and leaves no event for the same value", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("ONBOARDING");
    const draft = draftOf(one);
    for (const pair of ["A1", "B2", "B2", "B3"]) setDossierAttribute(draft, dossierId, pair.charAt(0), pair.charAt(1));
    expect(draft.existing("dossiers", dossierId).internal.attributes).toEqual({ A: "1", B: "3" });
    expect(told(draft.events)).toEqual([
      ["DOSSIER_ATTRIBUTE_UPDATED", { label: "A", from: null, to: "1" }],
      ["DOSSIER_ATTRIBUTE_UPDATED", { label: "B", from: null, to: "2" }],
      ["DOSSIER_ATTRIBUTE_UPDATED", { label: "B", from: "2", to: "3" }],
    ]);
  });
});
