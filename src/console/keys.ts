import { useLayoutEffect, useRef } from "preact/hooks";
import { readAddress } from "./route.ts";
import { addKey, shortcutAt } from "./shortcuts.ts";
import { preference } from "./theme.ts";

/** Single keys can be switched off, because speech input and slips of the hand press them too. */
export const keysOn = preference<"on" | "off">("keys", "on");
/** A shortcut while a component is shown. */
export function useKey(keys: string, title: string, run: () => void, enabled = true): void {
  const latest = useRef(run);
  latest.current = run;
  // A key that is pressed as soon as the component is seen must find it.
  useLayoutEffect(
    () => (enabled ? addKey({ keys, title, run: () => latest.current() }) : undefined),
    [keys, title, enabled],
  );
}

const writes = "input, textarea, select, [contenteditable]";
export const visible = (selector: string, within: ParentNode = document): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>(selector)].filter((element) => element.offsetParent !== null);

/** Moves the focus along the rows of the list that has it, or of the first list. */
function move(step: number): void {
  const focused = document.activeElement?.closest<HTMLElement>("[data-row]");
  const list = document.activeElement?.closest<HTMLElement>("[data-list]") ?? visible("main [data-list]")[0];
  const rows = visible("[data-row]", list ?? document);
  const at = focused ? rows.indexOf(focused) : rows.findIndex((row) => row.ariaCurrent === "true");
  const next = rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? 0 : at + step))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target as HTMLElement;
  if (target.matches(writes)) {
    if (event.key === "Escape") target.blur();
    return;
  }
  if (keysOn.value === "off" || document.querySelector("dialog[open]")) return;
  const found = shortcutAt(event.key, event.timeStamp);
  if (!found) return;
  event.preventDefault();
  readAddress();
  found.run();
}
export function startKeys(): void {
  addEventListener("keydown", onKey);
  addKey({ keys: "/", title: "Filter the list", run: () => visible("[data-filter]")[0]?.focus() });
  addKey({ keys: "j", title: "Next row", run: () => move(1) });
  addKey({ keys: "k", title: "Previous row", run: () => move(-1) });
}
