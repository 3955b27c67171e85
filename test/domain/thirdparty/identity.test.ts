import { describe, expect, it } from "vitest";
import type { Draft } from "../../../src/domain/draft.ts";
import { announceProcedure } from "../../../src/domain/providers/gazette.ts";
import { addComment } from "../../../src/domain/thirdparty/comments.ts";
import { inviteContact } from "../../../src/domain/thirdparty/contacts.ts";
import {
  archiveThirdparty,
  changeCode,
  editThirdparty,
  markUnmanaged,
  updateInformation,
} from "../../../src/domain/thirdparty/identity.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { parse } from "../../../src/domain/time.ts";
import { desk } from "../../support/worlds.ts";
import { draftOf, jobsOf } from "../stage.ts";

const payloads = (draft: Draft) => draft.events.map(({ payload }) => payload);

describe("edits of a third party", () => {
  it("a new code goes to the dossiers, and the same code leaves no event", async () => {
    const draft = draftOf(await desk("cleaner"));
    for (const code of ["X-1", "X-1", "X-2"]) changeCode(draft, code);
    expect(payloads(draft)).toEqual([
      { from: null, to: "X-1" },
      { from: "X-1", to: "X-2" },
    ]);
    expect(draft.all("dossiers").map(({ thirdpartyCode }) => thirdpartyCode)).toEqual(["X-2", "X-2"]);
    expect(draft.thirdparty.thirdpartyCode).toBe("X-2");
  });
  it("an owner and tags are kept, each by itself, and the same ones leave no event", async () => {
    const draft = draftOf(await desk("cleaner"));
    const edits = [{ owner: "Zoé" }, { tags: ["a", "b"] }, { tags: ["b", "a"] }];
    for (const edit of [...edits.flatMap((one) => [one, structuredClone(one)]), {}]) editThirdparty(draft, edit);
    expect(payloads(draft)).toEqual(edits);
    expect(draft.thirdparty.internal).toMatchObject({ owner: "Zoé", tags: ["b", "a"] });
    expect(draft.thirdparty).toMatchObject({ archived: false, archivedDate: null });
  });
  it("a third party is archived once, with its dossiers, and comes back with its invitations", async () => {
    const draft = draftOf(await desk("cleaner"));
    const { contactId } = inviteContact(draft, { email: "a@x.example" });
    for (const _ of [1, 2]) archiveThirdparty(draft);
    const { occurredAt } = draft.events[1] ?? {};
    expect(draft.thirdparty).toMatchObject({ archived: true, archivedDate: occurredAt, lastUpdateDate: occurredAt });
    const archived = draft.events.filter(({ eventName }) => /_ARCHIVED$/.test(eventName));
    const reason = { reason: "THIRD_PARTY_ARCHIVED" };
    expect(archived.map(({ payload }) => payload)).toEqual([{}, reason, reason]);
    draft.cancel(contactId, "INVITATION");
    editThirdparty(draft, { owner: "Zoé" });
    expect([draft.thirdparty.archivedDate, jobsOf(draft, contactId)]).toEqual([occurredAt, []]);
    editThirdparty(draft, { archived: false });
    expect(draft.thirdparty).toMatchObject({ archived: false, archivedDate: null });
    expect(jobsOf(draft, contactId)).toHaveLength(1);
  });
  it("a third party becomes unmanaged once", async () => {
    const draft = draftOf(await desk("german"));
    for (const _ of [1, 2]) markUnmanaged(draft, "REGISTRY");
    expect([draft.thirdparty.source, payloads(draft)]).toEqual([
      "UNMANAGED",
      [{ from: "INTL_REFERENCE", cause: "REGISTRY" }],
    ]);
  });
});

describe("updateInformation", () => {
  it("names what changed, and gives a new name to the dossiers and to the holder of the account", async () => {
    const draft = draftOf(await desk("cleaner"));
    const { name, workforce, internal } = draft.thirdparty;
    updateInformation(draft, { name, workforce }, "REGISTRY");
    expect(draft.events).toEqual([]);
    updateInformation(draft, { workforce: 7, name }, "REGISTRY");
    updateInformation(draft, { name: "Lumina" }, "LEGAL_UNIT");
    expect(payloads(draft)).toEqual([
      { changed: ["workforce"], cause: "REGISTRY" },
      { changed: ["name"], cause: "LEGAL_UNIT" },
    ]);
    expect(draft.thirdparty).toMatchObject({ workforce: 7, name: "Lumina" });
    expect(draft.thirdparty.internal).toEqual({ ...internal, bank: { ...internal.bank, holder: "Lumina" } });
    expect(draft.all("dossiers").map(({ thirdpartyName }) => thirdpartyName)).toEqual(["Lumina", "Lumina"]);
  });
  it("leaves the dossiers and the account alone without a new name", async () => {
    const draft = draftOf(await desk("withoutBank"));
    const dossiers = draft.all("dossiers");
    const put = (row: object) => updateInformation(draft, row, "REGISTRY");
    put({ workforce: 7, name: draft.thirdparty.name });
    expect([draft.all("dossiers"), draft.thirdparty.internal.bank]).toEqual([dossiers, null]);
    put({ name: "X" });
    expect(draft.thirdparty.internal.bank).toBeNull();
    const other = draftOf(await desk("cleaner"));
    const { bank } = other.thirdparty.internal;
    updateInformation(other, { workforce: 7 }, "REGISTRY");
    expect(other.thirdparty.internal.bank).toEqual(bank);
  });
});

it.each([
  ["an edit", (draft: Draft) => editThirdparty(draft, { owner: "Zoé" }), true],
  ["a new code", (draft: Draft) => changeCode(draft, "X"), true],
  ["new information", (draft: Draft) => updateInformation(draft, { workforce: 7 }, "REGISTRY"), true],
  ["the end of the management", (draft: Draft) => markUnmanaged(draft, "CLIENT"), true],
  ["a judgment", (draft: Draft) => announceProcedure(draft, "SAUVEGARDE"), true],
  ["the archive", archiveThirdparty, true],
  ["a comment", (draft: Draft) => addComment(draft, {}, "Vu"), false],
  ["a recalculation", recalculate, false],
])("lastUpdateDate is the moment of %s, if that changes the third party itself", async (_what, rule, moves) => {
  const one = await desk("cleaner");
  const draft = draftOf(one, parse("2026-01-15T10:00:00"));
  rule(draft);
  const expected = moves ? "2026-01-15T10:00:00.000" : one.thirdparty.lastUpdateDate;
  expect(draft.thirdparty.lastUpdateDate).toBe(expected);
});
