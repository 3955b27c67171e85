import { describe, expect, it } from "vitest";
import { closeDossier, renewDossier } from "../../../src/domain/dossier/terms.ts";
import type { DocumentRow, DossierRow } from "../../../src/domain/rows.ts";
import { desk } from "../../support/worlds.ts";
import { draftOf } from "../stage.ts";

/** A draft in which the vigilance dossier, which ends on 15 July 2026, and its tax certificate are as given. */
async function vigilance(dossier: Partial<DossierRow>, document: Partial<DocumentRow> = {}) {
  const one = await desk("cleaner");
  const draft = draftOf(one);
  const { dossierId } = draft.put("dossiers", { ...one.dossier("VIGILANCE"), ...dossier });
  const { documentId } = draft.put("documents", { ...one.document("ATT_FISCALE"), ...document });
  return { draft, dossierId, documentId };
}
const until = (day: string | null, statusCode: DocumentRow["statusCode"] = "VALID") => ({
  statusCode,
  evidences: [{ expirationDate: day && `${day}T23:59:59.999` } as never],
});

describe("the renewal of a dossier", () => {
  it.each([
    ["on the day on which the dossier ends", until("2026-07-15"), {}, "2026-07-15"],
    ["before the dossier ends", until("2026-03-01"), {}, "2026-07-15"],
    ["a day after the dossier ends", until("2026-07-16"), {}, null],
    ["never", until(null), {}, null],
    ["in time, and is invalid", until("2026-03-01", "INVALID"), {}, null],
    ["in time, of a dossier without an end", until("2026-03-01"), { expirationDate: null }, null],
    ["in time, of an archived dossier", until("2026-03-01"), { monitored: false }, null],
  ] as const)("asks again for a document that expires %s, or not", async (_when, document, dossier, expected) => {
    const { draft, dossierId, documentId } = await vigilance(dossier, document);
    renewDossier(draft, dossierId);
    const { dueDate } = draft.existing("documents", documentId).internal;
    expect(dueDate).toBe(expected);
  });
  it("leaves to the platform what it collects itself", async () => {
    const { draft, dossierId } = await vigilance({}, {});
    const kbis = draft.all("documents").find(({ documentCode }) => documentCode === "KBIS") as DocumentRow;
    draft.put("documents", { ...kbis, ...until("2026-03-01") });
    renewDossier(draft, dossierId);
    expect(draft.existing("documents", kbis.documentId).internal.dueDate).toBeNull();
  });
});

describe("the end of a dossier", () => {
  const extended = { monitored: true, expirationDate: "2026-07-14", stoppingReason: null };
  const expired = { monitored: false, expirationDate: "2026-01-14", stoppingReason: "EXPIRED" };
  it.each([
    ["VALID", "2026-01-14", {}, extended],
    ["ONGOING", "2026-01-14", {}, expired],
    ["VALID", "2026-01-14", { dossierTypeCode: null }, expired],
    ["ONGOING", "2026-01-15", {}, { ...extended, expirationDate: "2026-01-15" }],
    ["ONGOING", null, {}, { ...extended, expirationDate: null }],
  ] as const)("of a dossier that is %s until %s, with %j, leaves %j on 15 January", async (...row) => {
    const [statusCode, expirationDate, more, expected] = row;
    const { draft, dossierId } = await vigilance({ statusCode, expirationDate, ...more });
    closeDossier(draft, dossierId);
    expect(draft.existing("dossiers", dossierId)).toMatchObject(expected);
  });
  it("leaves an archived dossier and an unknown one as they are", async () => {
    const { draft, dossierId } = await vigilance({ monitored: false, expirationDate: "2026-01-14" });
    for (const id of [dossierId, 1]) for (const rule of [closeDossier, renewDossier]) rule(draft, id);
    expect(draft.events).toEqual([]);
  });
});
