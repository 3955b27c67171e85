import type { z } from "zod";
import type { SyncReport, syncQuery } from "../../contract/control-sync.ts";
import { EventName } from "../../contract/events.ts";
import { notFound } from "../domain/refusal.ts";
import { format } from "../domain/time.ts";
import type { Served } from "../sandbox/requests/request-log.ts";
import { summaryOf } from "../sandbox/requests/views.ts";
import { inSlices } from "../store/time-slice.ts";
import { audit } from "../sync/audit.ts";
import { counted } from "../sync/mistakes.ts";
import { Journal } from "../sync/poll.ts";
import { type Search, searchOf } from "../sync/search.ts";
import type { World } from "../world/world.ts";
import { completeness } from "./completeness.ts";
import type { Account } from "./contexts.ts";
import { namesOf, unknownName } from "./journal.ts";

type Query = z.output<typeof syncQuery>;

const always =
  "An answer that was sent whole counts as read: what the client did with it, and with what came twice, is unknown.";

/** What cannot be known because of the searches that are kept, or are not. */
function* unknownOf(seen: readonly Served[], searches: readonly Search[], isComplete: boolean): Generator<string> {
  if (!isComplete)
    yield "The oldest searches are no longer kept: judge a later time by `from`, or clear the log and poll again.";
  const refused = seen.filter(({ caller }) => caller === null).length;
  if (refused > 0)
    yield `${counted(refused, "search was", "searches were")} refused before the caller was known: left aside.`;
  yield searches.length === 0
    ? "No search by events was seen: a client that does not poll, or polls another account, cannot be judged."
    : always;
}

/** All at once, so that every name is of the same moment. */
async function journalOf({ store }: World): Promise<Journal> {
  const names = EventName.options;
  const lists = await Promise.all(names.map((name) => store.range("events", "name", name)));
  return new Journal(new Map(names.map((name, nth) => [name, lists[nth] ?? []])));
}

export async function auditSync({ sandbox, world }: Account, query: Query) {
  const refusal = unknownName(query);
  if (refusal) return refusal.refused;
  const { accountId } = world;
  const until = await completeness(sandbox.searches);
  const kept = await sandbox.searches.ofWorld(accountId, world.store.worldId);
  const all = kept.requests.flatMap((served, nth) => searchOf(summaryOf(served), nth) ?? []);
  const searches = all.filter(({ caller }) => query.caller === undefined || caller === query.caller);
  if (query.caller !== undefined && searches.length === 0) return unknownCaller(query.caller, all);
  const from = query.from && (query.from.includes(".") ? query.from : `${query.from}.000`);
  const names = namesOf(query) as EventName[] | undefined;
  const judged = await inSlices(audit(searches, await journalOf(world), { from, names }));
  // A search that was dropped came before those that are kept, and could show no later event.
  const isComplete = kept.isComplete || (from !== undefined && all[0] !== undefined && from >= all[0].clock);
  const unknowns = [...unknownOf(kept.requests, searches, isComplete), ...judged.unknowns];
  const body: SyncReport = { accountId, clock: format(world.now), isComplete, ...judged, unknowns };
  return { status: 200 as const, body, ...until };
}

function unknownCaller(caller: string, searches: readonly Search[]) {
  const known = [...new Set(searches.map((search) => search.caller))].join(", ");
  const detail = `No search by events with a token of the subject ${caller} was seen`;
  return notFound("NOT_FOUND", `${detail}; there are searches of ${known || "no caller at all"}.`).refused;
}
