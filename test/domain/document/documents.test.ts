import { describe, expect, it } from "vitest";
import { DocumentStatus } from "../../../contract/documents.ts";
import { allows, suffixOf, type Transition, transitions } from "../../../src/domain/document/documents.ts";
import { archiveDossier, createDossier } from "../../../src/domain/dossier/dossiers.ts";
import { withdrawRequirement } from "../../../src/domain/dossier/requirements.ts";
import type { Draft } from "../../../src/domain/draft.ts";
import { decideResponse } from "../../../src/domain/response/decisions.ts";
import { respondToDocument } from "../../../src/domain/response/submissions.ts";
import type { DocumentRow } from "../../../src/domain/rows.ts";
import { respond } from "../../../src/world/operations.ts";
import { desk, granted } from "../../support/worlds.ts";
import { refusalOf, responseOf } from "../stage.ts";

describe("transitions", () => {
  const table: Record<Transition, [from: string[], to: string, event: string | null]> = {
    submit: [["MISSING", "VALID", "BELOW_EXPECTATION", "INVALID"], "ONGOING", "DOCUMENT_ANSWER_ADDED"],
    amend: [["ONGOING", "ACTION_REQUIRED"], "ONGOING", "DOCUMENT_ANSWER_UPDATED"],
    pass: [["ONGOING"], "VALID", "DOCUMENT_ANSWER_ACCEPTED"],
    review: [["ONGOING"], "ACTION_REQUIRED", null],
    fail: [["ONGOING"], "INVALID", "DOCUMENT_ANSWER_DENIED"],
    approve: [["ONGOING", "ACTION_REQUIRED"], "VALID", "DOCUMENT_ANSWER_ACCEPTED"],
    rejectShared: [["ONGOING", "ACTION_REQUIRED"], "INVALID", "DOCUMENT_ANSWER_DENIED"],
    rejectUnshared: [["ONGOING", "ACTION_REQUIRED"], "BELOW_EXPECTATION", "DOCUMENT_ANSWER_DENIED"],
    expire: [["VALID"], "INVALID", "DOCUMENT_ANSWER_EXPIRED"],
  };
  it("the transitions are exactly those of the table", () => {
    expect(Object.keys(transitions)).toEqual(Object.keys(table));
  });
  it.each(Object.entries(table) as [Transition, (typeof table)[Transition]][])(
    "the transition %s has these statuses and this event",
    (transition, [from, to, event]) => {
      expect(DocumentStatus.options.filter((status) => allows(transition, status)).toSorted()).toEqual(from.toSorted());
      expect(transitions[transition]).toMatchObject({ to, event });
    },
  );
  it("the events call a MISSING document ABSENT, and use the names of all other statuses", () => {
    expect(DocumentStatus.options.map(suffixOf)).toEqual([
      "ABSENT",
      "ONGOING",
      "ACTION_REQUIRED",
      "VALID",
      "BELOW_EXPECTATION",
      "INVALID",
    ]);
  });
});

describe("documents that take no response", () => {
  const closed = async (close: (draft: Draft, document: DocumentRow) => void) => {
    const one = await desk("cleaner");
    await one.do((draft) => createDossier(draft, { requiredDocuments: ["RIB", "STATUTS"] }));
    granted(await respond(one.world, one.document("STATUTS").documentId, { outcome: "review" }));
    const document = (await one.reread()).document("STATUTS");
    await one.do((draft) => close(draft, document));
    const { documentId, dossierId } = document;
    const submission = await refusalOf(one, (draft) => respondToDocument(draft, documentId, {}));
    const decision = await refusalOf(one, (draft) =>
      decideResponse(draft, responseOf(one, "STATUTS"), { approved: true }),
    );
    expect(decision).toEqual(submission);
    const { code, detail } = submission.body;
    return [submission.status, code, detail.replace(`${documentId}`, "N").replace(`${dossierId}`, "D")];
  };
  const stop = (draft: Draft, document: DocumentRow) =>
    void draft.putInternal("documents", document, { stopped: true });
  const withdraw = (draft: Draft, { documentId }: DocumentRow) => withdrawRequirement(draft, documentId);
  const archive = (draft: Draft, { dossierId }: DocumentRow) => archiveDossier(draft, dossierId, "CLIENT");

  it("a document that is withdrawn from an open dossier is not answerable", async () => {
    const detail = "Document N is withdrawn: dossier D no longer asks for it.";
    expect(await closed(withdraw)).toEqual([409, "DOCUMENT_NOT_ANSWERABLE", detail]);
  });
  it("a document of an open dossier that is stopped otherwise is not answerable", async () => {
    const detail = "Document N is stopped: it takes no response and no decision.";
    expect(await closed(stop)).toEqual([409, "DOCUMENT_NOT_ANSWERABLE", detail]);
  });
  it.each([
    ["a document", archive],
    [
      "a withdrawn document",
      (draft: Draft, document: DocumentRow) => (withdraw(draft, document), archive(draft, document)),
    ],
  ])("%s of an archived dossier is refused because the dossier is archived", async (_what, close) => {
    const detail = "Document N is stopped: its dossier is archived.";
    expect(await closed(close)).toEqual([409, "DOSSIER_ARCHIVED", detail]);
  });
});
