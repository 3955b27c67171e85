import { expect, it } from "vitest";
import { addressOf, bestFirst, type Hit, matching } from "../../../src/console/palette/matching.ts";
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

const item = (group: string, label: string, words?: string) => ({ group, label, words, run: () => {} });
const some = [
  item("View", "Faults"),
  item("Action", "Undo", "back revert restore"),
  item("Here", "archived"),
  item("Here", "Comments 5"),
  item("Action", "Approve the answer", "Approve"),
  item("Action", "Let time pass: +1 day", "advance move clock forward"),
  item("Action", "People: all", "let suppliers client act"),
  item("Action", "People: suppliers", "let suppliers client act"),
  item("Action", "Reset this world", "start over begin again"),
  item("Action", "Disarm all faults", "remove clear stop"),
  item("Action", "Archive a third party", "remove"),
  item("Action", "Write a comment", "say note"),
  item("Action", "Download the requests as HAR", "export"),
  item("Scenario", "Play dossier-waiting", "One of its documents is to be approved or rejected."),
  item("Scenario", "Play expired-document", "A document that was valid and has expired."),
  item("Events", "DOCUMENT_ANSWER_EXPIRED"),
  item("Third party", "Charpentes Morvandelles"),
  item("Document", "Extrait Kbis"),
  item("Document", "Élit Épargne"),
];
it.each([
  ["approve", "Approve the answer"],
  ["undo", "Undo"],
  ["advance", "Let time pass: +1 day"],
  ["let suppliers act", "People: suppliers"],
  ["start over", "Reset this world"],
  ["clear faults", "Disarm all faults"],
  ["faul", "Faults"],
  ["archive", "Archive a third party"],
  ["comment", "Write a comment"],
  ["har", "Download the requests as HAR"],
  ["document expired", "Play expired-document"],
  ["Expired Document", "Play expired-document"],
  ["kbis", "Extrait Kbis"],
  ["charpentes", "Charpentes Morvandelles"],
  ["épargne", "Élit Épargne"],
  ["", "Faults"],
])("the palette puts first for %j what people mean: %s", (text, label) => {
  expect(bestFirst(some, text)[0]?.label).toBe(label);
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
