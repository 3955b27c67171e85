import { useMemo, useRef, useState } from "preact/hooks";
import { millis, momentOf } from "../../parts/values.tsx";
import { filterBy } from "../../route.ts";
import { quiet, type Slot, slotsOf } from "./scale.ts";
import type { Entry } from "./store.ts";

type Range = readonly [first: number, last: number];
const height = 64;
/** Room that idle time takes, in bars. */
const idleWidth = 2;

interface Props {
  entries: readonly Entry[];
  from: string | undefined;
  to: string | undefined;
}

const choose = (slots: readonly Slot[], [one, other]: Range) =>
  filterBy({
    from: momentOf(slots[Math.min(one, other)]?.from ?? 0),
    to: momentOf((slots[Math.max(one, other)]?.to ?? 1) - 1),
  });

/** Which bars the range of the address covers. */
function rangeOf(slots: readonly Slot[], { from, to }: Props): Range | undefined {
  if (from === undefined && to === undefined) return undefined;
  const first = slots.findIndex((slot) => slot.to > (from ? millis(from) : 0));
  const last = slots.findLastIndex((slot) => slot.from <= (to ? millis(to) : Number.POSITIVE_INFINITY));
  return [first < 0 ? slots.length - 1 : first, Math.max(0, last)];
}

/** How many events when: a range is chosen with the mouse or with the arrow keys on its two ends. */
export function TimeLine(props: Props) {
  const { entries } = props;
  const box = useRef<HTMLDivElement>(null);
  const slots = useMemo(
    () =>
      slotsOf(
        entries.map(({ occurredAt }) => millis(occurredAt)),
        130,
      ),
    [entries],
  );
  const edges = useMemo(() => edgesOf(slots), [slots]);
  const [dragged, setDragged] = useState<Range>();
  const [pointed, setPointed] = useState<number>();
  if (slots.length === 0) return null;
  const chosen = dragged ?? rangeOf(slots, props);
  const at = ({ clientX }: MouseEvent) => {
    const { left, width } = box.current?.getBoundingClientRect() ?? new DOMRect();
    const share = (clientX - left) / width;
    const found = edges.findIndex((edge, index) => index > 0 && share < edge) - 1;
    return found < 0 ? (share < 0 ? 0 : slots.length - 1) : found;
  };
  const end = () => {
    if (dragged) choose(slots, dragged);
    setDragged(undefined);
  };
  return (
    <div class="timeline">
      <div
        class="bars"
        ref={box}
        onPointerDown={(event) => {
          if (event.button !== 0 || (event.target as HTMLElement).role === "slider") return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged([at(event), at(event)]);
        }}
        onPointerMove={(event) => {
          setPointed(at(event));
          if (dragged) setDragged([dragged[0], at(event)]);
        }}
        onPointerUp={end}
        onPointerLeave={() => setPointed(undefined)}
      >
        <Bars slots={slots} edges={edges} chosen={chosen} pointed={pointed} />
        {([0, 1] as const).map((side) => (
          <End side={side} slots={slots} edges={edges} chosen={chosen} />
        ))}
      </div>
      <Axis slots={slots} edges={edges} pointed={pointed} />
    </div>
  );
}

/** Where each stretch begins, as a share of the width; one more for the end. */
function edgesOf(slots: readonly Slot[]): number[] {
  const ends = [0];
  for (const { isIdle } of slots) ends.push((ends.at(-1) as number) + (isIdle ? idleWidth : 1));
  // A few events are not drawn as a few walls.
  const whole = Math.max(ends.at(-1) as number, 40);
  return ends.map((end) => end / whole);
}

interface Drawn {
  slots: readonly Slot[];
  edges: readonly number[];
  chosen?: Range | undefined;
  pointed?: number | undefined;
}
const sorted = (chosen: Range | undefined, slots: readonly Slot[]): Range =>
  chosen ? [Math.min(...chosen), Math.max(...chosen)] : [0, slots.length - 1];

