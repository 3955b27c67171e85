import { describe, expect, it } from "vitest";
import { Evidence } from "../../contract/documents.ts";
import { iban, kbis } from "../../contract/examples/documents.ts";
import { published } from "./published.ts";

const [file] = kbis.evidences;
const form = iban.evidences[0] as (typeof iban.evidences)[number];
const { fileUUID, fileName, fileSize } = file as { fileUUID: string; fileName: string; fileSize: number };
const { accepts } = published("service").validator("/components/schemas/Evidence");

/** The verdicts of zod and of the published document. */
const verdicts = (evidence: unknown) => ({ zod: Evidence.safeParse(evidence).success, published: accepts(evidence) });
const accepted = { zod: true, published: true };
const refused = { zod: false, published: false };

describe("Evidence", () => {
  it.each([
    ["a file", file, accepted],
    ["a form", form, accepted],
    ["a file with form entries", { ...file, formdata: form.formdata }, refused],
    ["a file with an empty list of form entries", { ...file, formdata: [] }, refused],
    ["a file whose form entries are null", { ...file, formdata: null }, refused],
    ["a form with a UUID", { ...form, fileUUID }, refused],
    ["a form with a file name", { ...form, fileName }, refused],
    ["a form with a size", { ...form, fileSize }, refused],
    ["a form without entries", { ...form, formdata: [] }, refused],
    ["neither a file nor a form", { ...form, formdata: undefined }, refused],
  ])("as an evidence, %s is judged alike by zod and by the document", (_, evidence, expected) => {
    expect(verdicts(JSON.parse(JSON.stringify(evidence)))).toEqual(expected);
  });

  it.each([
    ["string", ["", "anything"], []],
    ["date", ["29/02/2024", ""], ["2024-02-29", "29/02/2025", "31/04/2025"]],
    ["iban", ["FR7630006000011234567890189", ""], ["FR76 3000 6000 0112", "fr7630006000011234567890189", "FR76"]],
    ["boolean", ["true", "false"], ["oui", "TRUE", ""]],
    ["number", ["48", "-12.5", ""], ["12,5", "1e3"]],
    ["colour", [], ["red"]],
  ])("accepts form entries of the type %s as texts of the right form only", (type, good, bad) => {
    const entry = { type, key: "question", title: "Question", order: 1 };
    const withEntry = (value: unknown) => ({ ...form, formdata: [{ ...entry, value }] });
    for (const value of good) expect({ value, ...verdicts(withEntry(value)) }).toEqual({ value, ...accepted });
    for (const value of [...bad, 12, true, null])
      expect({ value, ...verdicts(withEntry(value)) }).toEqual({ value, ...refused });
  });

  it("drops properties of an evidence that the schema does not name", () => {
    expect(Evidence.parse({ ...file, internal: { issueDate: "2026-01-10" } })).toEqual(file);
  });
});
