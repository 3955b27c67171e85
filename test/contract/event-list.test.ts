import { expect, it } from "vitest";
import { eventList } from "../../contract/event-list.ts";
import { EventName } from "../../contract/events.ts";

const listed = eventList();
const named = (name: EventName) => listed.find((event) => event.name === name);

it("the list of events has all of them, each with a sentence of its own", () => {
  expect(listed.map(({ name }) => name)).toEqual(EventName.options);
  expect(new Set(listed.map(({ sentence }) => sentence)).size).toBe(EventName.options.length);
  for (const { sentence } of listed) expect(sentence).toMatch(/^[A-Z].*\w\.$/);
});

it("the list of events says what the trigger of each takes", () => {
  expect(named("THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED")).toEqual({
    name: "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
    resource: "THIRD_PARTY",
    sentence: "A court opens, converts or closes a collective procedure.",
    targets: ["thirdpartyId", "dossierId", "documentId"],
    data: [{ field: "type", values: ["SAUVEGARDE", "REDRESSEMENT_JUDICIAIRE", "LIQUIDATION_JUDICIAIRE"] }],
  });
  expect(named("THIRD_PARTY_ADDED")).toMatchObject({
    targets: [],
    data: expect.arrayContaining([
      { field: "companyIdType", values: ["CIT001", "CIT002", "CIT003"] },
      { field: "companyIdValue", values: [] },
    ]),
  });
  expect(named("DOCUMENT_ADDED")).toMatchObject({ targets: ["thirdpartyId", "dossierId"] });
  expect(named("DOCUMENT_AUDIT_TRAIL_DOWNLOAD")).toMatchObject({ data: [] });
});
