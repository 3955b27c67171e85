import type { EventName, ResourceType } from "../../../contract/events.ts";
import type { Draft, Subject } from "../draft.ts";
import type { CommentRow } from "../rows.ts";
import { addComment, deleteComment, editComment, replaceMention } from "../thirdparty/comments.ts";
import { byClient, type Causes, other } from "./cause.ts";

const mentionsOf = ({ configuration }: Draft) => configuration.practice.colleagues.map(({ mention }) => mention);
const firstMention = (draft: Draft): string => mentionsOf(draft)[0] as string;
type Data = { text?: string | undefined; mention?: string | undefined };
const asking = "À revoir avec @{mention}";
const askOf = (mention: string, text = asking): string => text.replace("{mention}", () => mention);

/** The last comment on the resource, or a new one. */
function lastComment(draft: Draft, type: ResourceType, subject: Subject, withMention: boolean): CommentRow {
  const id = subject.documentId ?? subject.dossierId ?? draft.thirdparty.thirdpartyId;
  const isSuitable = ({ resourceType, resourceId, deletedAt, mentions }: CommentRow) =>
    resourceType === type && resourceId === id && deletedAt === null && (!withMention || mentions.length > 0);
  const found = draft.all("comments").findLast(isSuitable);
  return found ?? addComment(draft, subject, withMention ? askOf(firstMention(draft)) : "À revoir");
}

function replaceFirstMention(draft: Draft, comment: CommentRow, replacement: string): void {
  editComment(draft, comment, replaceMention(comment.text, comment.mentions[0] as string, replacement));
}

export const commentCauses = <T extends ResourceType>(type: T, needs: string) =>
  ({
    [`${type}_COMMENT_ADDED`]: byClient<Data>(needs, (draft, subject, { text = "Dossier vu ce jour" }) =>
      addComment(draft, subject, text),
    ),
    [`${type}_COMMENT_UPDATED`]: byClient<Data>(
      `${needs} whose last comment says something else`,
      (draft, subject, { text }) => {
        const comment = lastComment(draft, type, subject, false);
        editComment(draft, comment, text ?? other(comment.text, "Dossier revu ce jour", "Dossier revu à nouveau"));
      },
    ),
    [`${type}_COMMENT_DELETED`]: byClient(needs, (draft, subject) =>
      deleteComment(draft, lastComment(draft, type, subject, false)),
    ),
    [`${type}_COMMENT_MENTION_ADDED`]: byClient<Data>(
      needs,
      (draft, subject, { mention = firstMention(draft), text }) => addComment(draft, subject, askOf(mention, text)),
    ),
    [`${type}_COMMENT_MENTION_UPDATED`]: byClient<Data>(
      `${needs} whose last comment with a mention does not name that person yet`,
      (draft, subject, { mention }) => {
        const comment = lastComment(draft, type, subject, true);
        const unnamed = mentionsOf(draft).find((name) => !comment.mentions.includes(name)) ?? "camille.bernard";
        replaceFirstMention(draft, comment, `@${mention ?? unnamed}`);
      },
    ),
    [`${type}_COMMENT_MENTION_DELETED`]: byClient(needs, (draft, subject) =>
      replaceFirstMention(draft, lastComment(draft, type, subject, true), "l'équipe"),
    ),
  }) as unknown as Causes<Extract<EventName, `${T}_COMMENT_${string}`>>;
