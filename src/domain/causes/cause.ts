import type { EventName } from "../../../contract/events.ts";
import type { DataOf } from "../../../contract/occurrences.ts";
import type { Draft, Subject, Surroundings } from "../draft.ts";
import type { Refusal } from "../refusal.ts";
import type { Actor, DocumentRow } from "../rows.ts";

/** How an event comes about on one resource: what it needs, in words, and the rule that brings it; what may be said with it is in the contract. */
export interface Cause<D = object> {
  needs: string;
  /** Who does it. */
  by: Actor["type"];
  /** What is wrong with the data on whatever resource: asked once, before anything is tried. */
  check?: (data: D, surroundings: Surroundings) => unknown;
  /** A refusal is about this one resource; whatever else comes back says nothing. */
  bring: (draft: Draft, subject: Subject, data: D) => unknown;
  /** What follows, when it is more than the statuses: the rules are asked after what they look at has changed. */
  after?: (draft: Draft) => void;
}
export type Causes<E extends EventName> = { [N in E]: Cause<DataOf<N>> };

/** A refusal by a rule of the service, told of where the value stands in an occurrence. */
export function relocated<R extends Refusal>(refusal: R, from: string, to: string): R {
  const { errors } = refusal.refused.body;
  if (!errors) return refusal;
  const moved = errors.map((error) => {
    const pointer = (error.pointer as string).replace(from, to);
    return { ...error, pointer, detail: error.detail.replace(error.pointer as string, pointer) };
  });
  return { refused: { ...refusal.refused, body: { ...refusal.refused.body, errors: moved } } } as R;
}

/** The first that is not there yet, so that an edit is one. */
export const other = (before: string | null | undefined, ...choices: [string, string]): string =>
  before === choices[0] ? choices[1] : choices[0];

export const dossierIn = (draft: Draft, { dossierId }: Subject) => draft.the("dossiers", dossierId as number);
export const documentIn = (draft: Draft, { documentId }: Subject): DocumentRow =>
  draft.the("documents", documentId as number);

/** Does the work when the document is of an open dossier. */
export function live<T>(draft: Draft, subject: Subject, work: (row: DocumentRow) => T): T | undefined {
  const row = documentIn(draft, subject);
  return !row.internal.stopped && draft.the("dossiers", row.dossierId).monitored ? work(row) : undefined;
}

export type CommentCauses<T extends string> = Causes<Extract<EventName, `${T}_COMMENT_${string}`>>;
