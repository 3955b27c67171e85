import type { EventName } from "../../contract/events.ts";
import { Draft } from "../../src/domain/draft.ts";
import type { EventRow, ThirdpartyRow } from "../../src/domain/rows.ts";
import type { Moment } from "../../src/domain/time.ts";
import { respond } from "../../src/world/operations.ts";
import { advance, client, type Desk, desk, granted, type Kind } from "../support/worlds.ts";

type Internal = ThirdpartyRow["internal"];

/** A third party that has responded to one of its documents. */
export async function responded(code: string, supplied: Parameters<typeof respond>[2] = {}, kind: Kind = "cleaner") {
  const one = await desk(kind);
  granted(await respond(one.world, one.document(code).documentId, supplied));
  return one.reread();
}

export async function later(one: Desk, duration: string): Promise<Desk> {
  await advance(one.world, duration);
  return one.reread();
}

/** A draft on the folder of a third party, which is thrown away. */
export const draftOf = ({ folder, world }: Desk, at: Moment = world.now): Draft =>
  new Draft(folder, { ...world.context(), now: at }, client);

/** Changes the third party of a draft directly, with the bases of its scores. */
export const shape = (draft: Draft, row: Partial<ThirdpartyRow>, bases: Partial<Internal["bases"]> = {}): void => {
  const { thirdparty } = draft;
  draft.putInternal("thirdparties", { ...thirdparty, ...row }, { bases: { ...thirdparty.internal.bases, ...bases } });
};

/** The planned jobs of a subject, each with its moment. */
export const jobsOf = (draft: Draft, subjectId: number): string[] =>
  draft.all("jobs").flatMap((job) => (job.subjectId === subjectId ? `${job.kind} ${job.dueAt}` : []));

/** What events say: each name with its payload. */
export const told = (events: readonly EventRow[]): [EventName, object][] =>
  events.map(({ eventName, payload }) => [eventName, payload]);
