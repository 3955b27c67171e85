import { momentOf } from "../../parts/moments.ts";
import { contentOf, type Slot, type Unread } from "./scale.ts";

export const height = 64;
/** Room that idle time takes, in bars. */
const idleWidth = 2;
/** A few events are not drawn as a few walls. */
const fewestBars = 40;

/** Where each stretch begins, as a share of the width; one more for the end. */
export function edgesOf(slots: readonly Slot[]): number[] {
  const ends = [0];
  for (const { isIdle } of slots) ends.push((ends.at(-1) as number) + (isIdle ? idleWidth : 1));
  const whole = Math.max(ends.at(-1) as number, fewestBars);
  return ends.map((end) => end / whole);
}

/** The stretch at a share of the width; the first or the last one beside them. */
export function slotAt(share: number, edges: readonly number[]): number {
  const found = edges.findIndex((edge, index) => index > 0 && share < edge) - 1;
  return found < 0 ? edges.length - 2 : found;
}

/** The bars of some stretches as a path, 1000 wide. */
export function barsOf(slots: readonly Slot[], edges: readonly number[], wanted: (at: number) => boolean): string {
  const most = Math.max(...slots.map(({ count }) => count));
  const bar = ({ count }: Slot, at: number) => {
    if (count === 0 || !wanted(at)) return "";
    const [left = 0, right = 0] = [edges[at], edges[at + 1]];
    // The root lets a single event be seen beside a thousand.
    const tall = Math.max(2, Math.sqrt(count / most) * height);
    const [x, y, end] = [left * 1000 + 0.8, height - tall, right * 1000 - 0.8].map((at) => at.toFixed(1));
    return `M${x} ${height}V${y}H${end}V${height}Z`;
  };
  return slots.map(bar).join("");
}

export interface Label {
  /** A share of the width. */
  at: number;
  text: string;
  isIdle: boolean;
}
const halfDay = 43_200_000;
/** The most that a label takes, in pixels: a date, or how long nothing happened. */
const room = { date: 72, idle: 104 };

/** The dates below the bars: the first one, the longest idle times by their length, then as many as have room. */
export function labelsOf(slots: readonly Slot[], edges: readonly number[], width: number, unread?: Unread): Label[] {
  const isByDay = slots.some(({ from, to, isIdle }) => !isIdle && to - from >= halfDay);
  const text = (time: number) =>
    isByDay ? momentOf(time).slice(0, 10) : momentOf(time).slice(5, 16).replace("T", " ");
  const labels: Label[] = [];
  const put = (index: number, isIdle = false) => {
    const [at = 0, slot] = [edges[index], slots[index] as Slot];
    const end = (label: { at: number; isIdle: boolean }) => label.at + (label.isIdle ? room.idle : room.date) / width;
    const isFree = (label: Label) => label.at >= end({ at, isIdle }) || at >= end(label);
    if (labels.length === 0 || (end({ at, isIdle }) <= 1 && labels.every(isFree)))
      labels.push({ at, text: isIdle ? `// ${contentOf(slot, unread)}` : text(slot.from), isIdle });
  };
  put(0);
  const idle = slots.flatMap((slot, index) => (slot.isIdle ? [[slot.to - slot.from, index] as const] : []));
  for (const [, index] of idle.sort(([one], [other]) => other - one).slice(0, 3)) put(index, true);
  for (const [index, { isIdle }] of slots.entries()) if (!isIdle) put(index);
  return labels;
}
