import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call, type Refused, refusalOf } from "../../api.ts";
import { millis } from "../../parts/moments.ts";
import { account } from "../../route.ts";
import { type Event, progress, version } from "../../state.ts";
import type { Unread } from "./scale.ts";

/** An entry of the audit journal; its payload is read when it is opened. */
export type Entry = Omit<Event, "payload">;
interface Journal {
  accountId: string;
  /** Oldest first. */
  entries: readonly Entry[];
  /** Whether older entries are still to be read. */
  isWhole: boolean;
  /** Where these lie. */
  unread?: Unread | undefined;
  /** Why the last reading failed. */
  problem?: Refused | undefined;
}
const journal = signal<Journal>({ accountId: "", entries: [], isWhole: false });
/** Older entries than these are left to searches. */
const mostEntries = 100_000;
const pageSize = 1000;

async function page(accountId: string, query: { after?: number; latest?: boolean }): Promise<Entry[]> {
  const { content } = await call("accounts.events", { path: { accountId }, query: { limit: pageSize, ...query } });
  return content.map(({ payload, ...entry }) => entry);
}

const isSame = (one: Entry | undefined, other: Entry | undefined) => JSON.stringify(one) === JSON.stringify(other);

/** What happened since; undefined when the last known entry is gone, as after a reset. */
async function since(accountId: string, last: Entry): Promise<Entry[] | undefined> {
  const found: Entry[] = [];
  for (let after = last.eventId - 1; ; ) {
    const more = await page(accountId, { after });
    if (found.length === 0 && !isSame(more[0], last)) return undefined;
    found.push(...more);
    if (more.length < pageSize) return found.slice(1);
    after = more.at(-1)?.eventId ?? after;
  }
}

/** The newest entries first, so that there is something to see, then the others from the oldest on. */
async function begin(accountId: string): Promise<void> {
  const newest = await page(accountId, { latest: true });
  const [first] = newest;
  const older: Entry[] = [];
  const show = (isWhole: boolean) => {
    const [from, to] = [older.at(-1), first].map((entry) =>
      entry ? millis(entry.occurredAt) : Number.NEGATIVE_INFINITY,
    );
    const unread = isWhole ? undefined : ([from, to] as Unread);
    journal.value = { accountId, entries: [...older, ...newest], isWhole, unread };
  };
  show(newest.length < pageSize);
  for (let after = Math.max(0, (first?.eventId ?? 0) - mostEntries); newest.length === pageSize && first; ) {
    const more = await page(accountId, { after });
    older.push(...more.filter(({ eventId }) => eventId < first.eventId));
    after = more.at(-1)?.eventId ?? first.eventId;
    const isWhole = after >= first.eventId;
    if (account.value !== accountId) return;
    if (isWhole || (older.length / pageSize) % 5 < 1) show(isWhole);
    if (isWhole) return;
  }
}

async function read(accountId: string): Promise<void> {
  const { accountId: known, entries, isWhole, problem } = journal.peek();
  const last = entries.at(-1);
  if (known !== accountId || !last || !isWhole) return begin(accountId);
  const more = await since(accountId, last);
  if (!more) return begin(accountId);
  if (more.length > 0 || problem)
    journal.value = { accountId, entries: [...entries, ...more].slice(-mostEntries), isWhole };
}

let isReading = false;
let isStale = false;
/** One reading at a time; events that come during it are read right after it. */
export async function readOn(): Promise<void> {
  isStale = true;
  if (isReading) return;
  isReading = true;
  while (isStale) {
    isStale = false;
    const accountId = account.value;
    await read(accountId).catch((error) => {
      const { accountId: known, ...kept } = journal.value;
      const shown = known === accountId ? kept : { entries: [], isWhole: false };
      journal.value = { ...shown, accountId, problem: refusalOf(error) };
    });
  }
  isReading = false;
}

/** Keeps the journal of the account up to date while a component is shown. */
export function useJournal(): Journal {
  const busy = progress.value !== undefined;
  useEffect(() => {
    if (!busy) void readOn();
  }, [account.value, version.value, busy]);
  const { accountId } = journal.value;
  return accountId === account.value ? journal.value : { accountId: account.value, entries: [], isWhole: false };
}
