import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { href, route } from "../route.ts";
import { preference } from "../theme.ts";

interface Props {
  /** Under this name the place of the divider is kept. */
  name: string;
  /** Percent that the list takes at first. */
  initial?: number;
  list: ComponentChildren;
  /** Without it the list has all the room. */
  detail?: ComponentChildren;
}

/** List and detail beside each other, with a divider that the mouse and the arrow keys move. */
export function Split({ name, initial = 45, list, detail }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const kept = useMemo(() => preference(`split ${name}`, String(initial)), [name]);
  const width = Number(kept.value);
  useLayoutEffect(() => box.current?.style.setProperty("--list", `${width}%`), [width, !detail]);
  const place = (percent: number) => (kept.value = String(Math.round(Math.max(15, Math.min(80, percent)))));
  const drag = (event: PointerEvent) => {
    const { left, width: whole } = box.current?.getBoundingClientRect() ?? new DOMRect();
    if (event.buttons === 1) place(((event.clientX - left) / whole) * 100);
  };
  const nudge = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    place(width + step);
  };
  if (!detail)
    return (
      <div class="split alone">
        <section class="pane list">{list}</section>
      </div>
    );
  return (
    <div class={route.value.rest.length > 0 ? "split open" : "split"} ref={box}>
      <section class="pane list">{list}</section>
      {/* biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved */}
      <div
        class="divider"
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the list"
        aria-valuenow={width}
        aria-valuemin={15}
        aria-valuemax={80}
        tabIndex={0}
        onKeyDown={nudge}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
      <section class="pane detail" aria-label="Detail">
        <a class="back" href={href({ rest: [] })}>
          ‹ Back to the list
        </a>
        {detail}
      </section>
    </div>
  );
}
