import { describe, expect, it } from "vitest";
import { isDeletable, purge, warnOfDeletion, warnOfDeletions } from "../../../src/domain/document/retention.ts";
import { archiveDossier, reactivateDossier } from "../../../src/domain/dossier/dossiers.ts";
import { withdrawRequirement } from "../../../src/domain/dossier/requirements.ts";
import { format } from "../../../src/domain/time.ts";
import { Supplier } from "../../support/supplier.ts";

const code = "CODE_CONDUITE";
const file = { fileName: "code.pdf", size: 3, pieces: ["AQID"], contentType: "application/pdf" };
const idOf = (one: Supplier) => one.document(code).documentId;
const archive = (one: Supplier) =>
  void one.do((draft) => archiveDossier(draft, one.document(code).dossierId, "CLIENT"));
const kept = (...expirations: (string | null)[]) => {
  const one = Supplier.of("cleaner", [code]);
  for (const _ of expirations) one.respond(code, { file, outcome: "valid" });
  one.wait("PT2M");
  const evidences = one
    .document(code)
    .evidences.map((evidence, at) => ({ ...evidence, expirationDate: expirations[at]! }));
  one.do((draft) => draft.put("documents", { ...draft.existing("documents", idOf(one)), evidences }));
  return one;
};
const warned = (one: Supplier) => one.do(warnOfDeletions).map(({ eventName }) => eventName);
const warning = ["DOCUMENT_DELETION_WARNING"];
const at = (moment: string, one: Supplier) => {
  one.do((draft) => draft.all("jobs").forEach(({ jobId }) => draft.remove("jobs", jobId)));
  return one.until(moment);
};

describe("evidence past its retention", () => {
  const end = "2026-06-30T23:59:59.999";
  it.each<[string, (string | null)[], string, string[]]>([
    ["expired 36 months ago", [end], "2029-06-30T23:59:59.999", []],
    ["expired more than 36 months ago", [end], "2029-07-01T00:00:00.000", warning],
    ["never expires", [null], "2040-01-01T00:00:00.000", []],
    ["is older than another one in force", ["2030-06-30T23:59:59.999", end], "2029-07-01T00:00:00.000", []],
    ["is newer than one that expired less long ago", [end, "2027-06-30T23:59:59.999"], "2029-07-01T00:00:00.000", []],
    ["stands beside one that never expires", [end, null], "2029-07-01T00:00:00.000", []],
    ["has expired with all others", [end, end], "2029-07-01T00:00:00.000", warning],
  ])("is announced only where all has expired long ago: it %s", (_what, expirations, now, expected) => {
    expect(warned(at(now, kept(...expirations)))).toEqual(expected);
  });
  it("is announced more than 36 months after its dossier was archived, once, and deleted 30 days later", () => {
    const one = kept(null);
    archive(one);
    const stopped = one.folder.dossiers[0]?.stoppingDate as string;
    const third = stopped.replace("2026", "2029");
    expect(warned(one.until(third))).toEqual([]);
    one.now += 1;
    const { evidences } = one.document(code);
    const [event] = one.do(warnOfDeletions);
    expect(event).toMatchObject({ eventName: warning[0], payload: { evidences: 1 }, documentId: idOf(one) });
    expect(one.document(code).internal.deletionWarnedAt).toBe(event?.occurredAt);
    expect(warned(one)).toEqual([]);
    expect(one.jobs(code)).toEqual({ PURGE: format(Date.parse(`${event?.occurredAt}Z`) + 30 * 86_400_000) });
    one.journal.length = 0;
    one.wait("P31D");
    const gone = [
      "DOCUMENT_DELETION",
      "DOCUMENT_ANSWER_STATUS_UPDATE",
      "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT",
    ] as const;
    expect(one.journal.slice(0, 3)).toTell(gone);
    expect(one.journal[0]?.payload).toEqual({ evidenceIds: evidences.map(({ id }) => id) });
    expect(one.journal[1]?.payload).toMatchObject({ cause: "DOCUMENT_DELETION" });
    const { deletedAt } = one.document(code).internal;
    const empty = { statusCode: "MISSING", present: false, evidences: [] };
    expect({ ...one.document(code), deletedAt }).toMatchObject({ ...empty, deletedAt: one.journal[0]?.occurredAt });
    expect([one.response(code).state, one.tables.dump().files, one.jobs(code)]).toEqual(["PURGED", [], {}]);
    expect(one.do((draft) => purge(draft, idOf(one)))).toTell([]);
    expect(warned(one)).toEqual([]);
  });
  it("is not deleted without an announcement, nor where the document is gone", () => {
    const one = kept(null);
    expect(one.do((draft) => (purge(draft, idOf(one)), purge(draft, 1)))).toTell([]);
    const empty = Supplier.of("cleaner", [code]);
    archive(empty);
    expect(warned(at("2040-01-01T00:00:00.000", empty))).toEqual([]);
  });
  it("is kept where a new response or the reactivation of its dossier comes before the deletion", () => {
    for (const [close, revive] of [
      [() => {}, (one: Supplier) => void one.respond(code, { outcome: "review" })],
      [archive, (one: Supplier) => void one.do((draft) => reactivateDossier(draft, one.document(code).dossierId))],
    ] as const) {
      const one = kept(null);
      close(one);
      one.do((draft) => warnOfDeletion(draft, idOf(one)));
      revive(one);
      expect(one.document(code).internal).toMatchObject({ deletionWarnedAt: null, deletedAt: null });
      expect(one.jobs(code)).not.toHaveProperty("PURGE");
      expect(one.wait("P31D").document(code).present).toBe(true);
    }
  });
  const reject = (one: Supplier) => void one.decide(code, { approved: false, shareRejectionReason: true });
  it.each<[string, boolean, (one: Supplier) => void]>([
    ["is in force", false, () => {}],
    ["was rejected", false, (one) => (one.respond(code), reject(one))],
    ["has expired", true, (one) => void one.trigger("DOCUMENT_ANSWER_EXPIRED", code, {})],
    ["is of an archived dossier", true, archive],
    ["is withdrawn from its dossier", true, (one) => void one.do((draft) => withdrawRequirement(draft, idOf(one)))],
  ])("may be deleted on demand, or not, where it %s: %s", (_what, expected, change) => {
    const one = kept("2029-01-15T23:59:59.999");
    change(one);
    expect(one.try((draft) => isDeletable(draft, one.document(code)))).toBe(expected);
    const { evidences: _, ...document } = one.document(code);
    expect(one.try((draft) => isDeletable(draft, { ...document, evidences: [] }))).toBe(false);
    for (const event of ["DOCUMENT_DELETION_WARNING", "DOCUMENT_DELETION"] as const) one.trigger(event, code, {});
    expect(one.journal.filter(({ eventName }) => eventName.startsWith("DOCUMENT_DELETION"))).toTell(
      expected ? ["DOCUMENT_DELETION_WARNING", "DOCUMENT_DELETION"] : [],
    );
  });
});
