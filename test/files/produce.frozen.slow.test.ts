import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { documentType, documentTypes } from "../../src/domain/configuration.ts";
import { canHave } from "../../src/domain/dossier/requirements.ts";
import { announceChanges, announceProcedure, announceTransfer } from "../../src/domain/providers/gazette.ts";
import { shortenValidity } from "../../src/domain/response/responses.ts";
import type { DocumentRow } from "../../src/domain/rows.ts";
import { dayOf } from "../../src/domain/time.ts";
import { downloadOf } from "../../src/service/files.ts";
import { openDossier, respond } from "../../src/world/operations.ts";
import { advance, type Desk, desk, granted, type Kind } from "../support/worlds.ts";
import { installed, textOf } from "./readers.ts";

const poppler = installed("pdftotext");

/** A company with a valid response to every document it can have. */
async function answered(kind: Kind = "it"): Promise<Desk> {
  const one = await desk(kind);
  const requiredDocuments = [...documentTypes.keys()].filter((code) => canHave(one.thirdparty, code));
  granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments }, "tester"));
  await advance(one.world, "P2D");
  for (const { documentId } of (await one.reread()).folder.documents)
    granted(await respond(one.world, documentId, { outcome: "valid" }));
  await advance(one.world, "PT1H");
  return one.reread();
}

const pieces = ({ folder }: Desk) =>
  folder.documents.flatMap((document) => document.evidences.map((evidence) => ({ document, evidence })));
const download = async ({ world }: Desk, { document, evidence }: ReturnType<typeof pieces>[number]) =>
  (await (await downloadOf(world.store, document, evidence)).content.produce()) as Buffer;
async function digests(one: Desk): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const piece of pieces(one))
    found[`${piece.document.documentCode} ${piece.evidence.id}`] = createHash("sha256")
      .update(await download(one, piece))
      .digest("hex");
  return found;
}

describe("a submitted evidence", () => {
  it.each<Kind>(["it", "german"])(
    "a submitted evidence keeps its bytes when the company, its validity and its label change (%s)",
    async (kind) => {
      const one = await answered(kind);
      const before = await digests(one);
      expect(new Set(Object.keys(before).map((key) => key.split(" ")[0])).size).toBeGreaterThan(20);
      const was = one.thirdparty;
      await one.do((draft) => {
        announceChanges(draft);
        announceTransfer(draft);
        announceProcedure(draft);
      });
      await one.do((draft) => {
        for (const { documentId } of draft.all("documents")) {
          shortenValidity(draft, documentId);
          draft.put("documents", { ...draft.existing("documents", documentId), documentName: "Une autre pièce" });
        }
      });
      await one.do((draft) => {
        const { internal, ...row } = draft.thirdparty;
        const bank = internal.bank && {
          ...internal.bank,
          iban: "FR7630004008230001005432188",
          bic: "BNPAFRPP",
          bankName: "Une autre banque",
        };
        draft.put("thirdparties", {
          ...row,
          name: "Une autre raison sociale",
          ceo: "AUTRE Personne",
          workforce: 7,
          executives: [],
          activityLabel: "Autre activité",
          dateCreation: "1999-09-09",
          addressCity: "Ailleurs",
          internal: { ...internal, bank, greffe: "Ailleurs", sanctioned: true },
        });
      });
      expect(one.thirdparty).not.toEqual(was);
      expect(one.folder.documents.every(({ documentName }) => documentName === "Une autre pièce")).toBe(true);
      expect(
        one.folder.documents.some(({ evidences }) =>
          evidences.some((row) => row.expirationDate !== row.internal.subject?.expirationDate),
        ),
      ).toBe(true);
      const after = await digests(one);
      expect(Object.fromEntries(Object.keys(before).map((key) => [key, after[key]]))).toEqual(before);
    },
  );

  it.skipIf(!poppler)("an evidence that is submitted again shows the company as it is then", async () => {
    const one = await answered();
    await one.do(announceTransfer);
    granted(await respond(one.world, one.document("STATUTS").documentId, { outcome: "valid" }));
    const [newest, oldest] = pieces(await one.reread()).filter(
      ({ document }) => document.documentId === one.document("STATUTS").documentId,
    );
    const street = one.thirdparty.addressLine1 as string;
    expect(textOf(await download(one, newest as never))).toContain(street);
    expect(textOf(await download(one, oldest as never))).not.toContain(street);
  });
});

describe("the issue date of an evidence", () => {
  const issued = (documents: readonly DocumentRow[], kind: string) =>
    documents
      .filter(({ documentCode }) => documentType(documentCode).kind === kind)
      .flatMap(({ evidences }) => evidences);
  const french = (day: string) => day.split("-").reverse().join("/");

  it("a form and a source are issued on the day of their upload, a file on that day or before", async () => {
    const { folder } = await answered();
    for (const kind of ["FORM", "SOURCE"])
      for (const { uploadDate, internal } of issued(folder.documents, kind))
        expect(internal.issueDate).toBe(uploadDate.slice(0, 10));
    const files = issued(folder.documents, "FILE").map(
      ({ uploadDate, internal }) => [internal.issueDate, uploadDate.slice(0, 10)] as const,
    );
    expect(files.every(([issue, upload]) => issue <= upload)).toBe(true);
    expect(files.some(([issue, upload]) => issue < upload)).toBe(true);
    for (const { requestDate, evidences, documentCode } of folder.documents)
      if (documentType(documentCode).kind === "FORM")
        for (const { internal } of evidences) expect(internal.issueDate >= requestDate.slice(0, 10)).toBe(true);
  });

  it.skipIf(!poppler).each([undefined, "2026-01-03"])(
    "the issue date of a form is the one in its entries and on its PDF (requested: %s)",
    async (issueDate) => {
      const one = await desk("soleTrader");
      granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments: ["ASLNC"] }, "tester"));
      await one.reread();
      granted(await respond(one.world, one.document("ASLNC").documentId, { issueDate }));
      const piece = pieces(await one.reread()).find(({ document }) => document.documentCode === "ASLNC") as ReturnType<
        typeof pieces
      >[number];
      const expected = issueDate ?? dayOf(one.world.clock);
      expect(piece.evidence).toMatchObject({
        internal: { issueDate: expected },
        formdata: expect.arrayContaining([
          expect.objectContaining({ key: "date_declaration", value: french(expected) }),
        ]),
      });
      const text = textOf(await download(one, piece));
      expect(text).toContain(`Remplie le ${french(expected)}`);
      expect(text).toContain(`Date de la déclaration ${french(expected)}`);
    },
  );
});
