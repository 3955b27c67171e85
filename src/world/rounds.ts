import { behaviourOfSiren, testIdentifiers } from "../directory/test-identifiers.ts";
import type { Change } from "../domain/change.ts";
import { remindContacts } from "../domain/contacts.ts";
import { Draft, type Surroundings } from "../domain/draft.ts";
import { canProcedureEnd, drawAnnouncement } from "../domain/gazette.ts";
import { refreshHub } from "../domain/hub.ts";
import { visitRegister } from "../domain/register.ts";
import { archivedLongAgo, expiredLongAgo, warnOfDeletions } from "../domain/retention.ts";
import type { Actor, JobRow, ThirdpartyRow } from "../domain/rows.ts";
import { isScreened, listingChangeProbability, rescreen } from "../domain/screening.ts";
import type { Sequence } from "../domain/sequences.ts";
import { settle, settleAndFollowRules } from "../domain/settle.ts";
import { dayOf, format, hour, type Moment, minute, nextDaily, nextMonthly, nextWeekly } from "../domain/time.ts";
import type { Store } from "../store/store.ts";

interface Round {
  next: (after: Moment) => Moment;
  /** Whom it visits: looked up, not tried out one by one. */
  whom: (store: Store, surroundings: Surroundings) => Promise<number[]>;
  visit: (draft: Draft) => void;
}

const all = { limit: Number.POSITIVE_INFINITY };

const distinct = (rows: readonly { thirdpartyId: number }[]): number[] =>
  [...new Set(rows.map(({ thirdpartyId }) => thirdpartyId))].sort((a, b) => a - b);

/** A few of the portfolio, drawn by the day: the cost of a night is one draw for each third party. */
const some =
  (
    key: string,
    probability: (row: ThirdpartyRow, now: Moment) => number,
    fits: (row: ThirdpartyRow) => boolean,
  ): Round["whom"] =>
  async (store, { now, chance }) => {
    const rows = await store.scan("thirdparties", all);
    const today = dayOf(now);
    return rows
      .filter((row) => fits(row) && chance(key, today, row.thirdpartyId).bool(probability(row, now)))
      .map(({ thirdpartyId }) => thirdpartyId);
  };

const alive = (row: ThirdpartyRow) => !row.archived && row.status !== "STRUCK_OFF" && row.source !== "UNMANAGED";

/** Those whose case is staged keep it, unless somebody says otherwise. */
const staged = new Set(testIdentifiers.map(({ value }) => value));
const isStaged = ({ siren, tva, duns }: ThirdpartyRow) =>
  siren ? behaviourOfSiren(siren) !== undefined : staged.has(tva ?? "") || staged.has(duns ?? "");

const inGazette = (row: ThirdpartyRow) => alive(row) && row.addressCountryCode === "FR" && !isStaged(row);

