import { expect, it } from "vitest";
import { control } from "../../contract/control.ts";
import { asking } from "./asking.ts";

const [supplier] = control.people.get.examples.success.response.content;

it("people names who acts next, where somebody does", async () => {
  const content = [supplier, { ...supplier, next: { ...supplier.next, actor: null } }];
  const { printed } = await asking("people", { "people.get": { content, totalElements: 2 } });
  const lines = printed
    .join("\n")
    .split("\n")
    .filter((line) => line.startsWith("924"));
  expect(lines).toEqual([
    expect.stringMatching(/ {2}Jeanne Blanchard: The contact of a supplier answers a document\.$/),
    expect.stringMatching(/ {2}The contact of a supplier answers a document\.$/),
  ]);
});

it.each([
  [0, []],
  [20, []],
  [21, ["… and 1 more that have something to do"]],
  [25, ["… and 5 more that have something to do"]],
])("people names twenty suppliers that act next, and how many more of %i there are", async (count, more) => {
  const content = Array.from({ length: count }, (_, nth) => ({ ...supplier, thirdpartyId: 924_000 + nth }));
  const { printed } = await asking("people", { "people.get": { content, totalElements: count } });
  const lines = printed.join("\n").split("\n");
  expect(lines.filter((line) => line.startsWith("924"))).toHaveLength(Math.min(count, 20));
  expect(lines.filter((line) => line.startsWith("…"))).toEqual(more);
});
