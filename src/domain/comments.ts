import type { ResourceType } from "../../contract/events.ts";
import { mentionPattern } from "../../contract/shared.ts";
import type { Draft, Subject } from "./draft.ts";
import type { CommentRow } from "./rows.ts";

const typeOf = ({ dossierId, documentId }: Subject): ResourceType =>
  documentId !== undefined ? "DOCUMENT" : dossierId !== undefined ? "DOSSIER" : "THIRD_PARTY";

/** `@name`, but neither an address of mail nor the full stop behind it. */
const mention = new RegExp(`(?<![\\p{L}\\d._-])@(${mentionPattern})`, "gu");

export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(mention)].map(([, name]) => name as string)),
];

/** The same text with another word in the place of a mention, wherever it stands. */
export const replaceMention = (text: string, before: string, after: string): string =>
  text.replace(mention, (whole, name: string) => (name === before ? after : whole));

const subjectOf = (comment: CommentRow): Subject =>
  comment.resourceType === "DOCUMENT"
    ? { documentId: comment.resourceId }
    : comment.resourceType === "DOSSIER"
      ? { dossierId: comment.resourceId }
      : {};

/** A mention is gained, lost, or one person takes another's place. */
function tellMentions(draft: Draft, comment: CommentRow, before: readonly string[], after: readonly string[]): void {
  const gained = after.filter((name) => !before.includes(name));
  const lost = before.filter((name) => !after.includes(name));
  const replaced = Math.min(gained.length, lost.length);
  const subject = subjectOf(comment);
  const { commentId, resourceType } = comment;
  for (let i = 0; i < replaced; i++)
    draft.emit(`${resourceType}_COMMENT_MENTION_UPDATED`, subject, { commentId, from: lost[i], to: gained[i] });
  for (const mention of gained.slice(replaced))
    draft.emit(`${resourceType}_COMMENT_MENTION_ADDED`, subject, { commentId, mention });
  for (const mention of lost.slice(replaced))
    draft.emit(`${resourceType}_COMMENT_MENTION_DELETED`, subject, { commentId, mention });
}

export function addComment(draft: Draft, subject: Subject, text: string): CommentRow {
  const resourceType = typeOf(subject);
  const comment = draft.put("comments", {
    commentId: draft.nextId("commentId"),
    resourceType,
    resourceId: subject.documentId ?? subject.dossierId ?? draft.thirdparty.thirdpartyId,
    thirdpartyId: draft.thirdparty.thirdpartyId,
    author: draft.actor.name,
    text,
    mentions: mentionsIn(text),
    createdAt: draft.stamp,
    updatedAt: null,
    deletedAt: null,
  });
  draft.emit(`${resourceType}_COMMENT_ADDED`, subject, { commentId: comment.commentId, text });
  tellMentions(draft, comment, [], comment.mentions);
  return comment;
}

export function editComment(draft: Draft, comment: CommentRow, text: string): void {
  if (comment.text === text) return;
  const edited = draft.put("comments", { ...comment, text, mentions: mentionsIn(text), updatedAt: draft.stamp });
  draft.emit(`${comment.resourceType}_COMMENT_UPDATED`, subjectOf(comment), { commentId: comment.commentId, text });
  tellMentions(draft, comment, comment.mentions, edited.mentions);
}

export function deleteComment(draft: Draft, comment: CommentRow): void {
  draft.put("comments", { ...comment, deletedAt: draft.stamp });
  draft.emit(`${comment.resourceType}_COMMENT_DELETED`, subjectOf(comment), { commentId: comment.commentId });
  tellMentions(draft, comment, comment.mentions, []);
}
