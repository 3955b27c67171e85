import { describe, expect, it } from "vitest";
import { dossierLabels, dossierStatus } from "../../../src/domain/dossier/statuses.ts";

describe("dossierStatus", () => {
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
  ] as const)("a dossier with the documents %j is %s", (documents, status) => {
    expect(dossierStatus(documents)).toBe(status);
  });
  it("the statuses have the labels of the specification, and two of their kind", () => {
    const labels = { ABSENT: "Absent", ACTION_REQUIRED: "Action requise", VALID: "Valide", INVALID: "Invalide" };
    const others = { ONGOING: "En cours", BELOW_EXPECTATION: "En deçà des attentes" };
    expect(dossierLabels).toEqual({ ...labels, ...others });
  });
});
