import { describe, expect, it } from "vitest";
import { defaultConfiguration } from "../../../src/domain/configuration.ts";
import { purge, warnOfDeletion } from "../../../src/domain/document/retention.ts";
import { withdrawRequirement } from "../../../src/domain/dossier/requirements.ts";
import { actors, Draft } from "../../../src/domain/draft.ts";
import type { Supplied } from "../../../src/domain/response/new-evidence.ts";
import { noReason, why } from "../../../src/domain/response/reasons.ts";
import { withdrawResponses } from "../../../src/domain/response/responses.ts";
import { shareOrRestrict, shareWithTwins } from "../../../src/domain/response/scope.ts";
import { parse } from "../../../src/domain/time.ts";
import { printOf } from "../../support/prints.ts";
import { Supplier } from "../../support/supplier.ts";
import { client, start } from "../../support/worlds.ts";

const file = { fileName: "statuts.pdf", size: 3, pieces: ["AQID"], contentType: "application/pdf" };

/** Two dossiers that ask for the same document; only the first has a response. */
function twice(code: string, supplied: Supplied) {
  const one = Supplier.of("cleaner", [code, "RIB"]);
  one.ask([code]);
  const [first, second] = one.folder.documents
    .filter(({ documentCode }) => documentCode === code)
    .map(({ documentId }) => documentId) as [number, number];
  one.respond(code, supplied);
  // The last document of the code is the second: it is the one that has the response, so that the first is its twin.
  const [source, twin] = [second, first];
  const of = (id: number) => one.folder.documents.find(({ documentId }) => documentId === id)!;
  const share = () => one.do((draft) => shareOrRestrict(draft, draft.existing("documents", source)));
  const scopeOf = (id: number) => one.folder.responses.findLast(({ documentId }) => documentId === id)?.scope;
  return { one, source, twin, of, share, scopeOf };
}

