/** A stretch of the time line: a bar, or idle time that takes no more room than a bar or two. */
export interface Slot {
  /** In milliseconds; `to` is not included. */
  from: number;
  to: number;
  count: number;
  isIdle: boolean;
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const steps = [
  ...[second, 5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour],
  ...[1, 2, 3, 4, 5, 7, 10, 14, 28, 91, 364, 3640].map((days) => days * day),
];
/** From this number of empty bars in a row on, they are idle time. */
const idleFrom = 4;

function slotsWith(step: number, times: readonly number[]): Slot[] {
  const slots: Slot[] = [];
  const put = (at: number, bars: number, count: number, isIdle = false) =>
    slots.push({ from: at * step, to: (at + bars) * step, count, isIdle });
  let last = Number.NaN;
  for (const time of times) {
    const at = Math.floor(time / step);
    const slot = slots.at(-1);
    if (at === last && slot) slot.count++;
    else {
      const empty = at - last - 1;
      if (empty >= idleFrom) put(last + 1, empty, 0, true);
      else for (let next = last + 1; next < at; next++) put(next, 1, 0);
      put(at, 1, 1);
      last = at;
    }
  }
  return slots;
}

/** The finest bars that fit for these times, which are in order, and among which idle time is the exception. */
export function slotsOf(times: readonly number[], most: number): Slot[] {
  let slots: Slot[] = [];
  for (const step of steps) {
    slots = slotsWith(step, times);
    const idle = slots.filter(({ isIdle }) => isIdle).length;
    if (slots.length <= most && idle <= 2 + slots.length / 10) break;
  }
  return slots;
}

const units = [
  [day, "days"],
  [hour, "hours"],
  [minute, "minutes"],
] as const;
/** The time between two events, in milliseconds, of which nothing was read yet. */
export type Unread = readonly [from: number, to: number];

export const isUnread = ({ from, to, count }: Slot, unread: Unread | undefined): boolean =>
  unread !== undefined && count === 0 && from < unread[1] && to > unread[0];

/** How long idle time is, in words. */
export function quiet({ from, to }: Slot): string {
  const [size, unit] = units.find(([length]) => to - from >= 2 * length) ?? [second, "seconds"];
  return `${Math.round((to - from) / size)} quiet ${unit}`;
}

/** What is known of a stretch, in words. */
export function contentOf(slot: Slot, unread?: Unread): string {
  if (isUnread(slot, unread)) return "not read yet";
  return slot.isIdle ? quiet(slot) : `${slot.count} event${slot.count === 1 ? "" : "s"}`;
}
