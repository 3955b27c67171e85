import { describe, expect, it } from "vitest";
import type { EventName } from "../../contract/events.ts";
import { resolve } from "../../src/directory/reference-providers.ts";
import { archiveDossier, reactivateDossier } from "../../src/domain/dossier/dossiers.ts";
import { withdrawRequirement } from "../../src/domain/dossier/requirements.ts";
import { announceCessation } from "../../src/domain/providers/gazette.ts";
import { withdrawResponses } from "../../src/domain/response/responses.ts";
import type { EventRow } from "../../src/domain/rows.ts";
import { recalculate } from "../../src/domain/thirdparty/recalculate.ts";
import { addThirdparty } from "../../src/domain/thirdparty/thirdparties.ts";
import { parse } from "../../src/domain/time.ts";
import { decide, openDossier, requireDocuments, respond } from "../../src/world/operations.ts";
import { advance, client, companies, desk, granted, quietWorld } from "../support/worlds.ts";

const names = (events: readonly EventRow[]): EventName[] => events.map(({ eventName }) => eventName);
const isPair = ({ eventName }: EventRow) =>
  eventName === "DOSSIER_STATUS_UPDATED" || eventName === "DOCUMENT_ANSWER_STATUS_UPDATE";

/** Each event is one millisecond after the one before, except the second of a pair, which has the same time. */
function expectSpacing(events: readonly EventRow[]): void {
  for (const [at, event] of events.entries()) {
    const next = events[at + 1];
    if (next) expect(parse(next.occurredAt) - parse(event.occurredAt)).toBe(isPair(event) ? 0 : 1);
  }
}
const pairs = (count: number, general: EventName, own: EventName) =>
  Array.from({ length: count }, () => [general, own]).flat();

