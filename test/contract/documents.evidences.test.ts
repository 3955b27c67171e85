import { describe, expect, it } from "vitest";
import { Evidence } from "../../contract/documents.ts";
import { iban, kbis } from "../../contract/examples/documents.ts";
import { published } from "./published.ts";

const [file] = kbis.evidences;
const [form] = iban.evidences;
const { formdata } = form as { formdata: unknown };
const { fileUUID, fileName, fileSize } = file as { fileUUID: string; fileName: string; fileSize: number };
const { accepts } = published("service").validator("/components/schemas/Evidence");

/** Whether zod and the document take it. */
const verdicts = (evidence: unknown) => [Evidence.safeParse(evidence).success, accepts(evidence)];

describe("an evidence", () => {
  it("is a file or a form", () => {
    expect([verdicts(file), verdicts(form)]).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it.each([
    ["a file with answers", { ...file, formdata }],
    ["a file with an empty list of answers", { ...file, formdata: [] }],
    ["a file with no answers, but their name", { ...file, formdata: null }],
    ["a form with a UUID", { ...form, fileUUID }],
    ["a form with a file name", { ...form, fileName }],
    ["a form with a size", { ...form, fileSize }],
    ["a form with all three", { ...form, fileUUID, fileName, fileSize }],
    ["a form without answers", { ...form, formdata: [] }],
  ])("is not %s", (_, evidence) => expect(verdicts(evidence)).toEqual([false, false]));

  it("is not neither", () => {
    const { formdata: _, ...neither } = form as Record<string, unknown>;
    expect(verdicts(neither)).toEqual([false, false]);
  });

  it.each([
    ["string", ["", "anything"], []],
    ["date", ["29/02/2024"], ["2024-02-29", "29/02/2025", "31/04/2025", ""]],
    [
      "iban",
      ["FR7630006000011234567890189", ""],
      ["FR76 3000 6000 0112 3456 7890 189", "fr7630006000011234567890189", "FR76"],
    ],
    ["boolean", ["true", "false"], ["oui", "TRUE", ""]],
    ["number", ["48", "-12.5"], ["12,5", "1e3", ""]],
    ["colour", [], ["red"]],
  ])("holds answers of the type %s as texts of its form", (type, good, bad) => {
    const answered = (value: unknown) => ({
      ...form,
      formdata: [{ type, key: "question", title: "Question", order: 1, value }],
    });
    for (const value of good) expect([value, verdicts(answered(value))]).toEqual([value, [true, true]]);
    for (const value of [...bad, 12, true, null])
      expect([value, verdicts(answered(value))]).toEqual([value, [false, false]]);
  });

  it("may carry what we do not show, which does not come out", () => {
    expect(Evidence.parse({ ...file, internal: { issueDate: "2026-01-10" } })).toEqual(file);
  });
});
