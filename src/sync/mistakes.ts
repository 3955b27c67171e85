import type { SyncFinding } from "../../contract/control-sync.ts";
import { day, hour, minute, parse, second } from "../domain/time.ts";
import { isRead, isRefused, type JournalEvent, lastOf, type Poll } from "./poll.ts";
import type { Search } from "./search.ts";

/** One place where a client went wrong. */
export interface Case {
  kind: SyncFinding["kind"];
  /** Cases of one caller, one kind and one mistake make one finding. */
  mistake: string;
  /** Whether time was left unread, so that it is a mistake though nothing happened in it. */
  isUnread: boolean;
  events: JournalEvent[];
  searches: readonly Search[];
  /** Called when all events are known. */
  sentence: (events: readonly JournalEvent[]) => string;
}

const units = [
  [2 * day, day, "days"],
  [2 * hour, hour, "hours"],
  [2 * minute, minute, "minutes"],
  [second, second, "s"],
] as const;
function spanText(milliseconds: number, rounded: (span: number) => number = Math.round): string {
  const span = milliseconds < second ? milliseconds : second * rounded(milliseconds / second);
  const [, size, unit] = units.find(([least]) => span >= least) ?? [0, 1, "ms"];
  return `${rounded(span / size)} ${unit}`;
}

/** Bounds as a client writes them: an end without milliseconds covers its whole second. */
export const startText = (from: string) => from.replace(".000", "");
export const endText = (to: string) => to.replace(".999", "");
const windowText = ({ from, to }: { from: string; to: string }) =>
  `the window from ${startText(from)} to ${endText(to)}`;

const empty = (
  kind: Case["kind"],
  searches: readonly Search[],
  sentence: Case["sentence"],
  mistake: string = kind,
): Case => {
  const isUnread = kind === "gap" || mistake === "failed";
  return { kind, mistake, isUnread, events: [], searches, sentence };
};

const ownTime = "take the time from the service, in UTC, and not from the client's own clock or time zone";

/** No window between two others, or between the moment when the caller began and the first one. */
export function gapCase(before: Poll | undefined, after: Poll, begun: string): Case {
  const [search] = after.searches;
  if (search.clock !== "" && search.clock < after.from)
    return empty(
      "gap",
      [search],
      () =>
        `The account's clock stood at ${search.clock} when ${windowText(after)} was asked for, which had not begun: ` +
        `${ownTime}.`,
      "clock",
    );
  const searches = before ? [lastOf(before), search] : [search];
  const start = before ? endText(before.to) : begun;
  const width = parse(after.from) - parse(before?.to ?? begun) - 1;
  if (width < 2 * second)
    return empty(
      "gap",
      searches,
      () =>
        `${spanText(width)} between the window that ends at ${start} and the one that begins at ` +
        `${startText(after.from)} is in neither: both bounds are included, and an end without milliseconds covers ` +
        "its whole second, so begin the next window at the end of the last one.",
      "bounds",
    );
  return empty(
    "gap",
    searches,
    () =>
      `No window covers the ${spanText(width)} from ${start} to ${startText(after.from)}: begin the next window at ` +
      "the end of the last one that was read, not at the time of reading.",
  );
}

/** A window, or a page of it, that was answered with an error and never repeated. */
export function failureCase(poll: Poll, searches: readonly Search[]): Case {
  const last = searches.at(-1) as Search;
  if (isRefused(last)) return refusedCase(last);
  const page = poll.searches.some(isRead) ? `page ${last.page} of ` : "";
  const sentence = `${page}${windowText(poll)} was answered with ${last.failure} and never repeated: move the cursor`;
  return empty("failed", searches, () => `${capital(sentence)} only after the last page has been read.`);
}

/** A search that is wrong itself: to repeat it does not help. */
export const refusedCase = (search: Search): Case =>
  empty(
    "failed",
    [search],
    () =>
      `A search was refused with ${search.failure} and read nothing (${search.violation ?? "no reason was given"}): ` +
      "mend the request, and do not move the cursor after it.",
    "refused",
  );

export const pagesCase = (poll: Poll, searches: readonly Search[], pages: number): Case =>
  empty("pages", searches, () => {
    const read = new Set(searches.map(({ page }) => page));
    const first = Math.min(...read);
    if (first > 0)
      return (
        `Page 0 of ${windowText(poll)} was never read, because the client begins with page ${first}: ` +
        "pages count from 0, so begin with page 0 and go on until page reaches totalPages."
      );
    const count = [...read].filter((page) => page < pages).length;
    const which = `${count} of ${pages} pages of ${windowText(poll)} ${count === 1 ? "was" : "were"} read`;
    return `Only ${which}: go on until page reaches totalPages.`;
  });

export function lateCase(poll: Poll, searches: readonly Search[]): Case {
  const { clock } = searches.at(-1) as Search;
  const ahead = parse(poll.to) - parse(clock);
  const seconds = ahead < second ? "its last second was not over" : `it ended ${spanText(ahead)} ahead`;
  if (ahead > 0)
    return empty(
      "late",
      searches,
      () =>
        `${capital(windowText(poll))} was read when the account's clock stood at ${clock}, and ${seconds}, so that ` +
        `events came into it afterwards: ${ahead < second ? "begin the next window in that second" : ownTime}.`,
      ahead < second ? "second" : "clock",
    );
  return empty("late", searches, (events) => {
    const [earliest] = events.map(({ occurredAt }) => occurredAt).sort() as [string];
    const span = spanText(parse(clock) - parse(earliest), Math.ceil);
    return (
      `An event became visible after ${windowText(poll)} was read at ${clock}: let each window begin more than ` +
      `${span} before the end of the last one, and leave aside what is known already.`
    );
  });
}

export function overlapCase(before: Poll, after: Poll): Case {
  const shared = parse(before.to < after.to ? before.to : after.to) - parse(after.from) + 1;
  const both = [lastOf(before), after.searches[0]];
  const place =
    `The window that ends at ${endText(before.to)} and the one that begins at ${startText(after.from)} ` +
    `share ${spanText(shared)}`;
  if (shared > second)
    return empty(
      "overlap",
      both,
      () => `${place}: right for a look-back, if the client leaves aside what comes twice.`,
    );
  const why = "because both bounds are included: its events come twice, and none is lost.";
  return empty("overlap", both, () => `${place}, ${why}`, "bounds");
}

export const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
