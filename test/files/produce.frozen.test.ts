import { describe, expect, it } from "vitest";
import { workingDayBy } from "../../src/directory/calendar.ts";
import { defaultConfiguration, documentType } from "../../src/domain/configuration.ts";
import { canHave } from "../../src/domain/dossier/requirements.ts";
import { announceChanges, announceProcedure, announceTransfer } from "../../src/domain/providers/gazette.ts";
import type { EvidenceRow } from "../../src/domain/response/evidence.ts";
import { shortenValidity } from "../../src/domain/response/responses.ts";
import type { DocumentRow } from "../../src/domain/rows.ts";
import { dayOf } from "../../src/domain/time.ts";
import { compositionOf } from "../../src/files/composition.ts";
import { downloadOf, printedSubject } from "../../src/service/files.ts";
import { openDossier, respond } from "../../src/world/operations.ts";
import { advance, type Desk, desk, granted, type Kind } from "../support/worlds.ts";

/** A company with a valid response to every document it can have, or to some. */
async function answered(
  kind: Kind,
  codes: readonly string[] = [...defaultConfiguration.documentTypes.keys()],
): Promise<Desk> {
  const one = await desk(kind);
  const requiredDocuments = codes.filter((code) => canHave(one.world.configuration, one.thirdparty, code));
  granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments }, "tester"));
  await advance(one.world, "P2D");
  for (const { documentId } of (await one.reread()).folder.documents)
    granted(await respond(one.world, documentId, { outcome: "valid" }));
  await advance(one.world, "PT1H");
  return one.reread();
}

const textOf = (document: DocumentRow, evidence: EvidenceRow | undefined) =>
  JSON.stringify(compositionOf(printedSubject(defaultConfiguration, document, evidence as EvidenceRow) as never).sheet);
/** The tag of each file: it changes with the bytes. */
async function tagsOf({ world, folder }: Desk): Promise<Record<string, string>> {
  const tags: Record<string, string> = {};
  for (const document of folder.documents)
    for (const { internal, ...evidence } of document.evidences) {
      const copy = { ...evidence, internal } as EvidenceRow;
      tags[`${document.documentCode} ${evidence.id}`] = (await downloadOf(world, document, copy)).etag;
    }
  return tags;
}

describe("a submitted evidence", () => {
  it.each<Kind>(["it", "german"])("keeps its bytes when its company, validity and label change (%s)", async (kind) => {
    const one = await answered(kind);
    const before = await tagsOf(one);
    expect(new Set(Object.keys(before).map((key) => key.split(" ")[0])).size).toBeGreaterThan(20);
    await one.do((draft) => {
      announceChanges(draft);
      announceTransfer(draft);
      announceProcedure(draft);
      for (const { documentId } of draft.all("documents")) {
        shortenValidity(draft, documentId);
        draft.put("documents", { ...draft.existing("documents", documentId), documentName: "Une autre pièce" });
      }
      const { internal, ...row } = draft.thirdparty;
      const account = { iban: "FR7630004008230001005432188", bic: "BNPAFRPP", bankName: "Une autre banque" };
      const bank = internal.bank && { ...internal.bank, ...account };
      draft.put("thirdparties", {
        ...{ ...row, name: "Une autre raison sociale", ceo: "AUTRE Personne", workforce: 7, executives: [] },
        ...{ activityLabel: "Autre activité", dateCreation: "1999-09-09", addressCity: "Ailleurs" },
        internal: { ...internal, bank, greffe: "Ailleurs", sanctioned: true },
      });
    });
    const shortened = one.folder.documents.flatMap(({ evidences }) =>
      evidences.filter((row) => row.expirationDate !== row.internal.subject?.expirationDate),
    );
    expect(shortened).not.toEqual([]);
    const after = await tagsOf(one);
    expect(Object.fromEntries(Object.keys(before).map((key) => [key, after[key]]))).toEqual(before);
  });

  it("shows the company as it is when it is submitted again", async () => {
    const one = await answered("it", ["STATUTS"]);
    await one.do(announceTransfer);
    granted(await respond(one.world, one.document("STATUTS").documentId, { outcome: "valid" }));
    const document = (await one.reread()).document("STATUTS");
    const street = one.thirdparty.addressLine1 as string;
    expect(document.evidences.map((evidence) => textOf(document, evidence).includes(street))).toEqual([true, false]);
  });

  it("shows the score that the indicator starts from, and abroad the activity in English too", async () => {
    const one = await answered("it", ["SCORE_RSE"]);
    const { score } = one.thirdparty.internal.monitoring.SUSTAINSCORE;
    const scorecard = one.document("SCORE_RSE");
    expect(textOf(scorecard, scorecard.evidences[0])).toContain(`"Ensemble","${score}/100"`);
    const extract = (await answered("german", ["EXTRAIT_LOCAL"])).document("EXTRAIT_LOCAL");
    expect(textOf(extract, extract.evidences[0])).toContain("Freight forwarding");
  });

  it("is issued on its day as a form, on its working day from a source, and by that day as a file", async () => {
    const { documents } = (await answered("it")).folder;
    const issued = (kind: string) =>
      documents
        .filter(({ documentCode }) => documentType(defaultConfiguration, documentCode).kind === kind)
        .flatMap(({ evidences }) => evidences)
        .map(({ uploadDate, internal }) => ({ issue: internal.issueDate, upload: uploadDate.slice(0, 10) }));
    for (const { issue, upload } of issued("FORM")) expect(issue).toBe(upload);
    for (const { issue, upload } of issued("SOURCE")) expect(issue).toBe(workingDayBy("FR", upload));
    const files = issued("FILE");
    expect(files.filter(({ issue, upload }) => issue > upload)).toEqual([]);
    expect(files.some(({ issue, upload }) => issue < upload)).toBe(true);
  });

  it.each([undefined, "2026-01-03"])("is a form whose entries and PDF show the issue date %s", async (issueDate) => {
    const one = await desk("soleTrader");
    granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments: ["ASLNC"] }, "tester"));
    await one.reread();
    granted(await respond(one.world, one.document("ASLNC").documentId, { issueDate }));
    const document = (await one.reread()).document("ASLNC");
    const expected = issueDate ?? dayOf(one.world.clock);
    const french = expected.split("-").reverse().join("/");
    expect(document.evidences).toMatchObject([{ internal: { issueDate: expected } }]);
    const text = textOf(document, document.evidences[0]);
    for (const part of [`Remplie le ${french}`, `"Date de la déclaration","${french}"`]) expect(text).toContain(part);
  });
});
