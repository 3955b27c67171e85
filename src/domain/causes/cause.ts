import type { EventName } from "../../../contract/events.ts";
import type { DataOf } from "../../../contract/occurrences.ts";
import type { Draft, RuleContext, Subject } from "../draft.ts";
import type { Refusal } from "../refusal.ts";
import type { Actor } from "../rows.ts";

/** How an event comes about on one resource; the contract says which data it takes. */
export interface Cause<D = object> {
  /** The suitable resources, for the message when there is none. */
  needs: string;
  by: Actor["type"];
  /** Returns a refusal when the data is wrong on every resource; runs once, before any resource is tried. */
  check?: (data: D, context: RuleContext) => unknown;
  /** Returns a refusal, which is about this resource alone, or steps of what is long; any other value is ignored. */
  run: (draft: Draft, subject: Subject, data: D) => unknown;
  /** Replaces `recalculate` when the rules must run too. */
  after?: (draft: Draft) => void;
}
export type Causes<E extends EventName> = { [N in E]: Cause<DataOf<N>> };
type Options<D> = Pick<Cause<D>, "check" | "after">;
const causeBy =
  (by: Actor["type"]) =>
  <D>(needs: string, run: Cause<D>["run"], options: Options<D> = {}): Cause<D> => ({ needs, by, run, ...options });
export const byClient = causeBy("CLIENT");
export const byThirdparty = causeBy("THIRD_PARTY");
export const byPlatform = causeBy("PLATFORM");
export const byProvider = causeBy("PROVIDER");

export const isLong = (outcome: unknown): outcome is Iterable<void> =>
  typeof outcome === "object" && outcome !== null && Symbol.iterator in outcome;

/** Does all that is left of what a cause returned, at once. */
export function whole<T>(outcome: T): T {
  if (isLong(outcome)) for (const _ of outcome);
  return outcome;
}

/** Moves the pointers of a refusal to the place of the value in the body of a trigger. */
export function relocated<R extends Refusal>(refusal: R, from: string, to: string): R {
  const { errors } = refusal.refused.body;
  if (!errors) return refusal;
  const moved = errors.map((error) => {
    const pointer = (error.pointer as string).replace(from, to);
    return { ...error, pointer, detail: error.detail.replace(error.pointer as string, pointer) };
  });
  return { refused: { ...refusal.refused, body: { ...refusal.refused.body, errors: moved } } } as R;
}

/** The first choice, or the second when the value is the first already. */
export const other = (before: string | null | undefined, ...choices: [string, string]): string =>
  before === choices[0] ? choices[1] : choices[0];
