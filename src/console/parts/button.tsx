import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { problemToast } from "../toasts.ts";

interface Props {
  children: ComponentChildren;
  onClick: () => unknown;
  /** The main action of a place, one that destroys, or one that looks like a link. */
  kind?: "primary" | "danger" | "plain" | undefined;
  /** Greyed, with the reason; it keeps the focus, so that the reason can be read. */
  reason?: string | undefined;
  hint?: string | undefined;
  title?: string | undefined;
  pressed?: boolean | undefined;
  label?: string | undefined;
}

/** Waits for what it began, and shows why it failed. */
export function Button({ children, onClick, kind, reason, hint, title, pressed, label }: Props) {
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
    >
      {children}
      {hint && <kbd>{hint}</kbd>}
    </button>
  );
}
