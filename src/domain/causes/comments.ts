import type { ResourceType } from "../../../contract/events.ts";
import { addComment, deleteComment, editComment, replaceMention } from "../comments.ts";
import type { Draft, Subject } from "../draft.ts";
import type { CommentRow } from "../rows.ts";
import { type Cause, type CommentCauses, other } from "./cause.ts";

const people: [string, string] = ["claire.martin", "paul.durand"];

type Data = { text?: string | undefined; mention?: string | undefined };

/** The last comment on the resource, or a new one. */
function lastComment(draft: Draft, type: ResourceType, subject: Subject, withMention: boolean): CommentRow {
  const id = subject.documentId ?? subject.dossierId ?? draft.thirdparty.thirdpartyId;
  const found = draft
    .all("comments")
    .findLast(
      ({ resourceType, resourceId, deletedAt, mentions }) =>
        resourceType === type && resourceId === id && deletedAt === null && (!withMention || mentions.length > 0),
    );
  return found ?? addComment(draft, subject, withMention ? `À revoir avec @${people[0]}` : "À revoir");
}

/** The six events of comments, for one type of resource. */
export function commentCauses<T extends ResourceType>(type: T, needs: string): CommentCauses<T> {
  const cause = (run: Cause<Data>["run"], condition = ""): Cause<Data> => ({
    needs: `${needs}${condition}`,
    by: "CLIENT",
    run,
  });
  return {
    [`${type}_COMMENT_ADDED`]: cause((draft, subject, { text = "Dossier vu ce jour" }) =>
      addComment(draft, subject, text),
    ),
    [`${type}_COMMENT_UPDATED`]: cause((draft, subject, { text }) => {
      const comment = lastComment(draft, type, subject, false);
      editComment(draft, comment, text ?? other(comment.text, "Dossier revu ce jour", "Dossier revu à nouveau"));
    }, " whose last comment says something else"),
    [`${type}_COMMENT_DELETED`]: cause((draft, subject) =>
      deleteComment(draft, lastComment(draft, type, subject, false)),
    ),
    [`${type}_COMMENT_MENTION_ADDED`]: cause((draft, subject, { mention = people[0] }) =>
      addComment(draft, subject, `Merci de vérifier @${mention}`),
    ),
    [`${type}_COMMENT_MENTION_UPDATED`]: cause((draft, subject, { mention }) => {
      const comment = lastComment(draft, type, subject, true);
      const before = comment.mentions[0] as string;
      const unnamed = people.find((name) => !comment.mentions.includes(name)) ?? "camille.bernard";
      editComment(draft, comment, replaceMention(comment.text, before, `@${mention ?? unnamed}`));
    }, " whose last comment with a mention does not name that person yet"),
    [`${type}_COMMENT_MENTION_DELETED`]: cause((draft, subject) => {
      const comment = lastComment(draft, type, subject, true);
      editComment(draft, comment, replaceMention(comment.text, comment.mentions[0] as string, "l'équipe"));
    }),
  } as unknown as CommentCauses<T>;
}