describe("the scope of a response", () => {
  it("is shared: a copy with a check of its own goes to the document that has none", () => {
    const { one, source, twin, of, share, scopeOf } = twice("STATUTS", { outcome: "valid" });
    one.wait("PT2M");
    const events = share();
    const pair = ["DOCUMENT_ANSWER_STATUS_UPDATE", "DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING"] as const;
    expect(events).toTell(["DOCUMENT_ANSWER_SCOPE_UPDATED", "DOCUMENT_ANSWER_ADDED", ...pair]);
    const [original, copy] = [of(source).evidences[0]!, of(twin).evidences[0]!];
    expect(events[0]?.payload).toEqual({ responseId: original.responseId, from: "COMPANY", to: "SHARED" });
    const { id, responseId, fileUUID } = copy as typeof copy & { fileUUID: string };
    expect(copy).toEqual({ ...original, id, responseId, fileUUID, uploadDate: events[1]?.occurredAt });
    expect([id, responseId, fileUUID]).not.toContain(original.id);
    expect(fileUUID).not.toBe((original as { fileUUID?: string }).fileUUID);
    expect([scopeOf(source), scopeOf(twin)]).toEqual(["SHARED", "COMPANY"]);
    expect([of(source).statusCode, one.wait("PT2M") && of(twin).statusCode]).toEqual(["VALID", "VALID"]);
    expect(of(one.document("RIB").documentId).statusCode).toBe("MISSING");
  });
  it.each(["KBIS", "ASS_RC_PRO", "FICHE_FOURN"])("is shared: %s is the same paper in both dossiers", (code) => {
    const { source, twin, of, share } = twice(code, { outcome: "valid" });
    share();
    const [text, copied] = [of(source), of(twin)].map(
      (document) => printOf({ configuration: defaultConfiguration, document, evidence: document.evidences[0]! })?.text,
    );
    expect([copied, text?.length]).toEqual([text, expect.any(Number)]);
  });
  it("of a piece that is given once reaches every dossier that lacks it, and none that has one", () => {
    const { one, source, twin, of, scopeOf } = twice("STATUTS", { outcome: "valid" });
    const give = () => one.do((draft) => shareWithTwins(draft, source));
    const added = [
      "DOCUMENT_ANSWER_ADDED",
      "DOCUMENT_ANSWER_STATUS_UPDATE",
      "DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING",
    ] as const;
    const events = give();
    expect(events).toTell(["DOCUMENT_ANSWER_SCOPE_UPDATED", ...added]);
    const { responseId } = one.folder.responses.find(({ documentId }) => documentId === source)!;
    expect(events[0]).toMatchObject({ documentId: source, payload: { responseId, from: "COMPANY", to: "SHARED" } });
    expect([scopeOf(source), scopeOf(twin), of(twin).statusCode]).toEqual(["SHARED", "COMPANY", "ONGOING"]);
    expect(give()).toEqual([]);
    one.ask(["STATUTS"]);
    expect(give()).toTell(added);
  });
  it("of a piece that is renewed reaches the dossiers whose piece ends soon too, so that all agree", () => {
    const one = Supplier.of("cleaner", ["KBIS"]).wait("P10D");
    one.ask(["KBIS"]);
    one.wait("P1D");
    const pieces = () => {
      const documents = one.folder.documents.filter(({ documentCode }) => documentCode === "KBIS");
      return documents.map(({ statusCode, evidences }) => `${statusCode} ${evidences[0]?.internal.reference}`);
    };
    expect(new Set(pieces()).size).toBe(2);
    one.wait("P95D");
    expect(pieces()[0]).toMatch(/^VALID KBIS-/);
    expect(pieces()).toEqual([pieces()[0], pieces()[0]]);
  });
  it.each([
    [
      "with an end that the source outlasts, within thirty days",
      "VALID",
      "2026-02-14T08:59:59.999",
      "2026-03-01",
      true,
    ],
    ["with such an end that has come", "INVALID", "2026-01-14T00:00:00.000", "2026-03-01", true],
    ["with an end in thirty days", "VALID", "2026-02-14T09:00:00.000", "2026-03-01", false],
    ["with the end of the source", "VALID", "2026-02-01", "2026-02-01", false],
    ["without an end", "VALID", null, "2026-03-01", false],
    ["with an end, of a source without", "VALID", "2026-02-01", null, false],
    ["that is being judged", "ONGOING", "2026-02-01", "2026-03-01", false],
    ["without a piece", "MISSING", null, null, true],
  ] as const)(
    "of a piece that is given once reaches a dossier %s: %s %s %s, %s",
    (_what, statusCode, end, next, gets) => {
      const { one, source, twin, of } = twice("STATUTS", { outcome: "valid" });
      const draft = new Draft(one.folder, { ...one.context, now: parse(start) }, client);
      const [evidence] = of(source).evidences;
      const ending = (expirationDate: string | null) => [{ ...evidence!, expirationDate }];
      draft.put("documents", { ...of(source), evidences: ending(next) });
      draft.put("documents", { ...of(twin), statusCode, evidences: ending(end) });
      shareWithTwins(draft, source);
      expect(draft.events.some(({ documentId }) => documentId === twin)).toBe(gets);
    },
  );
  it.each([
    [actors.platform, "VALID"],
    [actors.thirdparty, "ONGOING"],
  ])("of a piece that %j gives for one in force leaves it %s until the check", (actor, statusCode) => {
    const { one, source, twin, of } = twice("STATUTS", { outcome: "valid" });
    const draft = new Draft(one.folder, one.context, actor);
    const [evidence] = of(source).evidences;
    draft.put("documents", { ...of(source), evidences: [{ ...evidence!, expirationDate: "2026-03-01" }] });
    draft.put("documents", {
      ...of(twin),
      statusCode: "VALID",
      evidences: [{ ...evidence!, expirationDate: "2026-02-01" }],
    });
    shareWithTwins(draft, source);
    expect(draft.existing("documents", twin).statusCode).toBe(statusCode);
  });
  it("of a form is shared as a form, which has no file", () => {
    const { one, source, twin, of } = twice("Q_ETHIQUE", { outcome: "review" });
    one.do((draft) => shareWithTwins(draft, source));
    const [original, copy] = [of(source).evidences[0]!, of(twin).evidences[0]!];
    const { id, responseId, uploadDate } = copy;
    expect(copy).toEqual({ ...original, id, responseId, uploadDate });
  });
  it("goes from shared or restricted back to the company", () => {
    const { share, source, scopeOf } = twice("STATUTS", { outcome: "valid" });
    expect([1, 2, 3].map(() => (share(), scopeOf(source)))).toEqual(["SHARED", "COMPANY", "SHARED"]);
  });
  it("keeps both pieces of a response, and their bytes until both documents have lost them", () => {
    const { one, source, twin, of, share } = twice("STATUTS", { file, outcome: "pending" });
    one.respond("STATUTS", { file, outcome: "review" });
    share();
    const files = (id: number) => of(id).evidences.map((evidence) => (evidence as { fileUUID?: string }).fileUUID);
    expect(files(twin)).toEqual(files(source));
    const kept = () => one.tables.dump().files.length;
    expect(kept()).toBe(2);
    one.do((draft) => withdrawResponses(draft, source));
    expect(kept()).toBe(2);
    one.do((draft) => withdrawResponses(draft, twin));
    expect(kept()).toBe(0);
  });
  it.each<[string, Supplied, boolean | undefined, object]>([
    ["a forced outcome", { outcome: "review" }, false, { outcome: "review", ...why("TO_BE_JUDGED") }],
    ["the approval of the client", { outcome: "review" }, true, { outcome: "valid", ...noReason }],
    ["a pending outcome", { outcome: "pending" }, false, { outcome: "pending", ...noReason }],
  ])("gives the copy %s", (_what, supplied, approved, expected) => {
    const { one, twin, share } = twice("STATUTS", supplied);
    if (approved) one.decide("STATUTS");
    share();
    const copy = one.folder.responses.find(({ documentId }) => documentId === twin);
    expect(copy).toMatchObject({ ...expected, chosen: true });
  });
  it("is restricted to the establishment where the response is refused, or no other live document asks for it", () => {
    const rejected = twice("STATUTS", { outcome: "review" });
    rejected.one.decide("STATUTS", { approved: false });
    const alone = twice("STATUTS", { outcome: "valid" });
    alone.one.do((draft) => withdrawRequirement(draft, alone.twin));
    for (const { share, source, twin, scopeOf, of } of [rejected, alone]) {
      expect(share()).toTell(["DOCUMENT_ANSWER_SCOPE_UPDATED"]);
      expect([scopeOf(source), of(twin).statusCode]).toEqual(["ESTABLISHMENT", "MISSING"]);
    }
  });
  it("does not touch a twin that has a response, and nothing changes without a response", () => {
    const { one, twin, share, source, scopeOf, of } = twice("STATUTS", { outcome: "valid" });
    share();
    share();
    const { evidences } = of(twin);
    share();
    expect({ scope: scopeOf(source), evidences: of(twin).evidences }).toEqual({ scope: "SHARED", evidences });
    share();
    expect(one.do((draft) => shareWithTwins(draft, source))).toTell([]);
    one.do((draft) => withdrawResponses(draft, source));
    expect(share()).toTell([]);
    one.do((draft) => (warnOfDeletion(draft, source), purge(draft, source)));
    expect(share()).toTell([]);
  });
});
