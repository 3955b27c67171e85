import { expect, it } from "vitest";
import { chores } from "../../../src/domain/people/tempers.ts";
import { addComment } from "../../../src/domain/thirdparty/comments.ts";
import { draftOf } from "../stage.ts";
import { freeDossier, occur, withFreeDossier } from "./occurrence.ts";

it("a comment is edited and deleted on its own resource: the last that is left there", async () => {
  const draft = draftOf(await withFreeDossier());
  const { dossierId } = freeDossier(draft);
  addComment(draft, { dossierId }, "first");
  addComment(draft, { dossierId }, "second");
  addComment(draft, {}, "of the third party");
  // The number of a dossier may be that of another resource.
  const other = addComment(draft, { dossierId: dossierId - 1 }, "of another dossier");
  const commentId = draft.nextId("commentId");
  draft.put("comments", { ...other, commentId, resourceType: "THIRD_PARTY", resourceId: dossierId });
  const text = () => draft.all("comments").map((row) => (row.deletedAt === null ? row.text : "deleted"));
  occur(draft, "DOSSIER_COMMENT_UPDATED", { text: "edited" });
  expect(text()).toEqual(["first", "edited", "of the third party", "of another dossier", "of another dossier"]);
  for (const _ of [1, 2, 3]) occur(draft, "DOSSIER_COMMENT_DELETED");
  expect(text().filter((one) => one === "deleted")).toHaveLength(3);
  expect(draft.all("comments").at(-1)?.text).toBe("À revoir");
  occur(draft, "DOSSIER_COMMENT_MENTION_UPDATED", { mention: "zoé" });
  expect(draft.all("comments").at(-1)).toMatchObject({ text: "À revoir avec @zoé", mentions: ["zoé"] });
});
it("a mention replaces the first, by somebody who is not mentioned", async () => {
  const draft = draftOf(await withFreeDossier());
  addComment(draft, {}, "@claire.martin et @paul.durand");
  addComment(draft, {}, "Vu");
  occur(draft, "THIRD_PARTY_COMMENT_MENTION_UPDATED");
  occur(draft, "THIRD_PARTY_COMMENT_MENTION_DELETED");
  expect(draft.all("comments").map(({ text }) => text)).toEqual(["L'équipe et @paul.durand", "Vu"]);
  const all = addComment(draft, {}, "@ines.berthier, @paul.durand et @camille.roussel");
  occur(draft, "THIRD_PARTY_COMMENT_MENTION_UPDATED");
  expect(draft.all("comments").find(({ commentId }) => commentId === all.commentId)?.text).toBe(
    "@camille.bernard, @paul.durand et @camille.roussel",
  );
});
it("a mention that is taken away leaves a sentence", async () => {
  const draft = draftOf(await withFreeDossier());
  const said = [
    ["À revoir avec @claire.martin.", "À revoir avec l'équipe."],
    ["Pièces demandées. @claire.martin pour avis.", "Pièces demandées. L'équipe pour avis."],
  ] as const;
  for (const [before, after] of said) {
    const { commentId } = addComment(draft, {}, before);
    occur(draft, "THIRD_PARTY_COMMENT_MENTION_DELETED");
    expect(draft.get("comments", commentId)?.text).toBe(after);
  }
  for (const { event, data } of chores.filter((chore) => chore.event.endsWith("_MENTION_ADDED")))
    for (const { text } of data) expect(text, event).toMatch(/ (?:avec|à|de|par) @\{mention\}/);
});
