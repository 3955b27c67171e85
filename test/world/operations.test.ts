import { expect, it } from "vitest";
import type { EventName } from "../../contract/events.ts";
import { withdrawRequirement } from "../../src/domain/dossier/requirements.ts";
import { withdrawResponses } from "../../src/domain/response/responses.ts";
import type { EventRow } from "../../src/domain/rows.ts";
import { recalculate } from "../../src/domain/thirdparty/recalculate.ts";
import { parse } from "../../src/domain/time.ts";
import { addToPortfolio, decide, openDossier, requireDocuments, respond } from "../../src/world/operations.ts";
import { advance, companies, desk, granted, quietWorld } from "../support/worlds.ts";

it("adding a company emits the events of its identity, contact and scores, then those of each dossier", async () => {
  const contacts = [{ email: "nadia@lumina.example", firstName: "Nadia", lastName: "Haddad" }];
  const { events } = granted(await addToPortfolio(await quietWorld(), { ...companies.cleaner, contacts }, "tester"));
  const missing = ["DOCUMENT_ANSWER_STATUS_UPDATE", "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT"] as const;
  const dossier = (count: number): EventName[] => [
    "DOSSIER_ADDED",
    ...Array(count).fill("DOCUMENT_ADDED"),
    ...Array(count).fill(missing).flat(),
    "DOSSIER_STATUS_UPDATED",
    "DOSSIER_STATUS_UPDATED_ABSENT",
  ];
  const scores = ["THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED", "THIRD_PARTY_INDICATOR_UPDATED"] as const;
  expect(events).toTell([
    "THIRD_PARTY_ADDED",
    "THIRD_PARTY_INFORMATION_UPDATED",
    "THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED",
    "THIRD_PARTY_CONTACT_INVITED",
    ...scores,
    ...dossier(4),
    ...dossier(5),
    "THIRD_PARTY_DOCCHECK_ACTIVATED",
    ...scores,
  ]);
  // Each event is a millisecond after the one before, except the second of a pair.
  const isPair = ({ eventName }: EventRow) => /STATUS_UPDATED?$/.test(eventName);
  const gaps = events.slice(1).map((event, at) => parse(event.occurredAt) - parse(events[at]?.occurredAt as string));
  expect(gaps).toEqual(events.slice(0, -1).map((event) => (isPair(event) ? 0 : 1)));
});

it("an event of a dossier's status names the cause of the change", async () => {
  const one = await desk("cleaner");
  const causes: unknown[] = [];
  one.world.listen((events) =>
    causes.push(...events.flatMap((row) => (row.eventName === "DOSSIER_STATUS_UPDATED" ? [row.payload] : []))),
  );
  const opening = { requiredDocuments: ["RIB"] };
  const { result } = granted(await openDossier(one.world, one.thirdpartyId, opening, "client"));
  const { documentId } = (await one.reread()).document("RIB");
  granted(await respond(one.world, documentId, { outcome: "review" }));
  await advance(one.world, "PT2M");
  const { responseId } = (await one.reread()).folder.responses[0] as { responseId: number };
  granted(await decide(one.world, responseId, { approved: true, comment: "Vu" }, "client"));
  granted(await requireDocuments(one.world, result.dossierId, ["STATUTS"], "client"));
  await one.reread();
  await one.do((draft) => (withdrawRequirement(draft, one.document("STATUTS").documentId), recalculate(draft)));
  await one.do((draft) => (withdrawResponses(draft, documentId), recalculate(draft)));
  expect(causes).toEqual([
    { from: null, to: "ABSENT", cause: "DOSSIER_ADDED" },
    { from: "ABSENT", to: "ONGOING", cause: "DOCUMENT_ANSWER_ADDED" },
    { from: "ONGOING", to: "ACTION_REQUIRED", cause: "VERIFY" },
    { from: "ACTION_REQUIRED", to: "VALID", cause: "DOCUMENT_ANSWER_ACCEPTED" },
    { from: "VALID", to: "ONGOING", cause: "DOCUMENT_ADDED" },
    { from: "ONGOING", to: "VALID", cause: "DOCUMENT_STOPPED" },
    { from: "VALID", to: "ABSENT", cause: "WITHDRAWN" },
  ]);
});

it("every status event in the audit journal of a seed world names a cause", async () => {
  const { events } = await (await quietWorld({ seed: "onboarding" })).store.dump();
  const statuses = events.filter(({ eventName }) => /_STATUS_UPDATED?(_|$)/.test(eventName));
  expect(statuses.length).toBeGreaterThan(50);
  expect(statuses.filter(({ payload, eventName }) => !payload.cause && !/DOCCHECK/.test(eventName))).toEqual([]);
});