describe("the order of events", () => {
  it("adding a company emits the events of its identity, contact and scores, then those of each dossier", async () => {
    const world = await quietWorld();
    const company = resolve({ by: "SIRET", value: companies.cleaner.companyIdValue });
    if (!("found" in company)) throw new Error("the directory has no such company");
    const contacts = [{ email: "nadia@lumina.example", firstName: "Nadia", lastName: "Haddad" }];
    const { events } = granted(
      await world.change(null, client, (draft) =>
        addThirdparty(draft, company.found, { ...companies.cleaner, contacts }),
      ),
    );
    const dossier = (count: number): EventName[] => [
      "DOSSIER_ADDED",
      ...Array.from({ length: count }, (): EventName => "DOCUMENT_ADDED"),
      ...pairs(count, "DOCUMENT_ANSWER_STATUS_UPDATE", "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT"),
      "DOSSIER_STATUS_UPDATED",
      "DOSSIER_STATUS_UPDATED_ABSENT",
    ];
    expect(names(events)).toEqual([
      "THIRD_PARTY_ADDED",
      "THIRD_PARTY_INFORMATION_UPDATED",
      "THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED",
      "THIRD_PARTY_CONTACT_INVITED",
      "THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED",
      "THIRD_PARTY_INDICATOR_UPDATED",
      ...dossier(4),
      ...dossier(5),
      "THIRD_PARTY_DOCCHECK_ACTIVATED",
      "THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED",
      "THIRD_PARTY_INDICATOR_UPDATED",
    ]);
    expectSpacing(events);
  });

  it("a shared rejection emits the events of the response, the comment, the document and the dossier", async () => {
    const one = await desk("cleaner");
    granted(await respond(one.world, one.document("CODE_CONDUITE").documentId, { outcome: "review" }));
    await one.reread();
    const responseId = one.document("CODE_CONDUITE").evidences[0]?.responseId as number;
    const { events } = granted(
      await decide(
        one.world,
        responseId,
        { approved: false, shareRejectionReason: true, comment: "Illisible @paul.durand" },
        "client",
      ),
    );
    expect(names(events)).toEqual([
      "DOCUMENT_ANSWER_DENIED",
      "DOCUMENT_COMMENT_ADDED",
      "DOCUMENT_COMMENT_MENTION_ADDED",
      "DOCUMENT_ANSWER_STATUS_UPDATE",
      "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID",
      "DOCUMENT_MODIFICATION",
      "DOSSIER_STATUS_UPDATED",
      "DOSSIER_STATUS_UPDATED_INVALID",
    ]);
    expectSpacing(events);
  });

  it("an approval that completes a dossier emits the calculated attribute and the indicator last", async () => {
    const one = await desk("cleaner");
    const { result } = granted(
      await openDossier(one.world, one.thirdpartyId, { requiredDocuments: ["RIB"] }, "client"),
    );
    const { documentId } = result.documents[0] as { documentId: number };
    granted(await respond(one.world, documentId, { outcome: "review" }));
    await one.reread();
    const { events } = granted(
      await decide(one.world, one.document("RIB").evidences[0]?.responseId as number, { approved: true }, "client"),
    );
    expect(names(events)).toEqual([
      "DOCUMENT_ANSWER_ACCEPTED",
      "DOCUMENT_ANSWER_STATUS_UPDATE",
      "DOCUMENT_ANSWER_STATUS_UPDATE_VALID",
      "DOSSIER_STATUS_UPDATED",
      "DOSSIER_STATUS_UPDATED_VALID",
      "DOSSIER_CALCULATED_ATTRIBUTE_UPDATED",
      "DOSSIER_INDICATOR_UPDATED",
    ]);
    expectSpacing(events);
  });

  it("bank details are followed by the check, its report a second later, and the verdict", async () => {
    const one = await desk("cleaner");
    const received: EventRow[] = [];
    one.world.listen((events) =>
      received.push(
        ...events.filter(({ documentId, eventName }) => documentId !== null || eventName.includes("DOCCHECK")),
      ),
    );
    granted(await respond(one.world, one.document("IBAN").documentId, { outcome: "valid" }));
    await advance(one.world, "PT2M");
    expect(names(received)).toEqual([
      "DOCUMENT_ANSWER_ADDED",
      "DOCUMENT_ANSWER_STATUS_UPDATE",
      "DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING",
      "DOCUMENT_DOCCHECK_STATUS_UPDATE",
      "DOCUMENT_DOCCHECK_REPORT_GENERATED",
      "DOCUMENT_DOCCHECK_REPORT_RECEIVED",
      "THIRD_PARTY_DOCCHECK_UPDATED",
      "DOCUMENT_ANSWER_ACCEPTED",
      "DOCUMENT_ANSWER_STATUS_UPDATE",
      "DOCUMENT_ANSWER_STATUS_UPDATE_VALID",
    ]);
    const at = (name: EventName) => parse(received.find(({ eventName }) => eventName === name)?.occurredAt as string);
    expect(at("DOCUMENT_DOCCHECK_REPORT_RECEIVED") - at("DOCUMENT_DOCCHECK_REPORT_GENERATED")).toBe(1001);
  });

  it("archiving a third party closes its dossiers, then deactivates its data providers", async () => {
    const one = await desk("cleaner");
    const { archiveThirdparty } = await import("../../src/domain/thirdparty/identity.ts");
    const events = names(await one.events(archiveThirdparty));
    const stopped = (count: number): EventName[] => [
      "DOSSIER_ARCHIVED",
      ...Array.from({ length: count }, (): EventName => "DOCUMENT_STOPPED"),
    ];
    expect(events).toEqual([
      "THIRD_PARTY_ARCHIVED",
      ...stopped(4),
      ...stopped(5),
      "THIRD_PARTY_DOCCHECK_DEACTIVATED",
      "THIRD_PARTY_FINANCIAL_STRENGTH_DEACTIVATED",
    ]);
  });

  it("an event of a document has the document as its resource, not the dossier or the third party", async () => {
    const one = await desk("cleaner");
    const { events } = granted(await respond(one.world, one.document("LNTE").documentId, {}));
    for (const event of events.filter(({ resourceType }) => resourceType === "DOCUMENT"))
      expect(event.resourceId).toBe(event.documentId);
    for (const event of events.filter(({ resourceType }) => resourceType === "DOSSIER"))
      expect([event.resourceId, event.documentId]).toEqual([event.dossierId, null]);
  });
});

