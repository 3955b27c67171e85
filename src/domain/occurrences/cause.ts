import type { EventName } from "../../../contract/events.ts";
import type { Draft, Subject } from "../draft.ts";
import type { Actor, DocumentRow } from "../rows.ts";

export type Data = Readonly<Record<string, unknown>>;

/** How an event comes about on one resource: what it needs, in words, and the rule that brings it. */
export interface Cause {
  needs: string;
  /** Who does it. */
  by: Actor["type"];
  bring: (draft: Draft, subject: Subject, data: Data) => void;
  /** What follows, when it is more than the statuses: the rules are asked after what they look at has changed. */
  after?: (draft: Draft) => void;
}

/** A text that the caller chose, or ours. */
export const text = (data: Data, name: string, fallback: string): string => (typeof data[name] === "string" ? (data[name] as string) : fallback);

/** The first that is not there yet, so that an edit is one. */
export const other = (before: string | null | undefined, ...choices: [string, string]): string => (before === choices[0] ? choices[1] : choices[0]);

export const dossierIn = (draft: Draft, { dossierId }: Subject) => draft.the("dossiers", dossierId as number);
export const documentIn = (draft: Draft, { documentId }: Subject): DocumentRow => draft.the("documents", documentId as number);

/** Does the work when the document is of an open dossier. */
export function live(draft: Draft, subject: Subject, work: (row: DocumentRow) => void): void {
  const row = documentIn(draft, subject);
  if (!row.internal.stopped && draft.the("dossiers", row.dossierId).monitored) work(row);
}

type CommentEvent<T extends string> = Extract<EventName, `${T}_COMMENT_${string}`>;
export type CommentCauses<T extends string> = Record<CommentEvent<T>, Cause>;