/** What comes round for the whole account. */
const rounds: Partial<Record<JobRow["kind"], Round>> = {
  REMIND: {
    next: (after) => nextWeekly(after, 1, 8 * hour),
    async whom(store) {
      return distinct(await store.scan("contacts", { ...all, where: [["status", "=", "ACTIVE"]] }));
    },
    visit: remindContacts,
  },
  REGISTRY: {
    next: (after) => nextDaily(after, 2 * hour),
    whom: some("registry", () => 1 / 600, alive),
    visit(draft) {
      visitRegister(draft);
      settleAndFollowRules(draft);
    },
  },
  GAZETTE: {
    next: (after) => nextDaily(after, 6 * hour),
    whom: some("gazette", (row, now) => (canProcedureEnd(row, now) ? 1 / 120 : 1 / 900), inGazette),
    visit(draft) {
      drawAnnouncement(draft);
      settleAndFollowRules(draft);
    },
  },
  SANCTIONS: {
    next: (after) => nextDaily(after, 5 * hour),
    async whom(store, { now, chance }) {
      const screened = (await store.range("documents", "sanctions", "all")).filter(isScreened);
      const companies = await Promise.all(distinct(screened).map((id) => store.get("thirdparties", id)));
      const today = dayOf(now);
      const moved = (row: ThirdpartyRow) =>
        !isStaged(row) && chance("sanctions", today, row.thirdpartyId).bool(listingChangeProbability(row));
      return companies.flatMap((row) => (row && moved(row) ? row.thirdpartyId : []));
    },
    visit(draft) {
      rescreen(draft);
      settle(draft);
    },
  },
  HUB: {
    next: (after) => nextWeekly(after, 0, 3 * hour),
    whom: some(
      "hub",
      () => 0.12,
      (row) => !row.archived && Object.values(row.internal.monitoring).some(({ active }) => active),
    ),
    visit(draft) {
      refreshHub(draft);
      settle(draft);
    },
  },
  RETENTION: {
    next: (after) => nextMonthly(after, 4 * hour + 30 * minute),
    async whom(store, { now }) {
      const documents = (await store.scan("documents", all)).filter(expiredLongAgo(now));
      const dossiers = (await store.scan("dossiers", all)).filter(archivedLongAgo(now));
      return distinct([...documents, ...dossiers]);
    },
    visit: warnOfDeletions,
  },
};
export const roundKinds = Object.keys(rounds) as JobRow["kind"][];
export const nextRound = (kind: JobRow["kind"], after: Moment): Moment => (rounds[kind] as Round).next(after);

/** Lets a rule visit several third parties, in one change: it is never half done. */
export async function visitAll(
  store: Store,
  ids: readonly number[],
  surroundings: Surroundings,
  actor: Actor,
  visit: (draft: Draft) => void,
): Promise<{ change: Change; sequences: Record<Sequence, number> }> {
  const change: Change = { put: [], remove: [], events: [] };
  const sequences = { ...surroundings.sequences };
  let { now } = surroundings;
  const visited = new Map<number, ThirdpartyRow>();
  for (const thirdpartyId of ids) {
    const folder = await store.folder(thirdpartyId);
    const sisters = folder.sisters.map((row) => visited.get(row.thirdpartyId) ?? row);
    const draft = new Draft({ ...folder, sisters }, { ...surroundings, sequences: { ...sequences }, now }, actor);
    visit(draft);
    visited.set(thirdpartyId, draft.thirdparty);
    const part = draft.change();
    for (const { collection, row } of part.put)
      if (collection === "sequences") sequences[row.name as Sequence] = row.next;
    now = draft.now;
    change.put.push(...part.put.filter(({ collection }) => collection !== "sequences"));
    change.remove.push(...part.remove);
    change.events.push(...part.events);
  }
  for (const [name, next] of Object.entries(sequences))
    if (next !== surroundings.sequences[name as Sequence])
      change.put.push({ collection: "sequences", row: { name, next } });
  return { change, sequences };
}

/** A round, and the plan for the next one. */
export async function runRound(job: JobRow, surroundings: Surroundings, store: Store): Promise<Change> {
  const round = rounds[job.kind] as Round;
  const planned = {
    ...surroundings,
    sequences: { ...surroundings.sequences, jobId: surroundings.sequences.jobId + 1 },
  };
  const { change, sequences } = await visitAll(
    store,
    await round.whom(store, surroundings),
    planned,
    { type: "PLATFORM", name: "platform" },
    round.visit,
  );
  const due = format(round.next(Math.max(surroundings.now, Date.parse(`${job.dueAt}Z`))));
  change.remove.push({ collection: "jobs", key: job.jobId });
  change.put.push(
    {
      collection: "jobs",
      row: { jobId: surroundings.sequences.jobId, dueAt: due, kind: job.kind, thirdpartyId: null, subjectId: null },
    },
    { collection: "sequences", row: { name: "jobId", next: sequences.jobId } },
  );
  return change;
}
