import { describe, expect, it } from "vitest";
import {
  addComment,
  deleteComment,
  editComment,
  mentionsIn,
  replaceMention,
} from "../../../src/domain/thirdparty/comments.ts";
import { type Desk, desk } from "../../support/worlds.ts";

describe("mentions in a comment", () => {
  it.each([
    ["Vu avec @claire.martin.", ["claire.martin"]],
    ["@paul, @paul et @zoé-lou", ["paul", "zoé-lou"]],
    ["Écrire à nadia@lumina.example", []],
    ["(@claire)", ["claire"]],
    ["@", []],
  ])("the comment %j mentions %j", (text, names) => {
    expect(mentionsIn(text)).toEqual(names);
  });
  it("replaceMention replaces every mention of a person, and no longer name that starts alike", () => {
    expect(replaceMention("@paul et @paul.durand, @paul.", "paul", "@zoé")).toBe("@zoé et @paul.durand, @zoé.");
  });
});

describe("comments", () => {
  const last = (one: Desk) => one.folder.comments.at(-1) as Desk["folder"]["comments"][number];
  it("an edited comment leaves events for added, replaced and removed mentions", async () => {
    const one = await desk("cleaner");
    expect(await one.do((draft) => addComment(draft, {}, "Vu @a @b"))).toEqual([
      "THIRD_PARTY_COMMENT_ADDED",
      "THIRD_PARTY_COMMENT_MENTION_ADDED",
      "THIRD_PARTY_COMMENT_MENTION_ADDED",
    ]);
    expect(await one.do((draft) => editComment(draft, last(one), "Vu @a @c"))).toEqual([
      "THIRD_PARTY_COMMENT_UPDATED",
      "THIRD_PARTY_COMMENT_MENTION_UPDATED",
    ]);
    expect(await one.do((draft) => editComment(draft, last(one), "Vu @a"))).toEqual([
      "THIRD_PARTY_COMMENT_UPDATED",
      "THIRD_PARTY_COMMENT_MENTION_DELETED",
    ]);
    expect(await one.do((draft) => editComment(draft, last(one), "Vu @a"))).toEqual([]);
    expect(await one.do((draft) => deleteComment(draft, last(one)))).toEqual([
      "THIRD_PARTY_COMMENT_DELETED",
      "THIRD_PARTY_COMMENT_MENTION_DELETED",
    ]);
    expect(last(one).deletedAt).not.toBeNull();
  });
  it("a comment belongs to a third party, a dossier or a document", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("ONBOARDING");
    const { documentId } = one.document("IBAN");
    expect(await one.do((draft) => addComment(draft, { dossierId }, "Vu"))).toEqual(["DOSSIER_COMMENT_ADDED"]);
    expect(await one.do((draft) => addComment(draft, { documentId }, "Vu"))).toEqual(["DOCUMENT_COMMENT_ADDED"]);
    expect(one.folder.comments.map(({ resourceType, resourceId }) => [resourceType, resourceId])).toEqual([
      ["DOSSIER", dossierId],
      ["DOCUMENT", documentId],
    ]);
  });
});
