import { expect, it } from "vitest";
import { padTo } from "../../src/files/padding.ts";

const body = `%PDF-1.7\n${"o".repeat(80)}\n`;
const table = "xref\n0 1\ntrailer\n<<>>\n";
const pdf = Buffer.from(`${body}${table}startxref\n${body.length}\n%%EOF\n`);
const padded = new RegExp(`^${body}((?:(?:%[^\n]{0,78})?\n)*)${table}startxref\n(\\d+)\n%%EOF\n?$`);

it("a padded PDF has exactly the wanted size, keeps its objects, and finds its table, also with a digit more", () => {
  for (let size = pdf.length; size < pdf.length + 1100; size++) {
    const [whole, comments = "none", pointer] = padded.exec(padTo(pdf, size).toString()) ?? [];
    const expected = { size, length: size, pointer: String(body.length + comments.length) };
    expect({ size, length: whole?.length, pointer }).toEqual(expected);
  }
});

it.each([10, pdf.length - 2])("a PDF keeps its natural size when %i bytes are too few", (size) => {
  expect(padTo(pdf, size)).toBe(pdf);
});
