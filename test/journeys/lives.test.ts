import { describe, expect, it } from "vitest";
import type { EventName } from "../../contract/events.ts";
import { Story } from "./story.ts";

const cleaner = "21992490900019";

describe("a company in trouble", () => {
  it("falls into collective procedure, and is struck off", async () => {
    const story = await Story.begin();
    const id = await story.add("CIT001", cleaner);
    const [before] = await story.indicator(id, "Financial risk");
    expect(before).toBeGreaterThan(20);
    await story.occur("THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", { thirdpartyId: id }, { type: "REDRESSEMENT_JUDICIAIRE" });
    expect(await story.company(id)).toMatchObject({
      status: "COLLECTIVE_PROCEDURE",
      collectiveProcedure: { type: "REDRESSEMENT_JUDICIAIRE", openingDate: "2026-01-15" },
    });
    expect(await story.indicator(id, "Financial risk")).toEqual([20, "Very high risk"]);
    expect((await story.world.get("/thirdparties", { status: "COLLECTIVE_PROCEDURE" }).expect(200)).body.totalElements).toBe(1);

    // No tax certificate is issued any more.
    await story.world.advance("P2D");
    await story.answer(id, "VIGILANCE", "ATT_FISCALE", { outcome: "valid", issueDate: "2026-01-16" });
    expect((await story.document(id, "VIGILANCE", "ATT_FISCALE")).statusCode).toBe("INVALID");

    await story.occur("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", { thirdpartyId: id });
    expect(await story.company(id)).toMatchObject({ status: "STRUCK_OFF", collectiveProcedure: null });
    expect(await story.indicator(id, "Financial risk")).toEqual([0, "Very high risk"]);
    expect(await story.indicator(id, "Legal compliance")).toEqual([0, "Non compliant"]);
    const names: EventName[] = ["THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", "THIRD_PARTY_INDICATOR_UPDATED"];
    for (const name of names) expect(await story.found("thirdparties", [name], "2026-01-15T00:00:00", await story.now())).toEqual([id]);
    // It has no way back.
    await story.world.control("post", "/occurrences", { event: "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", thirdpartyId: id }).expect(409);
  });
});

describe("archiving", () => {
  it("freezes everything, and reactivation thaws it", async () => {
    const story = await Story.begin();
    const id = await story.add("CIT001", cleaner);
    const responseId = await story.answer(id, "VIGILANCE", "ASS_RC_PRO");
    const { dossierId } = await story.dossier(id, "VIGILANCE");
    await story.occur("THIRD_PARTY_ARCHIVED", { thirdpartyId: id });
    expect(await story.company(id)).toMatchObject({ archived: true });
    for (const dossier of Object.values(await story.dossiers(id)))
      expect(dossier).toMatchObject({ monitored: false, state: false, stoppingReason: "THIRD_PARTY_ARCHIVED" });
    expect((await story.world.post(`/responses/${responseId}/approve`, {}).expect(409)).body.code).toBe("DOSSIER_ARCHIVED");
    expect((await story.world.post(`/thirdparties/${id}/dossiers`, { dossierTypeCode: "CSR" }).expect(409)).body.code).toBe("THIRD_PARTY_ARCHIVED");
    await story.world.advance("P30D");
    expect((await story.document(id, "VIGILANCE", "ASS_RC_PRO")).statusCode).toBe("ACTION_REQUIRED");

    await story.world.control("post", "/occurrences", { event: "DOSSIER_REACTIVATED", dossierId }).expect(409);
    await story.occur("THIRD_PARTY_UPDATED", { thirdpartyId: id });
    expect(await story.company(id)).toMatchObject({ archived: false, archivedDate: null });
    await story.occur("DOSSIER_REACTIVATED", { dossierId });
    expect(await story.dossier(id, "VIGILANCE")).toMatchObject({ monitored: true, stoppingDate: null });
    await story.decide(responseId, "approve");
    expect((await story.document(id, "VIGILANCE", "ASS_RC_PRO")).statusCode).toBe("VALID");
    expect(await story.found("dossiers", ["DOSSIER_REACTIVATED"], "2026-02-01T00:00:00", await story.now())).toEqual([dossierId]);
  });
});

describe("an incremental synchronisation", () => {
  it("by windows of events misses nothing and repeats nothing", { timeout: 60_000 }, async () => {
    const story = await Story.begin("portfolio");
    const names: EventName[] = ["DOCUMENT_ANSWER_ADDED", "DOCUMENT_ANSWER_STATUS_UPDATE", "DOCUMENT_ADDED"];
    const journal = async (from: string, to: string) => {
      const { body } = await story.world.control("get", `/events?limit=1000&names=${names.join(",")}&from=${from}&to=${to}`).expect(200);
      return body.content as { eventId: number; documentId: number; occurredAt: string }[];
    };
    let from = "2026-01-15T09:00:00.001";
    const copies = new Map<number, string>();
    const told = new Set<number>();
    for (let window = 0; window < 12; window++) {
      if (window % 3 === 0) await story.add("CIT003", `9911001${String(window).padStart(2, "0")}`);
      await story.world.advance("P3DT7H");
      const to = await story.now();
      const events = await journal(from, to);
      // A window holds an event once: none is in two of them.
      for (const { eventId } of events) expect(told.has(eventId)).toBe(false);
      for (const { eventId } of events) told.add(eventId);
      const ids = await story.found("documents", names, from, to);
      expect(ids).toEqual([...new Set(events.map(({ documentId }) => documentId))].sort((a, b) => a - b));
      for (const id of ids) copies.set(id, "");
      for (const page of await pagesOf(story, names, from, to)) copies.set(page.documentId, page.statusCode);
      from = after(to);
    }
    const all = await journal("2026-01-15T09:00:00.001", await story.now());
    expect(told.size).toBe(all.length);
    expect(told.size).toBeGreaterThan(50);
    // What was copied window by window is what stands there now.
    const state = (await story.world.control("get", "/state").expect(200)).body.state.documents as { documentId: number; statusCode: string }[];
    const truth = new Map(state.map(({ documentId, statusCode }) => [documentId, statusCode]));
    for (const [id, status] of copies) expect([id, status]).toEqual([id, truth.get(id)]);
  });
});

const after = (moment: string) => new Date(Date.parse(`${moment}Z`) + 1).toISOString().slice(0, 23);

async function pagesOf(story: Story, names: EventName[], from: string, to: string): Promise<{ documentId: number; statusCode: string }[]> {
  const rows: { documentId: number; statusCode: string }[] = [];
  for (let page = 0; ; page++) {
    const query = { eventNames: names.join(","), eventOccurrenceStartDate: from, eventOccurrenceEndDate: to, page, size: 100 };
    const { body } = await story.world.get("/documents/search", query).expect(200);
    rows.push(...body.content);
    if (page + 1 >= body.totalPages) return rows;
  }
}
