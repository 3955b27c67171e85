import { describe, expect, it } from "vitest";
import { Evidence } from "../../contract/documents.ts";
import { iban, kbis } from "../../contract/examples/documents.ts";
import { published } from "./published.ts";

const [file] = kbis.evidences;
const [form] = iban.evidences;
const { formdata } = form as { formdata: unknown };
const { fileUUID, fileName, fileSize } = file as { fileUUID: string; fileName: string; fileSize: number };
const { accepts } = published("service").validator("/components/schemas/Evidence");

/** The verdicts of zod and of the published document. */
const verdicts = (evidence: unknown) => [Evidence.safeParse(evidence).success, accepts(evidence)];

describe("Evidence", () => {
  it("accepts an evidence that is a file or a form", () => {
    expect([verdicts(file), verdicts(form)]).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it.each([
    ["a file with form entries", { ...file, formdata }],
    ["a file with an empty list of form entries", { ...file, formdata: [] }],
    ["a file whose form entries are null", { ...file, formdata: null }],
    ["a form with a UUID", { ...form, fileUUID }],
    ["a form with a file name", { ...form, fileName }],
    ["a form with a size", { ...form, fileSize }],
    ["a form with UUID, file name and size", { ...form, fileUUID, fileName, fileSize }],
    ["a form without entries", { ...form, formdata: [] }],
  ])("refuses as an evidence %s", (_, evidence) => expect(verdicts(evidence)).toEqual([false, false]));

  it("refuses an evidence that is neither a file nor a form", () => {
    const { formdata: _, ...neither } = form as Record<string, unknown>;
    expect(verdicts(neither)).toEqual([false, false]);
  });

  it.each([
    ["string", ["", "anything"], []],
    ["date", ["29/02/2024", ""], ["2024-02-29", "29/02/2025", "31/04/2025"]],
    [
      "iban",
      ["FR7630006000011234567890189", ""],
      ["FR76 3000 6000 0112 3456 7890 189", "fr7630006000011234567890189", "FR76"],
    ],
    ["boolean", ["true", "false"], ["oui", "TRUE", ""]],
    ["number", ["48", "-12.5", ""], ["12,5", "1e3"]],
    ["colour", [], ["red"]],
  ])("accepts form entries of the type %s as texts of the right form only", (type, good, bad) => {
    const withEntry = (value: unknown) => ({
      ...form,
      formdata: [{ type, key: "question", title: "Question", order: 1, value }],
    });
    for (const value of good) expect([value, verdicts(withEntry(value))]).toEqual([value, [true, true]]);
    for (const value of [...bad, 12, true, null])
      expect([value, verdicts(withEntry(value))]).toEqual([value, [false, false]]);
  });

  it("drops properties of an evidence that the schema does not name", () => {
    expect(Evidence.parse({ ...file, internal: { issueDate: "2026-01-10" } })).toEqual(file);
  });
});
