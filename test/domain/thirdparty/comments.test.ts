import { describe, expect, it } from "vitest";
import type { Subject } from "../../../src/domain/draft.ts";
import {
  addComment,
  deleteComment,
  editComment,
  mentionsIn,
  replaceMention,
} from "../../../src/domain/thirdparty/comments.ts";
import { desk } from "../../support/worlds.ts";
import { draftOf } from "../stage.ts";

describe("mentions in a comment", () => {
  it.each([
    ["Vu avec @claire.martin.", ["claire.martin"]],
    ["@paul, @paul et @zoé-lou", ["paul", "zoé-lou"]],
    ["Écrire à nadia@lumina.example", []],
    ["(@claire)", ["claire"]],
    ["@", []],
  ])("the comment %j mentions %j", (text, names) => expect(mentionsIn(text)).toEqual(names));
  it("replaceMention replaces every mention of a person, and no longer name that starts alike", () => {
    expect(replaceMention("@paul et @paul.durand, @paul.", "paul", "@zoé")).toBe("@zoé et @paul.durand, @zoé.");
  });
});

describe.each(["THIRD_PARTY", "DOSSIER", "DOCUMENT"] as const)("comments on a %s", (type) => {
  it("leave events for their text and for added, replaced and removed mentions", async () => {
    const one = await desk("cleaner");
    const { documentId, dossierId } = one.document("IBAN");
    const subjects: Record<typeof type, [Subject, number]> = {
      THIRD_PARTY: [{}, one.thirdpartyId],
      DOSSIER: [{ dossierId }, dossierId],
      DOCUMENT: [{ documentId }, documentId],
    };
    const [subject, resourceId] = subjects[type];
    const draft = draftOf(one);
    const comment = addComment(draft, subject, "Vu @a @b");
    const { commentId } = comment;
    const of = { commentId, resourceType: type, resourceId, thirdpartyId: one.thirdpartyId, author: "tester" };
    const createdAt = draft.events[0]?.occurredAt;
    const stored = { ...of, text: "Vu @a @b", mentions: ["a", "b"], createdAt, updatedAt: null, deletedAt: null };
    expect(comment).toEqual(stored);
    const now = () => draft.existing("comments", commentId);
    editComment(draft, now(), "Vu @c");
    expect(now()).toEqual({ ...stored, text: "Vu @c", mentions: ["c"], updatedAt: draft.events[3]?.occurredAt });
    editComment(draft, now(), "Vu @c");
    editComment(draft, now(), "Vu @c @d");
    deleteComment(draft, now());
    expect(now()).toMatchObject({ text: "Vu @c @d", deletedAt: draft.events[8]?.occurredAt });
    const told = draft.events.map(({ eventName, payload, resourceId: id }) => {
      const { commentId: about, ...rest } = payload;
      expect([about, id]).toEqual([commentId, resourceId]);
      return { [eventName.slice(type.length + 9)]: rest };
    });
    expect(told).toEqual([
      { ADDED: { text: "Vu @a @b" } },
      { MENTION_ADDED: { mention: "a" } },
      { MENTION_ADDED: { mention: "b" } },
      { UPDATED: { text: "Vu @c" } },
      { MENTION_UPDATED: { from: "a", to: "c" } },
      { MENTION_DELETED: { mention: "b" } },
      { UPDATED: { text: "Vu @c @d" } },
      { MENTION_ADDED: { mention: "d" } },
      { DELETED: {} },
      { MENTION_DELETED: { mention: "c" } },
      { MENTION_DELETED: { mention: "d" } },
    ]);
  });
});
