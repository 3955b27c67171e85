import { describe, expect, it } from "vitest";
import { DocumentStatus } from "../../contract/documents.ts";
import { allows, type Transition, transitions } from "../../src/domain/documents.ts";
import { dossierLabels, dossierStatus, suffixOf } from "../../src/domain/statuses.ts";

describe("the document machine", () => {
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
  it("has these transitions and no other", () => {
    expect(Object.keys(transitions)).toEqual(Object.keys(table));
  });
  it.each(Object.entries(table) as [Transition, (typeof table)[Transition]][])(
    "%s",
    (transition, [from, to, event]) => {
      expect(DocumentStatus.options.filter((status) => allows(transition, status)).toSorted()).toEqual(from.toSorted());
      expect(transitions[transition]).toMatchObject({ to, event });
    },
  );
  it("tells a missing document as absent, and every other status by its own name", () => {
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

describe("a dossier's status", () => {
  it.each([
    [[], "ABSENT"],
    [["MISSING", "MISSING"], "ABSENT"],
    [["VALID", "INVALID", "BELOW_EXPECTATION", "ACTION_REQUIRED"], "INVALID"],
    [["MISSING", "INVALID"], "INVALID"],
    [["VALID", "BELOW_EXPECTATION", "ACTION_REQUIRED", "ONGOING"], "BELOW_EXPECTATION"],
    [["VALID", "ACTION_REQUIRED", "ONGOING", "MISSING"], "ACTION_REQUIRED"],
    [["VALID", "ONGOING"], "ONGOING"],
    [["VALID", "MISSING"], "ONGOING"],
    [["MISSING", "ONGOING"], "ONGOING"],
    [["VALID", "VALID"], "VALID"],
  ] as const)("of %j is %s", (documents, status) => {
    expect(dossierStatus(documents)).toBe(status);
  });
  it("has the labels of the specification where it has any", () => {
    expect(dossierLabels).toMatchObject({
      ABSENT: "Absent",
      ACTION_REQUIRED: "Action requise",
      VALID: "Valide",
      INVALID: "Invalide",
    });
  });
});
