import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useKey } from "../keys.ts";
import { problemToast } from "../toasts.ts";

interface Looks {
  children: ComponentChildren;
  /** The main action of a place, one that destroys, or one that looks like a link. */
  kind?: "primary" | "danger" | "plain" | undefined;
  /** Greyed, with the reason; it keeps the focus, so that the reason can be read. */
  reason?: string | undefined;
  /** A key that is shown on it; with `shortcut`, what the key does, it presses the button. */
  hint?: string | undefined;
  shortcut?: string | undefined;
  title?: string | undefined;
  pressed?: boolean | undefined;
  label?: string | undefined;
  /** By which other words Ctrl-K finds it. */
  words?: string | undefined;
}

/** Waits for what it began, and shows why it failed. */
export function Button(props: Looks & { onClick: () => unknown }) {
  const { children, onClick, kind, reason, hint, shortcut, title, pressed, label, words } = props;
  const [busy, setBusy] = useState(false);
  const run = async () => {
    if (busy || reason !== undefined) return;
    setBusy(true);
    try {
      await onClick();
    } catch (error) {
      problemToast(error as Error);
    } finally {
      setBusy(false);
    }
  };
  useKey(hint ?? "", shortcut ?? "", run, shortcut !== undefined && reason === undefined);
  return (
    <button
      type="button"
      class={kind}
      onClick={run}
      aria-disabled={reason !== undefined || undefined}
      aria-busy={busy || undefined}
      aria-pressed={pressed}
      aria-label={label}
      title={reason ?? title}
      data-does={shortcut}
      data-words={words}
    >
      {children}
      {hint && <kbd>{hint}</kbd>}
    </button>
  );
}

/** A button that opens a dialog. */
export function Opens({ dialog, ...looks }: Looks & { dialog(close: () => void): ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...looks} onClick={() => setOpen(true)} />
      {open && dialog(() => setOpen(false))}
    </>
  );
}
