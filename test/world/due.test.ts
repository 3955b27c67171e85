import { describe, expect, it } from "vitest";
import { JobKind } from "../../contract/job-kinds.ts";
import type { JobRow } from "../../src/domain/rows.ts";
import { day, parse } from "../../src/domain/time.ts";
import { nextRound, roundKinds, timesOf } from "../../src/world/rounds.ts";
import { makeWorld } from "../support/sandbox.ts";
import { compareForeseen, dueOf, opened } from "./foreseen-jobs.ts";

const until = "2026-07-15T09:00:00";
describe("clock.due", () => {
  it("foresees the events of each next job, and an advance to its moment brings them about", async () => {
    expect(await compareForeseen(await makeWorld({ seed: "expiring" }), 30)).toBeGreaterThan(12);
  });

  it("changes nothing, and shows the jobs until a moment in order, page by page", async () => {
    const world = await makeWorld({ seed: "onboarding" });
    const { store } = await opened(world);
    const before = { revision: store.revision, state: await store.dump() };
    const whole = await dueOf(world, { until, size: 1000 });
    const pages = [];
    for (let page = 0; page < whole.totalElements / 40; page++)
      pages.push(...(await dueOf(world, { until, size: 40, page })).content);
    expect(pages).toEqual(whole.content);
    expect({ revision: store.revision, state: await store.dump() }).toEqual(before);
    const jobs = before.state.jobs.filter(({ dueAt }) => dueAt <= `${until}.000`);
    expect(whole.content.map(({ jobId }: JobRow) => jobId).sort()).toEqual(jobs.map(({ jobId }) => jobId).sort());
    const moments = whole.content.map(({ dueAt }: JobRow) => dueAt);
    expect(moments).toEqual(moments.toSorted());
    const kinds: Record<string, number> = {};
    for (const { kind, times } of whole.content) kinds[kind] = (kinds[kind] ?? 0) + times;
    expect(whole.kinds).toEqual(kinds);
    expect(whole.total).toBe(Object.values(kinds).reduce((sum, count) => sum + count, 0));
    expect(whole.until).toBe(`${until}.000`);
  });

  it("names the third party, the dossier and the document of a job", async () => {
    const world = await makeWorld({ seed: "onboarding" });
    await world.control("post", "/occurrences", { event: "DOCUMENT_ANSWER_ADDED" }).expect(201);
    const { documents, dossiers, thirdparties, jobs, responses } = await (await opened(world)).store.dump();
    const { content } = await dueOf(world, { until: "2030-01-01T00:00:00", size: 1000 });
    const seen = new Set<string>();
    for (const { jobId, kind, thirdpartyId, thirdpartyName, dossierId, documentId } of content) {
      const { subjectId } = jobs.find((job) => job.jobId === jobId) as JobRow;
      const document = documents.find((row) => row.documentId === documentId);
      const dossier = dossiers.find((row) => row.dossierId === dossierId);
      const response = responses.find((row) => row.responseId === subjectId);
      expect(thirdparties.find((row) => row.thirdpartyId === thirdpartyId)?.name ?? null).toBe(thirdpartyName);
      if (["EXPIRE", "COLLECT", "SOURCE", "RECHECK", "PURGE"].includes(kind)) expect(documentId).toBe(subjectId);
      if (["VERIFY", "RECEIVE"].includes(kind)) expect(documentId).toBe(response?.documentId);
      if (["RENEW", "CLOSE"].includes(kind))
        expect({ dossierId, documentId }).toEqual({ dossierId: subjectId, documentId: null });
      if (document) expect(dossierId).toBe(document.dossierId);
      if (dossier) expect(thirdpartyId).toBe(dossier.thirdpartyId);
      seen.add(kind);
    }
    expect([...seen].sort()).toEqual(
      expect.arrayContaining(["CLOSE", "EXPIRE", "INVITATION", "RENEW", "VERIFY", ...roundKinds].sort()),
    );
  });

  it("has nothing to show before the next moment, and refuses a moment that does not exist", async () => {
    const world = await makeWorld({ seed: "onboarding" });
    expect(await dueOf(world, { until: "2026-01-15T09:00:00" })).toMatchObject({ total: 0, kinds: {}, content: [] });
    const { body } = await world.control("get", "/due?until=2026-02-30T00:00:00").expect(400);
    expect(body.errors).toMatchObject([{ name: "until" }]);
  });
});

describe("timesOf", () => {
  it.each(roundKinds)("counts the rounds of %s as often as they come", (kind) => {
    const first = nextRound(kind, parse("2026-01-15T09:00:00.000"));
    expect(timesOf(kind, first, first - 1)).toBe(0);
    let [times, at] = [0, first];
    for (const days of [0, 1, 6, 7, 8, 30, 31, 365, 1461, 146_096, 146_097, 146_128, 300_000]) {
      const end = first + days * day;
      for (; at <= end; at = nextRound(kind, at)) times++;
      expect([days, timesOf(kind, first, end)]).toEqual([days, times]);
    }
  });

  it("every kind of job has a sentence", async () => {
    const { jobRules } = await import("../../src/domain/jobs.ts");
    expect([...Object.keys(jobRules), ...roundKinds, "ADD"].sort()).toEqual([...JobKind.options].sort());
  });
});
