import { describe, expect, it } from "vitest";
import { createDossier } from "../../src/domain/dossier/dossiers.ts";
import type { Draft } from "../../src/domain/draft.ts";
import { jobRules, runJob } from "../../src/domain/jobs.ts";
import type { DossierRow, JobRow } from "../../src/domain/rows.ts";
import { inviteContact } from "../../src/domain/thirdparty/contacts.ts";
import { parse } from "../../src/domain/time.ts";
import { desk } from "../support/worlds.ts";
import { draftOf } from "./stage.ts";

const job = (draft: Draft, kind: JobRow["kind"], subjectId: number | null): JobRow => {
  draft.schedule(kind, draft.now, subjectId);
  return draft.all("jobs").at(-1) as JobRow;
};

describe("jobs", () => {
  it("every job has a subject and a sentence", () => {
    const kinds = (of: string) =>
      Object.entries(jobRules)
        .flatMap(([kind, rule]) => (rule.of === of ? kind : []))
        .join(" ");
    expect(["document", "response", "contact", "dossier", "thirdparty"].map(kinds)).toEqual([
      "COLLECT SOURCE RECHECK EXPIRE PURGE ANSWER",
      "VERIFY RECEIVE TIMEOUT DECIDE",
      "INVITATION FOLLOW_UP",
      "RENEW CLOSE",
      "LIQUIDATE INVITE REVIEW BIRTHDAY",
    ]);
    expect(Object.values(jobRules).filter(({ sentence }) => !/^[A-Z].+\.$/.test(sentence))).toEqual([]);
  });
  it.each([
    ["COLLECT", "KBIS", "PLATFORM register"],
    ["SOURCE", "SCR_SANCTIONS", "PROVIDER screening"],
  ] as const)("%s brings the %s by the %s, and leaves a document that is gone", async (kind, code, by) => {
    const draft = draftOf(await desk("cleaner"));
    createDossier(draft, { requiredDocuments: [code] });
    const { documentId } = draft.all("documents").at(-1) as { documentId: number };
    runJob(draft, job(draft, kind, documentId));
    const { actor } = draft.events.find(({ eventName }) => eventName === "DOCUMENT_ANSWER_ADDED") ?? {};
    expect(`${actor?.type} ${actor?.name}`).toBe(by);
    const told = draft.events.length;
    runJob(draft, job(draft, kind, 1));
    expect(draft.events.length).toBe(told);
  });
  it("a job is gone once it ran, whether it is one of a third party or has no subject", async () => {
    const draft = draftOf(await desk("cleaner"));
    const before = draft.all("jobs").length;
    for (const [kind, id] of Object.entries({ GAZETTE: 1, CLOSE: null, BIRTHDAY: 924_000 }))
      runJob(draft, job(draft, kind as JobRow["kind"], id));
    expect([draft.all("jobs").length, draft.events]).toEqual([before, []]);
  });
  it("a job recalculates, and a dossier that closes lets the rules open another", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("VIGILANCE");
    const draft = draftOf(one, parse("2026-07-16T00:00:00"));
    runJob(draft, job(draft, "CLOSE", dossierId));
    expect(draft.all("dossiers").map(({ ruleId, monitored }) => `${ruleId} ${monitored}`)).toEqual([
      ...["R01 true", "R04 false", "R04 true"],
    ]);
    const { contactId } = inviteContact(draft, { email: "a@x.example" });
    runJob(draft, job(draft, "INVITATION", contactId));
    expect(draft.existing("contacts", contactId).reminders).toBe(1);
    const open = draft.all("dossiers").at(-1) as DossierRow;
    draft.put("dossiers", { ...open, statusCode: "VALID" });
    runJob(draft, job(draft, "BIRTHDAY", one.thirdpartyId));
    expect(draft.existing("dossiers", open.dossierId).statusCode).toBe("ABSENT");
  });
});
