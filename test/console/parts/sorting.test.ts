import { expect, it } from "vitest";
import { type Sorts, sortedBy } from "../../../src/console/parts/sorting.ts";

interface Row {
  name: string;
  count: number | null;
}
const columns: Sorts<Row>[] = [
  { head: "Name", sort: ({ name }) => name },
  { head: "Count", sort: ({ count }) => count },
  { head: "Town", sort: "addressCity" },
  { head: "Else" },
];
const rows: Row[] = [
  { name: "Épicéa", count: 10 },
  { name: "Fougère", count: 9 },
  { name: "Aulne", count: null },
  { name: "Hêtre", count: 9 },
];
it.each([
  [{}, "Épicéa Fougère Aulne Hêtre"],
  [{ sort: "name" }, "Aulne Épicéa Fougère Hêtre"],
  [{ sort: "name", order: "desc" }, "Hêtre Fougère Épicéa Aulne"],
  [{ sort: "count" }, "Aulne Fougère Hêtre Épicéa"],
  [{ sort: "count", order: "desc" }, "Épicéa Fougère Hêtre Aulne"],
  [{ sort: "addressCity" }, "Épicéa Fougère Aulne Hêtre"],
  [{ sort: "else" }, "Épicéa Fougère Aulne Hêtre"],
] as [Record<string, string>, string][])("the order %j of the address gives %s", (query, names) => {
  expect(
    sortedBy(columns, rows, query)
      .map(({ name }) => name)
      .join(" "),
  ).toBe(names);
});
