import { describe, expect, it } from "vitest";
import { largestId } from "../../contract/shared.ts";
import { editDossier } from "../../src/domain/dossier/dossiers.ts";
import { Draft, emptyFolder } from "../../src/domain/draft.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import type { ContactRow, DocumentRow } from "../../src/domain/rows.ts";
import { updateInformation } from "../../src/domain/thirdparty/identity.ts";
import { format, parse } from "../../src/domain/time.ts";
import { client, desk } from "../support/worlds.ts";
import { draftOf } from "./stage.ts";

const contact = (contactId: number, email = "a@x.example") => ({ contactId, email }) as ContactRow;

describe("a draft", () => {
  it("shows its own writes, and neither the folder nor an earlier list changes", async () => {
    const { folder, world } = await desk("cleaner");
    const draft = new Draft({ ...folder, contacts: [contact(1)] }, world.context(), client);
    const before = draft.all("contacts");
    expect(draft.put("contacts", contact(2))).toEqual(contact(2));
    const between = draft.all("contacts");
    draft.put("contacts", contact(1, "b@x.example"));
    draft.remove("contacts", 2);
    const edited = contact(1, "b@x.example");
    expect([before, between, draft.all("contacts")]).toEqual([[contact(1)], [contact(1), contact(2)], [edited]]);
    expect([draft.get("contacts", 2), draft.existing("contacts", 1)]).toEqual([undefined, edited]);
    expect(() => draft.existing("contacts", 2)).toThrow("no contacts 2 in this folder");
    expect(folder.contacts).toEqual([]);
  });
  it.each<[string, (draft: Draft) => unknown, told: string[]]>([
    [
      "a name that its dossiers show",
      (draft) => updateInformation(draft, { name: "Autre" }, "REGISTER"),
      ["THIRD_PARTY_INFORMATION_UPDATED", "DOSSIER_UPDATED thirdpartyName", "DOSSIER_UPDATED thirdpartyName"],
    ],
    [
      "a document that comes back with its dossier",
      (draft) => {
        const [{ documentId, ...row }] = draft.all("documents") as [DocumentRow];
        draft.put("documents", { ...row, documentId, stoppingDate: draft.stamp });
      },
      ["DOCUMENT_MODIFICATION stoppingDate"],
    ],
    [
      "a field of the third party",
      (draft) => draft.put("thirdparties", { ...draft.thirdparty, acronym: "A" }),
      ["THIRD_PARTY_UPDATED acronym"],
    ],
    [
      "an indicator, and another of the same third party",
      (draft) => draft.all("indicators").map((row) => draft.put("indicators", { ...row, score: 1 })),
      ["THIRD_PARTY_UPDATED score"],
    ],
    [
      "what only the service sees, and a row that is the same",
      (draft) => {
        for (const row of draft.all("documents")) draft.putInternal("documents", row, { dueDate: "2026-03-01" });
        for (const row of draft.all("dossiers")) draft.put("dossiers", structuredClone(row));
        draft.putInternal("thirdparties", draft.thirdparty, { owner: "Zoé" });
      },
      [],
    ],
    [
      "a row of which another event of its resource tells",
      (draft) => editDossier(draft, draft.all("dossiers")[0]?.dossierId as number, { description: "Vu" }),
      ["DOSSIER_UPDATED"],
    ],
  ])("tells once of %s", async (_, rule, told) => {
    const draft = draftOf(await desk("cleaner"));
    rule(draft);
    const said = draft
      .change()
      .events.map(({ eventName, payload: { changed = [] } }) =>
        [eventName, ...(eventName.endsWith("INFORMATION_UPDATED") ? [] : (changed as string[]))].join(" "),
      );
    expect(said).toEqual(told);
    expect(draft.change().events).toHaveLength(said.length);
  });

  it("becomes a change with the last state of each row, its events and the numbers that it has drawn", async () => {
    const draft = draftOf(await desk("cleaner"));
    const [first, second] = [draft.nextId("contactId"), draft.nextId("contactId")];
    draft.put("contacts", contact(first));
    draft.put("contacts", contact(first, "b@x.example"));
    draft.remove("contacts", second);
    draft.remove("jobs", 7);
    draft.remove("reports", 8);
    draft.put("reports", { reportId: 8 } as never);
    draft.put("announcements", { announcementId: 3 } as never);
    draft.remove("announcements", 3);
    draft.emit("THIRD_PARTY_UPDATED");
    expect([first, second]).toEqual([32_000_000, 32_000_001]);
    const { events, ...change } = draft.change();
    expect(change).toEqual({
      put: [
        { collection: "contacts", row: contact(first, "b@x.example") },
        { collection: "reports", row: { reportId: 8 } },
        { collection: "sequences", row: { name: "contactId", next: 32_000_002 } },
        { collection: "sequences", row: { name: "eventId", next: (events[0]?.eventId ?? 0) + 1 } },
      ],
      remove: [
        { collection: "contacts", key: second },
        { collection: "jobs", key: 7 },
        { collection: "announcements", key: 3 },
      ],
    });
  });
  it("gives each event its resource, and a millisecond of its own but for the two of a status", async () => {
    const one = await desk("cleaner");
    const draft = draftOf(one, parse("2026-03-01T10:00:00"));
    const { documentId, dossierId } = one.document("IBAN");
    draft.emit("THIRD_PARTY_UPDATED", { documentId }, { owner: "Zoé" });
    draft.emitPair("DOSSIER_STATUS_UPDATED", "DOSSIER_STATUS_UPDATED_VALID", { dossierId }, { to: "VALID" });
    draft.emit("DOCUMENT_MODIFICATION", { documentId });
    const { thirdpartyId } = one;
    const at = (milliseconds: number) => `2026-03-01T10:00:00.00${milliseconds}`;
    const { eventId } = one.world.context().sequences;
    const none = { dossierId: null, documentId: null };
    const ofDossier = { resourceType: "DOSSIER", resourceId: dossierId, ...none, dossierId, occurredAt: at(1) };
    const ofDocument = { resourceType: "DOCUMENT", resourceId: documentId, dossierId, documentId, occurredAt: at(2) };
    const ofCompany = { resourceType: "THIRD_PARTY", resourceId: thirdpartyId, ...none, occurredAt: at(0) };
    const rows = [
      { eventName: "THIRD_PARTY_UPDATED", ...ofCompany, payload: { owner: "Zoé" } },
      { eventName: "DOSSIER_STATUS_UPDATED", ...ofDossier, payload: { to: "VALID" } },
      { eventName: "DOSSIER_STATUS_UPDATED_VALID", ...ofDossier, payload: { to: "VALID" } },
      { eventName: "DOCUMENT_MODIFICATION", ...ofDocument, payload: {} },
    ];
    const common = { thirdpartyId, actor: client };
    expect(draft.events).toEqual(rows.map((row, nth) => ({ ...row, ...common, eventId: eventId + nth })));
    expect([format(draft.now), draft.stamp]).toEqual([at(3), at(3)]);
    expect(() => draft.emit("DOSSIER_UPDATED")).toThrow("DOSSIER_UPDATED needs its dossier");
    expect(() => draft.emit("DOCUMENT_MODIFICATION", { dossierId })).toThrow(
      "DOCUMENT_MODIFICATION needs its document",
    );
  });
  it("plans jobs up to the end of time, and cancels those of one subject and of the given kinds", async () => {
    const { folder, world, thirdpartyId } = await desk("cleaner");
    const draft = new Draft({ ...folder, jobs: [] }, world.context(), client);
    const end = parse("9999-12-31T23:59:59.999");
    for (const due of [end, end + 1]) draft.schedule("RENEW", due, 1);
    draft.schedule("CLOSE", world.now, 1);
    draft.schedule("RENEW", world.now, 2);
    const [{ jobId } = { jobId: 0 }] = draft.all("jobs");
    const renewal = { jobId, dueAt: format(end), kind: "RENEW", thirdpartyId, subjectId: 1 };
    expect(draft.all("jobs")[0]).toEqual(renewal);
    const left = () => draft.all("jobs").map(({ kind, subjectId }) => `${kind} ${subjectId}`);
    expect(left()).toEqual(["RENEW 1", "CLOSE 1", "RENEW 2"]);
    draft.cancel(1, "RENEW", "PURGE");
    expect(left()).toEqual(["CLOSE 1", "RENEW 2"]);
    const stored = new Draft({ ...folder, jobs: [...draft.all("jobs")] }, world.context(), client);
    stored.cancel(2, "RENEW");
    expect(stored.all("jobs").map(({ kind }) => kind)).toEqual(["CLOSE"]);
  });
  it("finds the rows of a group in their order, also in another draft of the folder", async () => {
    const { folder, world } = await desk("cleaner");
    const contacts = [contact(1), contact(2, "b@x.example"), contact(3)];
    const byEmail = ({ email }: ContactRow) => email;
    const [one, other] = [1, 2].map(() => new Draft({ ...folder, contacts }, world.context(), client)) as [
      Draft,
      Draft,
    ];
    one.put("contacts", contact(5));
    const found = (draft: Draft) => draft.of("contacts", byEmail, "a@x.example").map(({ contactId }) => contactId);
    expect([found(one), found(other)]).toEqual([
      [1, 3, 5],
      [1, 3],
    ]);
    for (const id of [4, 1]) one.put("contacts", contact(id));
    one.remove("contacts", 3);
    one.remove("contacts", 5);
    expect([found(one), found(other), one.of("contacts", byEmail, "?")]).toEqual([[1, 4], [1, 3], []]);
  });
  it("refuses a number above the largest id, and a rule on no third party", async () => {
    const { world, folder } = await desk("cleaner");
    const context = world.context();
    const at = (contactId: number) =>
      new Draft(folder, { ...context, sequences: { ...context.sequences, contactId } }, client).nextId("contactId");
    expect(at(largestId)).toBe(largestId);
    expect(() => at(largestId + 1)).toThrow("no contactId is left: start another account");
    expect(() => new Draft(emptyFolder, context, client).thirdparty).toThrow("this rule needs a third party");
    expect([isRefusal(null), isRefusal({}), isRefusal({ refused: {} })]).toEqual([false, false, true]);
  });
});
