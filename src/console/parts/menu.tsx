import type { ComponentChild } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { visible } from "../keys.ts";

export interface Item {
  label: ComponentChild;
  run?: (() => unknown) | undefined;
  href?: string | undefined;
  /** Greyed, with the reason. */
  reason?: string | undefined;
}

/** A button that opens a list of actions; arrow keys move in it, Esc closes it. */
export function Menu({ label, items, title }: { label: ComponentChild; items: readonly Item[]; title?: string }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const choices = () => visible("[role=menuitem]", box.current as ParentNode);
  useLayoutEffect(() => {
    if (!open) return;
    const outside = (event: Event) => !box.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    // A button near an edge of the page opens its menu beside that edge.
    const menu = box.current?.querySelector<HTMLElement>("[role=menu]");
    const over = (menu?.getBoundingClientRect().right ?? 0) - document.documentElement.clientWidth;
    if (menu && over > 0) menu.style.marginLeft = `${-over - 8}px`;
    choices()[0]?.focus();
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [open]);
  const leave = () => {
    setOpen(false);
    box.current?.querySelector("button")?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      event.preventDefault();
      leave();
    }
    if (step === undefined || !open) return;
    event.preventDefault();
    const all = choices();
    all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the menu inside
    <div class="menu" ref={box} onKeyDown={onKey}>
      <button type="button" aria-haspopup="menu" aria-expanded={open} title={title} onClick={() => setOpen(!open)}>
        {label}
      </button>
      {open && (
        <div role="menu">
          {items.map((item) => (
            <Choice {...item} close={leave} />
          ))}
        </div>
      )}
    </div>
  );
}

function Choice({ label, run, href, reason, close }: Item & { close(): void }) {
  if (href !== undefined)
    return (
      <a role="menuitem" href={href} onClick={close}>
        {label}
      </a>
    );
  const choose = () => {
    if (reason !== undefined) return;
    close();
    run?.();
  };
  return (
    <button
      type="button"
      role="menuitem"
      aria-disabled={reason !== undefined || undefined}
      title={reason}
      onClick={choose}
    >
      {label}
      {reason && <small>{reason}</small>}
    </button>
  );
}
