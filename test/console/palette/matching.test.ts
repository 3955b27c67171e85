import { expect, it } from "vitest";
import { addressOf, type Hit, matching } from "../../../src/console/palette/matching.ts";
import { openPage } from "../page.ts";

it.each([
  ["", ["Portfolio", "Take a snapshot"]],
  ["  ", ["Portfolio", "Take a snapshot"]],
  ["a", ["Portfolio", "Take a snapshot", "DOSSIER_ADDED"].slice(1)],
  ["added", ["DOSSIER_ADDED"]],
  ["events dossier", ["DOSSIER_ADDED"]],
  ["VIEW port", ["Portfolio"]],
  ["view snapshot", []],
])("the palette finds for %j, by words of the group and of the label: %j", (text, labels) => {
  const items = [
    ["View", "Portfolio"],
    ["Action", "Take a snapshot"],
    ["Events", "DOSSIER_ADDED"],
  ].map(([group = "", label = ""]) => ({ group, label, run: () => {} }));
  expect(matching(items, text).map(({ label }) => label)).toEqual(labels);
});

const hit = { id: 5, label: "", thirdpartyId: 1, dossierId: 2, documentId: 3 };
it.each([
  [{ ...hit, kind: "EVENT" }, "#/demo/journal/5"],
  [{ ...hit, kind: "DOCUMENT" }, "#/demo/inbox/2/3"],
  [{ ...hit, kind: "RESPONSE" }, "#/demo/inbox/2/3"],
  [{ ...hit, kind: "FILE" }, "#/demo/inbox/2/3?evidence=5"],
  [{ ...hit, kind: "CONTACT", dossierId: null, documentId: null }, "#/demo/portfolio/1/contacts"],
  [{ ...hit, kind: "DOSSIER", documentId: null }, "#/demo/portfolio/1/dossiers/2"],
  [{ ...hit, kind: "THIRD_PARTY", dossierId: null, documentId: null }, "#/demo/portfolio/1"],
  [{ ...hit, kind: "FILE", dossierId: null }, "#/demo/portfolio/1"],
])("what was found, %j, is shown at %s", (found, address) => {
  openPage();
  expect(addressOf(found as Hit)).toBe(address);
});
