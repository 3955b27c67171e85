import type { ResourceType } from "../../../contract/events.ts";
import { mentionPattern } from "../../../contract/shared.ts";
import type { Draft, Subject } from "../draft.ts";
import type { CommentRow } from "../rows.ts";

const typeOf = ({ dossierId, documentId }: Subject): ResourceType =>
  documentId !== undefined ? "DOCUMENT" : dossierId !== undefined ? "DOSSIER" : "THIRD_PARTY";

/** `@name`; a mail address and the full stop after a name are no part of it. */
const mention = new RegExp(`(?<![\\p{L}\\d._-])@(${mentionPattern})`, "gu");

export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(mention)].map(([, name]) => name as string)),
];

const beginsSentence = (before: string): boolean => /(?:^|[.!?] )$/.test(before);
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** What comes in the place of a mention begins with a capital where it begins a sentence. */
export const replaceMention = (text: string, before: string, after: string): string =>
  text.replace(mention, (whole, name: string, at: number) => {
    if (name !== before) return whole;
    return beginsSentence(text.slice(0, at)) ? capitalised(after) : after;
  });

const subjectOf = ({ resourceType, resourceId }: CommentRow): Subject =>
  ({ DOCUMENT: { documentId: resourceId }, DOSSIER: { dossierId: resourceId }, THIRD_PARTY: {} })[resourceType];

/** A removed and an added mention together are one update. */
function emitMentions(draft: Draft, comment: CommentRow, before: readonly string[], after: readonly string[]): void {
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  const replaced = Math.min(added.length, removed.length);
  const subject = subjectOf(comment);
  const { commentId, resourceType } = comment;
  for (let i = 0; i < replaced; i++)
    draft.emit(`${resourceType}_COMMENT_MENTION_UPDATED`, subject, { commentId, from: removed[i], to: added[i] });
  for (const mention of added.slice(replaced))
    draft.emit(`${resourceType}_COMMENT_MENTION_ADDED`, subject, { commentId, mention });
  for (const mention of removed.slice(replaced))
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
  emitMentions(draft, comment, [], comment.mentions);
  return comment;
}

export function editComment(draft: Draft, comment: CommentRow, text: string): void {
  if (comment.text === text) return;
  const edited = draft.put("comments", { ...comment, text, mentions: mentionsIn(text), updatedAt: draft.stamp });
  draft.emit(`${comment.resourceType}_COMMENT_UPDATED`, subjectOf(comment), { commentId: comment.commentId, text });
  emitMentions(draft, comment, comment.mentions, edited.mentions);
}

export function deleteComment(draft: Draft, comment: CommentRow): void {
  draft.put("comments", { ...comment, deletedAt: draft.stamp });
  draft.emit(`${comment.resourceType}_COMMENT_DELETED`, subjectOf(comment), { commentId: comment.commentId });
  emitMentions(draft, comment, comment.mentions, []);
}
