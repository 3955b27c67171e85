import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { millis, momentOf } from "../../parts/moments.ts";
import { filterBy } from "../../route.ts";
import { barsOf, edgesOf, height, labelsOf, slotAt } from "./layout.ts";
import { afterKey, type Bounds, boundsOf, type Range, rangeOf, sorted } from "./range.ts";
import { contentOf, isUnread, type Slot, slotsOf, type Unread } from "./scale.ts";
import type { Entry } from "./store.ts";

const choose = (slots: readonly Slot[], range: Range) => filterBy({ ...boundsOf(slots, range) });

/** How wide something is drawn, in pixels. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.offsetWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box.current]);
  return width;
}

interface Props extends Bounds {
  entries: readonly Entry[];
  unread: Unread | undefined;
}
/** How many events when: a range is chosen with the mouse or with the arrow keys on its two ends. */
export function TimeLine({ entries, unread, ...bounds }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
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
  const chosen = dragged ?? rangeOf(slots, bounds);
  const at = ({ clientX }: MouseEvent) => {
    const { left, width } = box.current?.getBoundingClientRect() ?? new DOMRect();
    return slotAt((clientX - left) / width, edges);
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
        <Bars slots={slots} edges={edges} chosen={chosen} pointed={pointed} unread={unread} />
        {([0, 1] as const).map((side) => (
          <End side={side} slots={slots} edges={edges} chosen={chosen} />
        ))}
      </div>
      <Axis slots={slots} edges={edges} pointed={pointed} unread={unread} width={width} />
    </div>
  );
}

interface Drawn {
  slots: readonly Slot[];
  edges: readonly number[];
  chosen?: Range | undefined;
  pointed?: number | undefined;
  unread?: Unread | undefined;
}
function Bars({ slots, edges, chosen, pointed, unread }: Drawn) {
  const [first, last] = sorted(chosen, slots);
  const draw = (wanted: (at: number) => boolean) => barsOf(slots, edges, wanted);
  const isIn = (at: number) => at >= first && at <= last;
  const [left = 0, right = 1] = [edges[first], edges[last + 1]];
  return (
    <svg viewBox={`0 0 1000 ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {chosen && <rect x={left * 1000} width={(right - left) * 1000} height={height} />}
      {slots.map((slot, at) => {
        const [from = 0, to = 1] = [edges[at], edges[at + 1]];
        return (
          isUnread(slot, unread) && <rect class="unread" x={from * 1000} width={(to - from) * 1000} height={height} />
        );
      })}
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
    const moved = afterKey(event.key, side, range, slots.length);
    if (!moved) return;
    event.preventDefault();
    choose(slots, moved);
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

/** Dates below the bars, idle time by its length, and what the pointer is on. */
function Axis({ slots, edges, pointed, unread, width }: Drawn & { width: number }) {
  const slot = pointed === undefined ? undefined : slots[pointed];
  return (
    <div class="axis num" aria-hidden="true">
      {slot ? (
        <span class="here">
          {momentOf(slot.from).slice(0, 19).replace("T", " ")} –{" "}
          {momentOf(slot.to - 1)
            .slice(0, 19)
            .replace("T", " ")}{" "}
          · <b>{contentOf(slot, unread)}</b>
        </span>
      ) : (
        labelsOf(slots, edges, width, unread).map(({ at, text, isIdle }) => (
          <span class={isIdle ? "idle" : undefined} style={{ left: `${at * 100}%` }} key={at}>
            {text}
          </span>
        ))
      )}
    </div>
  );
}
