import { expect, it } from "vitest";
import { addressOfPlayed } from "../../../../src/console/views/scenarios/play.ts";
import { openPage } from "../../page.ts";

it.each([
  [{ thirdpartyId: 1, dossierId: 2, documentId: 3 }, "#/demo/inbox/2/3"],
  [{ thirdpartyId: 1, dossierId: 2 }, "#/demo/portfolio/1/dossiers/2"],
  [{ thirdpartyId: 1 }, "#/demo/portfolio/1"],
  [{}, "#/demo/portfolio"],
])("a scenario that made %j leads to %s", (ids, address) => {
  openPage();
  expect(addressOfPlayed({ sentence: "", ...ids })).toBe(address);
});