function Bars({ slots, edges, chosen, pointed }: Drawn) {
  const most = Math.max(...slots.map(({ count }) => count));
  const [first, last] = sorted(chosen, slots);
  const draw = (wanted: (at: number) => boolean) =>
    slots
      .flatMap(({ count }, at) => {
        if (count === 0 || !wanted(at)) return [];
        const [left = 0, right = 0] = [edges[at], edges[at + 1]];
        // The root lets a single event be seen beside a thousand.
        const tall = Math.max(2, Math.sqrt(count / most) * height);
        const [x, y, end] = [left * 1000 + 0.8, height - tall, right * 1000 - 0.8].map((at) => at.toFixed(1));
        return `M${x} ${height}V${y}H${end}V${height}Z`;
      })
      .join("");
  const isIn = (at: number) => at >= first && at <= last;
  const [left = 0, right = 1] = [edges[first], edges[last + 1]];
  return (
    <svg viewBox={`0 0 1000 ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {chosen && <rect x={left * 1000} width={(right - left) * 1000} height={height} />}
      <path class="out" d={draw((at) => !isIn(at))} />
      <path class={chosen ? "in chosen" : "in"} d={draw((at) => isIn(at) && at !== pointed)} />
      <path class="pointed" d={draw((at) => at === pointed)} />
    </svg>
  );
}

/** One end of the range, for the keyboard. */
function End({ side, slots, edges, chosen }: Drawn & { side: 0 | 1 }) {
  const range = sorted(chosen, slots);
  const index = range[side];
  const move = (event: KeyboardEvent) => {
    const jumps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 };
    const target = { Home: 0, End: slots.length - 1 }[event.key] ?? index + (jumps[event.key] ?? Number.NaN);
    if (Number.isNaN(target)) return;
    event.preventDefault();
    const [low, high] = side === 0 ? [0, range[1]] : [range[0], slots.length - 1];
    const placed = Math.max(low, Math.min(high, target));
    choose(slots, side === 0 ? [placed, range[1]] : [range[0], placed]);
  };
  const slot = slots[index] as Slot;
  return (
    <div
      role="slider"
      tabIndex={0}
      class={chosen ? "end-of chosen" : "end-of"}
      aria-label={side === 0 ? "Start of the range" : "End of the range"}
      aria-valuemin={0}
      aria-valuemax={slots.length - 1}
      aria-valuenow={index}
      aria-valuetext={momentOf(side === 0 ? slot.from : slot.to - 1)}
      style={{ left: `${(edges[index + side] ?? 0) * 100}%` }}
      onKeyDown={move}
    />
  );
}

const isByDay = (slots: readonly Slot[]) => slots.some(({ from, to, isIdle }) => !isIdle && to - from >= 43_200_000);

/** Dates below the bars, idle time by its length, and what the pointer is on. */
function Axis({ slots, edges, pointed }: Drawn) {
  const text = (time: number) =>
    isByDay(slots) ? momentOf(time).slice(0, 10) : momentOf(time).slice(5, 16).replace("T", " ");
  const labels: { at: number; text: string; isIdle?: boolean }[] = [];
  const isFree = (at: number) => labels.every((label) => Math.abs(label.at - at) > 0.13) && at < 0.92;
  const put = (index: number, isIdle = false) => {
    const [at = 0, slot] = [edges[index], slots[index] as Slot];
    if (isFree(at)) labels.push({ at, text: isIdle ? `// ${quiet(slot)}` : text(slot.from), isIdle });
  };
  put(0);
  const idle = slots.flatMap((slot, index) => (slot.isIdle ? [[slot.to - slot.from, index] as const] : []));
  for (const [, index] of idle.sort(([one], [other]) => other - one).slice(0, 3)) put(index, true);
  for (const [index, { isIdle }] of slots.entries()) if (!isIdle) put(index);
  const slot = pointed === undefined ? undefined : slots[pointed];
  return (
    <div class="axis num" aria-hidden="true">
      {slot ? (
        <span class="here">
          {momentOf(slot.from).slice(0, 19).replace("T", " ")} –{" "}
          {momentOf(slot.to - 1)
            .slice(0, 19)
            .replace("T", " ")}{" "}
          · <b>{slot.isIdle ? quiet(slot) : `${slot.count} events`}</b>
        </span>
      ) : (
        labels.map(({ at, text: words, isIdle }) => (
          <span class={isIdle ? "idle" : undefined} style={{ left: `${at * 100}%` }} key={at}>
            {words}
          </span>
        ))
      )}
    </div>
  );
}