describe("the payload of an event", () => {
  const statuses = (events: readonly EventRow[], general: EventName) =>
    events.filter(({ eventName }) => eventName === general).map(({ payload }) => payload);

  it("an event of a dossier's status names the cause of the change", async () => {
    const one = await desk("cleaner");
    const received: EventRow[] = [];
    one.world.listen((events) => received.push(...events));
    const { result } = granted(
      await openDossier(one.world, one.thirdpartyId, { requiredDocuments: ["RIB"] }, "client"),
    );
    const { documentId } = result.documents[0] as { documentId: number };
    granted(await respond(one.world, documentId, { outcome: "review" }));
    await advance(one.world, "PT2M");
    await one.reread();
    granted(
      await decide(
        one.world,
        one.document("RIB").evidences[0]?.responseId as number,
        { approved: true, comment: "Vu" },
        "client",
      ),
    );
    granted(await requireDocuments(one.world, result.dossierId, ["STATUTS"], "client"));
    await one.reread();
    await one.do((draft) => (withdrawRequirement(draft, one.document("STATUTS").documentId), recalculate(draft)));
    await one.do((draft) => (withdrawResponses(draft, documentId), recalculate(draft)));
    const own = received.filter(({ dossierId }) => dossierId === result.dossierId);
    expect(statuses(own, "DOSSIER_STATUS_UPDATED")).toEqual([
      { from: null, to: "ABSENT", cause: "DOSSIER_ADDED" },
      { from: "ABSENT", to: "ONGOING", cause: "DOCUMENT_ANSWER_ADDED" },
      { from: "ONGOING", to: "ACTION_REQUIRED", cause: "VERIFY" },
      { from: "ACTION_REQUIRED", to: "VALID", cause: "DOCUMENT_ANSWER_ACCEPTED" },
      { from: "VALID", to: "ONGOING", cause: "DOCUMENT_ADDED" },
      { from: "ONGOING", to: "VALID", cause: "DOCUMENT_STOPPED" },
      { from: "VALID", to: "ABSENT", cause: "WITHDRAWN" },
    ]);
    expect(statuses(own, "DOSSIER_STATUS_UPDATED_VALID")).toHaveLength(2);
  });

  it("an event of a response that waits for the client names the response and the reason", async () => {
    const one = await desk("cleaner");
    const received: EventRow[] = [];
    one.world.listen((events) => received.push(...events));
    granted(await respond(one.world, one.document("LNTE").documentId, { outcome: "review" }));
    await advance(one.world, "PT2M");
    const { responseId } = (await one.reread()).folder.responses[0] as { responseId: number };
    for (const name of ["DOCUMENT_ANSWER_STATUS_UPDATE", "DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED"] as const)
      expect(statuses(received, name).at(-1)).toEqual({
        from: "ONGOING",
        to: "ACTION_REQUIRED",
        cause: "VERIFY",
        responseId,
        reason: "to be judged by the client",
      });
  });

  it("events of archiving, reopening and striking off say what ended, when and why", async () => {
    const one = await desk("cleaner");
    const { dossierId, expirationDate } = one.dossier("ONBOARDING");
    const archived = await one.events((draft) => archiveDossier(draft, dossierId, "CLIENT"));
    expect(statuses(archived, "DOCUMENT_STOPPED")).toContainEqual({ documentCode: "IBAN", reason: "CLIENT" });
    const { stoppingDate } = one.dossier("ONBOARDING");
    const reopened = await one.events((draft) => reactivateDossier(draft, dossierId));
    expect(statuses(reopened, "DOSSIER_REACTIVATED")).toEqual([
      { stoppingDate, stoppingReason: "CLIENT", expirationDate },
    ]);
    const struck = await one.events(announceCessation);
    expect(statuses(struck, "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION")).toEqual([
      { text: `Radiation de ${one.thirdparty.name}`, from: "ACTIVE", to: "STRUCK_OFF" },
    ]);
  });

  it("every status event in the audit journal of a seed world names a cause", async () => {
    const { events } = await (await quietWorld({ seed: "onboarding" })).store.dump();
    const statusEvents = events.filter(({ eventName }) =>
      /^(DOSSIER_STATUS_UPDATED|DOCUMENT_ANSWER_STATUS_UPDATE)/.test(eventName),
    );
    expect(statusEvents.length).toBeGreaterThan(50);
    expect(statusEvents.filter(({ payload }) => typeof payload.cause !== "string")).toEqual([]);
  });
});
